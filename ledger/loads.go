package ledger

import (
	"cmp"
	"slices"
)

// ImageLoad is an image that a process loaded while it ran.
type ImageLoad struct {
	Image Image
	Nano  int64 // of its first load at that place, ns since 1970 UTC
}

// afterStart is how long after the beginning of a lifetime loads still belong to its start.
const afterStart = int64(1e9)

// loads gives the images that a lifetime loaded while it ran, in the window, in order of time. Of images that others took the place of
// it knows the latest ones only.
func (l *Ledger) loads(p *process) []ImageLoad {
	var list []ImageLoad
	for i := range p.images.images {
		image := &p.images.images[i]
		if image.hi > 0 && image.from != always && image.from > p.began+afterStart &&
			image.from >= l.span.from && image.from < l.span.until {
			list = append(list, ImageLoad{*l.show(image), image.from})
		}
	}
	slices.SortFunc(list, func(a, b ImageLoad) int {
		return cmp.Or(cmp.Compare(a.Nano, b.Nano), cmp.Compare(a.Image.Base, b.Image.Base),
			cmp.Compare(a.Image.Path, b.Image.Path))
	})
	return slices.Compact(list)
}
