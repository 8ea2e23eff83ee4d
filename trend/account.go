package trend

import (
	"cmp"
	"math"
	"slices"
)

// account is an Input made safe to reckon with: every number finite, no amount negative, bins in order and inside the
// account's own window.
type account struct {
	start, end float64
	capture    float64 // length of the capture in seconds
	bins       []bin
	deaths     []Death
	level      []Sample
	born       float64 // bytes, of all bins
	surviving  float64
	older      float64
	births     int
}

// bin is one cohort; from and to lie inside the window.
type bin struct {
	from, to        float64
	born, surviving float64
	older           float64
	count           int
}

func (b bin) mid() float64 { return (b.from + b.to) / 2 }

// age is the age that a bin's births have reached at the end of the window.
func (a *account) age(b bin) float64 { return a.end - b.mid() }

// length is the observed time of the account in seconds.
func (a *account) length() float64 { return a.end - a.start }

// What is nearer together than this part of the window is taken to be at the same time.
const sameTime = 1e-9

// clean makes an account of an Input. What cannot be reckoned with is left out: a bin outside the window or without
// length, an age or a time that is no number, a second value at the same time. A negative amount counts as none, and more
// survivors than births as as many.
func clean(in Input) account {
	a := account{start: in.Start, end: in.End, capture: in.CaptureEnd - in.CaptureStart}
	if !finite(a.capture) {
		a.capture = 0
	}
	if !finite(a.start) || !finite(a.end) || a.end < a.start {
		a.start, a.end = 0, 0
	}
	a.addBins(in.Cohorts)
	for _, d := range in.Deaths {
		if finite(d.Age) && d.Age >= 0 && amount(d.Bytes) > 0 {
			a.deaths = append(a.deaths, Death{Age: max(d.Age, sameTime), Bytes: d.Bytes})
		}
	}
	slices.SortStableFunc(a.deaths, func(x, y Death) int { return cmp.Compare(x.Age, y.Age) })
	a.addLevel(in.Level)
	return a
}

func (a *account) addBins(cohorts []Cohort) {
	for _, c := range cohorts {
		if !finite(c.From) || !finite(c.To) {
			continue
		}
		b := bin{
			from: max(c.From, a.start), to: min(c.To, a.end),
			born: amount(c.Born), surviving: amount(c.Surviving), older: amount(c.OlderFreed), count: max(c.Count, 0),
		}
		if b.to-b.from <= sameTime*a.length() {
			continue
		}
		b.surviving = min(b.surviving, b.born)
		if b.born > 0 {
			b.count = max(b.count, 1)
		}
		a.bins = append(a.bins, b)
		a.born += b.born
		a.surviving += b.surviving
		a.older += b.older
		a.births += b.count
	}
	slices.SortStableFunc(a.bins, func(x, y bin) int { return cmp.Compare(x.from, y.from) })
}

func (a *account) addLevel(level []Sample) {
	usable := func(s Sample) bool { return finite(s.Time) && finite(s.Low) && finite(s.High) && finite(s.End) }
	for _, s := range level {
		if usable(s) {
			s.Low, s.High = min(s.Low, s.High, s.End), max(s.Low, s.High, s.End)
			a.level = append(a.level, s)
		}
	}
	slices.SortStableFunc(a.level, func(x, y Sample) int { return cmp.Compare(x.Time, y.Time) })
	a.level = slices.CompactFunc(a.level, func(x, y Sample) bool { return math.Abs(x.Time-y.Time) <= sameTime*a.length() })
}

// Numbers are taken at their word between these: ratios, sums and squares of them stay finite.
const (
	smallest = 1.0 / (1 << 30)
	largest  = 1 << 80
)

// amount is an amount of bytes, or 0 when it is none.
func amount(v float64) float64 {
	if !(v >= smallest) || v > largest {
		return 0
	}
	return v
}

func finite(v float64) bool { return !math.IsNaN(v) && math.Abs(v) <= largest }
