package etlwriter

import (
	"encoding/binary"
	"unicode/utf16"
)

// encoder puts fields one after another, packed, little endian: the layout rule of every payload.
type encoder struct {
	b    []byte
	size PointerSize
}

func (e *encoder) u8(v ...uint8) { e.b = append(e.b, v...) }

func (e *encoder) u16(v ...uint16) {
	for _, x := range v {
		e.b = binary.LittleEndian.AppendUint16(e.b, x)
	}
}

func (e *encoder) u32(v ...uint32) {
	for _, x := range v {
		e.b = binary.LittleEndian.AppendUint32(e.b, x)
	}
}

func (e *encoder) u64(v ...uint64) {
	for _, x := range v {
		e.b = binary.LittleEndian.AppendUint64(e.b, x)
	}
}

// ptr puts pointers or size_t values; a 32-bit event keeps the low half.
func (e *encoder) ptr(v ...uint64) {
	for _, x := range v {
		if e.size == Pointer32 {
			e.u32(uint32(x))
		} else {
			e.u64(x)
		}
	}
}

func (e *encoder) bytes(b []byte) { e.b = append(e.b, b...) }

func (e *encoder) zeros(n int) { e.b = append(e.b, make([]byte, n)...) }

// narrow puts single-byte text, the bytes of s as they are, and its zero.
func (e *encoder) narrow(s string) {
	e.b = append(e.b, s...)
	e.b = append(e.b, 0)
}

// wide puts UTF-16 text and its zero.
func (e *encoder) wide(s string) {
	e.u16(utf16.Encode([]rune(s))...)
	e.u16(0)
}

// wideField puts UTF-16 text into a field of n units, cut to leave a zero at its end, the rest zero.
func (e *encoder) wideField(s string, n int) {
	units := utf16.Encode([]rune(s))
	if len(units) > n-1 {
		units = units[:n-1]
	}
	e.u16(units...)
	e.zeros(2 * (n - len(units)))
}
