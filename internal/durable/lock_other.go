//go:build !unix || aix || solaris || illumos

package durable

import (
	"errors"
	"os"
)

// Without flock a second writer could not be kept out, and two writers damage a store: refusing is the safe answer.
func tryLock(*os.File) (bool, error) { return false, errors.ErrUnsupported }
