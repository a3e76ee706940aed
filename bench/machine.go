package bench

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"golang.org/x/sys/cpu"
)

// Machine is what the figures were measured on.
type Machine struct {
	CPU    string   `json:"cpu"` // model; empty: not known
	Cores  int      `json:"cores"`
	MaxP   int      `json:"gomaxprocs"`
	MemMB  int      `json:"memory_mb"` // 0: not known
	OS     string   `json:"os"`
	Arch   string   `json:"arch"`
	SIMD   []string `json:"simd"`             // what the processor has of what the kernels look for
	NoSIMD bool     `json:"nosimd,omitempty"` // VERBATIM_NOSIMD is set: they do not use it
	Load   string   `json:"load"`             // one-minute load average at the start and at the end: above 0.3 others were working
}

// Build is what was measured.
type Build struct {
	Commit   string `json:"commit"`
	Modified bool   `json:"modified"`
	Go       string `json:"go"`
}

func theMachine() Machine {
	m := Machine{Cores: runtime.NumCPU(), MaxP: runtime.GOMAXPROCS(0), OS: runtime.GOOS, Arch: runtime.GOARCH, SIMD: []string{},
		NoSIMD: os.Getenv("VERBATIM_NOSIMD") != ""}
	m.CPU = field("/proc/cpuinfo", "model name")
	var kb int
	if _, err := fmt.Sscan(field("/proc/meminfo", "MemTotal"), &kb); err == nil {
		m.MemMB = kb * 1024 / 1e6
	}
	for _, x := range []struct {
		name string
		has  bool
	}{{"avx2", cpu.X86.HasAVX2}, {"avx512f", cpu.X86.HasAVX512F}, {"avx512bw", cpu.X86.HasAVX512BW}, {"avx512vbmi2", cpu.X86.HasAVX512VBMI2},
		{"asimd", cpu.ARM64.HasASIMD}} {
		if x.has {
			m.SIMD = append(m.SIMD, x.name)
		}
	}
	return m
}

// field returns what follows "NAME:" at the start of a line of a file.
func field(file, name string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	for line := range bytes.Lines(data) {
		if key, value, ok := strings.Cut(string(line), ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// load is the load average of the last minute; empty where it is not known.
func load() string {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	one, _, _ := strings.Cut(string(data), " ")
	return one
}

func theBuild() Build {
	b := Build{Go: runtime.Version()}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				b.Commit = s.Value
			case "vcs.modified":
				b.Modified = s.Value == "true"
			}
		}
	}
	return b
}
