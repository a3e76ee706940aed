package main

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"example.com/verbatim/ledger"
)

// recordWriter shows records, one a line.
func (e *env) recordWriter(c *cli.Context) func(int64, *ledger.Record, *ledger.Private) error {
	return func(i int64, rec *ledger.Record, private *ledger.Private) error {
		if asJSON(c) {
			line := struct {
				Index   int64           `json:"index"`
				Record  json.RawMessage `json:"record"`
				ID      json.RawMessage `json:"id,omitempty"`
				QuoteID string          `json:"quote_id,omitempty"`
				Quote   *string         `json:"quote,omitempty"`
				Erased  bool            `json:"erased,omitempty"`
			}{Index: i, Record: rec.AppendJSON(nil)}
			if private != nil {
				line.Erased = private.Erased
				if !private.Erased {
					line.QuoteID, line.Quote = private.QuoteID, &private.Words
					if json.Valid([]byte(private.CallerID)) {
						line.ID = json.RawMessage(private.CallerID)
					}
				}
			}
			return e.jsonLine(e.stdout, line)
		}
		words := "(words not kept)"
		switch {
		case private != nil && private.Erased:
			words = "(words erased)"
		case private != nil:
			words = "“" + cut(private.Words, 70) + "”"
		}
		source := rec.CitedSourceID
		switch {
		case source == "" && rec.SourceID == "":
			source = "(no source)"
		case source == "":
			source = rec.SourceID
		case rec.SourceID != "" && rec.SourceID != source:
			source += " (found in " + rec.SourceID + ")"
		}
		_, err := fmt.Fprintf(e.stdout, "%6d  %s  %-13s  %-6s  %s  %s\n", i, rec.Time.UTC().Format(time.RFC3339), rec.Status, rec.Decision, cut(source, 60), words)
		return err
	}
}
