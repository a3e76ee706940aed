package index

import "example.com/verbatim/index/internal/keyenc"

// The tables of the store; format.go says what they hold.
const (
	tableMeta       = "meta"
	tableDoc        = "doc"
	tableID         = "id"
	tableCollection = "collection"
	tableText       = "text"
	tablePlace      = "place"
	tableSegment    = "segment"
	tableDead       = "dead"
)

func tableKey(table string) []byte { return keyenc.AppendString(nil, table) }

func nameKey(table, name string) []byte { return keyenc.AppendString(tableKey(table), name) }

func numKey(table string, n ...uint64) []byte {
	k := tableKey(table)
	for _, v := range n {
		k = keyenc.AppendUint(k, v)
	}
	return k
}

// numOf decodes the number after the table's name.
func numOf(table string, key []byte) (uint64, []byte, error) {
	return keyenc.Uint(key[len(tableKey(table)):])
}
