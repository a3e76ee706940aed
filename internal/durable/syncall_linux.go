package durable

import (
	"os"

	"golang.org/x/sys/unix"
)

// syncAll flushes the whole file system that holds dir: one call, where an fsync a file would cost milliseconds each.
func syncAll(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return unix.Syncfs(int(d.Fd()))
}
