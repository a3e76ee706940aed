package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// dump is all that a reader can learn from a corpus.
func dump(dir string) (string, error) {
	s, err := Open(dir, testOptions())
	if err != nil {
		return "", err
	}
	out, err := dumpSnapshot(s)
	return out, errors.Join(err, s.Close())
}

func dumpSnapshot(s *Snapshot) (string, error) {
	var sb strings.Builder
	fmt.Fprintf(&sb, "%d %x\n", s.NumDocs(), s.Root(nil))
	for i := range s.NumDocs() {
		d, err := s.document(i)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&sb, "%+v\n", *d)
		for _, v := range d.Versions {
			t, err := s.Version(i, v.Hash)
			if err != nil {
				return "", err
			}
			sk := t.Skeleton(0).Bytes
			fmt.Fprintf(&sb, "%q\n", t.Source)
			for p := 0; p+MinProbe <= len(sk); p += 5 {
				hits, _ := s.Probe(sk[p:p+MinProbe], nil)
				fmt.Fprintln(&sb, hits)
			}
		}
	}
	cols, err := s.Collections()
	fmt.Fprintln(&sb, cols)
	return sb.String(), err
}

// sample makes a corpus with versions and removed documents and closes it.
func sample(t testing.TB) string {
	t.Helper()
	ctx := context.Background()
	dir := t.TempDir() + "/corpus"
	must(t, Create(dir, testOptions()))
	w, err := OpenWriter(dir, testOptions())
	must(t, err)
	for i := range 12 {
		put(t, w, fmt.Sprint("d", i), fmt.Sprint(i, foxes, i, ships), Added)
	}
	flush(t, w)
	put(t, w, "d1", rains, Changed)
	_, err = w.Remove(ctx, "d2")
	must(t, err)
	flush(t, w)
	must(t, w.Close())
	return dir
}

func filesIn(t testing.TB, dir string) (names []string) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			names = append(names, name)
		}
		return err
	}))
	return names
}

// TestDamage flips bytes of every file: what is read is either right or an error that says so.
func TestDamage(t *testing.T) {
	dir := sample(t)
	want, err := dump(dir)
	must(t, err)
	r := rand.New(rand.NewPCG(7, 8))
	found := 0
	for _, name := range filesIn(t, dir) {
		data, err := os.ReadFile(name)
		must(t, err)
		if len(data) == 0 || filepath.Base(name) == lockFile {
			continue
		}
		for range 12 {
			i := r.IntN(len(data))
			bad := append([]byte{}, data...)
			bad[i] ^= 1 << r.IntN(8)
			must(t, os.WriteFile(name, bad, 0o644))
			got, err := dump(dir)
			switch {
			case err == nil && got != want:
				t.Errorf("%s, byte %d of %d: other answers, no error", name, i, len(data))
			case err != nil && !IsCorrupt(err) && !errors.Is(err, ErrFormat):
				t.Errorf("%s, byte %d of %d: %v", name, i, len(data), err)
			case err != nil && !strings.Contains(err.Error(), dir):
				t.Errorf("%s, byte %d of %d: no file in %q", name, i, len(data), err)
			case err != nil:
				found++
			}
			// Check must not fail or panic either.
			err = Check(context.Background(), dir, testOptions(), func(Finding) {})
			if err != nil && !errors.Is(err, ErrFormat) {
				t.Errorf("%s, byte %d of %d: Check: %v", name, i, len(data), err)
			}
		}
		must(t, os.WriteFile(name, data, 0o644))
	}
	if found < 20 {
		t.Errorf("only %d of the flips were found", found)
	}
	if got, err := dump(dir); err != nil || got != want {
		t.Errorf("after all: %v", err)
	}
}

func findings(t testing.TB, dir string) (fs []Finding) {
	t.Helper()
	must(t, Check(context.Background(), dir, testOptions(), func(f Finding) { fs = append(fs, f) }))
	return fs
}

func TestCheckAndRepair(t *testing.T) {
	dir := sample(t)
	if fs := findings(t, dir); len(fs) > 0 {
		t.Fatalf("sound corpus: %+v", fs)
	}
	segs, err := filepath.Glob(filepath.Join(dir, segmentsDir, "*.seg"))
	must(t, err)
	if len(segs) < 2 {
		t.Fatalf("%d segments", len(segs))
	}
	must(t, os.Truncate(segs[0], 100))
	must(t, os.Remove(segs[1]))
	must(t, os.WriteFile(filepath.Join(dir, segmentsDir, "999999.seg"), nil, 0o644))
	kinds := map[FindingKind]int{}
	for _, f := range findings(t, dir) {
		kinds[f.Kind]++
		if f.File == "" || f.Hint == "" || f.Err == "" || filepath.IsAbs(f.File) {
			t.Errorf("%+v", f)
		}
	}
	if kinds[Truncated] != 1 || kinds[Missing] == 0 || kinds[Orphan] != 1 {
		t.Errorf("findings: %v", kinds)
	}
	if _, err := OpenWriter(dir, testOptions()); !IsCorrupt(err) {
		t.Errorf("OpenWriter: %v", err)
	}
	must(t, Repair(context.Background(), dir, testOptions()))
	if fs := findings(t, dir); len(fs) > 0 {
		t.Fatalf("after repair: %+v", fs)
	}
	s := open(t, dir, testOptions())
	if got := find(t, s, "rain in Spain stays mainly"); got != "[d1]" {
		t.Errorf("find = %v", got)
	}
}
