package growth

import (
	"fmt"
	"strings"

	"etledger/ledger/memoryseries"
	"etledger/trend"
)

// All instances of one image together: a leak may be spread over many that come and go, or over ever more of them.

// total is what all instances of an image hold.
type total struct {
	instances int // that were judged singly
	short     int // lifetimes that were too short for that
	values    []binned
	covered   bool // an instance alone is shown to grow
}

// totalsOf gives the images of a machine of which several processes ran, judged together.
func totalsOf(m *memoryseries.Machine, programs []*program) (list []*program) {
	byImage := map[string]*program{}
	add := func(key, image string) *program {
		t := byImage[key]
		if t == nil {
			t = &program{host: m, image: image, total: &total{}}
			byImage[key] = t
			list = append(list, t)
		}
		return t
	}
	for _, p := range programs {
		t := add(strings.ToLower(p.image), p.image)
		t.total.instances++
	}
	for _, b := range m.Boots {
		for _, l := range b.Lifetimes {
			if t := byImage[imageOf(l)]; t != nil {
				t.lifetimes = append(t.lifetimes, l)
			}
		}
		for _, s := range b.Short {
			add(s.Image, s.Image).total.short += s.Lifetimes
		}
	}
	kept := list[:0]
	for _, t := range list {
		if t.total.instances >= 2 || t.total.short >= 2 {
			kept = append(kept, t)
		}
	}
	for _, t := range kept {
		t.judgeTotal()
	}
	return kept
}

// sums adds series up: what they held together, on average over the snapshots of each bin of the boot's. Bins without a snapshot of
// processes are left out.
func sums(m *memoryseries.Machine, b *memoryseries.Boot, series []*memoryseries.Series) (values []binned, width int64) {
	width = b.System.Width
	for _, s := range series {
		width = max(width, s.Width)
	}
	if width == 0 {
		return nil, 0
	}
	held := map[int64]float64{}
	for _, s := range series {
		for bin := range s.Bins() {
			if c := s.Cell(bin, int(memoryseries.Commit)); c.Samples > 0 {
				held[s.At(bin)/width] += c.Sum
			}
		}
	}
	snapshots, last := 0.0, int64(0)
	for bin := range b.System.Bins() {
		n := float64(b.System.Cell(bin, int(memoryseries.ProcessCommit)).Samples)
		at := b.System.At(bin) / width
		if at != last && snapshots > 0 {
			values = append(values, binned{last*width + width/2, held[last] / snapshots * float64(m.PageSize)})
		}
		if at != last {
			snapshots = 0
		}
		snapshots, last = snapshots+n, at
	}
	if snapshots > 0 {
		values = append(values, binned{last*width + width/2, held[last] / snapshots * float64(m.PageSize)})
	}
	return values, width
}

// seriesIn gives the series of a program in a boot, with those of short lifetimes where it is all instances together.
func (p *program) seriesIn(b *memoryseries.Boot) (list []*memoryseries.Series) {
	for _, l := range p.lifetimes {
		if l.First >= b.Start && l.First <= b.End {
			list = append(list, &l.Series)
		}
	}
	if p.total != nil {
		for _, s := range b.Short {
			if strings.EqualFold(s.Image, p.image) {
				list = append(list, &s.Series)
			}
		}
	}
	return list
}

// summed gives the commit of all lifetimes of a program together, over the boots.
func (p *program) summed() (s trend.Seasonal, all []binned) {
	for _, b := range p.host.Boots {
		values, width := sums(p.host, b, p.seriesIn(b))
		if len(values) == 0 {
			continue
		}
		points := make([]trend.LevelPoint, len(values))
		for i, v := range values {
			points[i] = trend.LevelPoint{Time: localSeconds(p.host, v.at), Value: v.value}
		}
		all = append(all, values...)
		s.Width = max(s.Width, seconds(width))
		s.Episodes = append(s.Episodes, trend.Episode{Points: points, Begun: b.Booted != 0 && b.Start-b.Booted < warmWithin})
	}
	return s, all
}

func (p *program) judgeTotal() {
	s, values := p.summed()
	if len(values) == 0 {
		return
	}
	p.known[memoryseries.Commit] = true
	p.levels[memoryseries.Commit] = judgeSeason(s)
	p.total.values = values
}

// cover tells which totals say nothing that an instance does not say.
func cover(totals, programs []*program) {
	grows := map[string]bool{}
	for _, p := range programs {
		if p.verdict(memoryseries.Commit) == trend.Growth {
			grows[strings.ToLower(p.image)] = true
		}
	}
	for _, t := range totals {
		t.total.covered = grows[strings.ToLower(t.image)]
	}
}

// isCovered tells whether a program is a total that says nothing that an instance does not say.
func (p *program) isCovered() bool { return p.total != nil && p.total.covered }

// name says which instance is meant, where there are several.
func (p *program) name() string {
	switch {
	case p.total != nil:
		return p.image + " (all instances together)"
	case p.siblings > 0:
		return fmt.Sprintf("%s (process %d)", p.image, p.last().PID)
	}
	return p.image
}
