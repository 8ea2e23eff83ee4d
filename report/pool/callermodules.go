package pool

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"etledger/internal/textform"
	"etledger/model"
	"etledger/model/poolsnap"
	"etledger/model/pooltag"
)

// kernelImage is a module in the kernel's address space.
type kernelImage struct {
	base, size uint64
	name       string
}

// addImages keeps the modules of the kernel.
func (c *callers) addImages(rows *model.ImageRows) {
	for i, pid := range rows.PID {
		name, ok := rows.Name.At(i)
		if pid != 0 && pid != 4 || !ok || rows.ImageSize[i] == 0 {
			continue
		}
		image := kernelImage{rows.ImageBase[i], rows.ImageSize[i], name[strings.LastIndexAny(name, `\/`)+1:]}
		if n := len(c.images); n == 0 || c.images[n-1] != image {
			c.images = append(c.images, image)
		}
	}
}

// helpers are modules through which others allocate: they are named only when nobody is behind them.
var helpers = []string{"ntoskrnl", "ntkrnl", "ntkrpamp", "hal.dll", "verifierext.sys", "verifier.dll", "wdf01000.sys", "ndis.sys",
	"fltmgr.sys"}

func isHelper(module string) bool {
	name := strings.ToLower(module)
	return slices.ContainsFunc(helpers, func(h string) bool { return strings.HasPrefix(name, h) })
}

// moduleOf names the module that is responsible for a stack: the innermost that is no helper, or else the innermost helper
// that is not the kernel itself; empty when no frame lies in a known module.
func (c *callers) moduleOf(frames []uint64) string {
	found := ""
	for _, f := range frames {
		i, ok := slices.BinarySearchFunc(c.images, f, func(m kernelImage, f uint64) int { return cmp.Compare(m.base, f) })
		if !ok {
			i--
		}
		if i < 0 || f-c.images[i].base >= c.images[i].size {
			continue
		}
		name := c.images[i].name
		if !isHelper(name) {
			return name
		}
		if found == "" || strings.HasPrefix(strings.ToLower(found), "nt") {
			found = name
		}
	}
	return found
}

// modules sums up by tag which modules allocated, those with most bytes first.
func (c *callers) modules() map[poolsnap.Tag][]pooltag.Stack {
	slices.SortStableFunc(c.images, func(a, b kernelImage) int { return cmp.Compare(a.base, b.base) })
	totals := map[poolsnap.Tag]uint64{}
	byModule := map[poolsnap.Tag]map[string]uint64{}
	for key, bytes := range c.sums {
		module := c.moduleOf(c.frames[key.stack])
		if module == "" {
			continue
		}
		totals[key.tag] += bytes
		if byModule[key.tag] == nil {
			byModule[key.tag] = map[string]uint64{}
		}
		byModule[key.tag][module] += bytes
	}
	result := map[poolsnap.Tag][]pooltag.Stack{}
	for tag, modules := range byModule {
		names := slices.SortedFunc(maps.Keys(modules), func(a, b string) int {
			return cmp.Or(cmp.Compare(modules[b], modules[a]), cmp.Compare(a, b))
		})
		for _, name := range names {
			part := float64(modules[name]) / float64(max(1, totals[tag]))
			result[tag] = append(result[tag], pooltag.Stack{Module: name, Share: part, Text: fmt.Sprintf("%s of the %s with known "+
				"stacks were allocated by it", textform.Percent(part), textform.Size(totals[tag]))})
		}
	}
	return result
}
