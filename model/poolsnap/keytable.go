package poolsnap

import "math/bits"

// keyTable finds what is known of tags and pools, of all snapshots of a file so far. It is made for 30 million
// look-ups of the same few thousand keys.
type keyTable struct {
	entries []keyEntry
	used    int
}

type keyEntry struct {
	key        uint64 // plus one; 0 for a free place
	generation uint32 // of the snapshot that had it last
	row        int32  // its row there
	seen       uint8  // which variants of the tag that snapshot had
	driver     string // given with it last
}

// at gives the entry of a key, a new one where there is none. It is valid until the next call.
func (t *keyTable) at(key uint64) *keyEntry {
	if 2*t.used >= len(t.entries) {
		t.grow()
	}
	e := t.place(key + 1)
	if e.key == 0 {
		e.key = key + 1
		t.used++
	}
	return e
}

func (t *keyTable) place(stored uint64) *keyEntry {
	mask := uint64(len(t.entries) - 1)
	shift := bits.LeadingZeros64(mask)
	for i := stored * 0x9e3779b97f4a7c15 >> shift; ; i = (i + 1) & mask {
		if e := &t.entries[i]; e.key == stored || e.key == 0 {
			return e
		}
	}
}

func (t *keyTable) grow() {
	old := t.entries
	t.entries = make([]keyEntry, max(1024, 2*len(old)))
	for i := range old {
		if old[i].key != 0 {
			*t.place(old[i].key) = old[i]
		}
	}
}

// clear forgets all.
func (t *keyTable) clear() {
	clear(t.entries)
	t.used = 0
}
