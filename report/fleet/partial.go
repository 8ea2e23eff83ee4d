package fleet

import (
	"bytes"
	"cmp"
	"errors"
	"slices"

	"etledger/report/results"
)

// Partial is an aggregate of the results of captures that can be combined with others: the accumulator of an engine's combine
// function, such as CombineFn of Apache Beam. However captures are spread over partials, in whatever order these are merged, and
// however often a capture is delivered, the report is the same to the byte. A Partial is not safe for use by several goroutines at once.
//
// It holds what the report needs of each capture, in about 25 bytes a lifetime: docs/fleet.md tells more.
type Partial struct {
	captures map[string]*held
	texts    []string // what the captures' records say, each once
	index    map[string]uint32
}

// held is a capture in a Partial.
type held struct {
	location uint32   // the least of the locations that it was given from
	texts    []uint32 // of its record, as indexes into Partial.texts
	record   []byte
	judged   int  // lifetimes, by which one of two differing deliveries is chosen
	repeated bool // it was given from several locations
	differs  bool // two deliveries of its ID differed
}

// NewPartial makes a Partial of no captures.
func NewPartial() *Partial { return &Partial{captures: map[string]*held{}, index: map[string]uint32{}} }

// Add adds the results of a capture, and keeps nothing of the rows. A capture that is there already counts once. Where the
// results differ from those that are there, those with more judged lifetimes count, or else those whose record is longer, or
// else greater by its bytes, and the report has a note. Rows without ID of a capture are an error.
func (p *Partial) Add(rows *results.Rows) error {
	if rows.Capture.ID == "" {
		return errors.New("fleet: rows without ID of a capture; results that etledger batch wrote have one")
	}
	o := observe(rows)
	record, texts := o.record()
	h := &held{location: p.intern(rows.Capture.Location), record: record, texts: make([]uint32, len(texts)), judged: o.judged()}
	for i, s := range texts {
		h.texts[i] = p.intern(s)
	}
	p.put(rows.Capture.ID, h)
	return nil
}

// Merge adds the captures of another partial, which stays as it is. It is associative, commutative and idempotent.
func (p *Partial) Merge(other *Partial) {
	moved := make([]uint32, len(other.texts))
	for i, s := range other.texts {
		moved[i] = p.intern(s)
	}
	for id, h := range other.captures {
		mine := *h
		mine.location = moved[h.location]
		mine.texts = make([]uint32, len(h.texts))
		for i, t := range h.texts {
			mine.texts[i] = moved[t]
		}
		p.put(id, &mine)
	}
}

// Captures is how many captures it has.
func (p *Partial) Captures() int { return len(p.captures) }

// put adds a capture whose texts are those of p.
func (p *Partial) put(id string, h *held) {
	old, known := p.captures[id]
	if !known {
		p.captures[id] = h
		return
	}
	order := p.compare(old, h)
	// What is kept is the greatest of all that were delivered, and the least location, so that the order of deliveries does
	// not matter; what is noted is noted whichever two of them meet first.
	merged := *old
	if order < 0 {
		merged = *h
	}
	merged.repeated = old.repeated || h.repeated || old.location != h.location
	merged.differs = old.differs || h.differs || order != 0
	merged.location = old.location
	if p.texts[h.location] < p.texts[old.location] {
		merged.location = h.location
	}
	p.captures[id] = &merged
}

// compare puts two deliveries of a capture in order.
func (p *Partial) compare(a, b *held) int {
	return cmp.Or(
		cmp.Compare(a.judged, b.judged),
		cmp.Compare(len(a.record), len(b.record)),
		bytes.Compare(a.record, b.record),
		slices.CompareFunc(a.texts, b.texts, func(s, t uint32) int { return cmp.Compare(p.texts[s], p.texts[t]) }),
	)
}

func (p *Partial) intern(s string) uint32 {
	i, known := p.index[s]
	if !known {
		i = uint32(len(p.texts))
		p.texts = append(p.texts, s)
		p.index[s] = i
	}
	return i
}

// observation reads the record of a capture.
func (p *Partial) observation(h *held) (*observation, error) {
	return p.player(h).observation()
}

func (p *Partial) player(h *held) *player {
	return &player{bytes: h.record, texts: len(h.texts), at: func(i int) string { return p.texts[h.texts[i]] }}
}

func (o *observation) judged() (n int) {
	for i := range o.lifetimes {
		if o.lifetimes[i].judged {
			n++
		}
	}
	return n
}
