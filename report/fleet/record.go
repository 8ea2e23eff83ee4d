package fleet

import (
	"encoding/binary"
	"errors"
	"math"
)

// A record is an observation as bytes: numbers as varints, floating-point numbers in eight bytes, texts as numbers into a list of
// the texts of the capture, in the order in which they occur; 0 is the empty text. The same observation gives the same bytes.

// recorder writes records.
type recorder struct {
	bytes []byte
	index map[string]uint64
	texts []string
}

func (r *recorder) number(n uint64) { r.bytes = binary.AppendUvarint(r.bytes, n) }

func (r *recorder) signed(n int64) { r.bytes = binary.AppendVarint(r.bytes, n) }

func (r *recorder) byte(b byte) { r.bytes = append(r.bytes, b) }

func (r *recorder) real(x float64) {
	r.bytes = binary.LittleEndian.AppendUint64(r.bytes, math.Float64bits(x))
}

func (r *recorder) text(s string) {
	if s == "" {
		r.number(0)
		return
	}
	i, known := r.index[s]
	if !known {
		r.texts = append(r.texts, s)
		i = uint64(len(r.texts))
		r.index[s] = i
	}
	r.number(i)
}

// errRecord tells of bytes that no recorder wrote.
var errRecord = errors.New("a record of a capture is damaged")

// player reads records. After an error all is zero.
type player struct {
	bytes []byte
	texts int // how many there are; tells of texts are made by at
	at    func(int) string
	err   error
}

func (p *player) fail() {
	p.err, p.bytes = errRecord, nil
}

func (p *player) number() uint64 {
	n, size := binary.Uvarint(p.bytes)
	if size <= 0 {
		p.fail()
		return 0
	}
	p.bytes = p.bytes[size:]
	return n
}

func (p *player) signed() int64 {
	n, size := binary.Varint(p.bytes)
	if size <= 0 {
		p.fail()
		return 0
	}
	p.bytes = p.bytes[size:]
	return n
}

func (p *player) byte() byte {
	if len(p.bytes) == 0 {
		p.fail()
		return 0
	}
	b := p.bytes[0]
	p.bytes = p.bytes[1:]
	return b
}

func (p *player) real() float64 {
	if len(p.bytes) < 8 {
		p.fail()
		return 0
	}
	x := math.Float64frombits(binary.LittleEndian.Uint64(p.bytes))
	p.bytes = p.bytes[8:]
	if !isFinite(x) {
		p.fail()
		return 0
	}
	return x
}

func (p *player) text() string {
	n := p.number()
	switch {
	case n == 0:
		return ""
	case n > uint64(p.texts):
		p.fail()
		return ""
	}
	return p.at(int(n - 1))
}

// count reads how many things follow that take at least size bytes each, so that no more is allocated than bytes pay for.
func (p *player) count(size int) int {
	n := p.number()
	if n > uint64(len(p.bytes)/size) {
		p.fail()
		return 0
	}
	return int(n)
}

// below reads a number that is less than n.
func (p *player) below(n int) int {
	v := p.number()
	if v >= uint64(n) {
		p.fail()
		return 0
	}
	return int(v)
}

func (p *player) number32() uint32 {
	n := p.number()
	if n > math.MaxUint32 {
		p.fail()
	}
	return uint32(n)
}
