package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"example.com/verbatim/internal/durable"
)

// checkTiles compares every tile and bundle with what records and hashes give.
func (c *checker) checkTiles(ctx context.Context) error {
	err := eachFullTile(0, c.c.size, func(level int, n int64) error {
		end := (n + 1) << (tileHeight * (max(level, 0) + 1)) // records that the tile covers
		return c.checkTile(ctx, level, n, tileWidth, end <= c.tiled)
	})
	if err != nil {
		return err
	}
	// Partial tiles: those of the size that the marker names must be there, unless a writer has moved on since.
	if c.tiled == c.c.size {
		err := eachPartialTile(c.tiled, func(level int, n int64, w int) error {
			_, err := os.Stat(filepath.Join(c.dir, filepath.FromSlash(tilePath(level, n, w))))
			if now, _ := readTiled(c.dir); errors.Is(err, fs.ErrNotExist) && now == c.tiled {
				c.find(Finding{ProblemMissing, tilePath(level, n, w), -1, -1, "the file is missing", repairTiles})
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	err = walkTiles(c.dir, func(rel string) error {
		level, n, w, ok := parseTilePath(rel)
		switch {
		case strings.HasSuffix(rel, durable.TempSuffix):
		case !ok:
			c.find(Finding{ProblemUnexpected, rel, -1, -1, "this is not the path of a tile", "remove the file"})
		case w < tileWidth && n*tileWidth+int64(w) <= c.c.size>>(tileHeight*max(level, 0)):
			return c.checkTile(ctx, level, n, w, false)
		}
		// What reaches beyond the checkpoint is a writer's at work, or of no meaning.
		return ctx.Err()
	})
	if err != nil && ctx.Err() == nil {
		c.fault(ProblemRead, -1, "", err)
		return nil
	}
	return err
}

func (c *checker) checkTile(ctx context.Context, level int, n int64, w int, must bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	rel := tilePath(level, n, w)
	got, err := os.ReadFile(filepath.Join(c.dir, filepath.FromSlash(rel)))
	if errors.Is(err, fs.ErrNotExist) {
		if must {
			c.find(Finding{ProblemMissing, rel, -1, -1, "the file is missing", repairTiles})
		}
		return nil
	}
	if err != nil {
		c.fault(ProblemRead, -1, "", err)
		return nil
	}
	c.sum.Tiles++
	want, err := c.store.tileData(level, n, w)
	if err != nil {
		return nil // the damage that keeps it from being made was reported where it is
	}
	if bytes.Equal(got, want) {
		return nil
	}
	at := 0
	for at < min(len(got), len(want)) && got[at] == want[at] {
		at++
	}
	c.find(Finding{ProblemTile, rel, int64(at), -1, fmt.Sprintf("it differs from what records and hashes give (%d bytes, not %d)", len(got), len(want)), repairTiles})
	return nil
}
