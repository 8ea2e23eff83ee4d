package population

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"etledger/trend"
)

// Loss is what of a scene's events the recording lacks.
type Loss struct {
	Share float64 // of buffers
	Told  Telling
}

// Telling is what the judge is told of the loss.
type Telling int

// What the judge may be told.
const (
	Nothing  Telling = iota
	ThatLost         // Input.LossKnown
	HowMuch          // also Input.LostShare, somewhat off
)

// The shape of the evidence, as package ledger gives it.
const (
	mostBins = 512
	firstBin = float64(1<<24) / 1e9 // seconds; doubled until the bins suffice
)

// change is one event of the account.
type change struct {
	at    float64
	block int
	free  bool
	lost  bool
}

// Observe bins the scene as package ledger does and gives what the judge sees. What is lost is drawn anew each time.
func (s *Scene) Observe(loss Loss) trend.Input {
	o := s.newObserver()
	changes := s.changes()
	s.lose(changes, loss.Share)
	for _, c := range changes {
		if !c.lost {
			o.see(c)
		}
	}
	o.finish()
	if loss.Share > 0 {
		o.in.LossKnown = loss.Told >= ThatLost
		if loss.Told == HowMuch {
			o.in.LostShare = loss.Share * s.within(0.8, 1.25)
		}
	}
	return o.in
}

// observer bins the events of a scene.
type observer struct {
	scene  *Scene
	in     trend.Input
	width  float64             // of a bin, in seconds
	live   []bool              // blocks whose allocation was seen and that are not given back
	deaths map[float64]float64 // bytes by age
	level  float64             // bytes outstanding, without what is older
	filled int                 // samples that begin with a level
}

func (s *Scene) newObserver() *observer {
	o := &observer{scene: s, width: firstBin, live: make([]bool, len(s.Blocks)), deaths: map[float64]float64{}}
	o.in = trend.Input{CaptureEnd: s.CaptureEnd, Start: s.Start, End: s.End, Ended: s.Ended}
	for s.length()/o.width > mostBins {
		o.width *= 2
	}
	for i := range max(1, int(math.Ceil(s.length()/o.width))) {
		from := s.Start + float64(i)*o.width
		to := math.Min(from+o.width, s.End)
		o.in.Cohorts = append(o.in.Cohorts, trend.Cohort{From: from, To: to})
		o.in.Level = append(o.in.Level, trend.Sample{Time: to})
	}
	return o
}

// bin is the index of a time's bin.
func (o *observer) bin(at float64) int {
	return min(len(o.in.Cohorts)-1, int((at-o.scene.Start)/o.width))
}

// see enters one event; events come in order of time.
func (o *observer) see(c change) {
	i, b := o.bin(c.at), o.scene.Blocks[c.block]
	o.fill(i + 1)
	cohort, sample := &o.in.Cohorts[i], &o.in.Level[i]
	switch {
	case !c.free:
		o.live[c.block] = true
		o.level += b.Bytes
		cohort.Born += b.Bytes
		cohort.Surviving += b.Bytes
		cohort.Count++
	case o.live[c.block]:
		o.level -= b.Bytes
		o.in.Cohorts[o.bin(b.Birth)].Surviving -= b.Bytes
		o.deaths[ageBin(c.at-b.Birth)] += b.Bytes
	default:
		o.level -= b.Bytes
		cohort.OlderFreed += b.Bytes
	}
	sample.Low, sample.High, sample.End = math.Min(sample.Low, o.level), math.Max(sample.High, o.level), o.level
}

// fill makes the first n samples begin with the level that was before them.
func (o *observer) fill(n int) {
	for ; o.filled < n; o.filled++ {
		sample := &o.in.Level[o.filled]
		sample.Low, sample.High, sample.End = o.level, o.level, o.level
	}
}

// finish completes the evidence. What was given back and never seen to be taken was there from the start.
func (o *observer) finish() {
	o.fill(len(o.in.Level))
	var older float64
	for _, c := range o.in.Cohorts {
		older += c.OlderFreed
	}
	o.in.Unpaired, o.in.HasUnpaired = older, true
	for i := range o.in.Level {
		sample := &o.in.Level[i]
		sample.Low, sample.High, sample.End = sample.Low+older, sample.High+older, sample.End+older
	}
	for _, age := range slices.Sorted(maps.Keys(o.deaths)) {
		o.in.Deaths = append(o.in.Deaths, trend.Death{Age: age, Bytes: o.deaths[age]})
	}
}

// ageBin is the upper edge of the bin of an age: a quarter of the octave of nanoseconds that it lies in.
func ageBin(age float64) float64 {
	nanos := math.Max(1, age*1e9)
	octave := math.Exp2(math.Floor(math.Log2(nanos)))
	quarter := math.Floor((nanos/octave - 1) * 4)
	return octave * (quarter + 5) / 4 / 1e9
}

// changes lists the events in the window, in order of time.
func (s *Scene) changes() []change {
	var list []change
	for i, b := range s.Blocks {
		if b.Birth >= s.Start {
			list = append(list, change{at: b.Birth, block: i})
		}
		if b.Death >= s.Start && b.Death < s.End {
			list = append(list, change{at: b.Death, block: i, free: true})
		}
	}
	slices.SortStableFunc(list, func(x, y change) int { return cmp.Compare(x.at, y.at) })
	return list
}

// lose marks the events of lost buffers. Each processor fills its own buffers; the account's events move between the
// processors; which buffers are lost is drawn one by one.
func (s *Scene) lose(changes []change, share float64) {
	const processors = 4
	perBuffer := s.whole(20, 500)
	var count [processors]int
	var gone [processors]bool
	current := 0
	for i := range changes {
		if s.random.IntN(10) == 0 {
			current = s.random.IntN(processors)
		}
		if count[current]%perBuffer == 0 {
			gone[current] = s.random.Float64() < share
		}
		count[current]++
		changes[i].lost = gone[current]
	}
}
