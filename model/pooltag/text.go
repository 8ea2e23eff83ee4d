package pooltag

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Bounds of what is read of a text file. Real tag files have some 250 KB and inventories some MB.
const (
	maxText = 64 << 20 // bytes of a whole file
	maxLine = 32 << 10 // bytes of a line; longer ones are stepped over
)

// maxProblems bounds the problems kept of one file; more are counted.
const maxProblems = 1000

// errLong tells of a line longer than maxLine. The next call gives the line after it.
var errLong = errors.New("line longer than 32 KiB")

// lines gives the lines of a text file in UTF-8, whatever it is written in: UTF-8 with or without a mark, UTF-16 of either
// byte order with or without a mark (what PowerShell's > writes), or one byte for each character, taken for Latin-1.
type lines struct {
	r      *bufio.Reader
	number int // of the line given last, from 1
	left   int64
}

func newLines(r io.Reader) *lines {
	l := &lines{left: maxText}
	raw := bufio.NewReaderSize(r, 64<<10)
	head, _ := raw.Peek(1024)
	switch order := wideOrder(head); {
	case order != nil:
		l.r = bufio.NewReaderSize(&wideReader{r: raw, order: order}, 64<<10)
	default:
		if bytes.HasPrefix(head, []byte("\xef\xbb\xbf")) {
			raw.Discard(3)
		}
		l.r = raw
	}
	return l
}

// wideOrder gives the byte order of text in UTF-16, nil for other text. Without a mark it goes by the zero bytes: text of
// the languages that drivers and tags are named in has one in nearly every pair, and always on the same side.
func wideOrder(head []byte) binary.ByteOrder {
	if len(head) < 2 {
		return nil
	}
	switch {
	case head[0] == 0xff && head[1] == 0xfe:
		return binary.LittleEndian
	case head[0] == 0xfe && head[1] == 0xff:
		return binary.BigEndian
	}
	var zeros [2]int
	for i, c := range head {
		if c == 0 {
			zeros[i&1]++
		}
	}
	pairs := len(head) / 2
	switch {
	case zeros[1] > pairs/2 && zeros[0] <= pairs/16:
		return binary.LittleEndian
	case zeros[0] > pairs/2 && zeros[1] <= pairs/16:
		return binary.BigEndian
	}
	return nil
}

// next gives the next line without its end, or io.EOF, errLong for a line that is stepped over, or an error of the file.
func (l *lines) next() (string, error) {
	l.number++
	var line []byte
	for long := false; ; {
		part, err := l.r.ReadSlice('\n')
		if l.left -= int64(len(part)); l.left < 0 {
			return "", fmt.Errorf("line %d: the file has more than %d MiB of text", l.number, maxText>>20)
		}
		if long = long || len(line)+len(part) > maxLine; !long {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err != nil && err != io.EOF:
			return "", fmt.Errorf("line %d: %w", l.number, err)
		case err == io.EOF && len(line) == 0 && !long:
			return "", io.EOF
		case long:
			return "", errLong
		}
		return plainText(bytes.TrimRight(line, "\r\n")), nil
	}
}

// plainText gives text that may be Latin-1 as UTF-8.
func plainText(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	runes := make([]rune, len(text))
	for i, c := range text {
		runes[i] = rune(c)
	}
	return string(runes)
}

// wideReader turns UTF-16 into UTF-8 as it is read, without the mark.
type wideReader struct {
	r     *bufio.Reader
	order binary.ByteOrder
	out   []byte // decoded, not given yet
	high  uint16 // a first surrogate that waits for its second, 0 for none
	buf   []byte
}

func (w *wideReader) Read(p []byte) (int, error) {
	for len(w.out) == 0 {
		var pair [2]byte
		n, err := io.ReadFull(w.r, pair[:])
		if n < 2 {
			if w.high != 0 {
				w.high = 0
				w.out = utf8.AppendRune(w.buf[:0], utf8.RuneError)
				break
			}
			if err == io.ErrUnexpectedEOF {
				err = io.EOF // half a character at the end
			}
			return 0, err
		}
		w.buf = w.decode(w.buf[:0], w.order.Uint16(pair[:]))
		for len(w.buf) < 4096 && w.r.Buffered() >= 2 {
			both, _ := w.r.Peek(2)
			w.buf = w.decode(w.buf, w.order.Uint16(both))
			w.r.Discard(2)
		}
		w.out = w.buf
	}
	n := copy(p, w.out)
	w.out = w.out[n:]
	return n, nil
}

func (w *wideReader) decode(text []byte, unit uint16) []byte {
	r := rune(unit)
	switch {
	case w.high != 0 && r >= 0xdc00 && r < 0xe000:
		r, w.high = utf16.DecodeRune(rune(w.high), r), 0
	case w.high != 0:
		w.high = 0
		return w.decode(utf8.AppendRune(text, utf8.RuneError), unit)
	case r >= 0xd800 && r < 0xdc00:
		w.high = unit
		return text
	case r == 0xfeff:
		return text
	}
	return utf8.AppendRune(text, r)
}

// shorten gives at most 120 bytes of a line, for messages, without breaking a character.
func shorten(text string) string {
	if len(text) <= 120 {
		return text
	}
	return strings.ToValidUTF8(text[:117], "") + "..."
}
