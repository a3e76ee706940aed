package ledger

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestCanonicalForm(t *testing.T) {
	at := time.Date(2026, 3, 4, 5, 6, 7, 120_000_000, time.FixedZone("", 3600))
	for _, tt := range []struct {
		name string
		r    Record
		want string
	}{
		{"least", Record{Kind: KindVerification, Schema: 1, Time: at},
			`{"v":1,"kind":"verification","time":"2026-03-04T04:06:07.12Z","score":0,"similarity":0}`},
		{"other kind", Record{Kind: KindReview, Schema: 1, Time: at, Status: "x"},
			`{"v":1,"kind":"review","time":"2026-03-04T04:06:07.12Z","status":"x"}`},
		{"all fields", Record{KindVerification, 1, at.Truncate(time.Second), "h", "s", "g", "m", 0.95, 1, "why", "src", "cited", "sh", "v",
			[]Span{{1, 2}, {30, 40}}, []string{"a", "b"}, []string{"c"}, "prof", "pol", "dec", "root", 3},
			`{"v":1,"kind":"verification","time":"2026-03-04T04:06:07Z","quote_hash":"h","status":"s","grade":"g","method":"m",` +
				`"score":0.95,"similarity":1,"failure_reason":"why","source_id":"src","cited_source_id":"cited","source_hash":"sh",` +
				`"version":"v","spans":[[1,2],[30,40]],"flags":["a","b"],"folds":["c"],"profile":"prof","policy":"pol",` +
				`"decision":"dec","corpus_root":"root","cut":3}`},
		{"escapes", Record{Kind: KindVerification, Schema: 1, Time: at, SourceID: "a\"b\\c\b\f\n\r\t\x00\x1f\x7f<>&é\u2028😀"},
			`{"v":1,"kind":"verification","time":"2026-03-04T04:06:07.12Z","score":0,"similarity":0,` +
				`"source_id":"a\"b\\c\b\f\n\r\t\u0000\u001f` + "\x7f<>&é\u2028😀" + `"}`},
	} {
		got := tt.r.AppendJSON(nil)
		if string(got) != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
		if !json.Valid(got) {
			t.Errorf("%s: not JSON: %s", tt.name, got)
		}
		back, err := ParseRecord(got)
		tt.r.Time = tt.r.Time.UTC()
		if err != nil || !reflect.DeepEqual(*back, tt.r) {
			t.Errorf("%s: read back %+v, %v", tt.name, back, err)
		}
	}
	bad := Record{Kind: KindVerification, Schema: 1, Time: at, SourceID: "a\xffb\xed\xa0\x80"}
	if got := string(bad.AppendJSON(nil)); !strings.Contains(got, `"a�b���"`) || !utf8.ValidString(got) {
		t.Errorf("invalid UTF-8: %s", got)
	}
}

func TestParseRecordRefuses(t *testing.T) {
	const good = `{"v":1,"kind":"verification","time":"2026-03-04T04:06:07Z","status":"x","score":0,"similarity":0.5,"spans":[[1,2]],"flags":["a"]}`
	if _, err := ParseRecord([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ old, new string }{
		{`{"v":1,`, `{ "v":1,`}, {`{"v":1`, `{"v":2`}, {`{"v":1`, `{"v":01`}, {`"verification"`, `"poem"`}, {`07Z`, `07+00:00`},
		{`07Z`, `07.0Z`}, {`"x"`, `"\u0078"`}, {`"x"`, `"\/"`}, {`"x"`, "\"\n\""}, {`"x"`, `"\ud800"`}, {`"x"`, "\"\xff\""}, {`"x"`, `"\n`},
		{`"score":0,`, ``}, {`"score":0`, `"score":-0.0`}, {`"score":0`, `"score":0.0`}, {`"score":0`, `"score":1e3`}, {`0.5`, `.5`},
		{`0.5`, `0.50`}, {`[[1,2]]`, `[]`}, {`[[1,2]]`, `[[1,2],]`}, {`[[1,2]]`, `[[1]]`}, {`["a"]`, `[]`}, {`["a"]`, `["a",]`},
		{`["a"]}`, `["a"]} `}, {`["a"]}`, `["a"],"cut":0}`}, {`["a"]}`, `["a"],"more":1}`}, {`"x"`, `"x","status":"y"`}, {`"status":"x",`, `"status":"",`},
		{`}`, ``},
	} {
		s := strings.Replace(good, tt.old, tt.new, 1)
		if r, err := ParseRecord([]byte(s)); err == nil {
			t.Errorf("%q for %q was read as %+v", tt.new, tt.old, r)
		}
	}
}

func TestFitted(t *testing.T) {
	long := strings.Repeat("é", 40_000)
	var spans []Span
	for i := range 20_000 {
		spans = append(spans, Span{i, i + 1})
	}
	var words []string
	for i := range 10_000 {
		words = append(words, fmt.Sprint("flag", i))
	}
	base := Record{Kind: KindVerification, Schema: 1, Time: time.Unix(0, 0).UTC(), Status: "exact", SourceID: "s"}
	for _, tt := range []struct {
		name                string
		change              func(*Record)
		spans, flags, folds int // kept, -1: some
		sourceID            int // bytes kept
	}{
		{"nothing", func(*Record) {}, 0, 0, 0, 1},
		{"spans", func(r *Record) { r.Spans = spans; r.Flags = words[:10] }, -1, 10, 0, 1},
		{"flags", func(r *Record) { r.Flags = words; r.Spans = spans[:5] }, 0, -1, 0, 1},
		{"folds", func(r *Record) { r.Folds = words; r.Flags = words[:5] }, 0, 0, -1, 1},
		{"string", func(r *Record) { r.SourceID = long; r.Spans = spans[:5] }, 5, 0, 0, longString},
		{"all", func(r *Record) {
			for _, s := range r.strings() {
				*s = strings.Repeat("\x01", 70_000)
			}
			r.Spans, r.Flags, r.Folds = spans, words, words
		}, 0, 0, -1, longString},
	} {
		r := base
		tt.change(&r)
		before := fmt.Sprint(len(r.Spans), len(r.Flags), len(r.Folds), len(r.SourceID), r.Cut)
		b := r.appendFitted([]byte("x"), appendTime(nil, r.Time))[1:]
		if len(b) > MaxRecord {
			t.Errorf("%s: %d bytes", tt.name, len(b))
		}
		if after := fmt.Sprint(len(r.Spans), len(r.Flags), len(r.Folds), len(r.SourceID), r.Cut); after != before {
			t.Errorf("%s: the caller's record was changed from %s to %s", tt.name, before, after)
		}
		got, err := ParseRecord(b)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		for _, l := range []struct {
			name            string
			got, want, have int
		}{{"spans", len(got.Spans), tt.spans, len(r.Spans)}, {"flags", len(got.Flags), tt.flags, len(r.Flags)}, {"folds", len(got.Folds), tt.folds, len(r.Folds)}} {
			if l.want >= 0 && l.got != l.want || l.want < 0 && (l.got == 0 || l.got == l.have) {
				t.Errorf("%s: %d of %d %s kept, want %d", tt.name, l.got, l.have, l.name, l.want)
			}
		}
		cut := len(r.Spans) - len(got.Spans) + len(r.Flags) - len(got.Flags) + len(r.Folds) - len(got.Folds)
		for i, s := range got.strings() {
			if len(*s) < len(*r.strings()[i]) {
				cut++
			}
		}
		if got.Cut != cut || len(got.SourceID) != tt.sourceID {
			t.Errorf("%s: cut = %d, want %d; %d bytes of source id, want %d", tt.name, got.Cut, cut, len(got.SourceID), tt.sourceID)
		}
		if got.Cut > 0 && len(b) < MaxRecord-100 && tt.name != "string" && tt.name != "folds" {
			t.Errorf("%s: cut to %d bytes, more than needed", tt.name, len(b))
		}
	}
}

func TestValidate(t *testing.T) {
	ok := Record{Kind: KindVerification, Schema: Schema}
	for name, change := range map[string]func(*Record){
		"NaN":    func(r *Record) { r.Score = math.NaN() },
		"Inf":    func(r *Record) { r.Similarity = math.Inf(1) },
		"year":   func(r *Record) { r.Time = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) },
		"kind":   func(r *Record) { r.Kind = "" },
		"schema": func(r *Record) { r.Schema = 2 },
	} {
		r := ok
		change(&r)
		if r.validate() == nil {
			t.Errorf("%s was not refused", name)
		}
	}
}

func TestRecordRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Record{
			Kind: rapid.SampledFrom([]string{KindVerification, KindReview, KindErase, KindRotation}).Draw(t, "kind"), Schema: Schema,
			Time:  time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "s"), rapid.Int64Range(0, 999_999_999).Draw(t, "ns")).UTC(),
			Score: rapid.Float64Range(-1, 1).Draw(t, "score"), Similarity: rapid.Float64Range(0, 1).Draw(t, "similarity"),
			Cut: rapid.IntRange(0, 1000).Draw(t, "cut"),
		}
		for _, s := range r.strings() {
			*s = rapid.String().Draw(t, "string")
		}
		r.Flags = rapid.SliceOfN(rapid.String(), 0, 3).Draw(t, "flags")
		for range rapid.IntRange(0, 3).Draw(t, "spans") {
			r.Spans = append(r.Spans, Span{rapid.Int().Draw(t, "start"), rapid.Int().Draw(t, "end")})
		}
		if len(r.Flags) == 0 {
			r.Flags = nil
		}
		b := r.AppendJSON(nil)
		got, err := ParseRecord(b)
		if err != nil {
			t.Fatalf("%v: %s", err, b)
		}
		if !reflect.DeepEqual(*got, r) {
			t.Fatalf("got %+v\nwant %+v", *got, r)
		}
		if !json.Valid(b) {
			t.Fatalf("not JSON: %s", b)
		}
	})
}

func FuzzParseRecord(f *testing.F) {
	for i := range 5 {
		r := entry(i).Record
		r.Kind, r.Schema = KindVerification, Schema
		f.Add(r.AppendJSON(nil))
	}
	f.Add([]byte(`{"v":1,"kind":"review","time":"2026-03-04T04:06:07Z","source_id":"\"\\\b\f\n\r\t\u0000"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := ParseRecord(b)
		if err != nil {
			return
		}
		if got := r.AppendJSON(nil); !bytes.Equal(got, b) {
			t.Errorf("read %q, wrote %q", b, got)
		}
	})
}

func FuzzFrame(f *testing.F) {
	f.Add(appendFrame(nil, 0, []byte("{}")), int64(0))
	r := entry(1).Record
	f.Add(appendFrame(nil, 7, r.AppendJSON(nil)), int64(7))
	f.Add(appendVault(nil, 3, appendVaultBody(nil, make([]byte, saltSize), "q", "c", "words")), int64(3))
	f.Add(appendOffset(nil, 9, ends{100, 200}), int64(9))
	f.Fuzz(func(t *testing.T, b []byte, index int64) {
		if rec, err := parseFrame(b, index); err == nil {
			if got := appendFrame(nil, index, rec); !bytes.HasPrefix(b, got) {
				t.Errorf("frame %x reads as %x", b, got)
			}
		}
		if p, err := parseVault(b, index); err == nil && !p.Erased {
			got := appendVault(nil, index, appendVaultBody(nil, p.Salt[:], p.QuoteID, p.CallerID, p.Words))
			if !bytes.Equal(b, got) {
				t.Errorf("vault entry %x reads as %x", b, got)
			}
		}
		if len(b) == offsetSize {
			if e, err := parseOffset(b, index); err == nil && !bytes.Equal(appendOffset(nil, index, e), b) {
				t.Errorf("offset %x reads as %+v", b, e)
			}
		}
	})
}
