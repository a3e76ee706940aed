package index

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	"github.com/blevesearch/bleve/v2/analysis/token/lowercase"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"
	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/cockroachdb/pebble/v2/vfs"
)

const (
	passageField = "t"
	// maxSearch bounds the words that are looked up: each costs time.
	maxSearch = 4096 // bytes of the search text
	// maxAnswers bounds what Search looks through to fill up for passages of texts that are no longer current.
	maxAnswers  = 10_000
	boltTimeout = "10s"
)

// passages is the open Bleve index of a Snapshot.
type passages struct {
	mu    sync.Mutex
	index bleve.Index
}

func (p *passages) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.index == nil {
		return nil
	}
	ix := p.index
	p.index = nil
	return ix.Close()
}

// passageMapping indexes the words of one field, and nothing else: no term vectors, no stored text, no field of all fields.
func passageMapping() (mapping.IndexMapping, error) {
	m := bleve.NewIndexMapping()
	err := m.AddCustomAnalyzer("words", map[string]any{
		"type": custom.Name, "tokenizer": unicode.Name, "token_filters": []string{lowercase.Name},
	})
	if err != nil {
		return nil, err
	}
	text := bleve.NewTextFieldMapping()
	text.Analyzer = "words"
	text.Store, text.IncludeTermVectors, text.IncludeInAll, text.DocValues = false, false, false, false
	doc := bleve.NewDocumentStaticMapping()
	doc.AddFieldMappingsAt(passageField, text)
	m.DefaultMapping = doc
	m.DefaultAnalyzer = "words"
	return m, nil
}

func passageID(slot int, text uint32, start, end int) string {
	return fmt.Sprintf("%d.%d.%d.%d", slot, text, start, end)
}

func parsePassageID(id string) (slot int, text uint32, start, end int, err error) {
	parts := strings.Split(id, ".")
	if len(parts) != 4 {
		return 0, 0, 0, 0, fmt.Errorf("passage %q: %w", id, errRecord)
	}
	var n [4]uint64
	for i, p := range parts {
		if n[i], err = strconv.ParseUint(p, 10, 32); err != nil {
			return 0, 0, 0, 0, fmt.Errorf("passage %q: %w", id, errRecord)
		}
	}
	return int(n[0]), uint32(n[1]), int(n[2]), int(n[3]), nil
}

// openPassages returns the open index. Several snapshots and processes may have it open.
func (s *Snapshot) openPassages() (bleve.Index, error) {
	s.passages.mu.Lock()
	defer s.passages.mu.Unlock()
	if s.passages.index != nil {
		return s.passages.index, nil
	}
	for try := 1; ; try++ {
		c, err := s.l.covered()
		if err != nil {
			return nil, err
		}
		name := s.l.path(passagesDir, generationName(c.gen), "index")
		ix, err := bleve.OpenUsing(name, map[string]any{"read_only": true, "bolt_timeout": boltTimeout})
		if err == nil {
			s.passages.index = ix
			return ix, nil
		}
		// It may have been replaced and removed meanwhile.
		if now, nerr := s.l.covered(); try == openAttempts || nerr == nil && now.gen == c.gen {
			return nil, corruptf(name, -1, "opening the passages (index --search builds them anew): %w", err)
		}
	}
}

// Search returns the n passages that share most with the words of a text, weighed by how rare they are; best first. Only current texts
// are searched, as far as the passages cover them (see PassagesPending). ErrNoPassages when none were built.
func (s *Snapshot) Search(ctx context.Context, text string, n int) ([]Passage, error) {
	if s.l.fs != vfs.Default {
		return nil, ErrNoPassages
	}
	if len(text) > maxSearch {
		text = text[:maxSearch]
		for len(text) > 0 && !utf8.ValidString(text[max(0, len(text)-utf8.UTFMax):]) && !utf8.RuneStart(text[len(text)-1]) {
			text = text[:len(text)-1]
		}
	}
	ix, err := s.openPassages()
	if err != nil || n <= 0 {
		return nil, err
	}
	// A match query takes words alone: nothing in the text is syntax, and nothing is matched fuzzily.
	q := bleve.NewMatchQuery(text)
	q.SetField(passageField)
	for size := n + n/2 + 5; ; size *= 4 {
		res, err := ix.SearchInContext(ctx, bleve.NewSearchRequestOptions(q, size, 0, false))
		if err != nil {
			return nil, fmt.Errorf("searching passages: %w", err)
		}
		var out []Passage
		for _, hit := range res.Hits {
			p, ok, err := s.passage(hit.ID)
			if err != nil {
				return nil, fmt.Errorf("searching passages: %w", err)
			}
			if p.Score = hit.Score; ok && len(out) < n {
				out = append(out, p)
			}
		}
		if len(out) == n || uint64(size) >= res.Total || size >= maxAnswers {
			return out, nil
		}
	}
}

// passage resolves the id of a passage; false when its text is no longer the current one.
func (s *Snapshot) passage(id string) (p Passage, ok bool, err error) {
	slot, ordinal, start, end, err := parsePassageID(id)
	if err != nil {
		return p, false, corruptf(s.l.path(passagesDir), -1, "%w (index --search builds the passages anew)", err)
	}
	d := s.Document(slot)
	if d == nil || d.Status != StatusOK || d.current().text != ordinal {
		return p, false, nil
	}
	t, err := s.Text(slot)
	if err != nil {
		return p, false, err
	}
	if start > end || end > len(t.Source) {
		return p, false, corruptf(s.l.path(passagesDir), -1, "passage %s is outside its text (index --search builds the passages anew)", id)
	}
	return Passage{ID: d.ID, Doc: slot, Start: start, End: end, Text: string(t.Source[start:end])}, true, nil
}

// PassagesPending is the number of documents whose passages UpdatePassages would make or remove; 0 when Search covers this snapshot.
func (s *Snapshot) PassagesPending() (int, error) {
	c, err := s.l.covered()
	if errors.Is(err, ErrNoPassages) {
		c, err = &coverage{}, nil
	}
	if err != nil {
		return 0, err
	}
	if c.gen >= s.gen {
		return 0, nil
	}
	return len(c.difference(s.wanted())), nil
}
