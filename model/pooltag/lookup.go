package pooltag

import (
	"cmp"
	"slices"

	"etledger/model/poolsnap"
)

// Match is an entry that a tag fits.
type Match struct {
	*Entry
	Literals int // bytes of the pattern that are not '?': 4 for the tag itself
}

// Index finds entries by tag. It is not changed once made, and may be used by several goroutines at once.
type Index struct {
	Files   []*TagFile
	byMask  [16]map[poolsnap.Tag][]place // by Pattern.Any, then by the literal bytes
	entries int
}

// place says where an entry is, and with that which of two goes first.
type place struct{ file, entry int }

// NewIndex makes an index of tag files. Between matches of the same number of literal bytes, the file named earlier goes
// first, and within a file the earlier line.
func NewIndex(files ...*TagFile) *Index {
	x := &Index{Files: files}
	for f, file := range files {
		for i := range file.Entries {
			p := file.Entries[i].Pattern
			if x.byMask[p.Any] == nil {
				x.byMask[p.Any] = map[poolsnap.Tag][]place{}
			}
			x.byMask[p.Any][p.Tag] = append(x.byMask[p.Any][p.Tag], place{f, i})
			x.entries++
		}
	}
	return x
}

// Len counts the entries of all files.
func (x *Index) Len() int { return x.entries }

// Lookup gives all entries that the tag fits, best first: those with most literal bytes, among these the file named earlier
// and the earlier line. Entries with different owners are all there; of entries that say the same with the same pattern in
// several files the first is.
func (x *Index) Lookup(tag poolsnap.Tag) []Match {
	type found struct {
		place
		Match
	}
	var all []found
	for mask, entries := range x.byMask {
		p := Pattern{Any: uint8(mask)}
		for _, at := range entries[p.key(tag)] {
			e := &x.Files[at.file].Entries[at.entry]
			all = append(all, found{at, Match{e, p.Literals()}})
		}
	}
	slices.SortFunc(all, func(a, b found) int {
		return cmp.Or(b.Literals-a.Literals, a.file-b.file, a.entry-b.entry)
	})
	var matches []Match
	seen := map[saying]bool{}
	for _, f := range all {
		if key := f.saying(); !seen[key] {
			seen[key] = true
			matches = append(matches, f.Match)
		}
	}
	return matches
}
