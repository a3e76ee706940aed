package ledger

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/mod/sumdb/note"
)

// checkpoint is what a tlog-checkpoint says.
type checkpoint struct {
	origin string
	size   int64
	root   [hashSize]byte
}

func (c checkpoint) text() string {
	return fmt.Sprintf("%s\n%d\n%s\n", c.origin, c.size, base64.StdEncoding.EncodeToString(c.root[:]))
}

// sign makes the signed note.
func (c checkpoint) sign(s note.Signer) ([]byte, error) {
	return note.Sign(&note.Note{Text: c.text()}, s)
}

// parseCheckpoint reads a signed checkpoint and checks its signature, unless v is nil. It takes only the one way of
// writing it that sign has: note and base64 would tolerate spare bits, and then a changed byte would go unseen.
func parseCheckpoint(msg []byte, v note.Verifier) (checkpoint, error) {
	text, sig, ok := strings.Cut(string(msg), "\n\n")
	if !ok {
		return checkpoint{}, errors.New("malformed checkpoint: no signature")
	}
	lines := strings.Split(text, "\n")
	if len(lines) != 3 {
		return checkpoint{}, fmt.Errorf("malformed checkpoint: %d lines of text, not 3", len(lines))
	}
	c := checkpoint{origin: lines[0]}
	var err error
	if c.size, err = strconv.ParseInt(lines[1], 10, 64); err != nil || c.size < 0 {
		return checkpoint{}, fmt.Errorf("malformed checkpoint: size %q", lines[1])
	}
	root, err := base64.StdEncoding.DecodeString(lines[2])
	if err != nil || len(root) != hashSize {
		return checkpoint{}, fmt.Errorf("malformed checkpoint: root hash %q", lines[2])
	}
	copy(c.root[:], root)
	if c.text() != text+"\n" {
		return checkpoint{}, errors.New("malformed checkpoint: not in canonical form")
	}
	if v == nil {
		return c, nil
	}
	n, err := note.Open(msg, note.VerifierList(v))
	if err != nil {
		return checkpoint{}, fmt.Errorf("checking the checkpoint's signature: %w", err)
	}
	if len(n.Sigs) != 1 || len(n.UnverifiedSigs) != 0 {
		return checkpoint{}, errors.New("malformed checkpoint: not exactly one signature")
	}
	raw, err := base64.StdEncoding.DecodeString(n.Sigs[0].Base64)
	if err != nil || sig != fmt.Sprintf("— %s %s\n", v.Name(), base64.StdEncoding.EncodeToString(raw)) {
		return checkpoint{}, errors.New("malformed checkpoint: signature not in canonical form")
	}
	if c.origin != v.Name() {
		return checkpoint{}, fmt.Errorf("checkpoint of the log %q is signed by the key %q", c.origin, v.Name())
	}
	return c, nil
}

// validOrigin reports whether a log may have this name: it stands on lines of its own and in keys.
func validOrigin(s string) bool {
	return s != "" && utf8.ValidString(s) && !strings.Contains(s, "+") && strings.IndexFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}) < 0
}

// Algorithm byte of Ed25519 in a note key.
const algEd25519 = 1

// newKey makes a key pair in the text form of package note. An empty origin is made from the public key, so that two
// ledgers never share a name.
func newKey(random io.Reader, origin string) (private, public string, err error) {
	seed := make([]byte, ed25519.SeedSize)
	if _, err := io.ReadFull(random, seed); err != nil {
		return "", "", fmt.Errorf("making a key: %w", err)
	}
	pub := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
	if origin == "" {
		h := sha256.Sum256(pub)
		origin = "verbatim.example/ledger/" + hex.EncodeToString(h[:8])
	}
	if !validOrigin(origin) {
		return "", "", fmt.Errorf("invalid origin %q: it must not be empty or hold spaces or +", origin)
	}
	public, err = note.NewEd25519VerifierKey(origin, pub)
	if err != nil {
		return "", "", fmt.Errorf("making a key: %w", err)
	}
	hash := strings.Split(public, "+")[1]
	private = fmt.Sprintf("PRIVATE+KEY+%s+%s+%s", origin, hash, base64.StdEncoding.EncodeToString(append([]byte{algEd25519}, seed...)))
	return private, public, nil
}

// parseSigner reads a private key and gives the public one that belongs to it.
func parseSigner(line []byte) (note.Signer, string, error) {
	skey, ok := bytes.CutSuffix(line, []byte("\n"))
	if !ok {
		return nil, "", errors.New("malformed key: no newline at the end")
	}
	s, err := note.NewSigner(string(skey))
	if err != nil {
		return nil, "", err
	}
	parts := strings.SplitN(string(skey), "+", 5)
	raw, err := base64.StdEncoding.DecodeString(parts[4])
	if err != nil || len(raw) != 1+ed25519.SeedSize {
		return nil, "", errors.New("malformed key")
	}
	private, public, err := newKey(bytes.NewReader(raw[1:]), s.Name())
	if err != nil {
		return nil, "", err
	}
	if private != string(skey) {
		return nil, "", errors.New("malformed key: not in canonical form")
	}
	return s, public, nil
}

// parseVerifier reads a public key; only its canonical form will do.
func parseVerifier(line []byte) (note.Verifier, string, error) {
	vkey, ok := bytes.CutSuffix(line, []byte("\n"))
	if !ok {
		return nil, "", errors.New("malformed public key: no newline at the end")
	}
	v, err := note.NewVerifier(string(vkey))
	if err != nil {
		return nil, "", err
	}
	_, b64, _ := strings.Cut(string(vkey[len(v.Name())+1:]), "+")
	raw, err := base64.StdEncoding.DecodeString(b64)
	if err != nil || string(vkey) != fmt.Sprintf("%s+%08x+%s", v.Name(), v.KeyHash(), base64.StdEncoding.EncodeToString(raw)) {
		return nil, "", errors.New("malformed public key: not in canonical form")
	}
	return v, string(vkey), nil
}

// readLimited reads a small file; one that is absurdly large is damage, not a reason to fill the memory.
func readLimited(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}
