package main

import (
	"encoding/hex"
	"encoding/json"
	"time"

	"example.com/verbatim/index"
)

// documentJSON is a document as --json shows it.
type documentJSON struct {
	ID         string          `json:"id"`
	Title      string          `json:"title,omitempty"`
	Collection string          `json:"collection,omitempty"`
	Status     string          `json:"status"`
	Reason     string          `json:"reason,omitempty"`
	Removed    bool            `json:"removed,omitempty"`
	Hash       string          `json:"hash"`
	Bytes      int             `json:"bytes"`
	Invalid    int             `json:"invalid_bytes,omitempty"`
	Added      time.Time       `json:"added"`
	Path       string          `json:"path,omitempty"`
	Meta       json.RawMessage `json:"meta,omitempty"`
	Versions   []versionJSON   `json:"versions,omitempty"`
}

type versionJSON struct {
	Hash  string    `json:"hash"`
	Added time.Time `json:"added"`
	Bytes int       `json:"bytes"`
}

func hashText(h [32]byte) string { return "sha256:" + hex.EncodeToString(h[:]) }

func describe(d *index.Document) documentJSON {
	j := documentJSON{ID: d.ID, Title: d.Title, Collection: d.Collection, Status: d.Status.String(), Reason: d.Reason, Removed: d.Removed,
		Hash: hashText(d.Hash), Bytes: d.Bytes, Invalid: d.Invalid, Added: d.Added.UTC(), Path: d.Path, Meta: d.Meta}
	for _, v := range d.Versions {
		j.Versions = append(j.Versions, versionJSON{hashText(v.Hash), v.Added.UTC(), v.Bytes})
	}
	return j
}
