package verify

import (
	"bytes"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"example.com/verbatim/index"
	"example.com/verbatim/match"
)

// pages are the offsets at which the pages of a text begin, but for the first; empty where the text has no page marks.
type pages []int

var pageMark = []byte("[[PAGE_BREAK]]")

// pagesIn finds the page marks of a text: form feeds and [[PAGE_BREAK]].
func pagesIn(src []byte) pages {
	var p pages
	for _, mark := range [...][]byte{{'\f'}, pageMark} {
		for at := 0; ; {
			i := bytes.Index(src[at:], mark)
			if i < 0 {
				break
			}
			at += i + len(mark)
			p = append(p, at)
		}
	}
	slices.Sort(p)
	return p
}

// of is the page of the character at an offset, from 1 up.
func (p pages) of(at int) int { return 1 + sort.SearchInts(p, at+1) }

// pageTables keeps the pages of current texts. Most texts have none: those cost a byte each. It is safe for concurrent use.
type pageTables struct {
	none   []atomic.Bool // by document: known to have no page marks
	tables sync.Map      // document → pages
}

// get gives the pages of the current text of a document.
func (x *pageTables) get(t *index.Text) pages {
	if x.none[t.Doc].Load() {
		return nil
	}
	if p, ok := x.tables.Load(t.Doc); ok {
		return p.(pages)
	}
	p := pagesIn(t.Source)
	if len(p) == 0 {
		x.none[t.Doc].Store(true)
	} else {
		x.tables.Store(t.Doc, p)
	}
	return p
}

// pages gives the pages of a text, current or not.
func (c *Corpus) pages(t *index.Text) pages {
	if d := c.snap.Document(t.Doc); d != nil && d.Hash == t.Hash {
		return c.tables.get(t)
	}
	return pagesIn(t.Source)
}

// number writes the pages of each span into the result, and flags a cited page that none of them is on.
func (p pages) number(r *Result, src []byte, cited int) {
	if len(p) == 0 || len(r.Spans) == 0 {
		return
	}
	on := false
	for i := range r.Spans {
		s := &r.Spans[i]
		s.PageStart, s.PageEnd = p.span(src, s.Start, s.End)
		on = on || s.PageStart <= cited && cited <= s.PageEnd
	}
	if cited > 0 && !on {
		r.Flags = r.Flags.Set(match.FlagPageWrong)
		r.FlagDetails = append(r.FlagDetails, match.Detail{Flag: match.FlagPageWrong, Quote: strconv.Itoa(cited), Source: spanPages(r.Spans)})
	}
}

// span is the pages of the first and the last character of a span; white space and page marks at its ends do not count.
func (p pages) span(src []byte, start, end int) (first, last int) {
	lo, hi := start, end
	for lo < hi {
		if src[lo] <= ' ' {
			lo++
		} else if bytes.HasPrefix(src[lo:hi], pageMark) {
			lo += len(pageMark)
		} else {
			break
		}
	}
	for hi > lo {
		if src[hi-1] <= ' ' {
			hi--
		} else if bytes.HasSuffix(src[lo:hi], pageMark) {
			hi -= len(pageMark)
		} else {
			break
		}
	}
	if lo == hi {
		lo, hi = start, end
	}
	return p.of(lo), p.of(max(hi-1, lo))
}

// spanPages names the pages that spans are on: 3, or 3-4.
func spanPages(spans []Span) string {
	lo, hi := spans[0].PageStart, spans[0].PageEnd
	for _, s := range spans[1:] {
		lo, hi = min(lo, s.PageStart), max(hi, s.PageEnd)
	}
	var b strings.Builder
	b.WriteString(strconv.Itoa(lo))
	if hi != lo {
		b.WriteString("-" + strconv.Itoa(hi))
	}
	return b.String()
}
