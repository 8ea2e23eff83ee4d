package poolsnap

import (
	"bytes"
	"math"
	"unicode/utf8"
)

// Figures are written with or without separators of thousands. A separator is one of those that the world's
// conventions and code pages know, is the same throughout a figure, and stands before groups of three digits (two,
// within Indian figures).

// separators of thousands, by kind
const (
	notSeparator = iota
	separatorComma
	separatorDot
	separatorBlank      // blank, no-break blank, narrow no-break blank, thin blank
	separatorApostrophe // also the typographic ones
	separatorArabic     // U+066C
)

// separatorAt tells which separator starts the text, and its bytes.
func separatorAt(b []byte) (kind, width int) {
	switch b[0] {
	case ',':
		return separatorComma, 1
	case '.':
		return separatorDot, 1
	case ' ':
		return separatorBlank, 1
	case '\'', 0x92: // 0x92: the typographic apostrophe in code page 1252
		return separatorApostrophe, 1
	case 0xa0, 0xff: // the no-break blank of code pages 1252 and 437
		return separatorBlank, 1
	case 0xc2:
		if len(b) > 1 && b[1] == 0xa0 {
			return separatorBlank, 2
		}
	case 0xd9:
		if len(b) > 1 && b[1] == 0xac {
			return separatorArabic, 2
		}
	case 0xe2:
		if len(b) > 2 && b[1] == 0x80 {
			switch b[2] {
			case 0xaf, 0x89: // U+202F, U+2009
				return separatorBlank, 3
			case 0x98, 0x99: // U+2018, U+2019
				return separatorApostrophe, 3
			}
		}
	}
	return notSeparator, 0
}

// blankWidth tells how many bytes of blank start the text, 0 for none: blanks of figures that are not the plain blank.
func blankWidth(b []byte) int {
	if b[0] == ' ' || b[0] == '\t' {
		return 1
	}
	if b[0] >= 0x80 {
		if kind, width := separatorAt(b); kind == separatorBlank {
			return width
		}
	}
	return 0
}

// trimBlanks takes blanks of any kind off both ends.
func trimBlanks(b []byte) []byte {
	for len(b) > 0 && (b[0] <= ' ' || b[0] >= utf8.RuneSelf) {
		w := blankWidth(b)
		if w == 0 {
			break
		}
		b = b[w:]
	}
	for len(b) > 0 {
		n := len(b)
		if c := b[n-1]; c > ' ' && c < utf8.RuneSelf {
			return b
		}
		switch {
		case b[n-1] == ' ' || b[n-1] == '\t' || b[n-1] == '\r':
			b = b[:n-1]
		case n > 1 && b[n-2] == 0xc2 && b[n-1] == 0xa0:
			b = b[:n-2]
		case n > 2 && b[n-3] == 0xe2 && b[n-2] == 0x80 && (b[n-1] == 0xaf || b[n-1] == 0x89):
			b = b[:n-3]
		default:
			return b
		}
	}
	return b
}

// sign takes the sign off a figure.
func sign(b []byte) (negative bool, rest []byte) {
	switch {
	case len(b) > 0 && b[0] == '-':
		return true, b[1:]
	case len(b) > 2 && b[0] == 0xe2 && b[1] == 0x88 && b[2] == 0x92: // U+2212
		return true, b[3:]
	case len(b) > 0 && b[0] == '+':
		return false, b[1:]
	}
	return false, b
}

// whole reads a whole number without blanks around it. What is no such number, or more than 64 bits, is not ok.
func whole(b []byte) (value uint64, negative, ok bool) {
	negative, b = sign(b)
	kind, group, first := notSeparator, 0, true
	for i := 0; i < len(b); {
		if d := b[i] - '0'; d <= 9 {
			if value > math.MaxUint64/10 || value*10 > math.MaxUint64-uint64(d) {
				return 0, false, false
			}
			value = value*10 + uint64(d)
			group++
			i++
			continue
		}
		k, width := separatorAt(b[i:])
		switch {
		case k == notSeparator, kind != notSeparator && k != kind, group == 0, group > 3:
			return 0, false, false
		case !first && group < 2:
			return 0, false, false
		}
		kind, group, first = k, 0, false
		i += width
	}
	if group == 0 || !first && group != 3 {
		return 0, false, false
	}
	return value, negative, true
}

// counter reads a figure that cannot be negative. Programs of 32 bits show what is over 2^31 as negative: it is put
// right.
func counter(b []byte) (uint64, bool) {
	value, negative, ok := whole(b)
	if negative && value != 0 {
		if value > 1<<31 {
			return 0, false
		}
		value = 1<<32 - value
	}
	return value, ok
}

// difference reads a figure that can be negative.
func difference(b []byte) (int64, bool) {
	value, negative, ok := whole(b)
	if !ok || value > math.MaxInt64 {
		return 0, false
	}
	if negative {
		return -int64(value), true
	}
	return int64(value), true
}

// decimals is what is known of how a file writes fractions.
type decimals struct {
	point byte // '.' or ',', 0 when not known yet
}

// number reads a figure that may have a fraction. Where a single separator before three digits could stand for
// thousands as well, what the file has shown so far decides, and failing that, whether the figure is one of whole
// things.
func (d *decimals) number(b []byte, wholeThings bool) (float64, bool) {
	negative, b := sign(b)
	exponent := bytes.IndexAny(b, "eE")
	if exponent < 0 {
		exponent = len(b)
	}
	mantissa := b[:exponent]
	var dots, commas, last int
	for i, c := range mantissa {
		switch c {
		case '.':
			dots, last = dots+1, i
		case ',':
			commas, last = commas+1, i
		}
	}
	fraction := -1 // where it begins
	switch total := dots + commas; {
	case total == 0:
	case total > 1 && commas == 0:
		d.point = ','
	case total > 1 && dots == 0:
		d.point = '.'
	case dots > 0 && commas > 0 && (dots == 1 || commas == 1), total == 1 && exponent < len(b):
		fraction, d.point = last, b[last]
	case total == 1:
		c, after := b[last], len(mantissa)-last-1
		if after != 3 || last > 3 || last == 0 || b[0] == '0' {
			d.point = c
		}
		if d.point == c || d.point == 0 && !wholeThings {
			fraction = last
		}
	}
	head, tail := mantissa, []byte(nil)
	if fraction >= 0 {
		head, tail = mantissa[:fraction], mantissa[fraction+1:]
	}
	value := 0.0
	if len(head) > 0 {
		v, negative, ok := whole(head)
		if !ok || negative {
			return 0, false
		}
		value = float64(v)
	} else if len(tail) == 0 {
		return 0, false
	}
	decimals, power := uint64(0), 0
	for _, c := range tail {
		if c < '0' || c > '9' {
			return 0, false
		}
		if power < 17 {
			decimals = decimals*10 + uint64(c-'0')
			power++
		}
	}
	if decimals != 0 {
		value += float64(decimals) / math.Pow10(power)
	}
	if exponent < len(b) {
		power, negative, ok := whole(b[exponent+1:])
		if !ok || power > 300 {
			return 0, false
		}
		if negative {
			value /= math.Pow10(int(power))
		} else {
			value *= math.Pow10(int(power))
		}
	}
	if negative {
		value = -value
	}
	return value, true
}
