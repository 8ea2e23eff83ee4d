package trend

import (
	"math"
	"slices"
)

// account is an Input made safe to reckon with: every number finite, no amount negative, bins in order and inside the
// account's own window.
type account struct {
	start, end float64
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

func (b bin) mid() float64   { return (b.from + b.to) / 2 }
func (b bin) width() float64 { return b.to - b.from }

// age is the age that a bin's births have reached at the end of the window.
func (a *account) age(b bin) float64 { return a.end - b.mid() }

// length is the observed time of the account in seconds.
func (a *account) length() float64 { return a.end - a.start }

// clean makes an account of an Input. What cannot be reckoned with is left out: a bin outside the window, an age or a
// time that is no number; a negative amount counts as none, and more survivors than births as as many.
func clean(in Input) account {
	a := account{start: in.Start, end: in.End}
	if !finite(a.start) || !finite(a.end) || a.end < a.start {
		a.start, a.end = 0, 0
	}
	for _, c := range in.Cohorts {
		if !finite(c.From) || !finite(c.To) || c.To <= c.From || c.From >= a.end || c.To <= a.start {
			continue
		}
		b := bin{
			from: max(c.From, a.start), to: min(c.To, a.end),
			born: amount(c.Born), surviving: amount(c.Surviving), older: amount(c.OlderFreed), count: max(c.Count, 0),
		}
		b.surviving = min(b.surviving, b.born)
		a.bins = append(a.bins, b)
		a.born += b.born
		a.surviving += b.surviving
		a.older += b.older
		a.births += b.count
	}
	slices.SortStableFunc(a.bins, func(x, y bin) int { return order(x.from, y.from) })
	for _, d := range in.Deaths {
		if finite(d.Age) && d.Age >= 0 && amount(d.Bytes) > 0 {
			a.deaths = append(a.deaths, d)
		}
	}
	slices.SortStableFunc(a.deaths, func(x, y Death) int { return order(x.Age, y.Age) })
	for _, s := range in.Level {
		if finite(s.Time) && finite(s.Low) && finite(s.High) && finite(s.End) {
			a.level = append(a.level, s)
		}
	}
	slices.SortStableFunc(a.level, func(x, y Sample) int { return order(x.Time, y.Time) })
	return a
}

// largest is the greatest amount that is taken at its word: sums and squares of it stay finite.
const largest = 1 << 80

func amount(v float64) float64 {
	if !(v > 0) || v > largest {
		return 0
	}
	return v
}

func finite(v float64) bool { return !math.IsNaN(v) && math.Abs(v) <= largest }

func order(x, y float64) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}
