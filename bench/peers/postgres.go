//go:build unix

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// cluster is a PostgreSQL server of our own, with a session on it.
type cluster struct {
	server, psql *exec.Cmd
	in           io.WriteCloser
	out          *bufio.Reader
	backend      string // its process
	version      string
	build        time.Duration
}

// postgres asks PostgreSQL with pg_trgm over passages: by LIKE, which finds a quote as it is, or by word similarity.
func postgres(mode string) func(context.Context, *work) (*outcome, error) {
	return func(ctx context.Context, w *work) (*outcome, error) {
		if w.pg == nil {
			pg, err := startCluster(ctx, w)
			if err != nil {
				return nil, err
			}
			w.pg = pg
		}
		o := newOutcome(w.quotes)
		o.version, o.build = w.pg.version, w.pg.build
		return o, w.oneByOne(o, w.pg.cpu, func(quote string) (string, error) {
			s := literal(strings.ReplaceAll(quote, "\x00", " "))
			sql := "select doc from p where t like " + literal("%"+likeEscape.Replace(quote)+"%") + " limit 1"
			if mode == "similar" {
				sql = "select doc from p where " + s + " <% t order by word_similarity(" + s + ", t) desc limit 1"
			}
			rows, err := w.pg.query(sql)
			if err != nil || len(rows) == 0 {
				return "", err
			}
			doc, err := strconv.Atoi(rows[0])
			if err != nil { // what is not a number is an error of the statement, such as its time being up
				return "", nil
			}
			return w.docs[doc].ID, nil
		})
	}
}

var likeEscape = strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`, "\x00", " ")

// literal is a string of SQL on one line, since psql reads lines.
func literal(s string) string {
	return "E'" + strings.NewReplacer(`\`, `\\`, "'", "''", "\n", `\n`, "\r", `\r`).Replace(s) + "'"
}

// startCluster makes a database of the passages, with a trigram index.
func startCluster(ctx context.Context, w *work) (c *cluster, err error) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		return nil, skip("the CPU time of a server's processes is read from /proc, which is not here")
	}
	bin := postgresBin()
	psql, err := exec.LookPath("psql")
	if bin == "" || err != nil {
		return nil, skip("PostgreSQL (initdb, postgres, psql) is not installed")
	}
	dir := w.path("pg")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	attr, err := unprivileged(dir)
	if err != nil {
		return nil, err
	}
	run := func(name string, args ...string) *exec.Cmd {
		cmd := exec.CommandContext(ctx, name, args...)
		cmd.Dir, cmd.SysProcAttr = dir, attr
		cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
		return cmd
	}
	data := filepath.Join(dir, "data")
	if out, err := run(filepath.Join(bin, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, lastLine(string(out)))
	}
	c = &cluster{}
	c.server = run(filepath.Join(bin, "postgres"), "-D", data, "-k", dir, "-h", "", "-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off",
		"-c", "autovacuum=off", "-c", "shared_buffers=1GB", "-c", "maintenance_work_mem=1GB", "-c", "work_mem=64MB", "-c", "max_wal_size=8GB",
		"-c", "max_parallel_workers_per_gather=0", "-c", "max_parallel_maintenance_workers=0", "-c", "jit=off")
	c.server.Cancel = func() error { return c.server.Process.Signal(syscall.SIGQUIT) }
	if err := c.server.Start(); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.stop())
		}
	}()
	args := []string{"-X", "-q", "-A", "-t", "-h", dir, "-U", "postgres", "postgres"}
	for range 100 {
		if run(psql, append(args, "-c", "select 1")...).Run() == nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	c.psql = run(psql, args...)
	if c.in, err = c.psql.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.psql.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.out = bufio.NewReader(out)
	c.psql.Stderr = c.psql.Stdout // errors come as rows that are no numbers
	if err := c.psql.Start(); err != nil {
		return nil, err
	}
	return c, c.fill(w)
}

// fill loads the passages and indexes them.
func (c *cluster) fill(w *work) error {
	if err := w.write("passages.tsv", func(out *bufio.Writer) error {
		clean := strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`, "\x00", " ")
		return w.passages(func(doc int, text string) error {
			_, err := fmt.Fprintf(out, "%d\t%s\n", doc, clean.Replace(text))
			return err
		})
	}); err != nil {
		return err
	}
	if err := os.Chmod(w.path("passages.tsv"), 0o644); err != nil {
		return err
	}
	rows, err := c.query("select pg_backend_pid()")
	if err != nil || len(rows) != 1 {
		return errors.Join(fmt.Errorf("the server said %q", rows), err)
	}
	c.backend = rows[0]
	rows, err = c.query("show server_version")
	if err == nil && len(rows) == 1 {
		c.version = "PostgreSQL " + rows[0]
	}
	for _, sql := range []string{"create extension pg_trgm", "create table p (doc int, t text)", `\copy p from '` + w.path("passages.tsv") + `'`,
		"create index on p using gin (t gin_trgm_ops)", "vacuum analyze p", "set pg_trgm.word_similarity_threshold = 0.6", "set enable_seqscan = off", "set statement_timeout = '30s'"} {
		rows, err := c.query(sql)
		if err == nil && len(rows) > 0 {
			err = errors.New(rows[0])
		}
		if err != nil {
			return fmt.Errorf("%s: %w", sql, err)
		}
	}
	c.build = c.cpu()
	return nil
}

// query runs a statement and returns the lines of its answer.
func (c *cluster) query(sql string) (rows []string, err error) {
	const end = "--end--"
	if !strings.HasPrefix(sql, `\`) {
		sql += ";"
	}
	if _, err := io.WriteString(c.in, sql+"\n\\echo "+end+"\n"); err != nil {
		return nil, err
	}
	for {
		line, err := c.out.ReadString('\n')
		if err != nil {
			return nil, err
		}
		line = strings.TrimSuffix(line, "\n")
		if line == end {
			return rows, nil
		}
		rows = append(rows, line)
	}
}

// cpu is the CPU time of the server's process for our session.
func (c *cluster) cpu() time.Duration {
	data, err := os.ReadFile("/proc/" + c.backend + "/stat")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(data[strings.LastIndexByte(string(data), ')')+1:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / 100 // Linux counts in hundredths for all programs
}

// stop ends session and server.
func (c *cluster) stop() error {
	if c == nil {
		return nil
	}
	if c.psql != nil && c.psql.Process != nil {
		c.in.Close()
		c.psql.Wait()
	}
	if c.server.Process != nil {
		if err := c.server.Process.Signal(syscall.SIGQUIT); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return err
		}
		c.server.Wait()
	}
	return nil
}

// postgresBin is the folder of initdb, which Debian keeps out of the path; the newest there is.
func postgresBin() string {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path)
	}
	names, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(names) == 0 {
		return ""
	}
	return filepath.Dir(names[len(names)-1])
}

// unprivileged lets root run the server as another user, which it insists on, and gives that user the folder.
func unprivileged(dir string) (*syscall.SysProcAttr, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.Atoi(u.Uid)
		gid, err2 := strconv.Atoi(u.Gid)
		if err := errors.Join(err1, err2, os.Chown(dir, uid, gid)); err != nil {
			return nil, err
		}
		return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, nil
	}
	return nil, skip("PostgreSQL does not run as root, and there is no user postgres or nobody")
}
