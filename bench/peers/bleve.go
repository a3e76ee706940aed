//go:build unix

package main

import (
	"context"
	"strconv"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/simple"
)

// blevePhrase asks Bleve for each quote as a phrase, over passages.
func blevePhrase(ctx context.Context, w *work) (*outcome, error) {
	m := bleve.NewIndexMapping()
	m.DefaultAnalyzer = simple.Name
	text := bleve.NewTextFieldMapping()
	text.Store, text.DocValues, text.IncludeInAll = false, false, false
	m.DefaultMapping.Dynamic = false
	m.DefaultMapping.AddFieldMappingsAt("t", text)
	begun := cpuTime()
	b, err := bleve.NewBuilder(w.path("bleve"), m, map[string]any{"buildPathPrefix": w.dir})
	if err != nil {
		return nil, err
	}
	n := 0
	if err := w.passages(func(doc int, text string) error {
		n++
		if n%1000 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		return b.Index(strconv.Itoa(doc)+"/"+strconv.Itoa(n), map[string]any{"t": text})
	}); err != nil {
		return nil, err
	}
	if err := b.Close(); err != nil {
		return nil, err
	}
	ix, err := bleve.Open(w.path("bleve"))
	if err != nil {
		return nil, err
	}
	defer ix.Close()
	o := newOutcome(w.quotes)
	o.version, o.build = "v2", cpuTime()-begun
	return o, w.oneByOne(o, cpuTime, func(quote string) (string, error) {
		q := bleve.NewMatchPhraseQuery(quote)
		q.SetField("t")
		res, err := ix.SearchInContext(ctx, bleve.NewSearchRequestOptions(q, 1, 0, false))
		if err != nil || len(res.Hits) == 0 {
			return "", err
		}
		doc, _, _ := strings.Cut(res.Hits[0].ID, "/")
		i, err := strconv.Atoi(doc)
		if err != nil {
			return "", err
		}
		return w.docs[i].ID, nil
	})
}
