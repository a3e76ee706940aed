package bench

import (
	"slices"
	"time"
)

// ReportSchema is the version of the fields of a Report. It grows when a field changes its meaning, not when one is added.
const ReportSchema = 1

// Report is what was measured, on what. Rates count CPU time of this program alone where they say so, and wall time beside it.
type Report struct {
	Schema   int       `json:"schema"`
	Started  time.Time `json:"started"`
	Seconds  float64   `json:"seconds"` // of the whole measurement
	Build    Build     `json:"build"`
	Machine  Machine   `json:"machine"`
	Workload Workload  `json:"workload"`

	Ingest  *IngestFigures  `json:"ingest,omitempty"`
	Classes []ClassFigures  `json:"classes,omitempty"`
	Runs    []RunFigures    `json:"runs,omitempty"`
	Ledger  []LedgerFigures `json:"ledger,omitempty"`
	Check   *CheckFigures   `json:"check,omitempty"`
}

// Workload is what was measured on.
type Workload struct {
	Corpus    string `json:"corpus"` // "synthetic" or the file's name
	Documents int    `json:"documents"`
	Bytes     int64  `json:"bytes"`
	Effort    string `json:"effort"`
}

// IngestFigures are those of documents to a corpus that is ready to be asked.
type IngestFigures struct {
	MBPerSecond    Series  `json:"mb_per_s"`     // wall
	MBPerCPUSecond Series  `json:"mb_per_cpu_s"` // all cores together
	Peak           Memory  `json:"peak"`
	IndexPerByte   float64 `json:"index_bytes_per_byte"` // candidate index
	DiskPerByte    float64 `json:"disk_bytes_per_byte"`  // everything, source texts included
}

// ClassFigures are those of one class of quote, with a cited source or without.
type ClassFigures struct {
	Class        Class   `json:"class"`
	Cited        bool    `json:"cited"`
	Quotes       int     `json:"quotes"`
	PerCPUSecond Series  `json:"quotes_per_cpu_s"`
	PerSecond    Series  `json:"quotes_per_s"`
	Quality      Quality `json:"quality"`
}

// RunFigures are those of whole runs.
type RunFigures struct {
	Mix          string `json:"mix"` // as ParseMix reads it
	Quotes       int    `json:"quotes"`
	PerSecond    Series `json:"quotes_per_s"` // wall, start of the program included
	PerCPUSecond Series `json:"quotes_per_cpu_s"`
	Peak         Memory `json:"peak"`
}

// Memory is the largest that a process was in any of its runs, in MB of 1,000,000 bytes.
type Memory struct {
	ResidentMB float64 `json:"resident_mb"` // pages of mapped files included
	OwnMB      float64 `json:"own_mb"`      // without them, sampled; 0: not known
}

// LedgerFigures are those of commits of a size: encoded, hashed, signed and synced.
type LedgerFigures struct {
	Batch     int    `json:"batch"`
	PerSecond Series `json:"records_per_s"` // wall
}

// Series is a figure that was measured several times.
type Series struct {
	Median float64 `json:"median"`
	Min    float64 `json:"min"`
	Max    float64 `json:"max"`
	Runs   int     `json:"runs"`
}

// seriesOf sums up measurements.
func seriesOf(xs []float64) Series {
	if len(xs) == 0 {
		return Series{}
	}
	xs = slices.Sorted(slices.Values(xs))
	n := len(xs)
	return Series{Median: (xs[(n-1)/2] + xs[n/2]) / 2, Min: xs[0], Max: xs[n-1], Runs: n}
}

// perSecond is the series of n things a second.
func perSecond(n float64, took []time.Duration) Series {
	var xs []float64
	for _, d := range took {
		xs = append(xs, n/max(d.Seconds(), 1e-6))
	}
	return seriesOf(xs)
}
