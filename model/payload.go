package model

import (
	"bytes"
	"encoding/binary"

	"etledger/etl"
)

// payload reads the fields of an event in their order. The fields are packed, without any alignment. Reading past the
// end gives zeros and makes the payload bad, so a decoder reads all fields first and asks once. Texts are different:
// one that is cut off ends where the payload ends, and one of which nothing is there is nil, since layouts of newer
// versions of Windows are known to lack or to add texts at the end.
type payload struct {
	rest    []byte
	pointer int  // bytes of a pointer or size_t
	bad     bool // a field was not there
	open    bool // a text had no terminator
}

// newPayload makes a reader of an event's payload. It is bad from the start when the event's pointer size does not
// exist.
func newPayload(e *etl.Event) payload {
	if e.PointerSize == 4 {
		return payload{rest: e.Payload, pointer: 4}
	}
	return payload{rest: e.Payload, pointer: 8, bad: e.PointerSize != 8}
}

// withOtherPointer gives the payload as it would be read had the event the other pointer size.
func (p payload) withOtherPointer() payload {
	p.pointer = 12 - p.pointer
	return p
}

// exact tells whether all fields were there, with nothing left over.
func (p *payload) exact() bool { return !p.bad && !p.open && len(p.rest) == 0 }

// take gives the next n bytes, nil when there are not so many.
func (p *payload) take(n int) []byte {
	if n > len(p.rest) {
		p.bad = true
		p.rest = nil
		return nil
	}
	b := p.rest[:n:n]
	p.rest = p.rest[n:]
	return b
}

func (p *payload) u8() uint8 {
	if b := p.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (p *payload) u16() uint16 {
	if b := p.take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (p *payload) u32() uint32 {
	if b := p.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (p *payload) u64() uint64 {
	if b := p.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// ptr reads a pointer or a size_t.
func (p *payload) ptr() uint64 {
	if p.pointer == 4 {
		return uint64(p.u32())
	}
	return p.u64()
}

// has tells whether n more bytes are there.
func (p *payload) has(n int) bool { return len(p.rest) >= n }

// wide reads a UTF-16LE text that a zero ends, or the end of the payload; it gives the bytes without the zero.
func (p *payload) wide() []byte {
	for i := 0; i+1 < len(p.rest); i += 2 {
		if p.rest[i] == 0 && p.rest[i+1] == 0 {
			b := p.rest[:i]
			p.rest = p.rest[i+2:]
			return b
		}
	}
	return p.unterminated(len(p.rest) &^ 1)
}

// narrow reads a text of single-byte characters that a zero ends, or the end of the payload; it gives the bytes
// without the zero.
func (p *payload) narrow() []byte {
	i := bytes.IndexByte(p.rest, 0)
	if i < 0 {
		return p.unterminated(len(p.rest))
	}
	b := p.rest[:i]
	p.rest = p.rest[i+1:]
	return b
}

// unterminated gives what there is of a text, n bytes, when the payload ends before the text does.
func (p *payload) unterminated(n int) []byte {
	b := p.rest[:n]
	p.open, p.rest = true, nil
	if n == 0 {
		return nil
	}
	return b
}

// fixedWide reads a field of n UTF-16 characters; it gives the bytes before the first zero.
func (p *payload) fixedWide(n int) []byte {
	field := payload{rest: p.take(2 * n)}
	return field.wide()
}

// sid reads a binary security identifier (SID of winnt.h): revision, number of sub-authorities, six bytes of
// authority, the sub-authorities.
func (p *payload) sid() []byte {
	if len(p.rest) < 2 || p.rest[0] != 1 || p.rest[1] > 15 {
		p.bad, p.rest = true, nil
		return nil
	}
	return p.take(8 + 4*int(p.rest[1]))
}
