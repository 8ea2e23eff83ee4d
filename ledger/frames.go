package ledger

import "strconv"

// stack is frames, the innermost first.
type stack []Frame

const unknownModule = "unknown"

// Module is the file name of the image that the frame is in, "unknown" when none is known.
func (f Frame) Module() string {
	if f.Image == nil {
		return unknownModule
	}
	return f.Image.Name
}

// path is where the frame's image is, empty when none is known.
func (f Frame) path() string {
	if f.Image == nil {
		return ""
	}
	return f.Image.Path
}

// String gives the frame as module+0xoffset, or as 0xaddress when it is in no known image.
func (f Frame) String() string {
	if f.Image == nil {
		return hex(f.Address)
	}
	return f.Image.Name + "+" + hex(f.Address-f.Image.Base)
}

func hex(v uint64) string { return "0x" + strconv.FormatUint(v, 16) }

// same tells whether two frames are one address in one image.
func (f Frame) same(g Frame) bool {
	if f.Address != g.Address || f.Kernel != g.Kernel {
		return false
	}
	return f.Image == g.Image || f.Image != nil && g.Image != nil && *f.Image == *g.Image
}

// imagesOf gives the images of the process that committed memory of p at a time.
func (l *Ledger) imagesOf(p *process, actor uint32, t int64) *imageSet {
	if actor != 0 {
		p = l.holder(actor, t)
	}
	if p == nil {
		return &imageSet{}
	}
	return &p.images
}

// resolve gives the frames of a site as the images were when memory of p was committed at birth, and until when they
// were so.
func (l *Ledger) resolve(p *process, site, actor uint32, birth int64) (s stack, until int64) {
	until = never
	user := l.imagesOf(p, actor, birth)
	for _, address := range l.stacks.stack(site) {
		f := Frame{Address: address, Kernel: l.isKernel(address)}
		images := user
		if f.Kernel {
			images = &l.kernel
		}
		i, to := images.at(address, birth)
		until = min(until, to)
		if i != nil {
			f.Image = l.show(i)
		}
		s = append(s, f)
	}
	return s, until
}

// show gives an image for frames, the same one each time.
func (l *Ledger) show(i *image) *Image {
	if i.shown == nil {
		path, _ := l.paths.DOS(i.name)
		i.shown = &Image{Name: fileName(i.name), Path: path, Base: i.base, Size: inBytes(i.hi - i.lo)}
		l.shown[i.shown] = i
	}
	return i.shown
}

// responsible gives the frame that a stack's memory is charged to (rule 23); ok is false for a stack without frames.
func (s stack) responsible() (f Frame, ok bool) {
	var user, kernel stack
	for _, f := range s {
		switch {
		case f.Kernel:
			kernel = append(kernel, f)
		case !isPlumbing(f.Module()):
			return f, true
		default:
			user = append(user, f)
		}
	}
	for i := len(user) - 1; i >= 0; i-- {
		if !isThreadStart(user[i].Module()) {
			return user[i], true
		}
	}
	if len(user) > 0 {
		return user[0], true
	}
	for _, f := range kernel {
		if !isKernelCore(f.Module()) {
			return f, true
		}
	}
	if len(kernel) > 0 {
		return kernel[0], true
	}
	return Frame{}, false
}
