package ledger

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/cespare/xxhash/v2"
)

// # The files of a ledger, format version 1
//
// All in one folder; numbers are little-endian unless stated; XXH64 is xxhash64 with seed 0. Checksums find accidents
// and say where; only the SHA-256 hashes and the signature prove anything.
//
//	checkpoint   C2SP tlog-checkpoint: origin, size in decimal, base64 root, each ended by a newline, then the signed
//	             note's empty line and one Ed25519 signature line. Replaced as a whole: this is the commit.
//	records      header, then one frame a record
//	hashes       header, then all complete subtree hashes in the order of golang.org/x/mod/sumdb/tlog (StoredHashIndex):
//	             hash i stands at 32 + 32·i. A log of n records has 2n − popcount(n) of them.
//	offsets      header, then one entry a record: where its frame and its vault entry end
//	vault/B      words of the quotes, in segments; B is the position of the segment's first byte, 16 hex digits
//	key          private key: one line, "PRIVATE+KEY+origin+hash+base64" (golang.org/x/mod/sumdb/note), mode 0600
//	key.pub      public key: one line, "origin+hash+base64"
//	tile/        derived: C2SP tlog-tiles, hash tiles tile/L/N[.p/W] and bundles tile/entries/N[.p/W]
//	tiled        derived: for how many records the tiles are durable
//	LOCK         who writes; locked with flock while a writer is open. Its content is for people.
//
// Names that end in ".tmp" are left over from an interrupted write and mean nothing. What stands in records, hashes,
// offsets and vault beyond the size of the checkpoint was staged and never committed; the next writer cuts it off.
//
// Header, 32 bytes at the start of records, hashes, offsets and each vault segment: "verbatim-ledger ", the name
// ("records", "hashes", "offsets", "vault"), a space, the format version in decimal, filled with spaces, and a newline
// as the last byte.
//
// Frame of record i (the first has index 0):
//
//	uint32   length of the record in bytes, 1 to 65,535
//	uint64   XXH64 of: uint64 i, the uint32 length, the record
//	…        the record: canonical JSON, see Record.AppendJSON
//
// The leaf hash is SHA-256 of a zero byte and the record, an inner node SHA-256 of a one byte and its two children
// (RFC 6962, section 2.1). Nothing of the frame is hashed into the tree.
//
// Entry of record i in offsets, 24 bytes at 32 + 24·i:
//
//	uint64   offset in records of the first byte after the frame of record i
//	uint64   position in the vault of the first byte after the vault entry of record i
//	uint64   XXH64 of: uint64 i, and the two before
//
// A record without kept words has no vault entry: its position equals that of the record before. Vault positions count
// the bytes of all segments in order, without their headers: position p is in the segment with the greatest B ≤ p, at
// byte 32 + p − B of that file.
//
// Vault entry of record i:
//
//	uint8    state: 'K' kept, 'E' erased
//	uint32   length of what follows the checksum
//	uint64   XXH64 of: uint64 i, the state, the uint32 length, what follows
//	32 bytes salt; the record's quote_hash is SHA-256 of salt and quote
//	uint16   length of the quote's id, and the id
//	uint32   length of the caller's id, and the id
//	…        the quote
//
// An entry is erased in place: what follows the checksum becomes zeros, then state and checksum are rewritten. It keeps
// its length, so that no other entry moves, and nothing that was hashed into the tree changes.
//
// Bundles hold the records, each with a big-endian uint16 length before it. A writer makes full tiles at each commit and
// the partial ones at the right edge when it closes; all can be rebuilt from records and hashes. File tiled: a line
// "verbatim-ledger tiled 1", a line with a size in decimal, a line with XXH64 of the first two in 16 hex digits. Full tiles
// are durable for that size; when it is the checkpoint's, the partial ones are, too.
//
// Version history
//
//	1   first version: records of schema 1 (kind "verification")
//
// A reader refuses a version that it does not know. Fields are added to records by a new schema, never by changing one.

// formatVersion is the version of the files that this package writes, and the only one that it reads.
const formatVersion = 1

const (
	headerSize      = 32
	frameHeaderSize = 4 + 8
	offsetSize      = 8 + 8 + 8
	vaultHeaderSize = 1 + 4 + 8

	fileRecords    = "records"
	fileHashes     = "hashes"
	fileOffsets    = "offsets"
	fileCheckpoint = "checkpoint"
	fileKey        = "key"
	filePublicKey  = "key.pub"
	fileTiled      = "tiled"
	fileLock       = "LOCK"
	dirVault       = "vault"
	dirTile        = "tile"

	stateKept   = 'K'
	stateErased = 'E'
)

// header is the first 32 bytes of a file of the given name.
func header(name string) []byte {
	return fmt.Appendf(nil, "%-31s\n", fmt.Sprintf("verbatim-ledger %s %d", name, formatVersion))
}

// appendFrame appends the frame of record index.
func appendFrame(dst []byte, index int64, record []byte) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(record)))
	dst = binary.LittleEndian.AppendUint64(dst, frameSum(index, record))
	return append(dst, record...)
}

// parseFrame reads the frame of record index at the start of b and returns the record, a slice of b.
func parseFrame(b []byte, index int64) (record []byte, err error) {
	if len(b) < frameHeaderSize {
		return nil, errors.New("frame cut off")
	}
	n := int64(binary.LittleEndian.Uint32(b))
	if n == 0 || n > MaxRecord {
		return nil, fmt.Errorf("frame gives its length as %d", n)
	}
	if int64(len(b)) < frameHeaderSize+n {
		return nil, errors.New("frame cut off")
	}
	record = b[frameHeaderSize : frameHeaderSize+n]
	if binary.LittleEndian.Uint64(b[4:]) != frameSum(index, record) {
		return nil, errors.New("frame has a wrong checksum")
	}
	return record, nil
}

func frameSum(index int64, record []byte) uint64 {
	var b [12]byte
	binary.LittleEndian.PutUint64(b[:], uint64(index))
	binary.LittleEndian.PutUint32(b[8:], uint32(len(record)))
	var d xxhash.Digest
	d.Reset()
	d.Write(b[:])
	d.Write(record)
	return d.Sum64()
}

// ends says where the data of one record end: in file records, and in the vault.
type ends struct{ record, vault int64 }

// startEnds is where the data of the first record begin.
func startEnds() ends { return ends{record: headerSize} }

func appendOffset(dst []byte, index int64, e ends) []byte {
	var b [24]byte
	binary.LittleEndian.PutUint64(b[:], uint64(index))
	binary.LittleEndian.PutUint64(b[8:], uint64(e.record))
	binary.LittleEndian.PutUint64(b[16:], uint64(e.vault))
	dst = append(dst, b[8:]...)
	return binary.LittleEndian.AppendUint64(dst, xxhash.Sum64(b[:]))
}

func parseOffset(b []byte, index int64) (ends, error) {
	var k [24]byte
	binary.LittleEndian.PutUint64(k[:], uint64(index))
	copy(k[8:], b[:16])
	e := ends{int64(binary.LittleEndian.Uint64(b)), int64(binary.LittleEndian.Uint64(b[8:]))}
	if binary.LittleEndian.Uint64(b[16:]) != xxhash.Sum64(k[:]) || e.record < headerSize || e.vault < 0 {
		return ends{}, errors.New("entry has a wrong checksum")
	}
	return e, nil
}

// appendVault appends the vault entry of record index.
func appendVault(dst []byte, index int64, body []byte) []byte {
	dst = append(dst, stateKept)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(body)))
	dst = binary.LittleEndian.AppendUint64(dst, vaultSum(index, stateKept, body))
	return append(dst, body...)
}

// appendVaultBody appends what a vault entry holds after its checksum.
func appendVaultBody(dst []byte, salt []byte, quoteID, callerID, words string) []byte {
	dst = append(dst, salt...)
	dst = binary.LittleEndian.AppendUint16(dst, uint16(len(quoteID)))
	dst = append(dst, quoteID...)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(callerID)))
	dst = append(dst, callerID...)
	return append(dst, words...)
}

// parseVault reads the vault entry of record index, which must fill b.
func parseVault(b []byte, index int64) (*Private, error) {
	if len(b) < vaultHeaderSize {
		return nil, errors.New("vault entry cut off")
	}
	state, n, sum, body := b[0], binary.LittleEndian.Uint32(b[1:]), binary.LittleEndian.Uint64(b[5:]), b[vaultHeaderSize:]
	switch {
	case int64(n) != int64(len(body)):
		return nil, fmt.Errorf("vault entry gives its length as %d, not %d", n, len(body))
	case sum != vaultSum(index, state, body):
		return nil, errors.New("vault entry has a wrong checksum")
	case state == stateErased:
		return &Private{Erased: true}, nil
	case state != stateKept:
		return nil, fmt.Errorf("vault entry has the unknown state %d", state)
	}
	p := &Private{}
	if len(body) < len(p.Salt)+2 {
		return nil, errors.New("vault entry too short")
	}
	body = body[copy(p.Salt[:], body):]
	k := int(binary.LittleEndian.Uint16(body))
	body = body[2:]
	if len(body) < k+4 {
		return nil, errors.New("vault entry too short")
	}
	p.QuoteID, body = string(body[:k]), body[k:]
	c := int64(binary.LittleEndian.Uint32(body))
	body = body[4:]
	if int64(len(body)) < c {
		return nil, errors.New("vault entry too short")
	}
	p.CallerID, p.Words = string(body[:c]), string(body[c:])
	return p, nil
}

func vaultSum(index int64, state byte, body []byte) uint64 {
	var b [13]byte
	binary.LittleEndian.PutUint64(b[:], uint64(index))
	b[8] = state
	binary.LittleEndian.PutUint32(b[9:], uint32(len(body)))
	var d xxhash.Digest
	d.Reset()
	d.Write(b[:])
	d.Write(body)
	return d.Sum64()
}
