package ledger

import (
	"maps"
	"math/bits"
	"slices"
)

// touched remembers, in blocks of 64 KiB, at which addresses memory has been released: what is found there later came
// after that. It is a sparse bitmap of bounded size; an address space that is too scattered, or too large, is remembered
// in part only.
type touched struct {
	words map[uint64]uint64 // 64 blocks each, by the number of the first divided by 64
	near  []nearWord        // words asked for of late, by the last digits of their number
}

// nearWord is a word with its number plus 1.
type nearWord struct{ number, set uint64 }

const nearWords = 256

const (
	blockShift = 4       // a block is 16 pages, the granularity of reservations
	wordShift  = 6       // a word is 64 blocks
	mostWords  = 1 << 16 // 256 GiB of address space, without gaps
	mostAtOnce = 1 << 12 // words of one release, 16 GiB
)

// add enters that the pages [lo, hi) were touched.
func (t *touched) add(lo, hi uint64) {
	if lo >= hi {
		return
	}
	first, last := lo>>blockShift, (hi-1)>>blockShift
	words := min(last>>wordShift-first>>wordShift, mostAtOnce)
	for w := first >> wordShift; w <= first>>wordShift+words; w++ {
		t.mark(w, wordMask(w, first, last))
	}
}

func (t *touched) mark(word, mask uint64) {
	set := t.word(word)
	if set&mask == mask || set == 0 && len(t.words) >= mostWords {
		return
	}
	if t.words == nil {
		t.words = map[uint64]uint64{}
	}
	set |= mask
	t.words[word] = set
	t.near[word%nearWords].set = set
}

// word gives the bits of a word.
func (t *touched) word(word uint64) uint64 {
	if t.near == nil {
		t.near = make([]nearWord, nearWords)
	}
	near := &t.near[word%nearWords]
	if near.number != word+1 {
		*near = nearWord{word + 1, t.words[word]}
	}
	return near.set
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
func (t *touched) sorted() []uint64 { return slices.Sorted(maps.Keys(t.words)) }

// count counts the pages of [lo, hi) whose block was touched. words is what sorted gives.
func (t *touched) count(words []uint64, lo, hi uint64) (n uint64) {
	if lo >= hi {
		return 0
	}
	first, last := lo>>blockShift, (hi-1)>>blockShift
	i, _ := slices.BinarySearch(words, first>>wordShift)
	for ; i < len(words) && words[i] <= last>>wordShift; i++ {
		set := t.words[words[i]] & wordMask(words[i], first, last)
		n += uint64(bits.OnesCount64(set)) << blockShift
	}
	return min(n, hi-lo)
}
