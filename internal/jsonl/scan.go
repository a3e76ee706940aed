package jsonl

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
)

// MaxDepth is how deep containers may nest, as in encoding/json.
const MaxDepth = 10_000

// SyntaxError says where bytes are not JSON.
type SyntaxError struct {
	Offset int    // bytes before the fault
	Reason string // what was found, or wanted
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s at byte %d", e.Reason, e.Offset) }

// ErrNotObject is returned by Object for JSON that is no object.
var ErrNotObject = errors.New("not a JSON object")

func fault(i int, reason string) error { return &SyntaxError{i, reason} }

// Space returns the first offset from i on that is not JSON white space.
func Space(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r') {
		i++
	}
	return i
}

// Object steps through the members of the object that b is, white space around it allowed. It calls member with the key's text, as it
// stands between its quotation marks, and the offsets of the whole member: b[start:end] is `"key": value`, b[value:end] the value.
// Keys with escapes are decoded first. An error of member ends the walk and is returned; nothing is said of the bytes after.
func Object(b []byte, member func(key []byte, start, value, end int) error) error {
	i := Space(b, 0)
	if i == len(b) {
		return fault(i, "nothing where an object was expected")
	}
	if b[i] != '{' {
		end, err := Value(b, i)
		if err == nil && Space(b, end) == len(b) {
			return ErrNotObject
		}
		return fault(i, "no object")
	}
	i = Space(b, i+1)
	if i < len(b) && b[i] == '}' {
		return atEnd(b, i+1)
	}
	for {
		if i >= len(b) || b[i] != '"' {
			return fault(i, "no key where one was expected")
		}
		start := i
		end, plain, err := String(b, i)
		if err != nil {
			return err
		}
		key := b[start+1 : end-1]
		if !plain {
			key, _ = AppendUnquoted(nil, key)
		}
		if i = Space(b, end); i >= len(b) || b[i] != ':' {
			return fault(i, "no colon after a key")
		}
		value := Space(b, i+1)
		if end, err = nested(b, value, 1); err != nil {
			return err
		}
		if err := member(key, start, value, end); err != nil {
			return err
		}
		i = Space(b, end)
		if i < len(b) && b[i] == ',' {
			i = Space(b, i+1)
			continue
		}
		if i < len(b) && b[i] == '}' {
			return atEnd(b, i+1)
		}
		return fault(i, "no comma or closing brace after a value")
	}
}

func atEnd(b []byte, i int) error {
	if i = Space(b, i); i < len(b) {
		return fault(i, "more text after the object")
	}
	return nil
}

// Value returns the end of the JSON value that starts at b[i].
func Value(b []byte, i int) (end int, err error) { return nested(b, i, 0) }

// nested is Value inside of depth containers.
func nested(b []byte, i, depth int) (int, error) {
	if i >= len(b) {
		return 0, fault(i, "no value where one was expected")
	}
	switch c := b[i]; {
	case c == '"':
		end, _, err := String(b, i)
		return end, err
	case c == '{':
		return container(b, i, depth+1, '}')
	case c == '[':
		return container(b, i, depth+1, ']')
	case c == '-' || c >= '0' && c <= '9':
		return number(b, i)
	case c == 't':
		return literal(b, i, "true")
	case c == 'f':
		return literal(b, i, "false")
	case c == 'n':
		return literal(b, i, "null")
	}
	return 0, fault(i, "no value where one was expected")
}

// container steps over an object or array.
func container(b []byte, i, depth int, closing byte) (int, error) {
	if depth > MaxDepth {
		return 0, fault(i, "nested too deep")
	}
	if i = Space(b, i+1); i < len(b) && b[i] == closing {
		return i + 1, nil
	}
	for {
		if closing == '}' {
			if i >= len(b) || b[i] != '"' {
				return 0, fault(i, "no key where one was expected")
			}
			end, _, err := String(b, i)
			if err != nil {
				return 0, err
			}
			if i = Space(b, end); i >= len(b) || b[i] != ':' {
				return 0, fault(i, "no colon after a key")
			}
			i = Space(b, i+1)
		}
		end, err := nested(b, i, depth)
		if err != nil {
			return 0, err
		}
		i = Space(b, end)
		if i < len(b) && b[i] == closing {
			return i + 1, nil
		}
		if i >= len(b) || b[i] != ',' {
			return 0, fault(i, "no comma or closing bracket after a value")
		}
		i = Space(b, i+1)
	}
}

func literal(b []byte, i int, want string) (int, error) {
	if len(b)-i < len(want) || string(b[i:i+len(want)]) != want {
		return 0, fault(i, "no value where one was expected")
	}
	return i + len(want), nil
}

func number(b []byte, i int) (int, error) {
	digits := func() bool {
		from := i
		for i < len(b) && b[i] >= '0' && b[i] <= '9' {
			i++
		}
		return i > from
	}
	if b[i] == '-' {
		i++
	}
	if i < len(b) && b[i] == '0' {
		i++
	} else if !digits() {
		return 0, fault(i, "malformed number")
	}
	if i < len(b) && b[i] == '.' {
		i++
		if !digits() {
			return 0, fault(i, "malformed number")
		}
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		if i++; i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		if !digits() {
			return 0, fault(i, "malformed number")
		}
	}
	return i, nil
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// String returns the end of the JSON string that starts at b[i] (a quotation mark), the offset after its closing mark. It is plain
// when it holds neither escapes nor bytes above 0x7F: then b[i+1:end-1] is its text.
func String(b []byte, i int) (end int, plain bool, err error) {
	i++
	var high uint64
	escaped := false
	for {
		for i+8 <= len(b) {
			w := binary.LittleEndian.Uint64(b[i:])
			q, s := w^('"'*ones), w^('\\'*ones)
			// The lowest set bit is exact: borrows make false hits only above a true one.
			hit := ((q - ones) &^ q) | ((s - ones) &^ s) | ((w - 0x20*ones) &^ w)
			if hit &= highs; hit != 0 {
				n := bits.TrailingZeros64(hit) >> 3
				high |= w & (uint64(1)<<(8*n) - 1)
				i += n
				break
			}
			high |= w
			i += 8
		}
		if i >= len(b) {
			return 0, false, fault(len(b), "string not closed")
		}
		switch c := b[i]; {
		case c == '"':
			return i + 1, !escaped && high&highs == 0, nil
		case c == '\\':
			escaped = true
			if i, err = escape(b, i); err != nil {
				return 0, false, err
			}
		case c < 0x20:
			return 0, false, fault(i, "control character in a string")
		default:
			high |= uint64(c)
			i++
		}
	}
}

// escape returns the offset after the escape that starts at b[i].
func escape(b []byte, i int) (int, error) {
	if i+1 >= len(b) {
		return 0, fault(len(b), "string not closed")
	}
	switch b[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 2, nil
	case 'u':
		if i+6 > len(b) {
			return 0, fault(len(b), "string not closed")
		}
		if _, ok := hex4(b[i+2 : i+6]); ok {
			return i + 6, nil
		}
	}
	return 0, fault(i, "unknown escape in a string")
}

func hex4(b []byte) (rune, bool) {
	var r rune
	for _, c := range b[:4] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
