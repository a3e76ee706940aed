package index

import (
	"encoding/binary"
	"fmt"

	"example.com/verbatim/normalize"
	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"
)

// newEncoder and newDecoder make the coders of text rows. EncodeAll and DecodeAll are safe for concurrent use.
func newEncoder(workers int) (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(workers), zstd.WithEncoderCRC(false))
}

func newDecoder() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(2*MaxSource))
}

// appendTextRow encodes a row of text(S,V).
func appendTextRow(dst []byte, enc *zstd.Encoder, src []byte) []byte {
	dst = binary.LittleEndian.AppendUint64(dst, xxhash.Sum64(src))
	dst = binary.AppendUvarint(dst, uint64(len(src)))
	return enc.EncodeAll(src, dst)
}

// parseTextRow decodes a row of text(S,V) and checks its hash. The text takes the place of buf where that is large enough.
func parseTextRow(row []byte, dec *zstd.Decoder, buf []byte) ([]byte, error) {
	if len(row) < 8 {
		return nil, fmt.Errorf("row of %d bytes", len(row))
	}
	size, n := binary.Uvarint(row[8:])
	if n <= 0 || size > MaxSource {
		return nil, fmt.Errorf("text of %d bytes", size)
	}
	if uint64(cap(buf)) < size {
		buf = make([]byte, 0, size)
	}
	src, err := dec.DecodeAll(row[8+n:], buf[:0])
	if err != nil {
		return nil, fmt.Errorf("decompressing: %w", err)
	}
	if uint64(len(src)) != size {
		return nil, fmt.Errorf("text of %d bytes, expected %d", len(src), size)
	}
	if got, want := xxhash.Sum64(src), binary.LittleEndian.Uint64(row); got != want {
		return nil, fmt.Errorf("text has checksum %016x, expected %016x", got, want)
	}
	return src, nil
}

// appendCheckpoints encodes a row of text(S,V,R).
func appendCheckpoints(dst []byte, cs []normalize.Checkpoint) []byte {
	last := uint32(0)
	for _, c := range cs {
		v := uint64(c.Off-last) << 1
		last = c.Off
		if c.Sub != 0 {
			dst = binary.AppendUvarint(dst, v|1)
			dst = binary.AppendUvarint(dst, uint64(c.Sub))
			continue
		}
		dst = binary.AppendUvarint(dst, v)
	}
	return dst
}

// parseCheckpoints decodes a row of text(S,V,R).
func parseCheckpoints(row []byte) ([]normalize.Checkpoint, error) {
	var out []normalize.Checkpoint
	last := uint64(0)
	for len(row) > 0 {
		var v, sub uint64
		n := 0
		if v, n = binary.Uvarint(row); n <= 0 {
			return nil, errRecord
		}
		row = row[n:]
		last += v >> 1
		if v&1 != 0 {
			if sub, n = binary.Uvarint(row); n <= 0 {
				return nil, errRecord
			}
			row = row[n:]
		}
		if last > MaxSource || sub > MaxSource {
			return nil, errRecord
		}
		out = append(out, normalize.Checkpoint{Off: uint32(last), Sub: uint32(sub)})
	}
	return out, nil
}
