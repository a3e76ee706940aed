//go:build !linux

package durable

import (
	"io/fs"
	"os"
	"path/filepath"
)

// syncAll syncs each file and folder below dir: there is no portable call for all of them.
func syncAll(dir string) error {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			return SyncDir(path)
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		return f.Sync()
	})
}
