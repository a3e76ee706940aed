package verify

import (
	"errors"

	"example.com/verbatim/index"
	"example.com/verbatim/ledger"
)

// IsCorrupt tells whether an error means that the corpus or the ledger is damaged.
func IsCorrupt(err error) bool { return index.IsCorrupt(err) || ledger.IsCorrupt(err) }

// ErrUsage marks errors of the caller: options that do not fit.
var ErrUsage = errors.New("usage")
