package main

import (
	"github.com/urfave/cli/v2"
)

func ledgerCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:        "ledger",
		Usage:       "read and check the record of all verifications",
		Description: "Example:\n  verbatim ledger log -n 5",
		Subcommands: []*cli.Command{
			{
				Name: "log", Usage: "list records, newest first", UsageText: "verbatim ledger log [flags]",
				Description: "Lists records, newest first.\n\nExample:\n  verbatim ledger log --status fuzzy,misattributed -n 50",
				Flags: append([]cli.Flag{
					&cli.IntFlag{Name: "n", Usage: "at most `N` records; 0: all", Value: 20},
					&cli.Int64Flag{Name: "from", DefaultText: "the last", Usage: "from record `INDEX` downwards", Value: -1},
					&cli.StringFlag{Name: "status", Usage: "only these statuses: `STATUS,…`"},
				}, filterFlags()...),
				Action: func(c *cli.Context) error { return runLedgerLog(c, e) },
			},
			{
				Name: "fabrications", Usage: "list who claimed what of which source", UsageText: "verbatim ledger fabrications [flags]",
				Description: "Lists the quotes that no source has, oldest first.\n\nExample:\n  verbatim ledger fabrications --source lease.txt --since 2026-01-01",
				Flags:       filterFlags(),
				Action:      func(c *cli.Context) error { return runFabrications(c, e) },
			},
			{
				Name: "verify", Usage: "re-read all of it and check every hash", UsageText: "verbatim ledger verify [--since FILE]",
				Description: `Re-reads the whole ledger: every record, hash and signature, and that nothing that was there is missing. Who holds the folder and the key can
rewrite both: only a checkpoint kept elsewhere, given with --since, proves otherwise.

Example:
  verbatim ledger checkpoint > kept-elsewhere.txt
  verbatim ledger verify --since kept-elsewhere.txt`,
				Flags:  []cli.Flag{&cli.StringFlag{Name: "since", Usage: "the log must continue the checkpoint in `FILE`"}},
				Action: func(c *cli.Context) error { return runLedgerVerify(c, e) },
			},
			{
				Name: "checkpoint", Usage: "print the signed checkpoint", UsageText: "verbatim ledger checkpoint",
				Description: "Prints the signed checkpoint, which commits to all records. Keep it elsewhere.\n\nExample:\n  verbatim ledger checkpoint > kept-elsewhere.txt",
				Action:      func(c *cli.Context) error { return runLedgerCheckpoint(c, e) },
			},
			{
				Name: "key", Usage: "print the public key", UsageText: "verbatim ledger key",
				Description: "Prints the key that checkpoints and receipts are checked with.\n\nExample:\n  verbatim ledger key",
				Action:      func(c *cli.Context) error { return runLedgerKey(c, e) },
			},
			{
				Name: "prove", Usage: "make a receipt of a record, or check one", UsageText: "verbatim ledger prove INDEX | --check FILE [--key KEY]",
				Description: `Prints a receipt of one record: it proves, offline and without the corpus, that the record is in the log. --check checks one; without --key
that proves only that record, proof and checkpoint belong together.

Example:
  verbatim ledger prove 17 > receipt.json
  verbatim ledger prove --check receipt.json --key "$(verbatim ledger key)"`,
				Flags: []cli.Flag{&cli.StringFlag{Name: "check", Usage: "check the receipt in `FILE` (- for standard input)"},
					&cli.StringFlag{Name: "key", Usage: "the log's public `KEY`, as known from elsewhere"}},
				Action: func(c *cli.Context) error { return runLedgerProve(c, e) },
			},
		},
	}
}

func filterFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "source", Usage: "only those found in or attributed to the document `ID`"},
		&cli.StringFlag{Name: "since", Usage: "not before `TIME` (a date or RFC 3339)"},
		&cli.StringFlag{Name: "until", Usage: "before `TIME` (a date or RFC 3339)"},
	}
}
