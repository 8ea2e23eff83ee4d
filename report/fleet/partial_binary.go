package fleet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// partialMark begins a serialised Partial; its last byte is the version of the form.
const partialMark = "etledger fleet partial\x00\x01"

// MarshalBinary implements encoding.BinaryMarshaler. The same captures give the same bytes: those of a mark with the version, of
// all texts in order, and of the captures in the order of their IDs.
func (p *Partial) MarshalBinary() ([]byte, error) {
	ids := slices.Sorted(maps.Keys(p.captures))
	numbers := p.inUse()
	out := []byte(partialMark)
	texts := slices.Sorted(maps.Keys(numbers))
	out = binary.AppendUvarint(out, uint64(len(texts)))
	for i, s := range texts {
		numbers[s] = uint64(i)
		out = appendText(out, s)
	}
	out = binary.AppendUvarint(out, uint64(len(ids)))
	for _, id := range ids {
		h := p.captures[id]
		out = appendText(out, id)
		out = append(out, bit(h.repeated, 1)|bit(h.differs, 2))
		out = binary.AppendUvarint(out, numbers[p.texts[h.location]])
		out = binary.AppendUvarint(out, uint64(len(h.texts)))
		for _, t := range h.texts {
			out = binary.AppendUvarint(out, numbers[p.texts[t]])
		}
		out = binary.AppendUvarint(out, uint64(len(h.record)))
		out = append(out, h.record...)
	}
	return out, nil
}

// inUse gives the texts that captures have; of those that were replaced some may be left over.
func (p *Partial) inUse() map[string]uint64 {
	numbers := map[string]uint64{}
	for _, h := range p.captures {
		numbers[p.texts[h.location]] = 0
		for _, t := range h.texts {
			numbers[p.texts[t]] = 0
		}
	}
	return numbers
}

func appendText(out []byte, s string) []byte {
	out = binary.AppendUvarint(out, uint64(len(s)))
	return append(out, s...)
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler: it replaces what p has by what MarshalBinary gave. Bytes that it did not
// give are an error and leave p as it is; what is allocated is bounded by their number. Nothing is kept of data.
func (p *Partial) UnmarshalBinary(data []byte) error {
	q, err := readPartial(data)
	if err != nil {
		return fmt.Errorf("fleet: not a partial aggregate of this version: %w", err)
	}
	*p = *q
	return nil
}

func readPartial(data []byte) (*Partial, error) {
	rest, ok := bytes.CutPrefix(data, []byte(partialMark))
	if !ok {
		return nil, errors.New("its beginning is another")
	}
	p, r := NewPartial(), player{bytes: rest}
	before := ""
	for i := range r.count(1) {
		s := r.string()
		if r.err != nil || i > 0 && s <= before {
			return nil, errors.New("its texts are damaged")
		}
		before = s
		p.intern(s)
	}
	before = ""
	for range r.count(6) {
		id := r.string()
		h := r.held(len(p.texts))
		if r.err != nil || id <= before {
			return nil, errors.New("its list of captures is damaged")
		}
		before = id
		if err := p.verify(h); err != nil {
			return nil, fmt.Errorf("capture %q: %w", id, err)
		}
		p.captures[id] = h
	}
	if r.err != nil || len(r.bytes) > 0 {
		return nil, errors.New("its end is damaged")
	}
	return p, nil
}

func (p *player) string() string {
	n := p.count(1)
	s := string(p.bytes[:n])
	p.bytes = p.bytes[n:]
	return s
}

func (p *player) held(texts int) *held {
	flags := p.byte()
	if flags > 3 {
		p.fail()
	}
	h := &held{repeated: flags&1 != 0, differs: flags&2 != 0, location: uint32(p.below(texts))}
	h.texts = make([]uint32, p.count(1))
	for i := range h.texts {
		h.texts[i] = uint32(p.below(texts))
	}
	n := p.count(1)
	h.record = bytes.Clone(p.bytes[:n])
	p.bytes = p.bytes[n:]
	return h
}

// verify checks that the record of a capture is one that Add makes, and so that another delivery of it is the same bytes.
func (p *Partial) verify(h *held) error {
	o, err := p.observation(h)
	if err != nil {
		return err
	}
	record, texts := o.record()
	same := slices.EqualFunc(texts, h.texts, func(s string, t uint32) bool { return s == p.texts[t] })
	if !same || !bytes.Equal(record, h.record) {
		return errRecord
	}
	h.judged = o.judged()
	return nil
}
