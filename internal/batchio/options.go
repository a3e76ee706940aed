package batchio

import (
	"fmt"
	"path"
	"strings"
)

// Format is a format of quotes.
type Format string

const (
	// Auto looks at Options.Name, then at the content.
	Auto Format = ""
	// JSONL is one JSON object a line, lines ending at \n alone.
	JSONL Format = "jsonl"
	// JSON is one array of objects.
	JSON Format = "json"
	// CSV is RFC 4180 with a header.
	CSV Format = "csv"
	// TSV is CSV with tabs.
	TSV Format = "tsv"
)

// DefaultMaxRecord is the largest record unless Options says otherwise, in bytes.
const DefaultMaxRecord = 16 << 20

// Options say how a batch is read. The zero value is the default.
type Options struct {
	Name       string // file name, for messages and for its extension; "-" or empty: standard input
	Format     Format
	MaxRecord  int // largest record, in bytes; 0: DefaultMaxRecord. Larger ones are read past and give a record with Err
	ChunkBytes int // bytes of input after which ReadChunk returns; 0: 4 MiB
	MaxRatio   int // how many bytes a compressed byte may become; 0: 300
}

func (o Options) withDefaults() Options {
	if o.MaxRecord <= 0 {
		o.MaxRecord = DefaultMaxRecord
	}
	if o.ChunkBytes <= 0 {
		o.ChunkBytes = 4 << 20
	}
	if o.Name == "" || o.Name == "-" {
		o.Name = "standard input"
	}
	return o
}

// ParseFormat reads the name of a format, as --input-format has it.
func ParseFormat(s string) (Format, error) {
	switch f := Format(strings.ToLower(s)); f {
	case Auto, JSONL, JSON, CSV, TSV:
		return f, nil
	case "ndjson":
		return JSONL, nil
	}
	return Auto, fmt.Errorf("unknown input format %q: want jsonl, json, csv or tsv", s)
}

// detect returns the format of a batch by its name and its first bytes, which hold no byte order mark.
func detect(name string, head []byte) (Format, error) {
	if strings.HasPrefix(string(head), "PAR1") {
		return Auto, fmt.Errorf("this is Parquet, which is not read yet: write it as JSONL or CSV")
	}
	text := strings.TrimLeft(string(head), " \t\r\n")
	switch ext := extension(name); ext {
	case ".jsonl", ".ndjson":
		return JSONL, nil
	case ".csv":
		return CSV, nil
	case ".tsv", ".tab":
		return TSV, nil
	case ".parquet", ".jsonld":
		return Auto, fmt.Errorf("%s files are not read yet: write it as JSONL or CSV", ext)
	}
	line, _, _ := strings.Cut(text, "\n")
	switch {
	case strings.HasPrefix(text, "["):
		return JSON, nil
	case strings.HasPrefix(text, "{"):
		return JSONL, nil
	case hasColumn(line, "\t"):
		return TSV, nil
	case hasColumn(line, ","):
		return CSV, nil
	}
	return JSONL, nil
}

// hasColumn reports whether a header has the column quote.
func hasColumn(line, separator string) bool {
	for _, c := range strings.Split(strings.TrimSuffix(line, "\r"), separator) {
		if strings.Trim(c, `" `) == "quote" {
			return true
		}
	}
	return false
}

// extension is the extension of name in lower case, below that of its compression.
func extension(name string) string {
	ext := strings.ToLower(path.Ext(name))
	switch ext {
	case ".gz", ".zst", ".zstd":
		return strings.ToLower(path.Ext(name[:len(name)-len(ext)]))
	}
	return ext
}
