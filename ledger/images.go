package ledger

import (
	"math"
	"slices"
	"strings"

	"etledger/model"
)

// imageSet holds the images of one address space, with the time that each was loaded and unloaded.
//
// Its map has the image that was last at each address, loaded or not; an image that gives its place to another one is
// kept apart. So a set grows with the images that an address space has, not with how often they were loaded; of those
// that were replaced it forgets the oldest when they have become too many.
type imageSet struct {
	images   []image  // from 1
	unused   []uint32 // places in images
	last     rangeMap // its cells have the place in images
	replaced []uint32 // images that another one took the place of, in order of time
	changes  []int64  // times at which an image took the place of another one
}

const (
	fewImages    = 64 // room for the first
	mostReplaced = 1024
)

// image is one module in an address space.
type image struct {
	lo, hi   uint64 // pages
	base     uint64
	name     string // path as recorded
	stamp    uint32 // of the PE header of what was last there, 0 when not known
	from, to int64  // ns since 1970 UTC
	shown    *Image // for frames, made when the first is looked up
}

const (
	always = math.MinInt64
	never  = math.MaxInt64
)

func (s *imageSet) enter(r *imageRow) {
	switch r.op {
	case model.OpStart:
		s.load(r, r.nano)
	case model.OpEnd:
		s.unload(r)
	case model.OpRundownStart, model.OpRundownEnd:
		s.load(r, always)
	}
}

// known gives the image of a row when it was the last one at just that place; nil when it was not.
func (s *imageSet) known(r *imageRow) *image {
	lo, hi := pageRange(r.base, r.size, pageBytes)
	if e, ok := s.last.find(lo); ok && e.lo == lo && e.hi == hi {
		if i := &s.images[e.cell.record]; i.name == r.name {
			return i
		}
	}
	return nil
}

// load enters an image that is there at the time of the row, and since a time. What overlaps it is gone.
func (s *imageSet) load(r *imageRow, from int64) {
	lo, hi := pageRange(r.base, r.size, pageBytes)
	if lo == hi {
		return
	}
	if i := s.known(r); i != nil {
		i.to = never
		if r.stamp != 0 {
			i.stamp = r.stamp
		}
		return
	}
	before := len(s.replaced)
	s.last.visit(lo, hi, func(_, _ uint64, c *cell) bool {
		old := &s.images[c.record]
		old.to = min(old.to, r.nano)
		from = max(from, old.to)
		s.replaced = append(s.replaced, c.record)
		return true
	})
	for _, id := range s.replaced[before:] {
		s.last.erase(s.images[id].lo, s.images[id].hi, func(extent) {})
	}
	if len(s.replaced) > before {
		s.changes = append(s.changes, from)
	}
	s.forget()
	id := s.add(image{
		lo: lo, hi: hi, base: r.base, name: r.name, stamp: r.stamp, from: from, to: never,
	})
	s.last.insert(extent{lo, hi, cell{record: id}})
}

// add gives an image a place.
func (s *imageSet) add(i image) uint32 {
	if n := len(s.unused); n > 0 {
		id := s.unused[n-1]
		s.unused = s.unused[:n-1]
		s.images[id] = i
		return id
	}
	if len(s.images) == 0 {
		s.images = make([]image, 1, fewImages)
	}
	s.images = append(s.images, i)
	return uint32(len(s.images) - 1)
}

// forget drops the oldest of too many images that were replaced.
func (s *imageSet) forget() {
	if n := len(s.replaced) - mostReplaced; n > 0 {
		s.unused = append(s.unused, s.replaced[:n]...)
		s.replaced = slices.Delete(s.replaced, 0, n)
	}
	if n := len(s.changes) - mostReplaced; n > 0 {
		s.changes = slices.Delete(s.changes, 0, n)
	}
}

// unload enters that an image goes. One that was never announced had been there from the beginning.
func (s *imageSet) unload(r *imageRow) {
	lo, _ := pageRange(r.base, r.size, pageBytes)
	if e, ok := s.last.find(lo); !ok || e.lo > lo {
		s.load(r, always)
	}
	if e, ok := s.last.find(lo); ok && e.lo <= lo {
		if i := &s.images[e.cell.record]; i.base == r.base {
			i.to = min(i.to, r.nano)
		}
	}
}

// bytes sums the images that are loaded.
func (s *imageSet) bytes() (n uint64) {
	s.last.visit(0, pageLimit, func(lo, hi uint64, c *cell) bool {
		if s.images[c.record].to == never {
			grow(&n, inBytes(hi-lo))
		}
		return true
	})
	return n
}

// epoch numbers the times between changes of what is at an address: in one epoch, an address is in one image.
func (s *imageSet) epoch(t int64) int {
	n, found := slices.BinarySearch(s.changes, t)
	if found {
		n++
	}
	return n
}

// at gives the image that an address was in at a time, nil when it was in none, and until when that was so.
func (s *imageSet) at(address uint64, t int64) (found *image, until int64) {
	page := address >> pageShift
	until = never
	if e, ok := s.last.find(page); ok && e.lo <= page {
		i := &s.images[e.cell.record]
		if i.from <= t && t <= i.to {
			return i, i.to
		}
		until = t
	}
	for _, id := range s.replaced {
		i := &s.images[id]
		if page < i.lo || page >= i.hi {
			continue
		}
		if i.from <= t && t <= i.to {
			return i, i.to
		}
		until = t
	}
	return nil, until
}

// imageRow enters an image row: of the kernel when the process is 0 or 4, else of a lifetime, which it may name.
func (l *Ledger) imageRow(r *imageRow) {
	if r.op == model.OpRundownStart || r.op == model.OpRundownEnd {
		l.keywords.prove("LOADER")
	}
	l.identified.complete(r)
	if r.process == idlePID || r.process == systemPID {
		l.enterImage(&l.kernel, r)
		if r.base >= 1<<31 && r.base < 1<<32 && l.kernelFloor32 == 0 {
			l.kernelFloor32 = 1 << 31
		}
		return
	}
	p := l.owner(r.process, r.nano)
	l.enterImage(&p.images, r)
	p.noteImage(r.name)
	p.noteBuild(r)
}

// enterImage enters a row in the images of an address space, and has its name be one that is kept.
func (l *Ledger) enterImage(s *imageSet, r *imageRow) {
	if i := s.known(r); i != nil {
		r.name = i.name
	} else {
		r.name = l.text(r.name)
	}
	s.enter(r)
}

// noteImage takes the path of the process's own image from its image rows: that of the image that the process is named
// after, or before it is named the first one that is a program.
func (p *process) noteImage(path string) {
	life := p.life
	if life.ImagePath != "" && (life.Image == "" || strings.EqualFold(fileName(life.ImagePath), life.Image)) {
		return
	}
	name := fileName(path)
	switch {
	case life.Image != "" && strings.EqualFold(name, life.Image):
		life.ImagePath = path
	case life.Image == "" && isProgram(name):
		life.Image, life.ImagePath = name, path
	}
}

func isProgram(name string) bool {
	return len(name) > 4 && strings.EqualFold(name[len(name)-4:], ".exe")
}
