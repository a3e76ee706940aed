package ledger

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/transparency-dev/merkle/compact"
	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/tlog"
)

// hashes in memory are a tlog.HashReader.
type memHashes []byte

func (m memHashes) ReadHashes(index []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(index))
	for i, x := range index {
		if (x+1)*hashSize > int64(len(m)) {
			return nil, fmt.Errorf("no hash %d", x)
		}
		copy(out[i][:], m[x*hashSize:])
	}
	return out, nil
}

// Three makers of the same tree: ours, tlog, and transparency-dev/merkle.
func TestFrontierAgrees(t *testing.T) {
	var f frontier
	var ours memHashes
	theirs := (&compact.RangeFactory{Hash: rfc6962.DefaultHasher.HashChildren}).NewEmptyRange(0)
	if got := f.root(); !bytes.Equal(got[:], rfc6962.DefaultHasher.EmptyRoot()) {
		t.Errorf("empty root %x", got)
	}
	for n := range int64(700) {
		record := fmt.Appendf(nil, "record %d", n)
		stored, err := tlog.StoredHashes(n, record, ours)
		if err != nil {
			t.Fatal(err)
		}
		from := len(ours)
		ours = f.push(ours, leafHash(append([]byte{0}, record...)))
		for i, h := range stored {
			if !bytes.Equal(ours[from+i*hashSize:][:hashSize], h[:]) {
				t.Fatalf("record %d: stored hash %d differs from tlog's", n, i)
			}
		}
		if got, want := len(ours), int(tlog.StoredHashCount(n+1))*hashSize; got != want {
			t.Fatalf("record %d: %d bytes of hashes, want %d", n, got, want)
		}
		if err := theirs.Append(rfc6962.DefaultHasher.HashLeaf(record), nil); err != nil {
			t.Fatal(err)
		}
		root := f.root()
		want, err := tlog.TreeHash(n+1, ours)
		if err != nil || root != want {
			t.Fatalf("size %d: root %x, tlog has %x, %v", n+1, root, want, err)
		}
		if merkle, err := theirs.GetRootHash(nil); err != nil || !bytes.Equal(root[:], merkle) {
			t.Fatalf("size %d: root %x, merkle has %x, %v", n+1, root, merkle, err)
		}
		loaded, err := loadFrontier(n+1, ours)
		if err != nil || loaded.root() != root || loaded.size != n+1 {
			t.Fatalf("size %d: loaded frontier differs: %v", n+1, err)
		}
	}
}

func TestReceipts(t *testing.T) {
	dir := create(t, Options{}, 1, 255, 44)
	r := openRead(t, dir)
	root := r.Root()
	for i := int64(0); i < r.Size(); i += 13 {
		receipt, err := r.Prove(i)
		if err != nil {
			t.Fatal(err)
		}
		js, err := json.Marshal(receipt)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"", r.PublicKey()} {
			p, err := CheckReceipt(js, key)
			if err != nil || p.Index != i || p.Size != 300 || p.Root != root || p.Record.Status != entry(int(i)).Record.Status {
				t.Fatalf("receipt of %d: %+v, %v", i, p, err)
			}
		}
		// The proof stands in another library, too.
		head, _, _ := strings.Cut(receipt.Proof, "\n\n")
		var hashes [][]byte
		for _, l := range strings.Split(head, "\n")[2:] {
			h, err := base64.StdEncoding.DecodeString(l)
			if err != nil {
				t.Fatal(err)
			}
			hashes = append(hashes, h)
		}
		leaf := rfc6962.DefaultHasher.HashLeaf([]byte(receipt.Record))
		if err := proof.VerifyInclusion(rfc6962.DefaultHasher, uint64(i), 300, leaf, hashes, root[:]); err != nil {
			t.Errorf("inclusion of %d: %v", i, err)
		}
		for _, bad := range []Receipt{
			{receipt.Format, strings.Replace(receipt.Record, "policy", "Policy", 1), receipt.Proof, receipt.Key},
			{receipt.Format, receipt.Record, strings.Replace(receipt.Proof, fmt.Sprintf("index %d\n", i), fmt.Sprintf("index %d\n", i+1), 1), receipt.Key},
			{receipt.Format, receipt.Record, strings.Replace(receipt.Proof, "\n300\n", "\n301\n", 1), receipt.Key},
			{receipt.Format, receipt.Record, receipt.Proof, openRead(t, create(t, Options{})).PublicKey()},
			{"verbatim-receipt-2", receipt.Record, receipt.Proof, receipt.Key},
		} {
			js, _ := json.Marshal(bad)
			if p, err := CheckReceipt(js, ""); err == nil {
				t.Errorf("accepted %+v", p)
			}
		}
		if _, err := CheckReceipt(js, "other.example+00000000+AAAA"); err == nil {
			t.Error("accepted under another key")
		}
	}
	if _, err := r.Prove(300); !errors.Is(err, ErrNotFound) {
		t.Errorf("proving what is not there: %v", err)
	}
	for _, size := range []int64{1, 256, 299, 300} {
		p, err := r.ProveConsistency(size)
		if err != nil {
			t.Fatal(err)
		}
		old, err := treeHash(size, &r.store)
		if err != nil {
			t.Fatal(err)
		}
		var hashes [][]byte
		for _, h := range p {
			hashes = append(hashes, h[:])
		}
		if err := proof.VerifyConsistency(rfc6962.DefaultHasher, uint64(size), 300, hashes, old[:], root[:]); err != nil {
			t.Errorf("consistency with %d: %v", size, err)
		}
	}
	if _, err := r.ProveConsistency(301); !errors.Is(err, ErrNotFound) {
		t.Errorf("consistency with what is not there: %v", err)
	}
}

// A log's key, origin and checkpoint in each but their own form are refused, as a changed byte must not go unseen.
func TestCheckpointForm(t *testing.T) {
	dir := create(t, fixedOptions(), 3)
	v, _, err := loadPublicKey(dir)
	if err != nil {
		t.Fatal(err)
	}
	m := readTree(t, dir)
	if _, err := parseCheckpoint(m[fileCheckpoint], v); err != nil {
		t.Fatal(err)
	}
	type parse func([]byte) error
	for name, p := range map[string]parse{
		fileCheckpoint: func(b []byte) error { _, err := parseCheckpoint(b, v); return err },
		fileKey: func(b []byte) error {
			_, public, err := parseSigner(b)
			if err == nil && public+"\n" != string(m[filePublicKey]) {
				err = errors.New("another key")
			}
			return err
		},
		filePublicKey: func(b []byte) error {
			v, _, err := parseVerifier(b)
			if err == nil {
				_, err = parseCheckpoint(m[fileCheckpoint], v)
			}
			return err
		},
	} {
		for at := range m[name] {
			for bit := range 8 {
				bad := append([]byte(nil), m[name]...)
				bad[at] ^= 1 << bit
				if p(bad) == nil {
					t.Errorf("%s with %q for %q at byte %d was accepted", name, bad[at], m[name][at], at)
				}
			}
		}
		for _, bad := range [][]byte{nil, append([]byte("x"), m[name]...), append(append([]byte{}, m[name]...), "x\n"...)} {
			if p(bad) == nil {
				t.Errorf("%s as %q was accepted", name, bad)
			}
		}
	}
}

func TestTilePaths(t *testing.T) {
	for _, tt := range []struct {
		level int
		n     int64
		w     int
		want  string
	}{
		{0, 0, 256, "tile/0/000"}, {0, 7, 3, "tile/0/007.p/3"}, {3, 999, 256, "tile/3/999"}, {1, 1000, 256, "tile/1/x001/000"},
		{levelEntries, 1234067, 256, "tile/entries/x001/x234/067"}, {levelEntries, 1234067, 255, "tile/entries/x001/x234/067.p/255"},
	} {
		if got := tilePath(tt.level, tt.n, tt.w); got != tt.want {
			t.Errorf("tilePath = %s, want %s", got, tt.want)
		}
		level, n, w, ok := parseTilePath(tt.want)
		if !ok || level != tt.level || n != tt.n || w != tt.w {
			t.Errorf("parseTilePath(%s) = %d, %d, %d, %v", tt.want, level, n, w, ok)
		}
	}
	for _, bad := range []string{"", "tile", "tile/0", "tile/0/0", "tile/0/0000", "tile/00/000", "tile/8/000", "tile/-1/000", "tile/0/000.p/0",
		"tile/0/000.p/256", "tile/0/000.p/03", "tile/0/000.p", "tile/0/x000/001", "tile/0/001/002", "tile/0/x001/x002", "tile/0/-01", "tile/x/000",
		"tile/0/x999/x999/x999/x999/x999/x999/x999/999", "other/0/000"} {
		if level, n, w, ok := parseTilePath(bad); ok {
			t.Errorf("parseTilePath(%q) = %d, %d, %d", bad, level, n, w)
		}
	}
}

// The tiles of a log of 70,000 records are those that tlog-tiles gives as its example, and hash to the root.
func TestTiles(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 70,000 records")
	}
	dir := create(t, Options{TextMode: TextNone}, 1, 65_000, 4_999)
	count := map[string]int{}
	for name := range readTree(t, dir) {
		if level, _, w, ok := parseTilePath(name); ok {
			count[fmt.Sprint(level, " ", w)]++
		}
	}
	want := map[string]int{"-1 256": 273, "-1 112": 1, "0 256": 273, "0 112": 1, "1 256": 1, "1 17": 1, "2 1": 1}
	if fmt.Sprint(count) != fmt.Sprint(want) {
		t.Errorf("tiles by level and width: %v, want %v", count, want)
	}
	wantSound(t, dir)
	// tlog rebuilds the root from the tiles alone.
	r := openRead(t, dir)
	tree := tlog.Tree{N: r.Size(), Hash: r.Root()}
	hr := tlog.TileHashReader(tree, tileReader{t, dir})
	p, err := tlog.ProveRecord(tree.N, 66_666, hr)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(tilePath(levelEntries, 66_666/256, 256))))
	if err != nil {
		t.Fatal(err)
	}
	for range 66_666 % 256 {
		b = b[2+int(b[0])<<8+int(b[1]):]
	}
	record := b[2:][:int(b[0])<<8+int(b[1])]
	if err := tlog.CheckRecord(p, tree.N, tree.Hash, 66_666, tlog.RecordHash(record)); err != nil {
		t.Error(err)
	}
	// Missing and damaged tiles are made again.
	for _, damage := range []func() error{
		func() error { return os.RemoveAll(filepath.Join(dir, dirTile)) },
		func() error { return os.Remove(filepath.Join(dir, fileTiled)) },
		func() error { return os.WriteFile(filepath.Join(dir, fileTiled), []byte("x"), 0o644) },
	} {
		if err := damage(); err != nil {
			t.Fatal(err)
		}
		closeLog(t, open(t, dir, Options{}))
		wantSound(t, dir)
	}
	if err := os.WriteFile(filepath.Join(dir, "tile", "0", "000"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	l := open(t, dir, Options{})
	if err := l.RebuildTiles(context.Background()); err != nil {
		t.Error(err)
	}
	closeLog(t, l)
	wantSound(t, dir)
}

type tileReader struct {
	t   *testing.T
	dir string
}

func (tileReader) Height() int { return tileHeight }
func (r tileReader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var out [][]byte
	for _, tile := range tiles {
		b, err := os.ReadFile(filepath.Join(r.dir, filepath.FromSlash(tilePath(tile.L, tile.N, tile.W))))
		if err != nil {
			return nil, err
		}
		out = append(out, b)
	}
	return out, nil
}
func (tileReader) SaveTiles([]tlog.Tile, [][]byte) {}

// The format, byte for byte: a log with a fixed key, salts and time. When this fails the format has changed, and needs a
// new version with a line in its history; run with -update only then.
func TestGolden(t *testing.T) {
	o := fixedOptions()
	o.SegmentBytes = 300
	got := readTree(t, create(t, o, 2, 3, 1))
	golden := filepath.Join("testdata", "golden-1")
	if *update {
		writeTree(t, golden, got)
	}
	equalTrees(t, got, readTree(t, golden))
	wantSound(t, golden)
	checkSeries(t, golden)
}
