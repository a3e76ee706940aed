package bench

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// usage is what some work took.
type usage struct {
	wall, cpu time.Duration
	peak      Memory
}

// measured runs work in this process. Peaks are then those of the process since its start.
func measured(work func() error) (usage, error) {
	start, used := time.Now(), cpuTime()
	err := work()
	return usage{wall: time.Since(start), cpu: cpuTime() - used, peak: Memory{ResidentMB: peakResidentMB()}}, err
}

// runProgram runs the program with arguments and waits for its end.
func runProgram(ctx context.Context, program string, args ...string) (usage, error) {
	return runProgramEnv(ctx, nil, program, args...)
}

// runProgramEnv is runProgram with more in its environment.
func runProgramEnv(ctx context.Context, env []string, program string, args ...string) (u usage, err error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Args[0] = "verbatim"
	cmd.Env = append(os.Environ(), env...)
	var told bytes.Buffer
	cmd.Stderr = &told
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return u, err
	}
	done, own := make(chan struct{}), make(chan float64)
	go func() { own <- watchOwnMB(cmd.Process.Pid, done) }()
	err = cmd.Wait()
	u.wall = time.Since(start)
	close(done)
	u.peak.OwnMB = <-own
	u.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	u.peak.ResidentMB = childPeakMB(cmd.ProcessState)
	if err != nil {
		if ctx.Err() != nil {
			return u, ctx.Err()
		}
		return u, fmt.Errorf("verbatim %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(told.String()))
	}
	return u, nil
}

// watchOwnMB samples the memory of a process that is not pages of files, until it is done; 0 where the system does not tell.
func watchOwnMB(pid int, done <-chan struct{}) (most float64) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return most
		case <-tick.C:
			status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
			if err != nil {
				continue
			}
			_, rest, ok := bytes.Cut(status, []byte("\nRssAnon:"))
			if !ok {
				continue
			}
			var kb float64
			if _, err := fmt.Sscan(string(rest), &kb); err == nil {
				most = max(most, kb*1024/1e6)
			}
		}
	}
}
