package ingest

import (
	"bytes"
	"path"
	"strings"
)

// headSize is how much of a file is looked at to tell what it is.
const headSize = 8 << 10

// format is one row of the table of formats.
type format struct {
	name string
	exts []string // lower case, with the dot
	read Reader   // nil: known, but not read yet
}

// formats returns the table. New formats are a file with a Reader and a row here.
func formats() []format {
	return []format{
		{"text", []string{".txt", ".text"}, textReader{}},
		{"Markdown", []string{".md", ".markdown"}, markdownReader{}},
		{"JSONL", []string{".jsonl", ".ndjson"}, jsonlReader{}},
		{"PDF", []string{".pdf"}, nil},
		{"Word", []string{".docx", ".doc", ".odt", ".rtf"}, nil},
		{"HTML", []string{".html", ".htm", ".xhtml"}, nil},
		{"EPUB", []string{".epub"}, nil},
		{"XML", []string{".xml"}, nil},
		{"e-mail", []string{".eml"}, nil},
		{"subtitles", []string{".srt", ".vtt"}, nil},
		{"archive", []string{".zip", ".tar", ".tgz"}, nil},
	}
}

// compressed reports whether ext, in lower case, names a compression and says nothing about the format below it.
func compressed(ext string) bool {
	switch ext {
	case ".gz", ".zst", ".zstd":
		return true
	}
	return false
}

// plainName is a base name without the extension of its compression.
func plainName(name string) string {
	if ext := path.Ext(name); compressed(strings.ToLower(ext)) {
		return strings.TrimSuffix(name, ext)
	}
	return name
}

// choose returns the reader for a file: by its extension, and by its content where the extension says nothing. given files are read
// as text when they are text, whatever they are called.
func choose(e entry, head []byte) (Reader, *Problem) {
	ext := strings.ToLower(path.Ext(plainName(path.Base(e.name))))
	for _, f := range formats() {
		for _, x := range f.exts {
			if x != ext {
				continue
			}
			if f.read == nil {
				return nil, &Problem{Reason: f.name + " files are not read yet", Hint: "convert it to text or Markdown"}
			}
			return f.read, nil
		}
	}
	if what := magic(head); what != "" {
		return nil, &Problem{Reason: "this is " + what + ", which is not read yet", Hint: "convert it to text or Markdown"}
	}
	if ext != "" && !e.given {
		return nil, &Problem{Kind: Skipped, Reason: "no reader for " + ext + " files", Hint: "give it by itself to read it as text"}
	}
	if p := notText(head); p != nil {
		if ext == "" && !e.given {
			p.Kind = Skipped
		}
		return nil, p
	}
	return textReader{}, nil
}

// magic names the formats that show by their first bytes.
func magic(head []byte) string {
	for _, m := range []struct{ start, what string }{
		{"%PDF-", "a PDF"}, {"PK\x03\x04", "a zip archive or office document"}, {`{\rtf`, "RTF"},
		{"\xd0\xcf\x11\xe0", "an old office document"}, {"<?xml", "XML"}, {"<!DOCTYPE html", "HTML"}, {"<html", "HTML"},
	} {
		if len(head) >= len(m.start) && strings.EqualFold(string(head[:len(m.start)]), m.start) {
			return m.what
		}
	}
	return ""
}

// notText says why head is not the start of a text, or returns nil.
func notText(head []byte) *Problem {
	if utf16BOM(head) != nil {
		return nil
	}
	if bytes.HasPrefix(head, []byte{0, 0, 0xfe, 0xff}) || bytes.HasPrefix(head, []byte{0xff, 0xfe, 0, 0}) {
		return &Problem{Reason: "the text is UTF-32", Hint: "convert it to UTF-8, such as with iconv"}
	}
	zeros := bytes.Count(head, []byte{0})
	if zeros == 0 {
		return nil
	}
	if zeros > 2 && zeros*3 >= len(head) {
		return &Problem{Reason: "binary content (NUL bytes; it may be UTF-16 without a byte order mark)", Hint: "convert it to UTF-8, such as with iconv"}
	}
	return &Problem{Reason: "binary content (NUL bytes)", Hint: "give the text of it instead"}
}
