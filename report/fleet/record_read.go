package fleet

import "encoding/binary"

// observation reads a record. An error tells that it is none.
func (p *player) observation() (*observation, error) {
	o := p.about()
	// The least numbers of bytes are those of the parts that are always there.
	o.builds = make([]build, p.count(5))
	for i := range o.builds {
		o.builds[i] = p.build()
	}
	o.lifetimes = make([]lifetime, p.count(3))
	for i := range o.lifetimes {
		o.lifetimes[i] = p.lifetime(len(o.builds))
	}
	o.modules = make([]module, p.count(4))
	for i := range o.modules {
		m := &o.modules[i]
		flags := p.byte()
		m.lifetime, m.build, m.outstanding = p.below(len(o.lifetimes)), p.below(len(o.builds)), p.number()
		if flags&hasSlope != 0 {
			slope := p.real()
			m.slope = &slope
		}
	}
	o.tags = make([]tag, p.count(2))
	for i := range o.tags {
		t := &o.tags[i]
		flags := p.byte()
		t.verdict, t.judged, t.build = verdict(flags&verdictBits), flags&isJudged != 0, p.below(len(o.builds))
		if t.verdict.rises() {
			t.rise = p.rise()
		}
	}
	if len(p.bytes) > 0 {
		p.fail()
	}
	return o, p.err
}

func (p *player) some() *uint64 {
	n := p.number()
	return &n
}

func (p *player) build() (b build) {
	flags := p.byte()
	b.name, b.version, b.role, b.product = p.text(), p.text(), p.text(), p.text()
	if flags&hasStamp != 0 {
		n := p.number32()
		b.stamp = &n
	}
	return b
}

func (p *player) lifetime(builds int) (l lifetime) {
	flags := p.byte()
	l.verdict, l.judged, l.born, l.ended = verdict(flags&verdictBits), flags&isJudged != 0, flags&isBorn != 0, flags&hasEnded != 0
	l.build = p.below(builds+1) - 1
	l.pid = p.number32()
	if flags&hasKey != 0 {
		if len(p.bytes) < 8 {
			p.fail()
			return l
		}
		l.key = binary.LittleEndian.Uint64(p.bytes)
		p.bytes = p.bytes[8:]
	}
	if flags&hasPrivate != 0 {
		l.private = p.some()
	}
	if l.verdict.rises() {
		l.rise = p.rise()
	}
	if flags&hasForecast != 0 {
		ends := p.byte()
		e := &exhaustion{seconds: p.real()}
		if ends&hasLow != 0 {
			low := p.real()
			e.low = &low
		}
		if ends&hasHigh != 0 {
			high := p.real()
			e.high = &high
		}
		l.left = e
	}
	return l
}

func (p *player) rise() (s rise) {
	flags := p.byte()
	s.known, s.interval = flags&hasSlope != 0, flags&hasInterval != 0
	if s.known {
		s.slope = p.real()
	}
	if s.interval {
		s.low, s.high = p.real(), p.real()
	}
	s.outstanding = p.number()
	s.observedS = p.real()
	return s
}

// about reads what a record says of the capture as a whole.
func (p *player) about() *observation {
	o := &observation{}
	flags := p.byte()
	o.damaged, o.lossy = flags&isDamaged != 0, flags&isLossy != 0
	o.blind, o.stacks = flags&isBlind != 0, flags&isStacked != 0
	o.host = p.text()
	o.start = p.signed()
	o.end = o.start + p.signed()
	if flags&hasBoot != 0 {
		boot := o.start - p.signed()
		o.boot = &boot
	}
	o.durationS = p.real()
	o.version, o.ring, o.workload = p.text(), p.text(), p.text()
	if flags&hasOSBuild != 0 {
		n := p.number32()
		o.osBuild = &n
	}
	if flags&hasMemory != 0 {
		o.memory = p.some()
	}
	if flags&hasAvailable != 0 {
		o.available = p.some()
	}
	return o
}
