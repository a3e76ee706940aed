package ledger

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"sort"
	"strconv"
	"time"
	"unicode/utf8"
	"unsafe"
)

// timeLayout is RFC 3339 with as many digits of the second as needed. Times are always in UTC.
const timeLayout = "2006-01-02T15:04:05.999999999Z"

// AppendJSON appends r in its canonical form: compact JSON, fields in a fixed order, empty ones left out, the shortest
// escapes, invalid UTF-8 as U+FFFD. These bytes are what the log stores and hashes. Equal records give equal bytes.
func (r *Record) AppendJSON(dst []byte) []byte {
	var clock [len(timeLayout)]byte
	return r.appendJSON(dst, appendTime(clock[:0], r.Time))
}

// appendTime appends a time as records have it.
func appendTime(dst []byte, t time.Time) []byte { return t.UTC().AppendFormat(dst, timeLayout) }

// appendJSON is AppendJSON with the time in its text form, which most records of a batch share.
func (r *Record) appendJSON(dst, clock []byte) []byte {
	dst = append(dst, `{"v":`...)
	dst = strconv.AppendInt(dst, int64(r.Schema), 10)
	dst = appendField(dst, `,"kind":`, r.Kind)
	dst = append(dst, `,"time":"`...)
	dst = append(dst, clock...)
	dst = append(dst, '"')
	dst = appendField(dst, `,"quote_hash":`, r.QuoteHash)
	dst = appendField(dst, `,"status":`, r.Status)
	dst = appendField(dst, `,"grade":`, r.Grade)
	dst = appendField(dst, `,"method":`, r.Method)
	// A rate needs its denominator: the measures of a verification are always there, zero or not.
	if r.Kind == KindVerification || r.Score != 0 || r.Similarity != 0 {
		dst = appendMeasure(append(dst, `,"score":`...), r.Score)
		dst = appendMeasure(append(dst, `,"similarity":`...), r.Similarity)
	}
	dst = appendField(dst, `,"failure_reason":`, r.FailureReason)
	dst = appendField(dst, `,"source_id":`, r.SourceID)
	dst = appendField(dst, `,"cited_source_id":`, r.CitedSourceID)
	dst = appendField(dst, `,"source_hash":`, r.SourceHash)
	dst = appendField(dst, `,"version":`, r.Version)
	if len(r.Spans) > 0 {
		dst = append(dst, `,"spans":[`...)
		for i, s := range r.Spans {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, '[')
			dst = strconv.AppendInt(dst, int64(s.Start), 10)
			dst = append(dst, ',')
			dst = strconv.AppendInt(dst, int64(s.End), 10)
			dst = append(dst, ']')
		}
		dst = append(dst, ']')
	}
	dst = appendList(dst, `,"flags":`, r.Flags)
	dst = appendList(dst, `,"folds":`, r.Folds)
	dst = appendField(dst, `,"profile":`, r.Profile)
	dst = appendField(dst, `,"policy":`, r.Policy)
	dst = appendField(dst, `,"decision":`, r.Decision)
	dst = appendField(dst, `,"corpus_root":`, r.CorpusRoot)
	if r.Cut != 0 {
		dst = append(dst, `,"cut":`...)
		dst = strconv.AppendInt(dst, int64(r.Cut), 10)
	}
	return append(dst, '}')
}

// appendMeasure appends a score. Most are whole: nothing or all.
func appendMeasure(dst []byte, x float64) []byte {
	if x == 1 {
		return append(dst, '1')
	}
	return strconv.AppendFloat(dst, x, 'f', -1, 64)
}

// appendField appends a member whose name comes as it stands before its value.
func appendField(dst []byte, name, value string) []byte {
	if value == "" {
		return dst
	}
	return appendString(append(dst, name...), value)
}

func appendList(dst []byte, name string, values []string) []byte {
	if len(values) == 0 {
		return dst
	}
	dst = append(append(dst, name...), '[')
	for i, v := range values {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(dst, v)
	}
	return append(dst, ']')
}

// appendString escapes only what JSON demands, in the form of RFC 8785.
func appendString(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	b := unsafe.Slice(unsafe.StringData(s), len(s)) // only read
	done := 0                                       // s[:done] is written
	for i := 0; i < len(s); {
		for i+8 <= len(s) {
			if m := special8(binary.LittleEndian.Uint64(b[i:])); m != 0 {
				i += bits.TrailingZeros64(m) >> 3
				break
			}
			i += 8
		}
		if i == len(s) {
			break
		}
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				dst = append(dst, s[done:i]...)
				dst = append(dst, "\uFFFD"...)
				done = i + 1
			}
			i += n
			continue
		}
		if c >= ' ' && c != '"' && c != '\\' {
			i++
			continue
		}
		dst = append(dst, s[done:i]...)
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\b':
			dst = append(dst, '\\', 'b')
		case '\t':
			dst = append(dst, '\\', 't')
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\f':
			dst = append(dst, '\\', 'f')
		case '\r':
			dst = append(dst, '\\', 'r')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		i++
		done = i
	}
	dst = append(dst, s[done:]...)
	return append(dst, '"')
}

// special8 marks those of eight bytes, the lowest first, that are not ASCII or do not stand for themselves in a JSON string, in their high
// bits. Only the lowest mark is sure.
func special8(w uint64) uint64 {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	q, b := w^('"'*ones), w^('\\'*ones)
	return (w | (q - ones) | (b - ones) | (w - 0x20*ones)) & highs // of ASCII, what is looked for borrows from its high bit
}

// validate reports what the canonical form cannot hold.
func (r *Record) validate() error {
	switch r.Kind {
	case KindVerification, KindReview, KindErase, KindRotation:
	default:
		return fmt.Errorf("unknown kind %q", r.Kind)
	}
	if r.Schema != Schema {
		return fmt.Errorf("schema %d, this version writes %d", r.Schema, Schema)
	}
	for _, f := range []float64{r.Score, r.Similarity} {
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return errors.New("score or similarity is not a number")
		}
	}
	if y := r.Time.UTC().Year(); y < 0 || y > 9999 {
		return fmt.Errorf("year %d does not fit RFC 3339", y)
	}
	return nil
}

// longString is how many bytes of each string are kept where a record would be too long whatever else is cut: all
// strings of a record at this length fit, each byte escaped.
const longString = 512

// appendFitted appends r, cut to at most MaxRecord bytes: spans first, then flags, then folds, from the end; long
// strings only where that is not enough. What was cut is counted in r.Cut.
func (r *Record) appendFitted(dst, clock []byte) []byte {
	start := len(dst)
	dst = r.appendJSON(dst, clock)
	if len(dst)-start <= MaxRecord {
		return dst
	}
	cut := *r
	out := dst[:start]
	for _, shorten := range []bool{false, true} {
		cut = *r
		if shorten {
			cut.cutStrings()
		}
		if out = cut.appendCutLists(out); len(out)-start <= MaxRecord {
			break
		}
		out = out[:start]
	}
	return out
}

// appendCutLists appends r with as much of its lists as fits. The result is too long when even none of them fits.
func (r *Record) appendCutLists(dst []byte) []byte {
	start := len(dst)
	fits := func() bool { return len(r.AppendJSON(dst[:start]))-start <= MaxRecord }
	spans, flags, folds, cut := r.Spans, r.Flags, r.Folds, r.Cut
	keep := func(n int, set func(n int)) {
		if fits() {
			return
		}
		before := r.Cut
		// The first length at which it no longer fits, less one.
		k := sort.Search(n+1, func(k int) bool { set(k); r.Cut = before + n - k; return !fits() }) - 1
		k = max(k, 0)
		set(k)
		r.Cut = before + n - k
	}
	keep(len(spans), func(n int) { r.Spans = spans[:n] })
	keep(len(flags), func(n int) { r.Flags = flags[:n] })
	keep(len(folds), func(n int) { r.Folds = folds[:n] })
	dst = r.AppendJSON(dst)
	r.Spans, r.Flags, r.Folds, r.Cut = spans, flags, folds, cut
	return dst
}

func (r *Record) cutStrings() {
	for _, s := range r.strings() {
		if len(*s) > longString {
			n := longString
			for n > 0 && !utf8.RuneStart((*s)[n]) {
				n--
			}
			*s = (*s)[:n]
			r.Cut++
		}
	}
}

// strings lists the string fields, in the order of the canonical form.
func (r *Record) strings() []*string {
	return []*string{&r.QuoteHash, &r.Status, &r.Grade, &r.Method, &r.FailureReason, &r.SourceID, &r.CitedSourceID,
		&r.SourceHash, &r.Version, &r.Profile, &r.Policy, &r.Decision, &r.CorpusRoot}
}

func parseTime(s string) (time.Time, error) {
	return time.Parse(timeLayout, s)
}
