package etl

import (
	"encoding/binary"
	"math"
	"slices"
	"sync"
)

// kindSet numbers the kinds of events that a scan meets, and remembers which of them are to be delivered. It is shared by
// the walkers of a scan, each of which keeps what it has learnt.
type kindSet struct {
	choose func(KindKey) bool // nil: all
	stacks bool               // events that carry stacks are delivered whatever their kind

	mu      sync.Mutex
	numbers map[KindKey]uint16
	kinds   []kindEntry
}

// kindEntry is a kind with what is decided about it.
type kindEntry struct {
	key      KindKey
	selected bool
}

// maxKinds bounds how many kinds are told apart: real recordings have a few hundred, only noise has more. Events of kinds
// beyond it are selected and delivered like others, but counted in the sum only.
const maxKinds = 1 << 15

// Numbers that are not those of a kind.
const (
	beyondKinds = math.MaxUint16 - 1 // of events of kinds beyond maxKinds
	noKind      = math.MaxUint16     // of events whose header contradicts itself
)

// find gives the number of a kind.
func (s *kindSet) find(key KindKey) (number uint16, entry kindEntry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	number, known := s.numbers[key]
	if known {
		return number, s.kinds[number]
	}
	entry = kindEntry{key, s.choose == nil || s.choose(key)}
	if len(s.kinds) == maxKinds {
		return beyondKinds, entry
	}
	if s.numbers == nil {
		s.numbers = make(map[KindKey]uint16)
	}
	number = uint16(len(s.kinds))
	s.numbers[key] = number
	s.kinds = append(s.kinds, entry)
	return number, entry
}

// kindFinder is a walker's view of the kinds: it finds them without locks and counts their events.
type kindFinder struct {
	shared *kindSet

	kernel   *[1 << 16]uint32 // by hook: known<<31 | selected<<30 | version<<16 | number
	other    map[KindKey]uint32
	last     KindKey // of other, the one looked up last
	lastWord uint32
	counts   []uint64 // by number
	events   uint64   // of all kinds

	// What finish tells of a buffer is the difference of two states of counts.
	told    []uint64 // counts, as finish left them
	known   int      // numbers from here on have never been met
	listing bool     // met is filled
	met     []uint16 // numbers whose count differs from what was told
}

const (
	wordKnown    = 1 << 31
	wordSelected = 1 << 30
)

func newKindFinder(shared *kindSet) *kindFinder {
	return &kindFinder{shared: shared, kernel: new([1 << 16]uint32), other: make(map[KindKey]uint32),
		counts: make([]uint64, 256), told: make([]uint64, 256)}
}

// kernelWord gives what is known of the kind of the kernel event b.
func (f *kindFinder) kernelWord(b []byte) uint32 {
	hook := binary.LittleEndian.Uint16(b[6:])
	word := f.kernel[hook]
	if word&wordKnown != 0 && uint8(word>>16) == b[0] {
		return word
	}
	// Another version of the hook than the one met last: rare, but not only once.
	word = f.word(KindKey{Kind: KindKernel, Group: b[7], Opcode: b[6], Version: uint16(b[0])})
	f.kernel[hook] = word | uint32(b[0])<<16
	return f.kernel[hook]
}

// word gives what is known of a kind, looking it up where all is known.
func (f *kindFinder) word(key KindKey) uint32 {
	if f.lastWord != 0 && f.last == key {
		return f.lastWord
	}
	word, known := f.other[key]
	if !known {
		number, entry := f.shared.find(key)
		word = wordKnown | uint32(number)
		if entry.selected {
			word |= wordSelected
		}
		f.other[key] = word
		if number < maxKinds {
			f.known = max(f.known, int(number)+1)
		}
		for len(f.counts) < f.known {
			f.counts = append(f.counts, make([]uint64, len(f.counts))...)
			f.told = append(f.told, make([]uint64, len(f.told))...)
		}
	}
	if key.Kind != KindKernel {
		f.last, f.lastWord = key, word
	}
	return word
}

// classify gives the number of the kind of the whole event b, and whether it is to be delivered. An event whose header
// contradicts itself has no kind, and is delivered, as damage.
func (f *kindFinder) classify(b []byte, form headerForm) (number uint16, selected bool) {
	var word uint32
	switch form.kind {
	case KindKernel:
		if b[1]&0x87 != 0 && int(form.size)+kernelExtras(b) > len(b) {
			return noKind, true
		}
		word = f.kernelWord(b)
	case KindClassic:
		key := KindKey{Kind: KindClassic, Opcode: b[4], Version: binary.LittleEndian.Uint16(b[6:])}
		copy(key.Provider[:], b[24:40])
		word = f.word(key)
	case KindEvent:
		key := KindKey{Kind: KindEvent, ID: binary.LittleEndian.Uint16(b[40:]), Version: uint16(b[42])}
		copy(key.Provider[:], b[24:40])
		word = f.word(key)
		if b[4]&1 != 0 {
			_, stack, err := extendedItems(b)
			if err != nil {
				return noKind, true
			}
			if stack && f.shared.stacks {
				word |= wordSelected
			}
		}
	case KindMessage:
		var e Event
		if parseMessage(&e, b) != nil {
			return noKind, true
		}
		word = f.word(KindKey{Kind: KindMessage})
	default:
		word = f.word(KindKey{Kind: form.kind})
	}
	return uint16(word), word&wordSelected != 0
}

// count counts an event of a kind.
func (f *kindFinder) count(number uint16) {
	if number != noKind {
		f.events++
	}
	if int(number) < len(f.counts) {
		if f.listing && f.counts[number] == f.told[number] {
			f.met = append(f.met, number)
		}
		f.counts[number]++
	}
}

// manyKinds is how many kinds there may be for finish to look at each of them after every buffer, however small that is.
const manyKinds = 1024

// begin begins the count of a buffer of so many bytes. Where it would be a waste to look at every kind afterwards, the walk has
// to be by single events, so that the kinds met are listed; only noise has that many kinds.
func (f *kindFinder) begin(bytes int) {
	f.listing = f.known > max(manyKinds, bytes/32)
}

// finish gives the counts of the buffer that begin began, in the order of the kinds' numbers and the memory of *tally.
func (f *kindFinder) finish(tally *[]kindTally) {
	list := (*tally)[:0]
	if f.listing {
		slices.Sort(f.met)
		for _, number := range f.met {
			list = append(list, kindTally{number, uint32(f.counts[number] - f.told[number])})
			f.told[number] = f.counts[number]
		}
		f.met = f.met[:0]
	} else {
		told := f.told[:f.known]
		for number, n := range f.counts[:f.known] {
			if n != told[number] {
				list = append(list, kindTally{uint16(number), uint32(n - told[number])})
				told[number] = n
			}
		}
	}
	*tally = list
}

// addTo adds what the finder counted to sums by number.
func (f *kindFinder) addTo(sums []uint64) (events uint64) {
	for number := range sums {
		if number < len(f.counts) {
			sums[number] += f.counts[number]
		}
	}
	return f.events
}
