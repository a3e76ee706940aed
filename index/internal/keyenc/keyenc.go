// Package keyenc encodes tuples of strings and unsigned integers as store keys.
//
// Properties, which never change:
//
//   - ordered: encodings compare, byte by byte, as the tuples compare element by element (integers before strings);
//   - unique: different tuples have different encodings;
//   - prefix-preserving: the encoding of a tuple is a prefix of the encoding of every tuple that begins with it, and of no other.
//
// An integer is one byte 0x10+n and its n significant bytes, highest first (0 has none). A string is the byte 0x20, its bytes with
// each 0x00 written as 0x00 0xFF, and the end mark 0x00 0x01.
package keyenc

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

const (
	tagUint   = 0x10 // + number of bytes, 0 to 8
	tagString = 0x20
	escape    = 0x00
	escNul    = 0xFF
	escEnd    = 0x01
)

// ErrMalformed says that bytes are not an encoded tuple.
var ErrMalformed = errors.New("keyenc: malformed key")

// AppendUint appends the encoding of v.
func AppendUint(dst []byte, v uint64) []byte {
	n := (bits.Len64(v) + 7) / 8
	dst = append(dst, tagUint+byte(n))
	for i := n - 1; i >= 0; i-- {
		dst = append(dst, byte(v>>(8*i)))
	}
	return dst
}

// AppendString appends the encoding of s.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, tagString)
	for i := 0; i < len(s); i++ {
		dst = append(dst, s[i])
		if s[i] == escape {
			dst = append(dst, escNul)
		}
	}
	return append(dst, escape, escEnd)
}

// AppendEnd appends what makes a tuple's encoding the exclusive upper bound of all keys that begin with it.
func AppendEnd(dst []byte) []byte { return append(dst, 0xFF) }

// Uint decodes an integer at the beginning of key and returns the rest.
func Uint(key []byte) (v uint64, rest []byte, err error) {
	if len(key) == 0 || key[0] < tagUint || key[0] > tagUint+8 || len(key) < 1+int(key[0]-tagUint) {
		return 0, key, fmt.Errorf("%w: no integer in %x", ErrMalformed, key)
	}
	n := int(key[0] - tagUint)
	var b [8]byte
	copy(b[8-n:], key[1:1+n])
	if n > 0 && key[1] == 0 {
		return 0, key, fmt.Errorf("%w: leading zero in %x", ErrMalformed, key)
	}
	return binary.BigEndian.Uint64(b[:]), key[1+n:], nil
}

// String decodes a string at the beginning of key and returns the rest.
func String(key []byte) (s string, rest []byte, err error) {
	if len(key) == 0 || key[0] != tagString {
		return "", key, fmt.Errorf("%w: no string in %x", ErrMalformed, key)
	}
	var b []byte
	for i := 1; i+1 < len(key); i++ {
		switch {
		case key[i] != escape:
			b = append(b, key[i])
		case key[i+1] == escNul:
			b = append(b, 0)
			i++
		case key[i+1] == escEnd:
			return string(b), key[i+2:], nil
		default:
			return "", key, fmt.Errorf("%w: bad escape in %x", ErrMalformed, key)
		}
	}
	return "", key, fmt.Errorf("%w: open string in %x", ErrMalformed, key)
}

// Format renders a key for people: doc(17), text(17,0,1), id("a b"). Bytes that do not decode are shown in hexadecimal.
func Format(key []byte) string {
	var out []string
	rest := key
	for len(rest) > 0 {
		if v, r, err := Uint(rest); err == nil {
			out, rest = append(out, strconv.FormatUint(v, 10)), r
			continue
		}
		s, r, err := String(rest)
		if err != nil {
			out = append(out, fmt.Sprintf("0x%x", rest))
			break
		}
		if len(out) > 0 {
			s = strconv.Quote(s)
		}
		out, rest = append(out, s), r
	}
	if len(out) == 0 {
		return "()"
	}
	return out[0] + "(" + strings.Join(out[1:], ",") + ")"
}
