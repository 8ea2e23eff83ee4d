package poolsnap

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonNested steps over an object or an array.
func jsonNested(b []byte) (rest []byte, ok bool) {
	depth, inString := 0, false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case inString:
			if c == '\\' {
				i++
			} else if c == '"' {
				inString = false
			}
		case c == '"':
			inString = true
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return b[i+1:], true
			}
		}
	}
	return nil, false
}

// jsonDepth tells by how much a line with no string open at its ends opens more braces and brackets than it closes.
func jsonDepth(b []byte) (depth int) {
	inString := false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '\\' && inString:
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
	}
	return depth
}

// quoted reads a string. It is part of the line, or of the reader's memory until the next line when it has escapes.
func (j *jsonReader) quoted(b []byte) (text, rest []byte, ok bool) {
	if len(b) == 0 || b[0] != '"' {
		return nil, nil, false
	}
	b = b[1:]
	end := bytes.IndexByte(b, '"')
	if end < 0 {
		return nil, nil, false
	}
	if bytes.IndexByte(b[:end], '\\') < 0 {
		return b[:end], b[end+1:], true
	}
	first := len(j.text)
	for i := 0; i < len(b); {
		switch c := b[i]; {
		case c == '"':
			return j.text[first:len(j.text):len(j.text)], b[i+1:], true
		case c != '\\':
			j.text = append(j.text, c)
			i++
		case i+1 == len(b):
			return nil, nil, false
		default:
			n, ok := j.escape(b[i+1:])
			if !ok {
				return nil, nil, false
			}
			i += 1 + n
		}
	}
	return nil, nil, false
}

// escape reads what follows a backslash, and says how many bytes that is.
func (j *jsonReader) escape(b []byte) (n int, ok bool) {
	switch c := b[0]; c {
	case '"', '\\', '/':
		j.text = append(j.text, c)
	case 'b':
		j.text = append(j.text, '\b')
	case 'f':
		j.text = append(j.text, '\f')
	case 'n':
		j.text = append(j.text, '\n')
	case 'r':
		j.text = append(j.text, '\r')
	case 't':
		j.text = append(j.text, '\t')
	case 'u':
		r := hexRune(b)
		if n = 5; utf16.IsSurrogate(r) && len(b) > 6 && b[5] == '\\' {
			if r = utf16.DecodeRune(r, hexRune(b[6:])); r != utf8.RuneError {
				n = 11
			}
		}
		if r < 0 {
			return 0, false
		}
		j.text = utf8.AppendRune(j.text, r)
		return n, true
	default:
		return 0, false
	}
	return 1, true
}

// hexRune reads u and four hexadecimal digits, -1 for anything else.
func hexRune(b []byte) rune {
	if len(b) < 5 || b[0] != 'u' {
		return -1
	}
	r := rune(0)
	for _, c := range b[1:5] {
		d := hexDigit(c)
		if d < 0 {
			return -1
		}
		r = r<<4 | rune(d)
	}
	return r
}
