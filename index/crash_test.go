package index

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"
	"golang.org/x/sync/errgroup"
)

var crashes = flag.Int("crashes", 4, "how often the crash tests kill a writer")

const (
	childEnv  = "VERBATIM_TEST_CHILD"
	crashDocs = 20
)

// step brings a corpus from the state after batch i-1 to that after batch i.
func step(w *Writer, i int) error {
	ctx := context.Background()
	for j := range crashDocs {
		id := fmt.Sprint("d", j)
		if (i+j)%7 == 0 {
			if _, err := w.Remove(ctx, id); err != nil {
				return err
			}
		} else if _, err := w.Put(ctx, Input{ID: id, Source: []byte(crashText(i, j))}); err != nil {
			return err
		}
	}
	if _, err := w.Put(ctx, Input{ID: "batch", Source: []byte(fmt.Sprint(i))}); err != nil {
		return err
	}
	return w.Flush(ctx)
}

// crashText is the text of document j after batch i; it changes with each third batch.
func crashText(i, j int) string {
	return strings.Repeat(fmt.Sprintf("document %d says what it said in batch %d; ", j, i-(i+j)%3), 1+j)
}

// stateOf says after which batch a corpus is, and fails when it is between two.
func stateOf(s *Snapshot) (int, error) {
	doc, ok := s.Lookup("batch")
	if !ok {
		return 0, nil
	}
	text, err := s.Text(doc)
	if err != nil {
		return 0, err
	}
	i, err := strconv.Atoi(string(text.Source))
	if err != nil {
		return 0, err
	}
	for j := range crashDocs {
		doc, ok := s.Lookup(fmt.Sprint("d", j))
		if ok == ((i+j)%7 == 0) {
			return 0, fmt.Errorf("batch %d: document %d is there: %v", i, j, ok)
		}
		if !ok {
			continue
		}
		text, err := s.Text(doc)
		if err != nil {
			return 0, err
		}
		if want := crashText(i, j); string(text.Source) != want {
			return 0, fmt.Errorf("batch %d: document %d is %q, want %q", i, j, text.Source, want)
		}
		if sk := text.Skeleton(0).Bytes; len(s.ProbeDoc(doc, sk, nil)) == 0 {
			return 0, fmt.Errorf("batch %d: document %d has no candidates", i, j)
		}
	}
	return i, nil
}

// inspect opens a corpus as a reader, as a writer, and as a reader again; it must be after batch acked or the next one.
func inspect(t testing.TB, dir string, o Options, acked int) int {
	t.Helper()
	read := func() int {
		s, err := Open(dir, o)
		must(t, err)
		i, err := stateOf(s)
		must(t, errors.Join(err, s.Close()))
		if i != acked && i != acked+1 {
			t.Fatalf("after batch %d, acknowledged was %d", i, acked)
		}
		return i
	}
	before := read()
	w, err := OpenWriter(dir, o)
	must(t, err)
	must(t, w.Close())
	i := read()
	if i < before {
		t.Fatalf("recovery goes back from batch %d to %d", before, i)
	}
	must(t, Check(context.Background(), dir, o, func(f Finding) {
		if f.Kind != Orphan {
			t.Errorf("Check: %+v", f)
		}
	}))
	return i
}

// TestCrashMem stops the world at random operations on a file system that forgets what was not synced.
func TestCrashMem(t *testing.T) {
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	run := func(stop int64, unsynced int) (ops int64, clone *vfs.MemFS, acked int) {
		mem := vfs.NewCrashableMem()
		o := testOptions()
		o.fs = mem
		l := layout{mem, "/"}
		must(t, errors.Join(mem.MkdirAll("/c", 0o755), l.syncDir("/")))
		must(t, Create("/c/x", o))
		var n, done atomic.Int64
		var once sync.Once
		o.fs = errorfs.Wrap(mem, errorfs.InjectorFunc(func(op errorfs.Op) error {
			if n.Add(1) >= stop {
				once.Do(func() {
					acked = int(done.Load())
					clone = mem.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: unsynced, RNG: rand.New(rand.NewPCG(uint64(stop), 1))})
				})
			}
			return nil
		}))
		w, err := OpenWriter("/c/x", o)
		must(t, err)
		for i := 1; i <= 12; i++ {
			must(t, step(w, i))
			done.Store(int64(i))
		}
		must(t, w.Close())
		return n.Load(), clone, acked
	}
	total, _, _ := run(1<<62, 0)
	for range *crashes * 4 {
		stop, unsynced := r.Int64N(total)+1, []int{0, 50, 100}[r.IntN(3)]
		_, clone, acked := run(stop, unsynced)
		if clone == nil {
			continue
		}
		t.Logf("crash at operation %d of %d, %d %% of what was not synced is kept, %d batches acknowledged", stop, total, unsynced, acked)
		o := testOptions()
		o.fs = clone
		inspect(t, "/c/x", o, acked)
	}
}

// TestDiskFull lets writing of segments and texts fail: the error is told, nothing is lost, and it can be tried again.
func TestDiskFull(t *testing.T) {
	mem := vfs.NewMem()
	o := testOptions()
	var full atomic.Bool
	o.fs = errorfs.Wrap(mem, errorfs.InjectorFunc(func(op errorfs.Op) error {
		if full.Load() && op.Kind.ReadOrWrite() == errorfs.OpIsWrite && strings.Contains(op.Path, segmentsDir) {
			return syscall.ENOSPC
		}
		return nil
	}))
	must(t, Create("/c", o))
	w, err := OpenWriter("/c", o)
	must(t, err)
	defer func() { must(t, w.Close()) }()
	must(t, step(w, 1))
	full.Store(true)
	if err := step(w, 2); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("step on a full disk: %v", err)
	}
	full.Store(false)
	must(t, step(w, 2))
	s, err := Open("/c", o)
	must(t, err)
	i, err := stateOf(s)
	must(t, errors.Join(err, s.Close()))
	if i != 2 {
		t.Errorf("after batch %d", i)
	}
}

// runChild makes the test binary a writer that goes on until it is killed, and says after each batch that it is done.
func runChild() bool {
	dir := os.Getenv(childEnv)
	if dir == "" {
		return false
	}
	err := func() error {
		w, err := OpenWriter(dir, Options{dictionaryFrom: 512})
		if err != nil {
			return err
		}
		first, err := strconv.Atoi(os.Getenv(childEnv + "_FIRST"))
		for i := first; err == nil; i++ {
			if err = step(w, i); err == nil {
				fmt.Println(i)
			}
		}
		return err
	}()
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
	return true
}

// TestKill kills a writing process at random moments.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes")
	}
	dir := t.TempDir() + "/corpus"
	must(t, Create(dir, Options{}))
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	state := 0
	for range *crashes {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childEnv+"="+dir, fmt.Sprint(childEnv, "_FIRST=", state+1))
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		must(t, err)
		must(t, cmd.Start())
		timer := time.AfterFunc(time.Duration(r.IntN(700))*time.Millisecond, func() { _ = cmd.Process.Kill() })
		acked := state
		for sc := bufio.NewScanner(out); sc.Scan(); {
			acked, err = strconv.Atoi(sc.Text())
			must(t, err)
		}
		timer.Stop()
		if err := cmd.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
			t.Fatalf("child: %v", err)
		}
		state = inspect(t, dir, Options{}, acked)
	}
	t.Logf("%d kills, %d batches", *crashes, state)
}

// TestReadersBesideWriter opens snapshots while they come and go.
func TestReadersBesideWriter(t *testing.T) {
	dir, w := newCorpus(t, Options{dictionaryFrom: 512})
	must(t, step(w, 1))
	var done atomic.Bool
	var g errgroup.Group
	for range 3 {
		g.Go(func() error {
			last, opened := 0, 0
			for !done.Load() || opened == 0 {
				s, err := Open(dir, Options{})
				if err != nil {
					return err
				}
				i, err := stateOf(s)
				if err = errors.Join(err, s.Close()); err != nil {
					return err
				}
				if i < last {
					return fmt.Errorf("batch %d comes after %d", i, last)
				}
				last = i
				opened++
			}
			return nil
		})
	}
	for i := 2; i <= 15; i++ {
		must(t, step(w, i))
	}
	done.Store(true)
	must(t, g.Wait())
	held := open(t, dir, Options{})
	for i := 16; i <= 20; i++ {
		must(t, step(w, i))
	}
	if i, err := stateOf(held); i != 15 || err != nil {
		t.Errorf("held snapshot is after batch %d, %v", i, err)
	}
	names, err := os.ReadDir(dir + "/" + snapshotsDir)
	must(t, err)
	if len(names) != 3 { // CURRENT, the held one, the newest
		t.Errorf("snapshots: %v", names)
	}
}
