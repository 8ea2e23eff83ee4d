package fleet

import (
	"encoding/binary"
	"slices"
)

// Bits of the byte that a record of a capture, a build, a lifetime or a rise begins with.
const (
	hasBoot = 1 << iota
	hasOSBuild
	hasMemory
	hasAvailable
	isDamaged
	isLossy
	isBlind
	isStacked
)

const (
	verdictBits = 3 // the lowest two bits of a lifetime's and a tag's
	isJudged    = 1 << 2
	isBorn      = 1 << 3
	hasEnded    = 1 << 4
	hasKey      = 1 << 5
	hasPrivate  = 1 << 6
	hasForecast = 1 << 7
)

const (
	hasSlope = 1 << iota
	hasInterval
	hasLow
	hasHigh
)

const hasStamp = 1

func bit[T ~int](set bool, b T) byte {
	if set {
		return byte(b)
	}
	return 0
}

// record writes an observation.
func (o *observation) record() (bytes []byte, texts []string) {
	r := recorder{index: map[string]uint64{}}
	r.byte(bit(o.boot != nil, hasBoot) | bit(o.osBuild != nil, hasOSBuild) | bit(o.memory != nil, hasMemory) |
		bit(o.available != nil, hasAvailable) | bit(o.damaged, isDamaged) | bit(o.lossy, isLossy) | bit(o.blind, isBlind) |
		bit(o.stacks, isStacked))
	r.text(o.host)
	r.signed(o.start)
	r.signed(o.end - o.start)
	if o.boot != nil {
		r.signed(o.start - *o.boot)
	}
	r.real(o.durationS)
	r.text(o.version)
	r.text(o.ring)
	r.text(o.workload)
	if o.osBuild != nil {
		r.number(uint64(*o.osBuild))
	}
	if o.memory != nil {
		r.number(*o.memory)
	}
	if o.available != nil {
		r.number(*o.available)
	}
	r.number(uint64(len(o.builds)))
	for i := range o.builds {
		r.build(&o.builds[i])
	}
	r.number(uint64(len(o.lifetimes)))
	for i := range o.lifetimes {
		r.lifetime(&o.lifetimes[i])
	}
	r.number(uint64(len(o.modules)))
	for i := range o.modules {
		m := &o.modules[i]
		r.byte(bit(m.slope != nil, hasSlope))
		r.number(uint64(m.lifetime))
		r.number(uint64(m.build))
		r.number(m.outstanding)
		if m.slope != nil {
			r.real(*m.slope)
		}
	}
	r.number(uint64(len(o.tags)))
	for i := range o.tags {
		t := &o.tags[i]
		r.byte(byte(t.verdict) | bit(t.judged, isJudged))
		r.number(uint64(t.build))
		if t.verdict.rises() {
			r.rise(&t.rise)
		}
	}
	return slices.Clone(r.bytes), r.texts // without room to grow
}

func (r *recorder) build(b *build) {
	r.byte(bit(b.stamp != nil, hasStamp))
	r.text(b.name)
	r.text(b.version)
	r.text(b.role)
	r.text(b.product)
	if b.stamp != nil {
		r.number(uint64(*b.stamp))
	}
}

func (r *recorder) lifetime(l *lifetime) {
	r.byte(byte(l.verdict) | bit(l.judged, isJudged) | bit(l.born, isBorn) | bit(l.ended, hasEnded) | bit(l.key != 0, hasKey) |
		bit(l.private != nil, hasPrivate) | bit(l.left != nil, hasForecast))
	r.number(uint64(l.build + 1))
	r.number(uint64(l.pid))
	if l.key != 0 {
		r.bytes = binary.LittleEndian.AppendUint64(r.bytes, l.key)
	}
	if l.private != nil {
		r.number(*l.private)
	}
	if l.verdict.rises() {
		r.rise(&l.rise)
	}
	if e := l.left; e != nil {
		r.byte(bit(e.low != nil, hasLow) | bit(e.high != nil, hasHigh))
		r.real(e.seconds)
		if e.low != nil {
			r.real(*e.low)
		}
		if e.high != nil {
			r.real(*e.high)
		}
	}
}

func (r *recorder) rise(s *rise) {
	r.byte(bit(s.known, hasSlope) | bit(s.interval, hasInterval))
	if s.known {
		r.real(s.slope)
	}
	if s.interval {
		r.real(s.low)
		r.real(s.high)
	}
	r.number(s.outstanding)
	r.real(s.observedS)
}
