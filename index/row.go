package index

import (
	"encoding/binary"
	"fmt"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"
)

// newEncoder and newDecoder make the coders of text rows; dict is the corpus's dictionary, or nil. EncodeAll and DecodeAll are safe for
// concurrent use. The decoder reads rows that were made before there was a dictionary too.
func newEncoder(workers int, dict []byte) (*zstd.Encoder, error) {
	o := []zstd.EOption{zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(workers), zstd.WithEncoderCRC(false)}
	if dict != nil {
		o = append(o, zstd.WithEncoderDictRaw(dictionaryID, dict))
	}
	return zstd.NewWriter(nil, o...)
}

func newDecoder(dict []byte) (*zstd.Decoder, error) {
	o := []zstd.DOption{zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(2 * MaxSource)}
	if dict != nil {
		o = append(o, zstd.WithDecoderDictRaw(dictionaryID, dict))
	}
	return zstd.NewReader(nil, o...)
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
