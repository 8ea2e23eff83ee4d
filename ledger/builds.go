package ledger

import "strings"

// This file finds out which builds images are of. Image events tell the time date stamp of the PE header, but rundowns do
// not always: then the record that merging added tells it, which has the base, the process and the time of the event.

// build identifies a build of an image.
type build struct {
	pages uint64 // of the image in memory; records tell the bytes that are used of the last one, image events all of it
	stamp uint32 // time date stamp of the PE header
}

func buildOf(size uint64, stamp uint32) build {
	return build{size/pageBytes + min(size%pageBytes, 1), stamp}
}

// mainImage is the image that a process runs, as its image rows tell it.
type mainImage struct {
	path  string // as recorded
	base  uint64
	size  uint64 // bytes
	stamp uint32 // 0 when not known
}

// tell takes over a stamp, if the image is at the base and of the size that it is of.
func (m *mainImage) tell(base uint64, b build) {
	if m.stamp == 0 && m.base == base && buildOf(m.size, b.stamp) == b {
		m.stamp = b.stamp
	}
}

// noteBuild takes the build of the process's own image from its image rows: that of the first with the name of the process's
// image, or before the process is named the first that is a program.
func (p *process) noteBuild(r *imageRow) {
	name := fileName(r.name)
	named := p.life.Announced && p.life.Image != ""
	switch {
	case name == "", named && !sameImage(name, p.life.Image), !named && !isProgram(name):
	case p.main.path == "", named && !sameImage(fileName(p.main.path), p.life.Image):
		p.main = mainImage{r.name, r.base, r.size, r.stamp}
	case strings.EqualFold(p.main.path, r.name) && p.main.stamp == 0 && p.main.size == r.size:
		p.main.stamp = r.stamp
	}
}

// placed is an image at its place in the address space of a process.
type placed struct {
	process uint32
	base    uint64
}

// mostIdentified bounds the records of one moment that may wait for their image events.
const mostIdentified = 1 << 12

// identified are the records of the present moment that tell the builds of images. Image events of the same moment may come
// after them.
type identified struct {
	nano   int64
	builds map[placed]build
}

// note keeps a record for the image events that follow.
func (i *identified) note(nano int64, at placed, b build) {
	if nano != i.nano || i.builds == nil {
		i.nano, i.builds = nano, map[placed]build{}
	}
	if len(i.builds) < mostIdentified {
		i.builds[at] = b
	}
}

// complete fills in the stamp that an image row lacks.
func (i *identified) complete(r *imageRow) {
	if r.stamp != 0 || r.nano != i.nano {
		return
	}
	if b, ok := i.builds[placed{r.process, r.base}]; ok && buildOf(r.size, b.stamp) == b {
		r.stamp = b.stamp
	}
}

// identify enters a record that tells the build of an image of a process. It makes no lifetime known.
func (l *Ledger) identify(nano int64, at placed, b build) {
	if b.stamp == 0 {
		return
	}
	l.identified.note(nano, at, b)
	if at.process == idlePID || at.process == systemPID {
		l.kernel.tell(at.base, b)
		return
	}
	if p := l.holds(at.process); p != nil {
		p.images.tell(at.base, b)
		p.main.tell(at.base, b)
	}
}

// tell takes over the stamp of the image that was last at a base, if it is not known and the size is that of the image.
func (s *imageSet) tell(base uint64, b build) {
	if e, ok := s.last.find(base >> pageShift); ok {
		if i := &s.images[e.cell.record]; i.base == base && i.stamp == 0 && i.hi-i.lo == b.pages {
			i.stamp = b.stamp
		}
	}
}

// concludeBuild fills in the build of the process's own image. What image rows let suppose before the process was named
// counts only if the name turned out to be the same.
func (l *Ledger) concludeBuild(p *process) {
	life := p.life
	life.ProcessKey = p.key
	if p.main.path != "" && sameImage(fileName(p.main.path), life.Image) {
		life.ImageSize, life.BuildStamp = p.main.size, p.main.stamp
		life.Version = l.versions.of(buildOf(p.main.size, p.main.stamp), fileName(p.main.path))
	}
}

// buildOfModule gives the stamp and the version resource of the image that a frame is in.
func (l *Ledger) buildOfModule(shown *Image) (stamp uint32, version *ImageVersion) {
	i := l.shown[shown]
	if i == nil {
		return 0, nil
	}
	return i.stamp, l.versions.of(build{i.hi - i.lo, i.stamp}, shown.Name)
}
