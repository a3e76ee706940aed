package batchio

import (
	"strconv"
	"strings"
	"time"

	"example.com/verbatim/internal/jsonl"
	"example.com/verbatim/match"
	"example.com/verbatim/verify"
)

// AppendResult appends a result as one JSON object on one line, without the closing brace, which AppendLedgerIndex writes: results are
// rendered by many workers before their records have a place in the ledger.
//
// The fields and their order are those of the results' documentation; what is absent is left out, but grade, method and source_id,
// which are null. Offsets are in the unit of verify.Options.Offsets. The record's unknown fields follow at the end as they came; one
// that has the name of a field of results is left out, so that nothing that came in can pass for an answer.
func AppendResult(dst []byte, r *verify.Result) []byte {
	var quote rendered
	dst = append(dst, `{"id":`...)
	if len(r.ID) > 0 {
		dst = append(dst, r.ID...)
	} else {
		dst = strconv.AppendInt(dst, int64(r.Line), 10)
	}
	dst = appendPlain(dst, `,"quote_id":`, r.QuoteID)
	if r.Status == verify.Invalid {
		dst = appendInt(dst, `,"line":`, r.Line)
	}
	if r.Quote != nil && (r.Quote.Text != "" || r.Quote.Err == nil) { // of a record that cannot be read the quote is not known
		dst = append(dst, `,"quote":`...)
		from := len(dst)
		dst = AppendString(dst, r.Quote.Text)
		quote = rendered{r.Quote.Text, from, len(dst)}
	}
	dst = appendPlain(dst, `,"status":`, r.Status.String())
	dst = appendName(dst, `,"grade":`, r.Grade.String())
	dst = appendName(dst, `,"method":`, r.Method.String())
	dst = AppendFloat(append(dst, `,"score":`...), r.Score)
	dst = AppendFloat(append(dst, `,"similarity":`...), r.Similarity)
	dst = appendOrNull(dst, `,"source_id":`, r.SourceID)
	if r.CitedSourceID != "" || r.Quote != nil && r.Quote.Cited {
		dst = AppendString(append(dst, `,"cited_source_id":`...), r.CitedSourceID)
	}
	dst = appendPlain(dst, `,"source_hash":`, r.SourceHash)
	dst = appendPlain(dst, `,"version":`, string(r.Version))
	dst = appendPlace(dst, r, quote)
	dst = appendFacts(dst, r)
	dst = appendFailure(dst, r)
	dst = appendPlain(dst, `,"support":`, r.Support)
	dst = appendPlain(dst, `,"decision":`, string(r.Decision))
	dst = appendList(dst, `,"reasons":`, r.Reasons)
	if !r.VerifiedAt.IsZero() {
		dst = append(dst, `,"verified_at":"`...)
		dst = append(r.VerifiedAt.UTC().AppendFormat(dst, time.RFC3339Nano), '"')
	}
	if r.Quote != nil && len(r.Quote.Extra) > 0 {
		dst = appendExtra(dst, r.Quote.Extra)
	}
	return dst
}

// AppendLedgerIndex closes what AppendResult began, with the record's index in the ledger; below 0 it has none.
func AppendLedgerIndex(dst []byte, index int64) []byte {
	if index >= 0 {
		dst = strconv.AppendInt(append(dst, `,"ledger_index":`...), index, 10)
	}
	return append(dst, '}')
}

// rendered is a text that stands in dst[from:to] as a JSON string. The quote, the span and the source's words are often the same.
type rendered struct {
	text     string
	from, to int
}

// appendAgain appends text, which may be the one that was rendered before.
func (x *rendered) appendAgain(dst []byte, text string) []byte {
	if x.to > 0 && x.text == text {
		return append(dst, dst[x.from:x.to]...)
	}
	from := len(dst)
	dst = AppendString(dst, text)
	*x = rendered{text, from, len(dst)}
	return dst
}

// appendPlace appends where the quote was found.
func appendPlace(dst []byte, r *verify.Result, last rendered) []byte {
	if len(r.Spans) > 0 {
		dst = append(dst, `,"spans":[`...)
		for i := range r.Spans {
			s := &r.Spans[i]
			dst = appendInt(comma(dst, i), `{"start":`, s.From)
			dst = appendInt(dst, `,"end":`, s.To)
			if s.PageStart > 0 {
				dst = appendInt(appendInt(dst, `,"page_start":`, s.PageStart), `,"page_end":`, s.PageEnd)
			}
			dst = append(last.appendAgain(append(dst, `,"text":`...), s.Text), '}')
		}
		dst = append(dst, ']')
	}
	if r.SourceText != "" {
		dst = last.appendAgain(append(dst, `,"source_text":`...), r.SourceText)
	}
	dst = appendList(dst, `,"omitted":`, r.Omitted)
	if r.Context != nil {
		dst = AppendString(append(dst, `,"context":{"before":`...), r.Context.Before)
		dst = append(AppendString(append(dst, `,"after":`...), r.Context.After), '}')
	}
	if r.Occurrences > 0 {
		dst = appendInt(dst, `,"occurrences":`, r.Occurrences)
	}
	dst = appendList(dst, `,"other_sources":`, r.OtherSources)
	return appendPassage(dst, `,"runner_up":`, r.RunnerUp)
}

// appendFacts appends what was measured on the match.
func appendFacts(dst []byte, r *verify.Result) []byte {
	dst = appendList(dst, `,"folds":`, r.Folds)
	dst = appendStr(dst, `,"profile":`, r.Profile)
	if r.Flags != 0 {
		dst = append(dst, `,"flags":[`...)
		n := 0
		for f := match.Flag(0); r.Flags>>f != 0; f++ {
			if r.Flags.Has(f) {
				dst = append(append(append(comma(dst, n), '"'), f.String()...), '"')
				n++
			}
		}
		dst = append(dst, ']')
	}
	dst = appendDetails(dst, r.FlagDetails)
	if len(r.Diff) > 0 {
		dst = append(dst, `,"diff":[`...)
		for i := range r.Diff {
			c := &r.Diff[i]
			dst = append(append(append(comma(dst, i), `{"op":"`...), c.Kind.String()...), `","quote":`...)
			dst = append(AppendString(dst, c.Quote), `,"source":`...)
			dst = append(AppendString(dst, c.Source), '}')
		}
		dst = append(dst, ']')
	}
	dst = appendPassage(dst, `,"nearest":`, r.Nearest)
	if len(r.Pieces) == 0 {
		return dst
	}
	dst = append(dst, `,"pieces":[`...)
	for i := range r.Pieces {
		p := &r.Pieces[i]
		dst = appendInt(comma(dst, i), `{"quote_start":`, p.QuoteFrom)
		dst = appendInt(dst, `,"quote_end":`, p.QuoteTo)
		dst = AppendString(append(dst, `,"source_id":`...), p.SourceID)
		dst = appendInt(dst, `,"start":`, p.From)
		dst = appendInt(dst, `,"end":`, p.To)
		dst = append(AppendString(append(dst, `,"text":`...), p.Text), '}')
	}
	return append(dst, ']')
}

// appendDetails appends the words that raised each flag, the flags in their order.
func appendDetails(dst []byte, details []match.Detail) []byte {
	if len(details) == 0 {
		return dst
	}
	var raised match.Flags
	for i := range details {
		raised = raised.Set(details[i].Flag)
	}
	dst = append(dst, `,"flag_details":{`...)
	flags := 0
	for f := match.Flag(0); raised>>f != 0; f++ {
		if !raised.Has(f) {
			continue
		}
		dst = append(append(append(comma(dst, flags), '"'), f.String()...), `":[`...)
		flags++
		n := 0
		for i := range details {
			if d := &details[i]; d.Flag == f {
				dst = AppendString(append(comma(dst, n), `{"quote":`...), d.Quote)
				dst = append(AppendString(append(dst, `,"source":`...), d.Source), '}')
				n++
			}
		}
		dst = append(dst, ']')
	}
	return append(dst, '}')
}

// appendFailure appends why the quote was not found, and what was searched.
func appendFailure(dst []byte, r *verify.Result) []byte {
	dst = appendPlain(dst, `,"failure_reason":`, string(r.FailureReason))
	dst = appendStr(dst, `,"detail":`, r.Detail)
	if s := r.Searched; s != nil {
		dst = AppendString(append(dst, `,"searched":{"scope":`...), s.Scope)
		dst = appendInt(dst, `,"documents":`, s.Documents)
		dst = strconv.AppendInt(append(dst, `,"bytes":`...), s.Bytes, 10)
		dst = appendPlain(dst, `,"corpus_root":`, s.CorpusRoot)
		dst = appendInt(dst, `,"max_edits":`, s.MaxEdits)
		dst = strconv.AppendBool(append(dst, `,"complete":`...), s.Complete)
		dst = append(dst, '}')
	}
	return dst
}

func appendPassage(dst []byte, key string, p *verify.Passage) []byte {
	if p == nil {
		return dst
	}
	dst = AppendString(append(append(dst, key...), `{"source_id":`...), p.SourceID)
	dst = appendPlain(dst, `,"source_hash":`, p.SourceHash)
	dst = appendInt(dst, `,"start":`, p.From)
	dst = appendInt(dst, `,"end":`, p.To)
	dst = AppendString(append(dst, `,"text":`...), p.Text)
	dst = AppendFloat(append(dst, `,"similarity":`...), p.Similarity)
	return append(dst, '}')
}

// appendStr appends a member unless its value is empty.
func appendStr(dst []byte, key, value string) []byte {
	if value == "" {
		return dst
	}
	return AppendString(append(dst, key...), value)
}

// appendPlain is appendStr for words, hashes and names that this program makes itself: they hold nothing to escape.
func appendPlain(dst []byte, key, value string) []byte {
	if value == "" {
		return dst
	}
	return append(append(append(append(dst, key...), '"'), value...), '"')
}

// appendName is appendPlain with null for an empty value.
func appendName(dst []byte, key, value string) []byte {
	if value == "" {
		return append(append(dst, key...), "null"...)
	}
	return appendPlain(dst, key, value)
}

func appendOrNull(dst []byte, key, value string) []byte {
	dst = append(dst, key...)
	if value == "" {
		return append(dst, "null"...)
	}
	return AppendString(dst, value)
}

func appendInt(dst []byte, key string, value int) []byte {
	return strconv.AppendInt(append(dst, key...), int64(value), 10)
}

func appendList(dst []byte, key string, list []string) []byte {
	if len(list) == 0 {
		return dst
	}
	dst = append(append(dst, key...), '[')
	for i, s := range list {
		dst = AppendString(comma(dst, i), s)
	}
	return append(dst, ']')
}

// comma appends what goes before the i-th element of a list.
func comma(dst []byte, i int) []byte {
	if i == 0 {
		return dst
	}
	return append(dst, ',')
}

// appendExtra appends raw JSON members, but those with the name of a field of results. Members that cannot be read end it: what was
// appended must stay JSON.
func appendExtra(dst, extra []byte) []byte {
	for i := jsonl.Space(extra, 0); i < len(extra) && extra[i] == '"'; {
		start := i
		end, plain, err := jsonl.String(extra, i)
		if err != nil {
			return dst
		}
		key := extra[start+1 : end-1]
		if !plain {
			key, _ = jsonl.AppendUnquoted(nil, key)
		}
		if i = jsonl.Space(extra, end); i >= len(extra) || extra[i] != ':' {
			return dst
		}
		if end, err = jsonl.Value(extra, jsonl.Space(extra, i+1)); err != nil {
			return dst
		}
		if !resultField(string(key)) {
			dst = append(append(dst, ','), extra[start:end]...)
		}
		if i = jsonl.Space(extra, end); i < len(extra) && extra[i] == ',' {
			i = jsonl.Space(extra, i+1)
		}
	}
	return dst
}

// resultField tells whether results have a field of that name, in this version or in one to come.
func resultField(name string) bool {
	switch strings.ToLower(name) { // some readers of JSON take names in any case, and the last one wins
	case "id", "quote_id", "line", "quote", "status", "grade", "method", "score", "similarity", "source_id", "cited_source_id",
		"source_hash", "version", "spans", "source_text", "omitted", "context", "occurrences", "other_sources", "runner_up", "folds",
		"profile", "flags", "flag_details", "diff", "nearest", "pieces", "failure_reason", "detail", "searched", "support", "decision",
		"reasons", "verified_at", "ledger_index":
		return true
	}
	return false
}
