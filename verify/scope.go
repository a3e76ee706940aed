package verify

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"example.com/verbatim/index"
)

// scope is the set of documents that one quote may be checked in. Every field of its result speaks of these alone.
type scope struct {
	all     bool
	docs    []int // slots, ascending; when not all
	allowed map[int]bool
	sum     Searched // Documents, Bytes and CorpusRoot of the scope
	// unreadable counts the documents without a text to search: no text layer, or not extracted.
	unreadable int
}

// has tells whether a document is in scope.
func (s *scope) has(doc int) bool { return s.all || s.allowed[doc] }

// add takes a document in.
func (s *scope) add(doc int, d *index.Document) {
	s.docs = append(s.docs, doc)
	s.sum.Documents++
	s.sum.Bytes += int64(d.Bytes)
	if d.Status != index.StatusOK {
		s.unreadable++
	}
}

// smallScope is the size in bytes up to which a scope is always scanned to the end.
const smallScope = 4 << 20

func (s *scope) small() bool { return s.sum.Bytes <= smallScope }

// scopeOf resolves the bounds of a quote and of the caller. Scopes are kept: batches use few.
func (c *Corpus) scopeOf(q *Quote, o *Options) *scope {
	if q.AllowedIDs == nil && q.Collections == nil && o.Collections == nil {
		return c.everything
	}
	key := string(appendBound(appendBound(appendBound(nil, o.Collections), q.Collections), q.AllowedIDs))
	c.mu.Lock()
	s, ok := c.scopes[key]
	c.mu.Unlock()
	if ok {
		return s
	}
	s = c.resolve(q, o)
	c.mu.Lock()
	if len(c.scopes) >= 4096 {
		clear(c.scopes)
	}
	c.scopes[key] = s
	c.mu.Unlock()
	return s
}

// appendBound appends a bound to the key of a scope. Lengths stand before what they count: no name can pass for the end of a list.
func appendBound(key []byte, ids []string) []byte {
	if ids == nil {
		return append(key, '*')
	}
	key = append(strconv.AppendInt(key, int64(len(ids)), 10), ':')
	for _, id := range ids {
		key = append(strconv.AppendInt(key, int64(len(id)), 10), ':')
		key = append(key, id...)
	}
	return key
}

func (c *Corpus) resolve(q *Quote, o *Options) *scope {
	s := &scope{allowed: map[int]bool{}}
	take := func(doc int) {
		d := c.snap.Document(doc)
		if d == nil || s.allowed[doc] {
			return
		}
		if o.Collections != nil && !slices.Contains(o.Collections, d.Collection) ||
			q.Collections != nil && !slices.Contains(q.Collections, d.Collection) {
			return
		}
		s.allowed[doc] = true
		s.add(doc, d)
	}
	if q.AllowedIDs != nil {
		for _, id := range q.AllowedIDs {
			if doc, ok := c.snap.Lookup(id); ok {
				take(doc)
			}
		}
	} else {
		for doc := range c.snap.NumDocs() {
			take(doc)
		}
	}
	slices.Sort(s.docs)
	s.sum.CorpusRoot = hashName(c.snap.Root(append([]int{}, s.docs...)))
	return s
}

// slotOf looks up a document by its id. A batch asks for quotes of one document one after the other.
func (s *searcher) slotOf(id string) (doc int, known bool) {
	if l := &s.last; !l.asked || l.id != id {
		l.asked, l.id = true, id
		l.doc, l.known = s.c.snap.Lookup(id)
	}
	return s.last.doc, s.last.known
}

// cited says how the cited source stands to the scope: its slot where it is in it.
func (s *searcher) cited(q *Quote, sc *scope) (doc int, why Reason) {
	doc, known := s.slotOf(q.SourceID)
	o := s.o
	bound := o.Collections != nil || q.Collections != nil
	switch {
	case q.AllowedIDs != nil && !slices.Contains(q.AllowedIDs, q.SourceID):
		return -1, ReasonOutOfScope
	case !known && bound:
		return -1, ReasonOutOfScope // whether it exists is not the caller's to know
	case !known:
		return -1, ReasonSourceNotFound
	case !sc.has(doc):
		return -1, ReasonOutOfScope
	}
	return doc, ReasonNone
}

func hashName(h [32]byte) string { return "sha256:" + hex.EncodeToString(h[:]) }

// parseHash reads "sha256:<hex>".
func parseHash(s string) (h [32]byte, ok bool) {
	digits, found := strings.CutPrefix(s, "sha256:")
	if !found || len(digits) != 2*sha256.Size {
		return h, false
	}
	_, err := hex.Decode(h[:], []byte(digits))
	return h, err == nil
}

// quoteID is the same in every run: it depends on the cited source and the quote as received.
func quoteID(source, quote string) string {
	var s searcher
	return s.quoteID(source, quote)
}

// quoteID makes the id in the searcher's memory.
func (s *searcher) quoteID(source, quote string) string {
	b := append(append(append(append(s.hashed[:0], "verbatim-quote-v1\x00"...), source...), 0), quote...)
	s.hashed = b
	sum := sha256.Sum256(b)
	return s.arena.take(hex.AppendEncode(append(s.arena.room(2+32), "q_"...), sum[:16]))
}
