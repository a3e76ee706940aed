package segment

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden files anew")

func build(t testing.TB, skeletons [][]byte, workers, resident int) []byte {
	t.Helper()
	texts := make([]Text, len(skeletons))
	for i, sk := range skeletons {
		texts[i] = Text{Slot: uint32(i * 2), Version: 1, Length: uint32(len(sk))}
	}
	var buf bytes.Buffer
	load := func(_ context.Context, i int, b []byte) ([]byte, error) { return append(b[:0], skeletons[i]...), nil }
	info, err := write(context.Background(), &buf, texts, workers, load, resident)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size != int64(buf.Len()) {
		t.Fatalf("Size = %d, file has %d bytes", info.Size, buf.Len())
	}
	return buf.Bytes()
}

func parse(t testing.TB, data []byte) *Segment {
	t.Helper()
	s, err := Parse(data)
	if err == nil {
		err = errors.Join(s.Verify(data), s.VerifyEntries())
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestFindsEverySample asserts that each sampled k-mer of each text is in its group, and that groups ascend; and that the file does not
// depend on workers and passes.
func TestFindsEverySample(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		alphabet := rapid.IntRange(1, 30).Draw(rt, "alphabet")
		var sks [][]byte
		for i := range rapid.IntRange(0, 12).Draw(rt, "texts") {
			n := rapid.IntRange(0, 800).Draw(rt, "length")
			r := rand.New(rand.NewPCG(uint64(i), rapid.Uint64().Draw(rt, "seed")))
			sk := make([]byte, n)
			for j := range sk {
				sk[j] = 'a' + byte(r.IntN(alphabet))
			}
			sks = append(sks, sk)
		}
		data := build(t, sks, 1, residentEntries)
		if !bytes.Equal(data, build(t, sks, 3, 50)) {
			rt.Fatal("file depends on workers or passes")
		}
		s := parse(t, data)
		n := 0
		for i, sk := range sks {
			start := s.Texts()[i].Start
			for j := 0; j+K <= len(sk); j += Stride {
				unit := start + uint32(j/Stride)
				sp := s.Group(Hash(sk[j:]))
				for e := sp.Lo + 1; e < sp.Hi; e++ {
					if s.Unit(e) <= s.Unit(e-1) {
						rt.Fatal("group does not ascend")
					}
				}
				if sp = s.Within(sp, unit, unit+1); sp.Len() != 1 || s.Unit(sp.Lo) != unit {
					rt.Fatalf("k-mer at %d of text %d: %v", j, i, sp)
				}
				if s.TextAt(unit) != i {
					rt.Fatalf("TextAt(%d) = %d, want %d", unit, s.TextAt(unit), i)
				}
				n++
			}
		}
		if n != s.Entries() {
			rt.Fatalf("%d entries for %d samples", s.Entries(), n)
		}
	})
}

func TestGroupOfManyEntries(t *testing.T) {
	s := parse(t, build(t, [][]byte{bytes.Repeat([]byte("boilerplate"), 4000), []byte("something else here")}, 2, residentEntries))
	for j := range 11 {
		if sp := s.Group(Hash(bytes.Repeat([]byte("boilerplate"), 3)[j:])); sp.Len() < 400 {
			t.Errorf("group of %d entries", sp.Len())
		}
	}
	if sp := s.Group(Hash([]byte("never there."))); sp.Len() > 600 {
		t.Errorf("group of %d entries for what is not there", sp.Len())
	}
}

// TestGroupsAgreeWithAScan compares what the words find with a look at each fingerprint, in buckets of every size.
func TestGroupsAgreeWithAScan(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		s := &Segment{shift: 64 - 6}
		off := make([]uint32, 65)
		for b := range 64 {
			run := make([]byte, r.IntN([]int{5, 30, 300, 300, 40_000}[r.IntN(5)]))
			for i := range run {
				run[i] = byte(r.IntN(1 + r.IntN(256)))
			}
			slices.Sort(run)
			s.fp = append(s.fp, run...)
			off[b+1] = uint32(len(s.fp))
		}
		s.lines, s.wide = appendBuckets(off)
		s.l.entries, s.l.wide = len(s.fp), len(s.wide)/wideSize
		if f := s.verifyBuckets(); f != nil {
			rt.Fatal(f)
		}
		s.fp = append(s.fp, make([]byte, scanned)...)
		hashes := make([]uint64, r.IntN(200))
		for i := range hashes {
			hashes[i] = r.Uint64()&0xff000000_00ffffff | uint64(r.IntN(1+r.IntN(256)))<<24
		}
		spans := make([]Span, len(hashes))
		s.Groups(hashes, spans)
		for i, h := range hashes {
			lo, hi := off[h>>s.shift], off[h>>s.shift+1]
			n, first := 0, hi
			for e := hi; e > lo; e-- {
				if s.fp[e-1] == fingerprint(h) {
					n, first = n+1, e-1
				}
			}
			if spans[i].Len() != n || n > 0 && spans[i].Lo != first {
				rt.Fatalf("bucket [%d,%d), fingerprint %d: %v, want %d entries from %d", lo, hi, fingerprint(h), spans[i], n, first)
			}
			if one := s.Group(h); one != spans[i] {
				rt.Fatalf("Group = %v, Groups = %v", one, spans[i])
			}
		}
	})
}

// TestDamage flips every byte of a file, and cuts it everywhere.
func TestDamage(t *testing.T) {
	data := build(t, [][]byte{[]byte(strings.Repeat("onceuponatimeinaland", 3)), []byte("faraway")}, 1, residentEntries)
	check := func(d []byte) error {
		s, err := Parse(d)
		if err == nil {
			err = s.Verify(d)
		}
		return err
	}
	for i := range data {
		d := slices.Clone(data)
		d[i] ^= 1 << (i % 8)
		var f *Fault
		if err := check(d); !errors.Is(err, ErrCorrupt) || !errors.As(err, &f) {
			t.Fatalf("byte %d flipped: %v", i, err)
		}
		if err := check(data[:i]); !errors.As(err, &f) || !f.Truncated && i > 0 && i < len(data)-1 && i > headerSize+8 {
			t.Fatalf("cut at %d: %v", i, err)
		}
	}
}

func TestLoadErrors(t *testing.T) {
	texts := []Text{{Length: 100}}
	boom := errors.New("boom")
	for _, load := range []Load{
		func(context.Context, int, []byte) ([]byte, error) { return nil, boom },
		func(context.Context, int, []byte) ([]byte, error) { return make([]byte, 99), nil },
	} {
		if _, err := Write(context.Background(), &bytes.Buffer{}, texts, 1, load); err == nil {
			t.Error("Write succeeds")
		}
	}
}

// TestGolden pins the file format. A change of it needs a new Version.
func TestGolden(t *testing.T) {
	data := build(t, [][]byte{[]byte("thequickbrownfoxjumpsoverthelazydog"), []byte("short"), []byte("thequickbrownfoxagain")}, 1, residentEntries)
	s := parse(t, data)
	var sb strings.Builder
	fmt.Fprintf(&sb, "size %d, checksum %016x, bucket bits %d, width %d\n", len(data), s.Sum(), s.l.bits, s.l.width)
	for i, x := range s.Texts() {
		fmt.Fprintf(&sb, "text %d: %+v\n", i, x)
	}
	for b := range uint64(1) << s.l.bits {
		for sp, e := s.bucket(b), s.bucket(b).Lo; e < sp.Hi; e++ {
			fmt.Fprintf(&sb, "bucket %d: fingerprint %02x unit %d\n", b, s.fp[e], s.Unit(e))
		}
	}
	for i := 0; i < len(data); i += 32 {
		fmt.Fprintf(&sb, "%04x  % x\n", i, data[i:min(i+32, len(data))])
	}
	name := filepath.Join("testdata", "segment.golden")
	if *update {
		if err := errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(name, []byte(sb.String()), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if sb.String() != string(want) {
		t.Errorf("got\n%swant\n%s(go test -update writes it anew)", sb.String(), want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(build(f, [][]byte{[]byte("thequickbrownfoxjumpsoverthelazydog")}, 1, residentEntries))
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse(data)
		if err != nil || s.Verify(data) != nil || s.VerifyEntries() != nil {
			return
		}
		for i := range 100 {
			sp := s.Group(Hash(bytes.Repeat([]byte{byte(i)}, K)))
			for e := sp.Lo; e < sp.Hi; e++ {
				s.TextAt(s.Unit(e))
			}
		}
	})
}
