package ledger

import (
	"slices"
	"strconv"
)

// frame is one address of a stack, with the module that it was in.
type frame struct {
	module string // file name, unknownModule when no image covers the address
	path   string
	text   string // module+0xoffset, or 0xaddress
	kernel bool
}

// stack is frames, the innermost first.
type stack []frame

const unknownModule = "unknown"

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

// resolve gives the stack of a site as the images of the lifetime were at a birth, and until when they were so.
func (l *Ledger) resolve(p *process, h holding) (s stack, until int64) {
	until = never
	for _, address := range l.stacks.stack(h.site) {
		f := frame{module: unknownModule, text: hex(address), kernel: l.isKernel(address)}
		images := l.imagesOf(p, h.actor, h.birth)
		if f.kernel {
			images = &l.kernel
		}
		i, to := images.at(address, h.birth)
		until = min(until, to)
		if i != nil {
			f.path, f.module = i.name, fileName(i.name)
			f.text = f.module + "+" + hex(address-i.base)
		}
		s = append(s, f)
	}
	return s, until
}

func hex(v uint64) string { return "0x" + strconv.FormatUint(v, 16) }

// responsible gives the frame that a stack's memory is charged to (rule 23).
func (s stack) responsible() frame {
	var user, kernel stack
	for _, f := range s {
		switch {
		case f.kernel:
			kernel = append(kernel, f)
		case !isPlumbing(f.module):
			return f
		default:
			user = append(user, f)
		}
	}
	for _, f := range slices.Backward(user) {
		if !isThreadStart(f.module) {
			return f
		}
	}
	if len(user) > 0 {
		return user[0]
	}
	for _, f := range kernel {
		if !isKernelCore(f.module) {
			return f
		}
	}
	if len(kernel) > 0 {
		return kernel[0]
	}
	return frame{module: unknownModule}
}
