package ingest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// stdinPath is the path that means standard input.
const stdinPath = "-"

// entry is one file that the walk met, or one thing that it left out.
type entry struct {
	path    string   // to open it
	name    string   // below the folder given, separated by slashes
	given   bool     // named by the user, not met in a folder
	problem *Problem // set: not to be opened
}

// walker goes through paths in order, each folder sorted by name.
type walker struct {
	yield   func(entry) error
	exclude []os.FileInfo
	visited map[string]bool // real paths of folders
	links   []entry         // symbolic links to folders, followed after the folder they are in
}

// walk yields every file of paths. A problem with one of them is yielded as well; the error is that of yield or ctx.
func walk(ctx context.Context, paths, exclude []string, yield func(entry) error) error {
	w := &walker{yield: yield}
	for _, p := range exclude {
		if fi, err := os.Stat(p); err == nil {
			w.exclude = append(w.exclude, fi)
		}
	}
	for _, p := range paths {
		if err := w.root(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) root(ctx context.Context, p string) error {
	if p == stdinPath {
		return w.yield(entry{path: p, name: "stdin", given: true})
	}
	fi, err := os.Stat(p)
	if err != nil {
		return w.fail(p, err)
	}
	if !fi.IsDir() {
		return w.yield(entry{path: p, name: filepath.Base(p), given: true})
	}
	w.visited = map[string]bool{}
	if err := w.folder(ctx, p, ""); err != nil {
		return err
	}
	// Links come last, so that a folder that is also there by itself keeps its own name, and loops end.
	for len(w.links) > 0 {
		l := w.links[0]
		w.links = w.links[1:]
		if err := w.folder(ctx, l.path, l.name); err != nil {
			return err
		}
	}
	return nil
}

// folder yields what is in dir, whose files are called prefix/….
func (w *walker) folder(ctx context.Context, dir, prefix string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	real, err := filepath.EvalSymlinks(dir)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		return w.fail(dir, err)
	}
	if w.visited[real] {
		return w.skip(dir, "a link to a folder that was read already")
	}
	w.visited[real] = true
	list, err := os.ReadDir(dir)
	if err != nil {
		return w.fail(dir, err)
	}
	for _, d := range list {
		if err := w.child(ctx, filepath.Join(dir, d.Name()), path.Join(prefix, d.Name()), d); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) child(ctx context.Context, p, name string, d fs.DirEntry) error {
	if strings.HasPrefix(d.Name(), ".") {
		return w.skip(p, "hidden")
	}
	fi, err := os.Stat(p)
	if err != nil {
		if d.Type()&fs.ModeSymlink != 0 {
			return w.skip(p, "a link that leads nowhere: "+reason(err))
		}
		return w.fail(p, err)
	}
	for _, x := range w.exclude {
		if os.SameFile(fi, x) {
			return w.skip(p, "excluded")
		}
	}
	switch {
	case fi.IsDir() && d.Type()&fs.ModeSymlink != 0:
		w.links = append(w.links, entry{path: p, name: name})
		return ctx.Err()
	case fi.IsDir():
		return w.folder(ctx, p, name)
	case !fi.Mode().IsRegular():
		return w.skip(p, "not a regular file")
	}
	return w.yield(entry{path: p, name: name})
}

func (w *walker) skip(p, why string) error {
	return w.yield(entry{problem: &Problem{Kind: Skipped, Path: p, Reason: why}})
}

func (w *walker) fail(p string, err error) error {
	return w.yield(entry{problem: &Problem{Path: p, Reason: reason(err), Hint: hint(err)}})
}

// reason is err without the path, which the Problem names already.
func reason(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

// hint says what to do about an error of the file system.
func hint(err error) string {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "give yourself the right to read it, or leave it out"
	case errors.Is(err, fs.ErrNotExist):
		return "check the path"
	}
	return ""
}

func atLine(path string, line int) string { return fmt.Sprintf("%s:%d", path, line) }

// id names the file of e.
func (e entry) id(from IDFrom) string {
	id := e.name
	if from != IDPath {
		id = path.Base(id)
	}
	if from == IDStem {
		id = strings.TrimSuffix(plainName(id), path.Ext(plainName(id)))
		if id == "" {
			id = path.Base(e.name)
		}
	}
	return strings.ToValidUTF8(id, "\uFFFD")
}
