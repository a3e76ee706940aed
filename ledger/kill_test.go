package ledger

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

var kills = flag.Int("kills", 20, "how often TestKill kills a writing process")

const killChildEnv = "VERBATIM_LEDGER_KILL_CHILD"

// killChild appends until it is killed. After each commit it says on standard output how many records it has an answer
// for. It runs in a process of its own: the test binary, started again.
func killChild() {
	fail := func(err error) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	o := Options{SegmentBytes: 50_000}
	l, err := Open(os.Getenv(killChildEnv), o)
	if err != nil {
		fail(err)
	}
	fmt.Println("open", l.Size())
	for {
		n := 1 + rand.IntN(400)
		first, err := l.Append(context.Background(), batchOf(int(l.Size()), n))
		if err != nil {
			fail(err)
		}
		fmt.Println("have", first+int64(n))
	}
}

func TestKill(t *testing.T) {
	rounds := *kills
	if testing.Short() {
		rounds = min(rounds, 5)
	}
	dir := filepath.Join(t.TempDir(), "ledger")
	if err := Create(dir, Options{}); err != nil {
		t.Fatal(err)
	}
	var acknowledged, dropped int64
	for i := range rounds {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), killChildEnv+"="+dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		var stderr strings.Builder
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		s := bufio.NewScanner(out)
		for s.Scan() {
			word, num, _ := strings.Cut(s.Text(), " ")
			n, err := strconv.ParseInt(num, 10, 64)
			if err != nil {
				t.Fatalf("child said %q", s.Text())
			}
			if word == "open" {
				if n < acknowledged {
					t.Fatalf("round %d: opened with %d records, %d were acknowledged", i, n, acknowledged)
				}
				// The clock starts when the child begins to write.
				time.AfterFunc(time.Duration(rand.IntN(60_000))*time.Microsecond, func() { cmd.Process.Kill() })
			}
			acknowledged = n
		}
		cmd.Wait()
		if stderr.Len() > 0 {
			t.Fatalf("child failed: %s", &stderr)
		}
		// A reader needs no recovery.
		if r := openRead(t, dir); r.Size() < acknowledged {
			t.Fatalf("round %d: %d records, %d were acknowledged", i, r.Size(), acknowledged)
		}
		// The next child recovers by itself; now and then look closely in between.
		if i%5 == 4 || i == rounds-1 {
			l := open(t, dir, Options{})
			if l.Size() < acknowledged {
				t.Fatalf("round %d: %d records, %d were acknowledged", i, l.Size(), acknowledged)
			}
			dropped += l.Recovered().Records
			closeLog(t, l)
			wantSound(t, dir)
			checkSeries(t, dir)
		}
	}
	t.Logf("%d kills, %d records acknowledged, all there; %d staged ones dropped when looked at", rounds, acknowledged, dropped)
}

// checkSeries checks that record i is entry(i), for all of a ledger.
func checkSeries(t *testing.T, dir string) {
	t.Helper()
	err := openRead(t, dir).Records(context.Background(), 0, func(i int64, r *Record, p *Private) error {
		want := entry(int(i))
		if p == nil || p.Words != want.Words || p.QuoteID != want.QuoteID || p.CallerID != want.CallerID {
			return fmt.Errorf("record %d has the words %+v", i, p)
		}
		if r.Status != want.Record.Status || r.CitedSourceID != want.Record.CitedSourceID {
			return fmt.Errorf("record %d is %+v", i, r)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
