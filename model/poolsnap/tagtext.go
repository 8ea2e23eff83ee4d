package poolsnap

import (
	"bytes"
	"unicode/utf8"
)

// tagReader gives the four bytes of tags from their text.
type tagReader struct {
	wide   bool      // the text is UTF-8 beyond doubt
	fixed  *codePage // as the options say
	shown  *codePage // as the file has shown: a character that only this code page has
	fourth bool      // bytes 0x80 and above: the caller's columns say that each is a character of its own
}

func newTagReader(e encoding, codePage int) tagReader {
	return tagReader{wide: e != encodingBytes, fixed: codePageOf(codePage)}
}

// tagText is a tag as read.
type tagText struct {
	Tag
	protected bool // bit 7 of the last byte was set
	ambiguous bool // the bytes are those of one of two code pages
}

// maxTagText is how long the text of a tag can be: four escaped bytes and as much indentation.
const maxTagText = 64

// indented reads the tag from all that stands before the blank that precedes the next column: indentation, or marks of
// quoting, and the four characters of the tag. Collapsed tells that runs of blanks were made one, so that leading
// blanks are none of the tag's.
func (t *tagReader) indented(text []byte, collapsed bool) (tagText, bool) {
	if len(text) > maxTagText {
		return tagText{}, false
	}
	if collapsed || len(text) < 4 {
		text = bytes.TrimLeft(text, " ")
	}
	// In the columns of the tools a tag has four characters, after at most one blank.
	t.fourth = !t.wide && (len(text) == 4 || len(text) == 5 && text[0] == ' ')
	units, n, ok := t.units(text)
	if !ok || n == 0 {
		return tagText{}, false
	}
	for n > 4 {
		switch c := units[0]; {
		case c == ' ' || c == '\t' || c == '>' || c == '|' || c == '*':
			copy(units[:], units[1:n])
		case units[n-1] != ' ': // more than one blank may stand before the type
			return tagText{}, false
		}
		n--
	}
	return t.finish(units, n)
}

// field reads the tag from a field of its own: nothing but the tag is in it, and blanks at its end count for nothing.
func (t *tagReader) field(text []byte) (tagText, bool) {
	if len(text) == 4 && text[0]|text[1]|text[2]|text[3] < utf8.RuneSelf {
		return tagText{Tag: Tag(text)}, true
	}
	if n := len(text); n > 4 && text[0] == '`' && text[n-1] == '`' {
		text = text[1 : n-1] // as code, in Markdown
	}
	if len(text) > maxTagText {
		return tagText{}, false
	}
	t.fourth = false
	units, n, ok := t.units(text)
	for ok && n > 4 && units[n-1] == ' ' {
		n--
	}
	for ok && n > 4 && units[0] == ' ' {
		copy(units[:], units[1:n])
		n--
	}
	if !ok || n == 0 || n > 4 {
		return tagText{}, false
	}
	return t.finish(units, n)
}

// units splits text into characters: bytes as they are, escaped bytes read, others as runes.
func (t *tagReader) units(text []byte) (units [maxTagText]rune, n int, ok bool) {
	escaped := len(bytes.TrimLeft(text, " ")) > 4 && bytes.Contains(text, []byte(`\x`))
	asBytes := t.fourth || !t.wide && !utf8.Valid(text)
	for i := 0; i < len(text); n++ {
		c := text[i]
		if escaped && c == '\\' && i+4 <= len(text) && text[i+1] == 'x' {
			high, low := hexDigit(text[i+2]), hexDigit(text[i+3])
			if high < 0 || low < 0 {
				return units, 0, false
			}
			units[n] = -rune(high<<4|low) - 1
			i += 4
			continue
		}
		switch {
		case c < utf8.RuneSelf:
			units[n] = rune(c)
			i++
		case asBytes:
			units[n] = -rune(c) - 1 // a byte beyond doubt: no code page to ask
			i++
		default:
			r, width := utf8.DecodeRune(text[i:])
			units[n] = r
			i += width
		}
	}
	return units, n, true
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c - 'a' + 10)
	case c >= 'A' && c <= 'F':
		return int(c - 'A' + 10)
	}
	return -1
}

// finish makes up to four characters a tag.
func (t *tagReader) finish(units [maxTagText]rune, n int) (tagText, bool) {
	tag := Tag{' ', ' ', ' ', ' '}
	latin, oem := true, true // whether the pages have all characters
	var other Tag            // the tag in code page 437
	for i := range n {
		switch r := units[i]; {
		case r < 0:
			tag[i] = byte(-r - 1)
			other[i] = tag[i]
		case r < utf8.RuneSelf:
			tag[i] = byte(r)
			other[i] = tag[i]
		default:
			page := page1252
			if t.fixed != nil {
				page = t.fixed
			}
			var ok bool
			tag[i], ok = page.bytes[r]
			latin = latin && ok
			other[i], ok = page437.bytes[r]
			oem = oem && ok
		}
	}
	for i := n; i < 4; i++ {
		other[i] = ' '
	}
	ambiguous := false
	switch {
	case !latin && !oem:
		return tagText{}, false
	case t.fixed != nil:
		if !latin {
			tag = other
		}
	case !latin:
		tag, t.shown = other, page437
	case !oem:
		t.shown = page1252
	case tag == other:
	case t.shown == page437:
		tag = other
	default:
		ambiguous = t.shown == nil
	}
	protected := tag[3]&0x80 != 0
	tag[3] &^= 0x80
	return tagText{tag, protected, ambiguous}, true
}

// tagOfCode reads the tag from a number, first character in the lowest byte.
func tagOfCode(code uint32) tagText {
	tag := Tag{byte(code), byte(code >> 8), byte(code >> 16), byte(code >> 24)}
	protected := tag[3]&0x80 != 0
	tag[3] &^= 0x80
	return tagText{Tag: tag, protected: protected}
}
