package ledger

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"example.com/verbatim/internal/durable"
)

// fault is how a call fails.
type fault int

const (
	notStored    fault = iota // nothing was done
	partlyStored              // a write got half its bytes down (other calls: as notStored)
	stored                    // it was done, and reported as failed
)

// faultFS makes one call fail: the n-th of its label. It also notes the labels of all calls, so that a first run gives
// the table of the runs to come. Calls come from several goroutines; labels and counts do not depend on their order.
type faultFS struct {
	durable.FS
	root string

	mu     sync.Mutex
	calls  []string
	seen   map[string]int
	target string // label, a space and n; empty: nothing fails
	how    fault
	err    error
	hit    bool
}

func (f *faultFS) do(op, name string, half, all func() error) error {
	rel, err := filepath.Rel(f.root, name)
	if err != nil {
		rel = name
	}
	label := op + " " + filepath.ToSlash(rel)
	f.mu.Lock()
	if f.seen == nil {
		f.seen = map[string]int{}
	}
	f.seen[label]++
	label = fmt.Sprint(label, " ", f.seen[label])
	f.calls = append(f.calls, label)
	fails := label == f.target
	f.hit = f.hit || fails
	f.mu.Unlock()
	if !fails {
		return all()
	}
	switch f.how {
	case stored:
		all()
	case partlyStored:
		half()
	}
	return &fs.PathError{Op: op, Path: rel, Err: f.err}
}

func nothing() error { return nil }

func (f *faultFS) OpenFile(name string, flag int, perm fs.FileMode) (file durable.File, err error) {
	open := func() error {
		inner, err := f.FS.OpenFile(name, flag, perm)
		file = &faultFile{inner, f, name}
		return err
	}
	if err := f.do("open", name, nothing, open); err != nil {
		if file != nil && file.(*faultFile).File != nil {
			file.Close()
		}
		return nil, err
	}
	return file, nil
}
func (f *faultFS) Rename(o, n string) error {
	return f.do("rename", n, nothing, func() error { return f.FS.Rename(o, n) })
}
func (f *faultFS) Remove(n string) error {
	return f.do("remove", n, nothing, func() error { return f.FS.Remove(n) })
}
func (f *faultFS) MkdirAll(n string, p fs.FileMode) error {
	return f.do("mkdir", n, nothing, func() error { return f.FS.MkdirAll(n, p) })
}
func (f *faultFS) SyncDir(n string) error {
	return f.do("syncdir", n, nothing, func() error { return f.FS.SyncDir(n) })
}
func (f *faultFS) SyncAll(n string) error {
	return f.do("syncall", n, nothing, func() error { return f.FS.SyncAll(n) })
}

type faultFile struct {
	durable.File
	fs   *faultFS
	name string
}

func (f *faultFile) WriteAt(b []byte, off int64) (n int, err error) {
	err = f.fs.do("write", f.name,
		func() error { n, err = f.File.WriteAt(b[:len(b)/2], off); return err },
		func() error { n, err = f.File.WriteAt(b, off); return err })
	return n, err
}
func (f *faultFile) Sync() error { return f.fs.do("sync", f.name, nothing, f.File.Sync) }
func (f *faultFile) Truncate(n int64) error {
	return f.fs.do("truncate", f.name, nothing, func() error { return f.File.Truncate(n) })
}
func (f *faultFile) Close() error { return f.fs.do("close", f.name, f.File.Close, f.File.Close) }

// TestFailures fails every call that changes the folder, one at a time, in every phase of a ledger's life: nothing that
// was answered for may be lost, what was refused must not be there (but for the one step after which nobody can know),
// and the ledger must be sound at once for readers, and go on after it is opened again.
func TestFailures(t *testing.T) {
	o := Options{SegmentBytes: 20_000, FS: unsyncedFS{durable.OS()}}
	base := create(t, o, 250)
	sound := readTree(t, base)
	// A ledger with a staged tail in all its files, as a killed writer leaves it.
	l := open(t, base, o)
	appendN(t, l, 250, 300)
	closeLog(t, l)
	staged := uncommitted(readTree(t, base), sound)

	create := func(dir string, o Options) (int64, error) { return 0, Create(dir, o) }
	use := func(dir string, o Options) (size int64, err error) {
		l, err := Open(dir, o)
		if err != nil {
			return 250, err
		}
		defer l.Close()
		if _, err := l.Append(context.Background(), batchOf(250, 300)); err != nil {
			if _, again := l.Append(context.Background(), batchOf(250, 1)); !errors.Is(again, err) && !strings.Contains(again.Error(), "earlier write failed") {
				return 250, fmt.Errorf("a second append after a failed one: %w", again)
			}
			return 250, err
		}
		if _, err := l.Append(context.Background(), batchOf(550, 20)); err != nil {
			return 550, err
		}
		return 570, l.Close()
	}
	cases, ran := 0, 0
	for _, phase := range []struct {
		name string
		tree map[string][]byte
		run  func(dir string, o Options) (answered int64, err error)
	}{{"create", nil, create}, {"use", sound, use}, {"recover", staged, use}} {
		root := t.TempDir()
		run := func(target string, how fault, errno error) (*faultFS, string, int64, error) {
			dir := filepath.Join(root, "l")
			if phase.tree == nil {
				writeTree(t, dir, nil)
			}
			rewrite(t, dir, phase.tree)
			f := &faultFS{FS: o.FS, root: root, target: target, how: how, err: errno}
			oo := o
			oo.FS = f
			n, err := phase.run(dir, oo)
			return f, dir, n, err
		}
		dry, _, _, err := run("", 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, target := range dry.calls {
			for _, how := range []fault{notStored, partlyStored, stored} {
				if how == partlyStored && !strings.HasPrefix(target, "write") {
					continue
				}
				errno := []error{syscall.ENOSPC, syscall.EIO}[cases%2]
				cases++
				if testing.Short() && cases%6 != 0 {
					continue
				}
				ran++
				f, dir, answered, err := run(target, how, errno)
				checkAfterFailure(t, fmt.Sprintf("%s: %s, %d", phase.name, target, how), f, dir, o, answered, err, cases%8 == 0)
				if t.Failed() {
					return
				}
			}
		}
	}
	t.Logf("%d of %d failures", ran, cases)
}

func checkAfterFailure(t *testing.T, name string, f *faultFS, dir string, o Options, answered int64, err error, closely bool) {
	t.Helper()
	if !f.hit {
		t.Errorf("%s: the call did not happen", name)
	}
	if err != nil && !errors.Is(err, f.err) {
		t.Errorf("%s: the error is %v", name, err)
	}
	if errors.Is(isLedger(dir), ErrNoLedger) { // a Create that did not get to its end
		if err := Create(dir, o); err != nil {
			t.Errorf("%s: creating again: %v", name, err)
		}
	}
	list, sum := findings(t, dir, VerifyOptions{})
	for _, x := range list {
		t.Errorf("%s: before it is opened again: %v", name, x)
	}
	if sum.Size < answered {
		t.Errorf("%s: %d records, %d were answered for", name, sum.Size, answered)
	}
	// Only a failure after the checkpoint's rename may leave more than was answered for.
	inDoubt := f.how == stored && strings.HasPrefix(f.target, "rename l/checkpoint") || strings.HasPrefix(f.target, "syncdir l ")
	if err != nil && sum.Size > answered && !inDoubt && answered < 570 {
		t.Errorf("%s: %d records, only %d were answered for", name, sum.Size, answered)
	}
	l, err := Open(dir, o)
	if err != nil {
		t.Errorf("%s: opening again: %v", name, err)
		return
	}
	if l.Size() != sum.Size {
		t.Errorf("%s: %d records, %d after opening again", name, sum.Size, l.Size())
	}
	if _, err := l.Append(context.Background(), batchOf(int(l.Size()), 30)); err != nil {
		t.Errorf("%s: appending after opening again: %v", name, err)
	}
	if err := l.Close(); err != nil {
		t.Errorf("%s: closing: %v", name, err)
	}
	if closely {
		wantSound(t, dir)
		checkSeries(t, dir)
	}
	for rel := range readTree(t, dir) {
		if rel == fileCheckpoint+durable.TempSuffix {
			t.Errorf("%s: %s is left over", name, rel)
		}
	}
}

// TestTornFiles cuts every file of a commit at every byte. Beyond the checkpoint that is a staged tail; before it, damage.
func TestTornFiles(t *testing.T) {
	o := fixedOptions()
	o.FS = unsyncedFS{durable.OS()}
	dir := create(t, o, 3)
	before := readTree(t, dir)
	l := open(t, dir, o)
	appendN(t, l, 3, 2)
	closeLog(t, l)
	after := readTree(t, dir)
	for _, file := range []string{fileRecords, fileHashes, fileOffsets, "vault/" + segmentName(0)} {
		from, to := len(before[file]), len(after[file])
		for cut := from; cut <= to; cut++ {
			if testing.Short() && cut%9 != 0 {
				continue
			}
			closely := cut%16 == 0 || cut == to // a look at everything takes longer
			// The commit had not come to its checkpoint.
			torn := uncommitted(after, before)
			torn[file] = after[file][:cut]
			rewrite(t, dir, torn)
			l, err := Open(dir, o)
			if err != nil {
				t.Fatalf("%s cut at %d of %d: %v", file, cut, to, err)
			}
			if l.Size() != 3 || l.Recovered().Bytes == 0 || file != fileRecords && l.Recovered().Records != 2 {
				t.Errorf("%s cut at %d: size %d, recovered %+v", file, cut, l.Size(), l.Recovered())
			}
			closeLog(t, l)
			if closely {
				wantSound(t, dir)
				equalTrees(t, readTree(t, dir), before)
			}
			if cut == to {
				continue
			}
			// The commit had come to its checkpoint, and the disk lost what it had promised.
			torn = readCopy(after)
			torn[file] = after[file][:cut]
			rewrite(t, dir, torn)
			var d *DamageError
			if _, err := Open(dir, o); !IsCorrupt(err) || !errors.As(err, &d) || d.File == "" {
				t.Errorf("%s cut at %d, committed: %v", file, cut, err)
			}
			if closely {
				list, _ := findings(t, dir, VerifyOptions{})
				if !names(list, file) {
					t.Errorf("%s cut at %d: found %v", file, cut, list)
				}
				equalTrees(t, readTree(t, dir), torn) // Open changes nothing in a damaged ledger
			}
		}
	}
}

// rewrite makes dir hold these files, most of which it already does.
func rewrite(t *testing.T, dir string, m map[string][]byte) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name := range readTree(t, dir) {
		if _, ok := m[name]; !ok {
			if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, b := range m {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if have, err := os.ReadFile(path); err == nil && string(have) == string(b) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// uncommitted is the state of a ledger whose writer was killed before it replaced the checkpoint.
func uncommitted(after, before map[string][]byte) map[string][]byte {
	m := readCopy(before)
	for name, b := range after {
		if name == fileRecords || name == fileHashes || name == fileOffsets || strings.HasPrefix(name, dirVault) {
			m[name] = b
		}
	}
	return m
}

// unsyncedFS leaves out every sync: whatever a test of this kind looks for does not depend on a power cut.
type unsyncedFS struct{ durable.FS }

func (unsyncedFS) SyncDir(string) error { return nil }
func (unsyncedFS) SyncAll(string) error { return nil }
func (u unsyncedFS) OpenFile(name string, flag int, perm fs.FileMode) (durable.File, error) {
	f, err := u.FS.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return unsyncedFile{f}, nil
}

type unsyncedFile struct{ durable.File }

func (unsyncedFile) Sync() error { return nil }

func readCopy(m map[string][]byte) map[string][]byte {
	out := map[string][]byte{}
	for k, v := range m {
		out[k] = v
	}
	return out
}

// names reports whether a finding is about file, or about the folder of its segments.
func names(list []Finding, file string) bool {
	for _, f := range list {
		if f.File == file || f.File == dirVault && strings.HasPrefix(file, dirVault) {
			return true
		}
	}
	return false
}

// TestFlips changes single bits in every file, and Verify must name the file. Small files: every byte, others: samples.
func TestFlips(t *testing.T) {
	o := fixedOptions()
	o.SegmentBytes = 3000
	dir := create(t, o, 20, 10, 290)
	sound := readTree(t, dir)
	wantSound(t, dir)
	n := 0
	for file, b := range sound {
		step := max(len(b)/60, 1)
		if testing.Short() {
			step = max(len(b)/10, 1)
		}
		for at := n % step; at < len(b); at += step {
			bad := append([]byte(nil), b...)
			bad[at] ^= 1 << (n % 8)
			n++
			path := filepath.Join(dir, filepath.FromSlash(file))
			if err := os.WriteFile(path, bad, 0o600); err != nil {
				t.Fatal(err)
			}
			list, _ := findings(t, dir, VerifyOptions{})
			if !names(list, file) && !(file == fileKey || file == filePublicKey) || len(list) == 0 {
				t.Errorf("%s, byte %d, %q to %q: found %v", file, at, b[at], bad[at], list)
			}
			for _, f := range list {
				if f.File == file && f.Offset > int64(at) {
					t.Errorf("%s, byte %d: found at byte %d: %v", file, at, f.Offset, f)
				}
			}
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(file)), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d flips in %d files", n, len(sound))
	if testing.Short() {
		return
	}
	// Missing files, and swapped records.
	for file := range sound {
		bad := readCopy(sound)
		delete(bad, file)
		writeTree(t, dir, bad)
		list, _ := findings(t, dir, VerifyOptions{})
		if file != fileKey && file != fileTiled && !names(list, file) { // a key may be elsewhere; tiles without a marker are made again
			t.Errorf("%s missing: found %v", file, list)
		}
	}
}

func TestSwappedRecords(t *testing.T) {
	o := fixedOptions()
	dir := create(t, o, 30)
	m := readTree(t, dir)
	s := openRead(t, dir).store
	at := func(i int64) (int64, int64) {
		from, _ := s.ends(i - 1)
		to, _ := s.ends(i)
		return from.record, to.record
	}
	a0, a1 := at(20)
	b0, b1 := at(25)
	if a1-a0 != b1-b0 {
		t.Fatalf("records of different lengths: %d and %d", a1-a0, b1-b0)
	}
	bad := append([]byte(nil), m[fileRecords]...)
	copy(bad[a0:a1], m[fileRecords][b0:b1])
	copy(bad[b0:b1], m[fileRecords][a0:a1])
	m[fileRecords] = bad
	writeTree(t, dir, m)
	list, _ := findings(t, dir, VerifyOptions{})
	frames, hashes, roots := 0, 0, 0
	for _, f := range list {
		switch f.Problem {
		case ProblemFrame:
			frames++
		case ProblemHash:
			hashes++
		case ProblemRoot:
			roots++
		}
	}
	if frames != 2 || hashes != 2 || roots != 1 {
		t.Errorf("swapped records: %v", list)
	}
}
