package scenario

import (
	"time"

	"etledger/internal/etlwriter"
)

// Special uses memory in the ways that few programs do: large pages, address windows (AWE), resets of committed memory,
// and placeholders that are split, replaced, given back and joined. All of it is given back soon, except that the last
// round may be under way when the capture ends.
type Special struct {
	Every  time.Duration // one round; 500 ms
	Module string
}

func (s Special) module() string { return s.Module }

func (s Special) begin(a *actor) {
	if s.Every == 0 {
		s.Every = 500 * time.Millisecond
	}
	run := &special{Special: s, actor: a, site: site{module: s.Module, function: "special"}}
	a.after(a.exponential(s.Every), run.round)
}

type special struct {
	Special
	*actor
	site site
}

// round does everything once, each step some time after the one before.
func (s *special) round() {
	const large, window, holder, part = 2 << 20, 1 << 20, 256 << 10, 64 << 10
	p := s.process
	var big, mapped, place block
	steps := []func(){
		func() {
			if big.base = p.space.take(large); big.base != 0 {
				big.size = large
				p.allocation(big.base, large, etlwriter.MemReserve|etlwriter.MemCommit|etlwriter.MemLargePages, s.site)
			}
			if mapped.base = p.space.take(window); mapped.base != 0 {
				mapped.size = window
				p.allocation(mapped.base, window, etlwriter.MemReserve|etlwriter.MemPhysical, s.site)
			}
			if place.base = p.space.take(holder); place.base != 0 {
				place.size = holder
				p.allocation(place.base, holder, etlwriter.MemReserve|etlwriter.MemReservePlaceholder, s.site)
			}
		},
		func() {
			if big.size > 0 {
				p.allocation(big.base, large, etlwriter.MemReset, s.site) // changes no commit
			}
			if place.size > 0 {
				p.placeholder(place.base, part, etlwriter.MemPreservePlaceholder, s.site)
				p.replace(place.base, part, s.site)
			}
		},
		func() {
			if place.size > 0 {
				p.placeholder(place.base, part, etlwriter.MemPreservePlaceholder, s.site)
				p.placeholder(place.base, holder, etlwriter.MemCoalescePlaceholder, s.site)
			}
		},
		func() {
			s.release(s.site, big)
			s.release(s.site, mapped)
			s.release(s.site, place)
			s.after(s.exponential(s.Every), s.round)
		},
	}
	for i, step := range steps {
		s.after(time.Duration(i)*s.Every/8, step)
	}
}

// placeholder splits a placeholder off, giving back what is committed in it, or joins several.
func (p *process) placeholder(base, size uint64, flag uint32, s site) {
	if flag == etlwriter.MemPreservePlaceholder {
		p.account.decommit(base, size)
	}
	p.truth.Frees++
	p.virtual(etlwriter.HookVirtualFree, base, size, etlwriter.MemRelease|flag, s, "NtFreeVirtualMemory")
}

// replace makes committed memory of a placeholder, which is reserved already.
func (p *process) replace(base, size uint64, s site) {
	p.account.commit(base, size, p.moduleNamed(s.module).name)
	p.truth.Allocations++
	flags := uint32(etlwriter.MemReserve | etlwriter.MemCommit | etlwriter.MemReplacePlaceholder)
	p.virtual(etlwriter.HookVirtualAlloc, base, size, flags, s, "NtAllocateVirtualMemory")
}
