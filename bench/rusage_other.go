//go:build !unix

package bench

import (
	"os"
	"time"
)

var started = time.Now()

// cpuTime is wall time here: run one thing at a time.
func cpuTime() time.Duration { return time.Since(started) }

// peakResidentMB is not known here.
func peakResidentMB() float64 { return 0 }

// childPeakMB is not known here.
func childPeakMB(*os.ProcessState) float64 { return 0 }
