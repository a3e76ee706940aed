package ledger

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
)

func TestAppendAndRead(t *testing.T) {
	o := fixedOptions()
	dir := create(t, o, 3, 1, 300, 1000)
	sum := wantSound(t, dir)
	if sum.Size != 1304 || sum.Words != 1304 || sum.Statuses["fabricated"] != 261 || sum.Tiles == 0 {
		t.Errorf("summary %+v", sum)
	}
	checkSeries(t, dir)
	r := openRead(t, dir)
	ctx := context.Background()

	rec, p, err := r.Record(303)
	if err != nil {
		t.Fatal(err)
	}
	want := entry(303)
	want.Record.Kind, want.Record.Schema, want.Record.Time = KindVerification, Schema, o.Now()
	want.Record.QuoteHash = rec.QuoteHash
	if !reflect.DeepEqual(*rec, want.Record) {
		t.Errorf("record 303:\n got %+v\nwant %+v", *rec, want.Record)
	}
	if p.Words != want.Words || p.QuoteID != want.QuoteID || p.CallerID != want.CallerID || p.Salt == [32]byte{} {
		t.Errorf("private of 303: %+v", p)
	}
	for _, i := range []int64{-1, 1304, 1 << 40} {
		if _, _, err := r.Record(i); !errors.Is(err, ErrNotFound) {
			t.Errorf("Record(%d): %v, want ErrNotFound", i, err)
		}
	}

	var got []int64
	collect := func(limit int) func(int64, *Record, *Private) error {
		got = nil
		return func(i int64, _ *Record, p *Private) error {
			if p.Words != entry(int(i)).Words {
				return fmt.Errorf("words of %d: %q", i, p.Words)
			}
			if got = append(got, i); len(got) == limit {
				return ErrStop
			}
			return nil
		}
	}
	for _, tt := range []struct {
		name  string
		run   func(context.Context, int64, func(int64, *Record, *Private) error) error
		from  int64
		limit int
		want  []int64
	}{
		{"forward", r.Records, 1302, 0, []int64{1302, 1303}},
		{"from below", r.Records, -7, 2, []int64{0, 1}},
		{"beyond", r.Records, 5000, 0, nil},
		{"back from the end", r.RecordsBack, -1, 3, []int64{1303, 1302, 1301}},
		{"back to the start", r.RecordsBack, 1, 0, []int64{1, 0}},
	} {
		if err := tt.run(ctx, tt.from, collect(tt.limit)); err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %v, %v, want %v", tt.name, got, err, tt.want)
		}
	}
	n := 0
	if err := r.RecordsBack(ctx, -1, func(int64, *Record, *Private) error { n++; return nil }); err != nil || n != 1304 {
		t.Errorf("back: %d records, %v", n, err)
	}
	boom := errors.New("boom")
	if err := r.Records(ctx, 0, func(int64, *Record, *Private) error { return boom }); err != boom {
		t.Errorf("error of the callback: %v", err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if err := r.Records(cancelled, 0, collect(0)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestFabrications(t *testing.T) {
	dir := create(t, fixedOptions())
	l := open(t, dir, fixedOptions())
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range 40 {
		e := entry(i)
		e.Record.Time = day.AddDate(0, 0, i)
		if i == 2 {
			e.Record.SourceID = `","status":"fabricated"` // must not be taken for the field
		}
		if _, err := l.Append(context.Background(), []Entry{e}); err != nil {
			t.Fatal(err)
		}
	}
	closeLog(t, l)
	for _, tt := range []struct {
		f    Filter
		want string
	}{
		{Filter{}, "[3 8 13 18 23 28 33 38]"},
		{Filter{Source: "contract-03"}, "[3 38]"},
		{Filter{Since: day.AddDate(0, 0, 18)}, "[18 23 28 33 38]"},
		{Filter{Since: day.AddDate(0, 0, 18), Until: day.AddDate(0, 0, 28)}, "[18 23]"},
		{Filter{Source: "nowhere"}, "[]"},
	} {
		got := []int64{}
		err := openRead(t, dir).Fabrications(context.Background(), tt.f, func(i int64, r *Record, p *Private) error {
			got = append(got, i)
			return nil
		})
		if err != nil || fmt.Sprint(got) != tt.want {
			t.Errorf("%+v: %v, %v, want %s", tt.f, got, err, tt.want)
		}
	}
}

func TestTextModes(t *testing.T) {
	for _, tt := range []struct {
		mode TextMode
		want int64
	}{{TextAll, 20}, {TextFabricated, 4}, {TextNone, 0}} {
		o := fixedOptions()
		o.TextMode = tt.mode
		dir := create(t, o, 20)
		if sum := wantSound(t, dir); sum.Words != tt.want {
			t.Errorf("mode %d keeps %d, want %d", tt.mode, sum.Words, tt.want)
		}
		// Nothing of what is not kept may be anywhere in the folder.
		e := entry(1)
		for name, b := range readTree(t, dir) {
			kept := strings.Contains(string(b), e.Words) || strings.Contains(string(b), e.QuoteID)
			if kept != (tt.mode == TextAll && strings.HasPrefix(name, dirVault)) {
				t.Errorf("mode %d, file %s: words kept: %v", tt.mode, name, kept)
			}
		}
	}
}

func TestVaultSegments(t *testing.T) {
	o := fixedOptions()
	o.SegmentBytes = 400
	dir := create(t, o, 1, 10, 3, 3, 3, 3, 3, 3, 3, 200)
	segs, err := listSegments(dir)
	if err != nil || len(segs) < 4 {
		t.Fatalf("%d segments, %v", len(segs), err)
	}
	wantSound(t, dir)
	checkSeries(t, dir)
	l := open(t, dir, o)
	appendN(t, l, 232, 5)
	closeLog(t, l)
	wantSound(t, dir)
	checkSeries(t, dir)
}

func TestSecondWriter(t *testing.T) {
	dir := create(t, Options{}, 2)
	l := open(t, dir, Options{})
	_, err := Open(dir, Options{})
	if !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), fmt.Sprintf("process %d", os.Getpid())) {
		t.Errorf("second writer: %v", err)
	}
	if err := Create(dir, Options{}); !errors.Is(err, ErrLocked) {
		t.Errorf("create beside a writer: %v", err)
	}
	closeLog(t, l)
	if err := l.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
	if _, err := l.Append(context.Background(), batchOf(2, 1)); !errors.Is(err, ErrClosed) {
		t.Errorf("append after close: %v", err)
	}
	closeLog(t, open(t, dir, Options{}))
}

func TestOpenErrors(t *testing.T) {
	empty := t.TempDir()
	if _, err := Open(empty, Options{}); !errors.Is(err, ErrNoLedger) {
		t.Errorf("open nothing: %v", err)
	}
	if _, err := OpenRead(filepath.Join(empty, "none"), Options{}); !errors.Is(err, ErrNoLedger) {
		t.Errorf("read nothing: %v", err)
	}
	if _, err := Verify(context.Background(), empty, VerifyOptions{}, nil); !errors.Is(err, ErrNoLedger) {
		t.Errorf("verify nothing: %v", err)
	}
	if list, _ := os.ReadDir(empty); len(list) > 0 {
		t.Errorf("opening nothing left %v", list)
	}
	dir := create(t, fixedOptions(), 2)
	if err := Create(dir, Options{}); !errors.Is(err, ErrExists) {
		t.Errorf("create twice: %v", err)
	}
	if _, err := Open(dir, Options{Origin: "other.example"}); err == nil {
		t.Error("opened with another origin")
	}
	if _, err := OpenRead(dir, Options{Origin: "other.example"}); err == nil {
		t.Error("opened for reading with another origin")
	}
	for _, origin := range []string{"a b", "a+b", "a\nb", "\xff"} {
		if err := Create(t.TempDir(), Options{Origin: origin}); err == nil {
			t.Errorf("created with the origin %q", origin)
		}
	}
	if err := os.Remove(filepath.Join(dir, fileCheckpoint)); err != nil {
		t.Fatal(err)
	}
	for _, open := range []func() error{
		func() error { _, err := Open(dir, Options{}); return err },
		func() error { _, err := OpenRead(dir, Options{}); return err },
		func() error { return Create(dir, Options{}) },
	} {
		if err := open(); !IsCorrupt(err) || !strings.Contains(err.Error(), "backup") {
			t.Errorf("without a checkpoint: %v", err)
		}
	}
	list, sum := findings(t, dir, VerifyOptions{})
	if len(list) == 0 || list[0].File != fileCheckpoint || sum.Statuses["exact"] != 1 {
		t.Errorf("without a checkpoint: %v, %+v", list, sum)
	}
}

func TestKeyElsewhere(t *testing.T) {
	o := Options{KeyPath: filepath.Join(t.TempDir(), "secret")}
	dir := create(t, o, 2)
	fi, err := os.Stat(o.KeyPath)
	if err != nil || fi.Mode().Perm() != 0o600 {
		t.Errorf("key: %v, %v", fi, err)
	}
	if _, err := os.Stat(filepath.Join(dir, fileKey)); err == nil {
		t.Error("a key in the folder, too")
	}
	if _, err := Open(dir, Options{}); err == nil {
		t.Error("opened without the key")
	}
	other := filepath.Join(create(t, Options{}), fileKey)
	if _, err := Open(dir, Options{KeyPath: other}); err == nil {
		t.Error("opened with the key of another ledger")
	}
	wantSound(t, dir)
	if err := Create(filepath.Join(t.TempDir(), "b"), o); err != nil {
		t.Errorf("creating with a key that exists: %v", err)
	}
}

func TestHighWater(t *testing.T) {
	o := fixedOptions()
	dir := create(t, o, 5)
	before := readTree(t, dir)
	l := open(t, dir, o)
	old := l.HighWater()
	oldCheckpoint := l.Checkpoint()
	appendN(t, l, 5, 6)
	now := l.HighWater()
	closeLog(t, l)
	after := readTree(t, dir)

	for _, hw := range []HighWater{{}, old, now} {
		if hw.Size == 0 {
			hw.Root = openRead(t, create(t, o)).Root()
		}
		if list, _ := findings(t, dir, VerifyOptions{HighWater: &hw, Since: oldCheckpoint}); len(list) > 0 {
			t.Errorf("high water %d: %v", hw.Size, list)
		}
		oo := o
		oo.HighWater = &hw
		closeLog(t, open(t, dir, oo))
	}
	// The whole folder put back to an earlier state is sound in itself: only what is kept elsewhere tells.
	writeTree(t, dir, before)
	wantSound(t, dir)
	list, _ := findings(t, dir, VerifyOptions{HighWater: &now})
	if len(list) != 1 || list[0].Problem != ProblemRollback {
		t.Errorf("rolled back: %v", list)
	}
	o.HighWater = &now
	if _, err := Open(dir, o); !IsCorrupt(err) {
		t.Errorf("opening a rolled back ledger: %v", err)
	}
	// Only the checkpoint put back: Open must not take acknowledged records for a staged tail.
	after[fileCheckpoint] = oldCheckpoint
	writeTree(t, dir, after)
	o.HighWater = nil
	if _, err := Open(dir, o); !IsCorrupt(err) {
		t.Errorf("opening with an older checkpoint: %v", err)
	}
	if list, _ := findings(t, dir, VerifyOptions{}); len(list) == 0 {
		t.Error("an older checkpoint was not found")
	}
	equalTrees(t, readTree(t, dir), after)
	// Another history of the same length.
	other := create(t, fixedOptions(), 5)
	l = open(t, other, fixedOptions())
	if _, err := l.Append(context.Background(), batchOf(100, 6)); err != nil {
		t.Fatal(err)
	}
	otherCheckpoint := l.Checkpoint()
	closeLog(t, l)
	list, _ = findings(t, other, VerifyOptions{HighWater: &now})
	if len(list) != 1 || list[0].Problem != ProblemInconsistent {
		t.Errorf("rewritten: %v", list)
	}
	writeTree(t, dir, before)
	if list, _ = findings(t, dir, VerifyOptions{Since: otherCheckpoint}); len(list) != 1 || list[0].Problem != ProblemRollback {
		t.Errorf("since a later checkpoint: %v", list)
	}
	if list, _ = findings(t, dir, VerifyOptions{Since: []byte("x")}); len(list) != 1 {
		t.Errorf("since rubbish: %v", list)
	}
}

// Whatever a reader sees while a writer works is a whole log.
func TestReaderBesideWriter(t *testing.T) {
	dir := create(t, Options{SegmentBytes: 10_000})
	l := open(t, dir, Options{SegmentBytes: 10_000})
	ctx, cancel := context.WithCancel(context.Background())
	var g errgroup.Group
	g.Go(func() error {
		defer cancel()
		for i := 0; i < 40; i++ {
			if _, err := l.Append(context.Background(), batchOf(int(l.Size()), 37)); err != nil {
				return err
			}
		}
		return nil
	})
	g.Go(func() error {
		for n := 0; ctx.Err() == nil || n == 0; n++ {
			var found []Finding
			if _, err := Verify(context.Background(), dir, VerifyOptions{}, func(f Finding) { found = append(found, f) }); err != nil || len(found) > 0 {
				return fmt.Errorf("beside a writer: %v, %v", found, err)
			}
			r, err := OpenRead(dir, Options{})
			if err != nil {
				return err
			}
			count := int64(0)
			err = r.Records(context.Background(), 0, func(int64, *Record, *Private) error { count++; return nil })
			r.Close()
			if err != nil || count != r.Size() {
				return fmt.Errorf("read %d of %d records: %v", count, r.Size(), err)
			}
		}
		return nil
	})
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
	closeLog(t, l)
	wantSound(t, dir)
}

// Many callers at once: each batch stays together, and all are answered with their place.
func TestConcurrentAppends(t *testing.T) {
	dir := create(t, Options{})
	l := open(t, dir, Options{})
	var g errgroup.Group
	for w := range 8 {
		g.Go(func() error {
			for i := range 20 {
				want := batchOf(w*1000+i*10, 3)
				first, err := l.Append(context.Background(), want)
				if err != nil {
					return err
				}
				r, err := OpenRead(dir, Options{})
				if err != nil {
					return err
				}
				for k := range want {
					if _, p, err := r.Record(first + int64(k)); err != nil || p.Words != want[k].Words {
						return fmt.Errorf("writer %d: record %d is %+v, %v", w, first+int64(k), p, err)
					}
				}
				r.Close()
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
	closeLog(t, l)
	if sum := wantSound(t, dir); sum.Size != 8*20*3 {
		t.Errorf("size %d", sum.Size)
	}
}

func TestAppendRefuses(t *testing.T) {
	dir := create(t, Options{}, 1)
	l := open(t, dir, Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := l.Append(ctx, batchOf(1, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	bad := batchOf(1, 2)
	bad[1].Record.Kind = "poem"
	if _, err := l.Append(context.Background(), bad); err == nil || !strings.Contains(err.Error(), "entry 1") {
		t.Errorf("bad kind: %v", err)
	}
	if first, err := l.Append(context.Background(), nil); err != nil || first != 1 {
		t.Errorf("nothing: %d, %v", first, err)
	}
	appendN(t, l, 1, 1) // none of that was a failed write
	closeLog(t, l)
	wantSound(t, dir)
}

// An entry of the vault that is erased in place, as format.go describes it, breaks nothing.
func TestErasedEntry(t *testing.T) {
	o := fixedOptions()
	dir := create(t, o, 9)
	r := openRead(t, dir)
	before := r.HighWater()
	from, err := r.store.ends(3)
	if err != nil {
		t.Fatal(err)
	}
	to, err := r.store.ends(4)
	if err != nil {
		t.Fatal(err)
	}
	body := make([]byte, to.vault-from.vault-vaultHeaderSize)
	b := appendVault(nil, 4, body)
	b[0] = stateErased
	binary.LittleEndian.PutUint64(b[5:], vaultSum(4, stateErased, body))
	f, err := os.OpenFile(filepath.Join(dir, dirVault, segmentName(0)), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt(b, headerSize+from.vault); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, p, err := r.Record(4); err != nil || *p != (Private{Erased: true}) {
		t.Errorf("erased: %+v, %v", p, err)
	}
	if sum := wantSound(t, dir); sum.Words != 8 || sum.Erased != 1 {
		t.Errorf("summary %+v", sum)
	}
	closeLog(t, open(t, dir, o))
	if list, _ := findings(t, dir, VerifyOptions{HighWater: &before}); len(list) > 0 {
		t.Error(list)
	}
	if _, err := r.Prove(4); err != nil {
		t.Error(err)
	}
}
