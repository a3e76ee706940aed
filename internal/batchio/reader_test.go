package batchio

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"example.com/verbatim/verify"
)

// readAll reads every record of in.
func readAll(t testing.TB, in string, o Options) []verify.Quote {
	t.Helper()
	quotes, err := tryAll(strings.NewReader(in), o)
	if err != nil {
		t.Fatalf("reading %.80q: %v", in, err)
	}
	return quotes
}

func tryAll(in io.Reader, o Options) (quotes []verify.Quote, err error) {
	r, err := NewReader(in, o)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	for {
		var q verify.Quote
		if err := r.Next(&q); err == io.EOF {
			return quotes, nil
		} else if err != nil {
			return quotes, err
		}
		quotes = append(quotes, q)
	}
}

// show is a quote on one line, fields that were not given left out.
func show(q verify.Quote) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", q.Line)
	add := func(name string, v any) { fmt.Fprintf(&b, " %s=%v", name, v) }
	if q.ID != nil {
		add("id", string(q.ID))
	}
	if q.Text != "" || q.Err == nil {
		add("quote", fmt.Sprintf("%q", q.Text))
	}
	if q.Cited {
		add("source_id", q.SourceID)
	}
	if q.SourceHash != "" {
		add("source_hash", q.SourceHash)
	}
	if q.Start != -1 {
		add("start", q.Start)
	}
	if q.End != -1 {
		add("end", q.End)
	}
	if q.Page != 0 {
		add("page", q.Page)
	}
	if q.Prefix != "" {
		add("prefix", q.Prefix)
	}
	if q.Suffix != "" {
		add("suffix", q.Suffix)
	}
	if q.Collections != nil {
		add("collections", q.Collections)
	}
	if q.AllowedIDs != nil {
		add("allowed_ids", q.AllowedIDs)
	}
	if q.Claim != "" {
		add("claim", q.Claim)
	}
	if q.Field != nil {
		add("field", string(q.Field))
	}
	if q.Extra != nil {
		add("extra", string(q.Extra))
	}
	if q.Err != nil {
		add("error", fmt.Sprintf("%q", q.Err.Reason))
		if q.Err.Line != q.Line || q.Err.Hint == "" {
			add("BUG: bad error", *q.Err)
		}
	}
	return b.String()
}

// check compares what is read of in with the records wanted, one a line.
func check(t *testing.T, name, in string, o Options, want ...string) {
	t.Helper()
	var got []string
	for _, q := range readAll(t, in, o) {
		got = append(got, show(q))
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("%s:\ngot:\n%s\nwant:\n%s", name, g, w)
	}
}

func TestJSONL(t *testing.T) {
	jsonl := Options{Format: JSONL}
	check(t, "nothing", "", jsonl)
	check(t, "blank lines are no records, but count as lines", "\n  \n\r\n{\"quote\":\"a\"}\n\n", jsonl, `4 quote="a"`)
	check(t, "byte order mark, CR LF, no last newline", "\uFEFF{\"quote\":\"a\"}\r\n{\"quote\":\"b\"}", jsonl, `1 quote="a"`, `2 quote="b"`)
	check(t, "all fields", `{"id":"x","quote":"q","source_id":"s","source_hash":"sha256:00","start":3,"end":4.0,"page":12,"prefix":"p","suffix":"f",`+
		`"collections":["a","b"],"allowed_ids":["\u00e9"],"claim":"c","field":{"name":"n", "value":1}}`, jsonl,
		`1 id="x" quote="q" source_id=s source_hash=sha256:00 start=3 end=4 page=12 prefix=p suffix=f collections=[a b] allowed_ids=[é] claim=c field={"name":"n", "value":1}`)
	check(t, "null is absent", `{"id":null,"quote":"q","source_id":null,"start":null,"collections":null,"field":null}`, jsonl, `1 quote="q"`)
	check(t, "an empty list is not absent: nothing is allowed", `{"quote":"q","collections":[],"allowed_ids":[ ]}`, jsonl, `1 quote="q" collections=[] allowed_ids=[]`)
	check(t, "an empty source id is cited", `{"quote":"q","source_id":""}`, jsonl, `1 quote="q" source_id=`)
	check(t, "ids are kept as they are given", `{"id":1.50,"quote":""}`, jsonl, `1 id=1.50 quote=""`)
	check(t, "the last of equal keys wins, escaped or not", `{"quote":"a","quote":"b","\u0071uote":"c"}`, jsonl, `1 quote="c"`)
	check(t, "unknown fields as they stood", `{"b" : 1e3,"quote":"q","a":[ 1,"\u00e9" ],"a":{}}`, jsonl, `1 quote="q" extra="b" : 1e3,"a":[ 1,"\u00e9" ],"a":{}`)
	check(t, "ids and claims that are numbers are their text", `{"quote":"q","source_id":123,"claim":-4.50}`, jsonl, `1 quote="q" source_id=123 claim=-4.50`)
	check(t, "a page as a string is a number, or carried", `{"quote":"q","page":" 12 "}`+"\n"+`{"quote":"q","page":"iv","x":1}`+"\n"+`{"quote":"q","page":"12-13"}`+"\n"+
		`{"quote":"q","page":""}`, jsonl, `1 quote="q" page=12`, `2 quote="q" extra="x":1,"page":"iv"`, `3 quote="q" extra="page":"12-13"`, `4 quote="q" extra="page":""`)
	check(t, "escapes", `{"quote":"\ud800 \ud83d\ude00 \u2028\f\/\u0000"}`+"\n{\"quote\":\"\xff\xfe\"}", jsonl,
		`1 quote="� 😀 \u2028\f/\x00"`, `2 quote="��"`)
}

// Each line that cannot be read gives a record that says why; the others are read.
func TestJSONLErrors(t *testing.T) {
	check(t, "errors", strings.Join([]string{
		`{"quote":"a"`, `"quote"`, `{"id":7,"note":"kept"}`, `{"quote":5}`, `{"quote":"q","start":"3"}`, `{"quote":"q","end":-1}`, `{"quote":"q","page":1.5}`,
		`{"quote":"q","collections":"a"}`, `{"quote":"q","allowed_ids":[1]}`, `{"quote":"q","field":[]}`, "{\"quote\":\"a\x00b\"}", `{"quote":"a"} {"quote":"b"}`,
		`{"quote":"q","start":1e400}`, `{"quote":"q","source_id":["a"]}`, `{"quote":"fine"}`, `{"quote":"cut of`}, "\n"), Options{},
		`1 error="not valid JSON: no comma or closing brace after a value at byte 12"`,
		`2 error="not a JSON object"`,
		`3 id=7 extra="note":"kept" error="no quote"`,
		`4 error="quote is not a string"`,
		`5 quote="q" error="start is not a whole number from 0 up"`,
		`6 quote="q" error="end is not a whole number from 0 up"`,
		`7 quote="q" error="page is not a whole number from 0 up"`,
		`8 quote="q" collections=[] error="collections is not a list of strings"`,
		`9 quote="q" allowed_ids=[] error="allowed_ids is not a list of strings"`,
		`10 quote="q" error="field is not an object"`,
		`11 error="NUL bytes: this is no text, or UTF-16"`,
		`12 error="not valid JSON: more text after the object at byte 14"`,
		`13 quote="q" error="start is not a whole number from 0 up"`,
		`14 quote="q" error="source_id is not a string or a number"`,
		`15 quote="fine"`,
		`16 error="the last line is cut off: not valid JSON: string not closed at byte 16"`)
	check(t, "over the limit", `{"quote":"`+strings.Repeat("x", 100)+"\"}\n{\"quote\":\"b\"}", Options{MaxRecord: 50},
		`1 error="the record has 112 bytes, over the limit of 50"`, `2 quote="b"`)
}

func TestJSONArray(t *testing.T) {
	o := Options{Format: JSON}
	check(t, "nothing", " \n", o)
	check(t, "empty", "[ ]\n", o)
	check(t, "elements", "[{\"quote\":\"a]},\\\"\"},\n{\"quote\":\"b\", \"x\":\n[1]},]", o, `1 quote="a]},\""`, `2 quote="b" extra="x":[1]`)
	check(t, "a bad element", `[{"quote":"a"}, 5, {"quote":}, , {"quote":"b"}]`, o, `1 quote="a"`, `2 error="not a JSON object"`,
		`3 error="not valid JSON: no value where one was expected at byte 9"`, `4 error="nothing between two commas"`, `5 quote="b"`)
	check(t, "not closed", `[{"quote":"a"},{"quote":"b"`, o, `1 quote="a"`, `2 error="the array is not closed"`)
	check(t, "not closed between elements", `[{"quote":"a"},`, o, `1 quote="a"`, `2 error="the array is not closed"`)
	check(t, "text after it", `[{"quote":"a"}] x`, o, `1 quote="a"`, `2 error="more text after the array, which was not read"`)
	check(t, "over the limit", `[{"quote":"`+strings.Repeat("x", 100)+`"},{"quote":"b"}]`, Options{Format: JSON, MaxRecord: 50},
		`1 error="the record has 112 bytes, over the limit of 50"`, `2 quote="b"`)
	if _, err := tryAll(strings.NewReader(`{"quote":"a"}`), o); err == nil {
		t.Error("an object was taken for an array")
	}
}

func TestCSV(t *testing.T) {
	o := Options{Format: CSV}
	check(t, "nothing", "", o)
	check(t, "header only", "id,quote\n", o)
	check(t, "cells", "\uFEFFid,quote,source_id,start,collections,allowed_ids,who said,\r\n7,\"he said \"\"no\"\",\nthen\",s,12.0,a,\"[\"\"x\"\",\"\"y\"\"]\",Ann \"\"A,z\r\n", o,
		`2 error="not valid CSV: bare \" in non-quoted-field in line 3"`)
	check(t, "cells", "\uFEFFid,quote,source_id,start,collections,allowed_ids,who said,\r\n7,\"he said \"\"no\"\",\nthen\",s,12.0,a,\"[\"\"x\"\",\"\"y\"\"]\",Ann,z\r\n,,,,,[],,\n", o,
		`2 id="7" quote="he said \"no\",\nthen" source_id=s start=12 collections=[a] allowed_ids=[x y] extra="who said":"Ann","column8":"z"`,
		`4 quote="" allowed_ids=[] extra="who said":"","column8":""`)
	check(t, "rows that cannot be read", "quote,start\na\nb,x\nc,1,2\nd,4\n", o,
		`2 error="the row has 1 cells, the header 2"`, `3 error="start is not valid JSON"`, `4 error="the row has 3 cells, the header 2"`, `5 quote="d" start=4`)
	check(t, "tabs", "quote\tpage\na, b\t3\n", Options{Format: TSV}, `2 quote="a, b" page=3`)
	check(t, "over the limit", "quote\n"+strings.Repeat("x", 100)+"\nb\n", Options{Format: CSV, MaxRecord: 50},
		`2 error="the record has 101 bytes, over the limit of 50"`, `3 quote="b"`)
	for in, want := range map[string]string{
		"text,id\na,b\n":                             "no column quote",
		"quote,quote\na,b\n":                         "column quote twice",
		"quote\n\"" + strings.Repeat("x\n", 300_000): "quotation mark is not closed",
	} {
		if _, err := tryAll(strings.NewReader(in), Options{Format: CSV, MaxRecord: 1000}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want an error with %q", in, err, want)
		}
	}
}

func TestFormatIsDetected(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     Format
	}{
		{"a.jsonl", "[1]", JSONL}, {"a.ndjson.zst", "", JSONL}, {"a.csv.gz", "{", CSV}, {"a.TSV", "", TSV}, {"a.json", " [", JSON}, {"a.json", "{", JSONL},
		{"-", "\n [{", JSON}, {"", "{\"", JSONL}, {"", "id,quote\n", CSV}, {"", "\"quote\"\tid\r\n", TSV}, {"", "no idea", JSONL}, {"", "", JSONL},
	} {
		if got, err := detect(c.name, []byte(c.in)); got != c.want || err != nil {
			t.Errorf("%q with %q is %q (%v), want %q", c.name, c.in, got, err, c.want)
		}
	}
	for name, in := range map[string]string{"a.parquet": "", "x": "PAR1\x00", "a.jsonld": "{}", "u": "\xff\xfe{\x00"} {
		if _, err := NewReader(strings.NewReader(in), Options{Name: name}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s with %q: %v, want an error that names it", name, in, err)
		}
	}
	if _, err := ParseFormat("xlsx"); err == nil {
		t.Error("xlsx was accepted")
	}
}

// Compressed input is known by content; cut off, it is an error after the records before, never a short batch.
func TestCompressed(t *testing.T) {
	text := strings.Repeat(`{"quote":"a b c","id":1}`+"\n", 20_000)
	var gz, zst bytes.Buffer
	w := gzip.NewWriter(&gz)
	w.Write([]byte(text))
	w.Close()
	z, _ := zstd.NewWriter(&zst)
	z.Write([]byte(text))
	z.Close()
	for name, b := range map[string][]byte{"gzip": gz.Bytes(), "zstd": zst.Bytes()} {
		if got := readAll(t, string(b), Options{}); len(got) != 20_000 {
			t.Errorf("%s: %d records, want 20000", name, len(got))
		}
		_, err := tryAll(bytes.NewReader(b[:len(b)-8]), Options{Name: "q.gz"})
		if !errors.Is(err, io.ErrUnexpectedEOF) || !strings.Contains(err.Error(), "q.gz") {
			t.Errorf("%s cut off: %v, want io.ErrUnexpectedEOF and the name", name, err)
		}
	}
}

// What was handed out is not changed by what is read later, and chunks hold what Next gives.
func TestChunksStayValid(t *testing.T) {
	var in strings.Builder
	var want []string
	for i := range 30_000 {
		fmt.Fprintf(&in, `{"x":%d,"quote":"number\t%d","y":[%d],"id":%d}`+"\n", i, i, i, i)
		want = append(want, fmt.Sprintf(`%d id=%d quote="number\t%d" extra="x":%d,"y":[%d]`, i+1, i, i, i, i))
	}
	r, err := NewReader(iotest.HalfReader(strings.NewReader(in.String())), Options{ChunkBytes: 200_000})
	if err != nil {
		t.Fatal(err)
	}
	var got []verify.Quote
	var chunk []verify.Quote
	for {
		if chunk, err = r.ReadChunk(chunk[:0], 1000); err != nil {
			break
		}
		if len(chunk) > 1000 {
			t.Fatalf("a chunk of %d", len(chunk))
		}
		got = append(got, chunk...)
	}
	if err != io.EOF || len(got) != len(want) {
		t.Fatalf("%d records, %v; want %d", len(got), err, len(want))
	}
	for i := range got {
		if s := show(got[i]); s != want[i] {
			t.Fatalf("got %s, want %s", s, want[i])
		}
	}
}

// Records that came in are told apart from those that must be waited for.
func TestBuffered(t *testing.T) {
	pr, pw := io.Pipe()
	go func() {
		pw.Write([]byte(`{"quote":"a"}` + "\n" + `{"quote":"b"}` + "\n" + `{"quo`))
		pw.Write([]byte(`te":"c"}` + "\n"))
		pw.Close()
	}()
	r, err := NewReader(pr, Options{Format: JSONL})
	if err != nil {
		t.Fatal(err)
	}
	var q verify.Quote
	var got []string
	for r.Next(&q) == nil {
		got = append(got, fmt.Sprint(q.Text, " ", r.Buffered()))
	}
	if want := "[a true b false c false]"; fmt.Sprint(got) != want || !r.Buffered() {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Deep nesting, huge numbers and noise give one record a line and no panic.
func TestHostile(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 200_000)
	noise := make([]byte, 1<<20)
	for i, x := 0, uint32(1); i < len(noise); i++ {
		x = x*1664525 + 1013904223
		if noise[i] = byte(x >> 24); noise[i] == '\n' {
			noise[i] = ' '
		}
	}
	lines := []string{deep, `{"quote":"q","start":` + strings.Repeat("9", 100_000) + `}`, `{"quote":"q","x":-1e99999}`, strings.Repeat(`"`, 100_000), string(noise), `{"quote":"last"}`}
	got := readAll(t, strings.Join(lines, "\n"), Options{Format: JSONL})
	if len(got) != len(lines) || got[0].Err == nil || got[1].Err == nil || got[len(got)-1].Text != "last" {
		t.Errorf("%d records, want %d with errors in the first ones", len(got), len(lines))
	}
	for _, f := range []Format{JSON, CSV, TSV} {
		tryAll(strings.NewReader("["+strings.Join(lines, ",\n")), Options{Format: f}) // an error or records, but it ends
	}
}

// FuzzReader: whatever comes in, in any format, each record is whole: it has a line, its raw values are JSON on one line, and JSONL
// has one record for each line that is not blank.
func FuzzReader(f *testing.F) {
	for _, s := range []string{`{"quote":"a","x":1}`, `[{"quote":"a"},{]`, "quote,x\na,b\n", "quote\tx\n\"a\tb\n", "{\"x\":1,\"quote\":\"\",\"y\":\"\xff\"}\n\n{}", `[[]]`, `[{"quote":"a","x":` + "\n1}]"} {
		for i := range 4 {
			f.Add([]byte(s), uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, in []byte, n uint8) {
		format := []Format{JSONL, JSON, CSV, TSV}[n%4]
		quotes, err := tryAll(bytes.NewReader(in), Options{Format: format, MaxRecord: 1000})
		for _, q := range quotes {
			if q.Line < 1 {
				t.Fatalf("a record without a line: %+v", q)
			}
			obj := "{" + string(q.Extra) + "}"
			if !json.Valid([]byte(obj)) || strings.ContainsAny(obj, "\n\r") {
				t.Fatalf("extra fields %q", q.Extra)
			}
			for _, raw := range [][]byte{q.ID, q.Field} {
				if raw != nil && (!json.Valid(raw) || bytes.ContainsAny(raw, "\n\r")) {
					t.Fatalf("raw value %q", raw)
				}
			}
		}
		if format != JSONL || err != nil {
			return
		}
		lines := 0
		in = bytes.TrimPrefix(in, []byte("\uFEFF"))
		for _, l := range bytes.Split(in, []byte("\n")) {
			if len(bytes.Trim(l, " \t\r")) > 0 {
				lines++
			}
		}
		if lines != len(quotes) {
			t.Fatalf("%d records of %d lines", len(quotes), lines)
		}
	})
}

// FuzzObject: the known fields are what encoding/json finds, the last of equal keys winning.
func FuzzObject(f *testing.F) {
	for _, s := range []string{`{"quote":"a","source_id":"\ud800","start":5,"collections":["a","\n"]}`, `{"quote":"\u00e9","quote":null}`, `{"quote":"q","end":1e2,"page":-0}`,
		`{"quote":"q","field":{"a":[]},"id":"x","z":0}`, `{"quote":"q","allowed_ids":[]}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var q verify.Quote
		var p parser
		got := p.object(bytes.Clone(b), &q)
		var m map[string]json.RawMessage
		if err := json.Unmarshal(b, &m); err != nil || m == nil {
			if got == nil {
				t.Fatalf("%q was read; encoding/json: %v", b, err)
			}
			return
		}
		bad := false
		str := func(key string) (s *string) {
			bad = json.Unmarshal(m[key], &s) != nil && m[key] != nil || bad
			return s
		}
		text := func(key string) *string { // a number is its text
			var n *json.Number
			if raw := m[key]; len(raw) > 0 && raw[0] != '"' && json.Unmarshal(raw, &n) == nil && n != nil {
				s := string(raw)
				return &s
			}
			return str(key)
		}
		list := func(key string) (l []string) {
			var p []*string
			bad = json.Unmarshal(m[key], &p) != nil && m[key] != nil || bad
			for _, s := range p {
				if s == nil {
					bad = true
					return nil
				}
				l = append(l, *s)
			}
			return l
		}
		num := func(key string, none int) int {
			var n *float64
			bad = json.Unmarshal(m[key], &n) != nil && m[key] != nil || bad
			if n == nil {
				return none
			}
			bad = bad || *n < 0 || *n > 1<<53 || *n != float64(int(*n))
			return int(*n)
		}
		var field map[string]any
		bad = json.Unmarshal(m["field"], &field) != nil && m["field"] != nil
		quote, source, claim := str("quote"), text("source_id"), text("claim")
		collections, allowed := list("collections"), list("allowed_ids")
		start, end, page := num("start", -1), num("end", -1), 0
		if raw := m["page"]; len(raw) == 0 || raw[0] != '"' {
			page = num("page", 0)
		} else if page = q.Page; page > 0 && !bytes.ContainsAny(raw, "123456789") {
			t.Fatalf("%q has page %d", raw, page)
		}
		for _, key := range []string{"source_hash", "prefix", "suffix"} {
			str(key)
		}
		if bad = bad || quote == nil; bad != (got != nil) {
			t.Fatalf("%q: %v, want a fault: %v", b, got, bad)
		}
		if bad {
			return
		}
		if q.Text != *quote || q.Cited != (source != nil) || source != nil && q.SourceID != *source || claim != nil && q.Claim != *claim ||
			q.Start != start || q.End != end || q.Page != page || fmt.Sprint(q.Collections, q.AllowedIDs) != fmt.Sprint(collections, allowed) ||
			(q.AllowedIDs == nil) != (m["allowed_ids"] == nil || string(m["allowed_ids"]) == "null") {
			t.Fatalf("%q was read as %s", b, show(q))
		}
	})
}

func benchBatch() []byte {
	var b bytes.Buffer
	for i := range 20_000 {
		fmt.Fprintf(&b, `{"id": "q-%d", "quote": "the party of the first part shall, without prejudice to %d other remedies, deliver the goods in \"good\" order and condition to the place named", "source_id": "contract-%d", "start": %d, "end": %d, "label": "exact"}`+"\n", i, i, i%300, i*7, i*7+140)
	}
	return b.Bytes()
}

func BenchmarkReader(b *testing.B) {
	in := benchBatch()
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	chunk := make([]verify.Quote, 0, 4096)
	for b.Loop() {
		r, err := NewReader(bytes.NewReader(in), Options{Format: JSONL})
		if err != nil {
			b.Fatal(err)
		}
		for err == nil {
			chunk, err = r.ReadChunk(chunk[:0], 4096)
		}
		r.Close()
	}
	b.ReportMetric(float64(b.N)*20_000/b.Elapsed().Seconds()/1e6, "Mrecords/s")
}

// The records of a file on disk, as a caller reads them.
func ExampleReader() {
	in := strings.NewReader(`{"quote":"We the People","source_id":"constitution"}` + "\n" + `{"quote":` + "\n")
	r, err := NewReader(in, Options{Name: "quotes.jsonl"})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	defer r.Close()
	var q verify.Quote
	for r.Next(&q) == nil {
		if q.Err != nil {
			fmt.Printf("line %d: %s\n", q.Line, q.Err.Reason)
			continue
		}
		fmt.Printf("line %d: %q in %s\n", q.Line, q.Text, q.SourceID)
	}
	// Output:
	// line 1: "We the People" in constitution
	// line 2: not valid JSON: no value where one was expected at byte 9
}

// What is appended to a record's extras, such as a page that is no number, stays when the next record's extras are read.
func TestExtrasStayTheirs(t *testing.T) {
	const line = `{"a":"%s","quote":"q","b":2,"id":1,"c":3,"page":"iv"}` + "\n"
	quotes := readAll(t, fmt.Sprintf(line+line+line, "first", "second", "third"), Options{})
	for i, name := range []string{"first", "second", "third"} {
		if got, want := string(quotes[i].Extra), fmt.Sprintf(`"a":"%s","b":2,"c":3,"page":"iv"`, name); got != want {
			t.Errorf("record %d: extras %s, want %s", i+1, got, want)
		}
	}
}
