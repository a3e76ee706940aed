package verify

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"example.com/verbatim/index"
	"example.com/verbatim/ledger"
)

var kills = flag.Int("kills", 20, "how often TestKill kills a process that indexes and verifies")

const (
	killChildEnv = "VERBATIM_VERIFY_KILL_CHILD"
	killDocs     = 40
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(killChildEnv); dir != "" {
		if err := killChild(dir, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// killText is document i as generation g has it: every generation rewrites all documents in one batch.
func killText(i, g int) string {
	return fmt.Sprintf("Log of the weir, sheet %d.\nIn generation %d the keeper of sheet %d counted the eels at dawn and at dusk.\n%s", i, g, i,
		strings.Repeat(fmt.Sprintf("Reading %d of generation %d was taken by lamp light. ", i, g), 30))
}

// killChild indexes a new generation, says so, verifies quotes of it, says which records it was answered for, and begins again, until it
// is killed.
func killChild(dir string, out io.Writer) error {
	ctx := context.Background()
	for {
		g, err := generationOf(dir)
		if err != nil {
			return err
		}
		g++
		w, err := index.OpenWriter(dir, index.Options{})
		if err != nil {
			return err
		}
		for i := range killDocs {
			if _, err := w.Put(ctx, index.Input{ID: fmt.Sprintf("sheet-%d", i), Source: []byte(killText(i, g))}); err != nil {
				return err
			}
		}
		if err := w.Flush(ctx); err != nil {
			return err
		}
		fmt.Fprintln(out, "indexed", g)
		if err := w.Close(); err != nil {
			return err
		}
		c, err := Open(dir, index.Options{})
		if err != nil {
			return err
		}
		log, err := OpenLedger(dir, ledger.Options{})
		if err != nil {
			return err
		}
		src := &sliceSource{}
		for i := range 300 {
			src.quotes = append(src.quotes, Quote{Line: i + 1, Start: -1, End: -1, Cited: true, SourceID: fmt.Sprintf("sheet-%d", i%killDocs),
				Text: fmt.Sprintf("In generation %d the keeper of sheet %d counted the eels", g, i%killDocs)})
		}
		if _, err := c.Batch(ctx, src, ackSink{out}, log, Options{Chunk: 50}); err != nil {
			return err
		}
		if err := log.Close(); err != nil {
			return err
		}
		if err := c.Close(); err != nil {
			return err
		}
	}
}

// ackSink says which records were answered for.
type ackSink struct{ out io.Writer }

func (ackSink) Encode(dst []byte, r *Result) []byte { return dst }

func (s ackSink) Write(c *Chunk) error {
	for i := range c.Results {
		r := &c.Results[i]
		if _, err := fmt.Fprintln(s.out, "answered", r.LedgerIndex, r.QuoteID, r.Status); err != nil {
			return err
		}
	}
	return nil
}

type sliceSource struct{ quotes []Quote }

func (s *sliceSource) ReadChunk(dst []Quote, max int) ([]Quote, error) {
	n := min(max, len(s.quotes))
	dst = append(dst, s.quotes[:n]...)
	if s.quotes = s.quotes[n:]; len(s.quotes) == 0 {
		return dst, io.EOF
	}
	return dst, nil
}

// generationOf reads the generation that all documents of a corpus are at; documents at different ones are an error.
func generationOf(dir string) (int, error) {
	c, err := Open(dir, index.Options{})
	if err != nil {
		return 0, err
	}
	defer c.Close()
	generation := 0
	for i := range killDocs {
		doc, ok := c.snap.Lookup(fmt.Sprintf("sheet-%d", i))
		if !ok {
			if i > 0 {
				return 0, fmt.Errorf("sheet %d is missing, sheet 0 is there", i)
			}
			return 0, nil
		}
		t, err := c.snap.Text(doc)
		if err != nil {
			return 0, err
		}
		var n, g int
		if _, err := fmt.Sscanf(string(t.Source), "Log of the weir, sheet %d.\nIn generation %d the", &n, &g); err != nil {
			return 0, fmt.Errorf("sheet %d: %w in %.80q", i, err, t.Source)
		}
		if string(t.Source) != killText(i, g) {
			return 0, fmt.Errorf("sheet %d is not as it was written", i)
		}
		if i > 0 && g != generation {
			return 0, fmt.Errorf("sheet %d is of generation %d, sheet 0 of %d: a batch was torn", i, g, generation)
		}
		generation = g
	}
	return generation, nil
}

// TestKill kills a process that indexes and verifies at random moments. Afterwards the corpus is either before or after each batch, and
// every record that was answered for is in the ledger.
func TestKill(t *testing.T) {
	n := *kills
	if testing.Short() {
		n = min(n, 5)
	}
	dir := t.TempDir()
	putAll(t, dir, nil)
	answered := map[int64]string{}
	generation := 0
	for k := range n {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), killChildEnv+"="+dir)
		stderr := &strings.Builder{}
		cmd.Stderr = stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(20+rand.IntN(500))*time.Millisecond, func() { cmd.Process.Kill() })
		sc := bufio.NewScanner(out)
		for sc.Scan() {
			var g int
			var index int64
			var id, status string
			if _, err := fmt.Sscanf(sc.Text(), "indexed %d", &g); err == nil {
				generation = g
			} else if _, err := fmt.Sscanf(sc.Text(), "answered %d %s %s", &index, &id, &status); err == nil && status != "" {
				answered[index] = id
				if status != "exact" {
					t.Fatalf("kill %d: status %s of a quote that is there", k, status)
				}
			}
		}
		timer.Stop()
		if err := cmd.Wait(); err == nil || stderr.Len() > 0 {
			t.Fatalf("kill %d: the child ended by itself: %v %s", k, err, stderr)
		}
		g, err := generationOf(dir)
		if err != nil {
			t.Fatalf("kill %d: %v", k, err)
		}
		if g < generation {
			t.Fatalf("kill %d: the corpus is at generation %d, and %d was acknowledged", k, g, generation)
		}
	}
	checkLedger(t, dir, answered)
	t.Logf("%d kills: generation %d, %d records answered for", n, generation, len(answered))
}

func checkLedger(t *testing.T, dir string, answered map[int64]string) {
	t.Helper()
	log, err := OpenLedger(dir, ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	high, err := ReadHighWater(dir)
	if err != nil {
		t.Fatal(err)
	}
	r, err := ledger.OpenRead(LedgerDir(dir), ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for at, id := range answered {
		_, private, err := r.Record(at)
		if err != nil {
			t.Fatalf("record %d was answered for: %v", at, err)
		}
		if private == nil || private.QuoteID != id {
			t.Fatalf("record %d is of %+v, answered for was %s", at, private, id)
		}
	}
	if _, err := r.Verify(context.Background(), ledger.VerifyOptions{HighWater: high}, func(f ledger.Finding) { t.Errorf("finding: %+v", f) }); err != nil {
		t.Error(err)
	}
}
