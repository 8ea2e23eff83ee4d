package memoryseries

import (
	"maps"
	"slices"
	"strings"
)

// Lifetimes that are too short for a series of their own still count in what all processes of their image hold together.

// Short is what lifetimes of one image held that were too short to have a series.
type Short struct {
	Image     string // in small letters
	Lifetimes int
	// Series has one figure: Sum and Samples of its cells are those of the commits of all of them.
	Series Series
}

type short struct {
	Short
	track
}

// mostShort bounds the images of a boot of which short lifetimes are kept.
const mostShort = 1000

// keepShort adds the commit of a lifetime that is given up to that of its image.
func (b *Book) keepShort(l *life) {
	if l.Image == "" || len(l.cells) == 0 {
		return
	}
	o, image := b.boot, strings.ToLower(l.Image)
	s := o.shorts[image]
	if s == nil {
		if len(o.shorts) >= mostShort {
			return
		}
		s = &short{Short: Short{Image: image}, track: track{figures: 1, scale: b.scale}}
		o.shorts[image] = s
		b.at(&s.track, o.Start)
	}
	s.Lifetimes++
	for i := range l.bins() {
		c := &l.cells[i*l.figures+int(Commit)]
		if c.Samples == 0 {
			continue
		}
		if cells := b.at(&s.track, (l.first+int64(i))*l.width()+l.width()/2); cells != nil {
			cells[0].join(c)
		}
	}
	if b.cells > b.options.Cells {
		b.widen()
	}
}

// finishShort gives the short lifetimes of a boot by image.
func (o *boot) finishShort() {
	for _, image := range slices.Sorted(maps.Keys(o.shorts)) {
		s := o.shorts[image]
		s.Series = s.track.series()
		o.Short = append(o.Short, &s.Short)
	}
}
