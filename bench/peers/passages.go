//go:build unix

package main

import (
	"time"
	"unicode/utf8"
)

// Engines for documents of a page or so are given passages of this size, which overlap so that nearly every quote lies within one.
const (
	passageBytes  = 1600
	passageStride = 1000
)

// fewest is how many quotes of a group are asked in any case.
const fewest = 3

// passages cuts all documents.
func (w *work) passages(each func(doc int, text string) error) error {
	for d := range w.docs {
		t := w.docs[d].Text
		for from := 0; ; from += passageStride {
			for from > 0 && from < len(t) && !utf8.RuneStart(t[from]) {
				from--
			}
			to := min(len(t), from+passageBytes)
			for to < len(t) && !utf8.RuneStart(t[to]) {
				to--
			}
			if err := each(d, t[from:to]); err != nil {
				return err
			}
			if to == len(t) {
				break
			}
		}
	}
	return nil
}

// oneByOne asks for quotes without a source, group by group, while the time of a group lasts. spent is the CPU time of whoever answers.
func (w *work) oneByOne(o *outcome, spent func() time.Duration, ask func(quote string) (doc string, err error)) error {
	for _, g := range groups {
		if g == wrong { // without its source it is an exact one
			continue
		}
		most := time.Duration(w.seconds / float64(len(groups)) * float64(time.Second))
		start, n := spent(), 0
		for i := range w.quotes[:mostSingle] {
			if groupOf(w.quotes[i].Class) != g {
				continue
			}
			doc, err := ask(w.quotes[i].Quote)
			if err != nil {
				return err
			}
			o.answers[i] = answer{doc}
			if n++; n >= fewest && spent()-start > most {
				break
			}
		}
		o.cpu[g] = spent() - start
	}
	return nil
}
