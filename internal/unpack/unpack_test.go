package unpack

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

func zip(t testing.TB, format string, data []byte) []byte {
	t.Helper()
	var buf bytes.Buffer
	var w io.WriteCloser = gzip.NewWriter(&buf)
	if format == "zstd" {
		w, _ = zstd.NewWriter(&buf)
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func read(in []byte, o Options) (string, []byte, error) {
	u, err := New(bytes.NewReader(in), o)
	if err != nil {
		return "", nil, err
	}
	defer u.Close()
	out, err := io.ReadAll(u)
	return u.Format, out, err
}

// Compression is known by content, also of several members one after the other.
func TestContentDecides(t *testing.T) {
	text := []byte(strings.Repeat("the same words again and again ", 1000))
	gz, zst := zip(t, "gzip", text), zip(t, "zstd", text)
	twice := append(bytes.Clone(text), text...)
	for _, c := range []struct {
		name, format string
		in, want     []byte
	}{
		{"plain", "", text, text},
		{"empty", "", nil, nil},
		{"one byte", "", []byte{0x1f}, []byte{0x1f}},
		{"gzip", "gzip", gz, text},
		{"zstd", "zstd", zst, text},
		{"two gzip members", "gzip", append(bytes.Clone(gz), gz...), twice},
		{"two zstd frames", "zstd", append(bytes.Clone(zst), zst...), twice},
		{"skippable frame first", "zstd", append([]byte{0x50, 0x2a, 0x4d, 0x18, 1, 0, 0, 0, 'x'}, zst...), text},
	} {
		format, got, err := read(c.in, Options{})
		if err != nil || format != c.format || !bytes.Equal(got, c.want) {
			t.Errorf("%s: format %q, %d bytes, %v; want %q, %d bytes", c.name, format, len(got), err, c.format, len(c.want))
		}
	}
}

// Compressed data that is cut off or damaged is an error, never a short text.
func TestDamageIsAnError(t *testing.T) {
	for _, format := range []string{"gzip", "zstd"} {
		whole := zip(t, format, bytes.Repeat([]byte("0123456789abcdef"), 5000))
		if _, _, err := read(whole[:len(whole)-5], Options{}); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s cut off: %v, want io.ErrUnexpectedEOF", format, err)
		}
		bad := bytes.Clone(whole)
		bad[len(bad)-3] ^= 0xff
		if _, _, err := read(bad, Options{}); err == nil {
			t.Errorf("%s with a wrong checksum was read", format)
		}
	}
}

// What expands beyond all proportion is stopped long before its end.
func TestBombIsStopped(t *testing.T) {
	for _, format := range []string{"gzip", "zstd"} {
		in := zip(t, format, make([]byte, 64<<20))
		_, out, err := read(in, Options{Grace: 1 << 20})
		if !errors.Is(err, ErrBomb) || len(out) > 32<<20 {
			t.Errorf("%s: %v after %d bytes, want ErrBomb within 32 MiB", format, err, len(out))
		}
	}
}

// FuzzNew: no input makes the decoders panic or run on.
func FuzzNew(f *testing.F) {
	f.Add([]byte("plain"))
	f.Add(zip(f, "gzip", []byte("some text")))
	f.Add(zip(f, "zstd", []byte("some text")))
	f.Fuzz(func(t *testing.T, in []byte) {
		u, err := New(bytes.NewReader(in), Options{Grace: 1 << 20})
		if err != nil {
			return
		}
		defer u.Close()
		n, err := io.Copy(io.Discard, u)
		if u.Format == "" && (n != int64(len(in)) || err != nil) {
			t.Fatalf("%d of %d bytes, %v", n, len(in), err)
		}
	})
}
