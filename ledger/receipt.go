package ledger

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const (
	receiptFormat = "verbatim-receipt-1"
	proofFormat   = "c2sp.org/tlog-proof@v1"
)

// Receipt proves that a record is in a log, to anyone and without the log. As JSON it is what `verbatim ledger prove`
// writes.
type Receipt struct {
	Format string `json:"format"` // "verbatim-receipt-1"
	Record string `json:"record"` // the record's bytes, as hashed into the tree
	Proof  string `json:"proof"`  // C2SP tlog-proof: index, inclusion proof, signed checkpoint
	Key    string `json:"key"`    // public key of the log; whoever checks must know it from elsewhere to trust it
}

// Prove makes the receipt of one record. It returns ErrNotFound for an index outside of the log.
func (r *Reader) Prove(index int64) (*Receipt, error) {
	cur := cursor{store: r.store, size: r.c.size}
	body, _, err := cur.read(index, false)
	if err != nil {
		return nil, err
	}
	p, err := tlog.ProveRecord(r.c.size, index, &r.store)
	if err != nil {
		return nil, fmt.Errorf("proving record %d: %w", index, err)
	}
	// Damage would make a proof that proves nothing: better to say so now than to whom it is shown.
	if err := tlog.CheckRecord(p, r.c.size, r.c.root, index, tlog.RecordHash(body)); err != nil {
		return nil, damage(fileHashes, -1, "the proof of record %d does not lead to the root hash", index)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nindex %d\n", proofFormat, index)
	for _, h := range p {
		b.WriteString(base64.StdEncoding.EncodeToString(h[:]) + "\n")
	}
	b.WriteString("\n")
	b.Write(r.msg)
	return &Receipt{receiptFormat, string(body), b.String(), r.public}, nil
}

// Proven is what a receipt proves.
type Proven struct {
	Record *Record
	Index  int64  // of the record in the log
	Origin string // name of the log
	Size   int64  // records in the log at the checkpoint
	Root   [32]byte
}

// CheckReceipt checks a receipt (its JSON), offline. key is the public key of the log as known from elsewhere; with an
// empty one the receipt's own is used, which proves only that record, proof and checkpoint belong together.
func CheckReceipt(receipt []byte, key string) (*Proven, error) {
	var r Receipt
	d := json.NewDecoder(bytes.NewReader(receipt))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return nil, fmt.Errorf("malformed receipt: %w", err)
	}
	if d.More() {
		return nil, errors.New("malformed receipt: more behind its end")
	}
	if r.Format != receiptFormat {
		return nil, fmt.Errorf("receipt has the format %q, this version reads %q", r.Format, receiptFormat)
	}
	if key != "" && key != r.Key {
		return nil, errors.New("the receipt is of a log with another key")
	}
	v, err := note.NewVerifier(r.Key)
	if err != nil {
		return nil, fmt.Errorf("malformed receipt: %w", err)
	}
	index, proof, msg, err := parseProof(r.Proof)
	if err != nil {
		return nil, fmt.Errorf("malformed receipt: %w", err)
	}
	c, err := parseCheckpoint([]byte(msg), v)
	if err != nil {
		return nil, err
	}
	if index >= c.size {
		return nil, fmt.Errorf("receipt is for record %d, but the checkpoint is of %d records", index, c.size)
	}
	if err := tlog.CheckRecord(proof, c.size, c.root, index, tlog.RecordHash([]byte(r.Record))); err != nil {
		return nil, errors.New("the record is not in the log of this checkpoint at this place")
	}
	rec, err := ParseRecord([]byte(r.Record))
	if err != nil {
		return nil, err
	}
	return &Proven{rec, index, c.origin, c.size, c.root}, nil
}

// parseProof reads a C2SP tlog-proof. Extra data, which proves nothing, is passed over.
func parseProof(s string) (index int64, proof tlog.RecordProof, checkpoint string, err error) {
	head, checkpoint, ok := strings.Cut(s, "\n\n")
	lines := strings.Split(head, "\n")
	if !ok || lines[0] != proofFormat {
		return 0, nil, "", errors.New("not a tlog-proof")
	}
	lines = lines[1:]
	if len(lines) > 0 && strings.HasPrefix(lines[0], "extra ") {
		lines = lines[1:]
	}
	if len(lines) == 0 {
		return 0, nil, "", errors.New("tlog-proof without an index")
	}
	num, ok := strings.CutPrefix(lines[0], "index ")
	index, err = strconv.ParseInt(num, 10, 64)
	if !ok || err != nil || index < 0 || strconv.FormatInt(index, 10) != num {
		return 0, nil, "", fmt.Errorf("tlog-proof with the index line %q", lines[0])
	}
	for _, l := range lines[1:] {
		h, err := tlog.ParseHash(l)
		if err != nil {
			return 0, nil, "", errors.New("tlog-proof with a malformed hash")
		}
		proof = append(proof, h)
	}
	return index, proof, checkpoint, nil
}

// ProveConsistency returns the RFC 6962 consistency proof between the first size records and the whole log: that nothing
// of them was changed or removed since.
func (r *Reader) ProveConsistency(size int64) ([][32]byte, error) {
	if size < 1 || size > r.c.size {
		return nil, fmt.Errorf("%w: no earlier log of %d records in one of %d", ErrNotFound, size, r.c.size)
	}
	p, err := tlog.ProveTree(r.c.size, size, &r.store)
	if err != nil {
		return nil, fmt.Errorf("proving consistency with %d records: %w", size, err)
	}
	out := make([][32]byte, len(p))
	for i, h := range p {
		out[i] = h
	}
	return out, nil
}
