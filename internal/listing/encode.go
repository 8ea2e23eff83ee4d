package listing

import (
	"io"
	"strconv"
	"time"
	"unicode/utf8"

	"etledger/model/columns"
)

// output gathers what is written and hands it on in large pieces.
type output struct {
	w io.Writer
	b []byte
}

const pieceSize = 1 << 16

// flushFull hands on what was gathered if it is much.
func (o *output) flushFull() error {
	if len(o.b) < pieceSize {
		return nil
	}
	return o.flush()
}

func (o *output) flush() error {
	_, err := o.w.Write(o.b)
	o.b = o.b[:0]
	return err
}

// encoded holds the texts of a column as they are written, each made once for a batch.
type encoded struct {
	all    []byte
	bounds []int // text i is all[bounds[i]:bounds[i+1]]
}

// load encodes the texts of a column.
func (e *encoded) load(v *columns.Values, encode func(b []byte, text string) []byte) {
	e.all, e.bounds = e.all[:0], append(e.bounds[:0], 0)
	for _, word := range v.Words {
		e.all = encode(e.all, word)
		e.bounds = append(e.bounds, len(e.all))
	}
}

func (e *encoded) text(index int) []byte { return e.all[e.bounds[index]:e.bounds[index+1]] }

// appendNumber appends a number in decimal. Floats have as many digits as tell them from all others.
func appendNumber(b []byte, v *columns.Values, row int) []byte {
	switch v.Type {
	case columns.Uint8:
		return strconv.AppendUint(b, uint64(v.Uint8[row]), 10)
	case columns.Uint16:
		return strconv.AppendUint(b, uint64(v.Uint16[row]), 10)
	case columns.Uint32:
		return strconv.AppendUint(b, uint64(v.Uint32[row]), 10)
	case columns.Uint64:
		return strconv.AppendUint(b, v.Uint64[row], 10)
	case columns.Float64:
		return strconv.AppendFloat(b, v.Float64[row], 'f', -1, 64)
	}
	return strconv.AppendInt(b, v.Int64[row], 10)
}

// clock writes times. It keeps the latest second, since times that follow one another mostly share it.
type clock struct {
	second int64
	text   []byte
}

// append appends a time, given in ns since 1970 UTC, as RFC 3339 has it, with nanoseconds.
func (c *clock) append(b []byte, nanos int64) []byte {
	second, rest := nanos/1e9, nanos%1e9
	if rest < 0 {
		second, rest = second-1, rest+1e9
	}
	if second != c.second || c.text == nil {
		c.second = second
		c.text = time.Unix(second, 0).UTC().AppendFormat(c.text[:0], "2006-01-02T15:04:05.")
	}
	b = append(b, c.text...)
	for scale := int64(1e8); scale > 0; scale /= 10 {
		b = append(b, '0'+byte(rest/scale%10))
	}
	return append(b, 'Z')
}

const hexDigits = "0123456789abcdef"

// appendJSON appends a text as a JSON string.
func appendJSON(b []byte, text string) []byte {
	b = append(b, '"')
	for i := 0; i < len(text); {
		c := text[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(text[i:])
			b = utf8.AppendRune(b, r) // bytes that are no UTF-8 become U+FFFD
			i += size
			continue
		}
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c < ' ' || c == 0x7F:
			b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xF])
		default:
			b = append(b, c)
		}
		i++
	}
	return append(b, '"')
}
