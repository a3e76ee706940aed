package normalize

import (
	"fmt"

	"golang.org/x/text/unicode/norm"
)

// Version is the version of the rules of this package. It changes with every change of what they give for any text; the test of the
// profile pins it to a digest of their outputs.
const Version = 2

// Profile names the rules and the Unicode tables that they were applied with: "verbatim-2 unicode-15.0.0".
func Profile() string { return fmt.Sprintf("verbatim-%d unicode-%s", Version, norm.Version) }
