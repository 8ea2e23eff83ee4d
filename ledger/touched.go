package ledger

import (
	"math/bits"
	"slices"
)

// touched remembers, in blocks of 64 KiB, at which addresses memory has been released: what is found there later came
// after that. It is a sparse bitmap of bounded size; an address space that is too scattered, or too large, is remembered
// in part only.
type touched struct {
	lines  []line
	places index // of a line, by its number: place in lines, from 1
	words  int   // that have bits

	near   uint64 // number of the line used last, plus 1
	nearAt uint32 // its place in lines, 0 when it has none
}

// line is as much of the bitmap as a cache line holds.
type line [1 << lineShift]uint64

const (
	blockShift = 4       // a block is 16 pages, the granularity of reservations
	wordShift  = 6       // a word is 64 blocks
	lineShift  = 3       // a line is 8 words
	mostWords  = 1 << 16 // 256 GiB of address space, without gaps
	mostAtOnce = 1 << 12 // words of one release, 16 GiB
)

// add enters that the pages [lo, hi) were touched.
func (t *touched) add(lo, hi uint64) {
	if lo >= hi {
		return
	}
	first, last := lo>>blockShift, (hi-1)>>blockShift
	if first>>wordShift == last>>wordShift { // as of most
		t.mark(first>>wordShift, ^uint64(0)>>(63-last+first)<<(first&63))
		return
	}
	words := min(last>>wordShift-first>>wordShift, mostAtOnce)
	for w := first >> wordShift; w <= first>>wordShift+words; w++ {
		t.mark(w, wordMask(w, first, last))
	}
}

func (t *touched) mark(word, mask uint64) {
	at := t.at(word >> lineShift)
	if at == 0 {
		if t.words >= mostWords {
			return
		}
		at = t.addLine(word >> lineShift)
	}
	set := &t.lines[at-1][word%(1<<lineShift)]
	if *set == 0 {
		if t.words >= mostWords {
			return
		}
		t.words++
	}
	*set |= mask
}

func (t *touched) addLine(number uint64) uint32 {
	t.lines = append(t.lines, line{})
	t.nearAt = uint32(len(t.lines))
	t.places.set(number, t.nearAt)
	return t.nearAt
}

// at gives the place of a line, from 1; 0 when it has no bits.
func (t *touched) at(number uint64) uint32 {
	if t.near == number+1 {
		return t.nearAt
	}
	return t.search(number)
}

func (t *touched) search(number uint64) uint32 {
	t.near, t.nearAt = number+1, t.places.get(number)
	return t.nearAt
}

// word gives the bits of a word.
func (t *touched) word(word uint64) uint64 {
	if at := t.at(word >> lineShift); at != 0 {
		return t.lines[at-1][word%(1<<lineShift)]
	}
	return 0
}

// wordMask has the bits of a word that stand for blocks first to last.
func wordMask(word, first, last uint64) uint64 {
	mask := ^uint64(0)
	if word == first>>wordShift {
		mask &= ^uint64(0) << (first & 63)
	}
	if word == last>>wordShift {
		mask &= ^uint64(0) >> (63 - last&63)
	}
	return mask
}

// has tells whether the block of a page was touched.
func (t *touched) has(page uint64) bool {
	return t.word(page>>(blockShift+wordShift))>>(page>>blockShift&63)&1 != 0
}

// sorted gives the words that have bits, in order.
func (t *touched) sorted() []uint64 {
	words := make([]uint64, 0, t.words)
	for _, s := range t.places.slots {
		if s.value == 0 {
			continue
		}
		for i, set := range t.lines[s.value-1] {
			if set != 0 {
				words = append(words, s.key<<lineShift+uint64(i))
			}
		}
	}
	slices.Sort(words)
	return words
}

// count counts the pages of [lo, hi) whose block was touched. words is what sorted gives.
func (t *touched) count(words []uint64, lo, hi uint64) (n uint64) {
	if lo >= hi {
		return 0
	}
	first, last := lo>>blockShift, (hi-1)>>blockShift
	i, _ := slices.BinarySearch(words, first>>wordShift)
	for ; i < len(words) && words[i] <= last>>wordShift; i++ {
		set := t.word(words[i]) & wordMask(words[i], first, last)
		n += uint64(bits.OnesCount64(set)) << blockShift
	}
	return min(n, hi-lo)
}
