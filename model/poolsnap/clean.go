package poolsnap

import (
	"bytes"
	"strings"
)

// hasControls tells whether a line has bytes that consoles, old editors and careless concatenation leave in text.
func hasControls(b []byte) bool {
	for _, c := range b {
		if c < ' ' && c != '\t' {
			return true
		}
	}
	return false
}

// clean takes escape sequences of terminals, the zero bytes of UTF-16 that was appended to other text, control-Z and
// form feeds out of a line. Where a sequence moves the cursor to another line a carriage return is put. Other control
// characters stay: they may be part of a tag. The result is in scratch.
func clean(scratch, b []byte) []byte {
	dropZeros := bytes.Count(b, []byte{0})*3 >= len(b)
	for i := 0; i < len(b); {
		switch c := b[i]; {
		case c == 0 && dropZeros, c == '\f', c == 0x1a && (i == 0 || len(bytes.TrimLeft(b[i:], "\x1a \x00")) == 0):
			i++
		case c == 0x1b:
			next, replacement := escape(b, i)
			scratch = append(scratch, replacement...)
			i = next
		default:
			scratch = append(scratch, c)
			i++
		}
	}
	return scratch
}

// manyBlanks is as far as a cursor moves forward.
var manyBlanks = strings.Repeat(" ", 200)

// escape steps over the escape sequence at i, and gives what stands for it. What begins no sequence is kept.
func escape(b []byte, i int) (next int, replacement string) {
	if i+1 >= len(b) {
		return i + 1, ""
	}
	switch c := b[i+1]; {
	case c == '[':
		j := i + 2
		count := 0
		for ; j < len(b) && b[j] >= 0x20 && b[j] < 0x40; j++ {
			if d := b[j] - '0'; d <= 9 && count < 1000 {
				count = count*10 + int(d)
			}
		}
		if j >= len(b) {
			return j, ""
		}
		switch b[j] {
		case 'C': // forward: blanks that were not drawn again
			return j + 1, manyBlanks[:min(max(count, 1), len(manyBlanks))]
		case 'H', 'f', 'E', 'F', 'd', 'A', 'B': // to another line
			return j + 1, "\r"
		}
		return j + 1, ""
	case c == ']': // a title, up to BEL or ESC \
		for j := i + 2; j < len(b); j++ {
			if b[j] == 7 {
				return j + 1, ""
			}
			if b[j] == 0x1b && j+1 < len(b) && b[j+1] == '\\' {
				return j + 2, ""
			}
		}
		return len(b), ""
	case c == '(' || c == ')':
		return min(i+3, len(b)), ""
	case c >= '0' && c <= '~':
		return i + 2, ""
	}
	return i + 1, "\x1b"
}

// ruled tells a line of nothing but marks that people and programs draw lines with, or progress dots.
func ruled(b []byte) bool {
	for _, c := range b {
		switch c {
		case ' ', '\t', '-', '=', '_', '*', '#', '.', '+', '|', '~', ':', '`':
		default:
			return false
		}
	}
	return true
}
