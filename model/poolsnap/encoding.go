package poolsnap

import (
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// encoding is how the characters of a file are written.
type encoding uint8

const (
	encodingBytes encoding = iota // no mark: UTF-8 or one byte for each character
	encodingUTF8
	encodingUTF16LE
	encodingUTF16BE
)

func (e encoding) String() string {
	return [...]string{"bytes", "UTF-8", "UTF-16LE", "UTF-16BE"}[e]
}

func (e encoding) order() binary.ByteOrder {
	if e == encodingUTF16BE {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

// encodingOf tells the encoding from the first bytes, and how many of them are a byte order mark. Text in UTF-16
// without a mark is told by its zero bytes, which stand for the upper halves of digits and blanks, the bulk of any
// such file. Only its very beginning counts: PowerShell appends UTF-16 to text of any kind.
func encodingOf(head []byte) (e encoding, mark int) {
	switch {
	case len(head) >= 3 && head[0] == 0xef && head[1] == 0xbb && head[2] == 0xbf:
		return encodingUTF8, 3
	case len(head) >= 2 && head[0] == 0xff && head[1] == 0xfe:
		return encodingUTF16LE, 2
	case len(head) >= 2 && head[0] == 0xfe && head[1] == 0xff:
		return encodingUTF16BE, 2
	}
	head = head[:min(len(head), 256)]
	var zeros [2]int
	for i, c := range head {
		if c == 0 {
			zeros[i&1]++
		}
	}
	pairs := len(head) / 2
	switch {
	case pairs == 0:
	case zeros[1] > pairs/2 && zeros[0] <= pairs/16:
		return encodingUTF16LE, 0
	case zeros[0] > pairs/2 && zeros[1] <= pairs/16:
		return encodingUTF16BE, 0
	}
	return encodingBytes, 0
}

// utf16Reader gives text in UTF-16 as UTF-8. What is no character becomes U+FFFD.
type utf16Reader struct {
	r     io.Reader
	order binary.ByteOrder
	in    []byte // read, not decoded
	out   []byte // decoded, not given
	store [32 << 10]byte
	have  int // bytes in store
	err   error
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.out) == 0 {
		if u.err != nil {
			return 0, u.err
		}
		var n int
		n, u.err = u.r.Read(u.store[u.have:])
		u.have += n
		used := 0
		u.in, used = appendUTF16(u.in[:0], u.store[:u.have], u.order, u.err != nil)
		u.have = copy(u.store[:], u.store[used:u.have])
		u.out = u.in
	}
	n := copy(p, u.out)
	u.out = u.out[n:]
	return n, nil
}

// appendUTF16 decodes as much of text as is whole, all of it when no more follows, and says how many bytes that were.
func appendUTF16(to, text []byte, order binary.ByteOrder, last bool) ([]byte, int) {
	i := 0
	for i+2 <= len(text) {
		c := rune(order.Uint16(text[i:]))
		switch {
		case c < utf8.RuneSelf:
			to = append(to, byte(c))
		case !utf16.IsSurrogate(c):
			to = utf8.AppendRune(to, c)
		case i+4 > len(text) && !last:
			return to, i
		default:
			low := rune(-1)
			if i+4 <= len(text) {
				low = rune(order.Uint16(text[i+2:]))
			}
			c = utf16.DecodeRune(c, low)
			if c != utf8.RuneError {
				i += 2
			}
			to = utf8.AppendRune(to, c)
		}
		i += 2
	}
	if last {
		i = len(text)
	}
	return to, i
}
