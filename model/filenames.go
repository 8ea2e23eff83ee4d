package model

import "sort"

// FileNames resolves file keys to paths. A key is the kernel address of an object, so it is used again, and most
// names are told only at the end of a capture: a key means something at a moment only, and is resolved after all rows
// are in. The zero value is ready for use. It holds one entry for each file name row.
type FileNames struct {
	keys map[uint64][]fileNameEntry
}

type fileNameEntry struct {
	seq  uint64
	op   uint8
	path string
}

// Add notes a file name row: its ordinal (Common.Seq), kind (FileOp...), key and path. Rows must be added in order.
func (f *FileNames) Add(seq uint64, op uint8, key uint64, path string) {
	if f.keys == nil {
		f.keys = make(map[uint64][]fileNameEntry)
	}
	f.keys[key] = append(f.keys[key], fileNameEntry{seq, op, path})
}

// AddBatch notes all rows of a batch.
func (f *FileNames) AddBatch(rows FileNameRows) {
	for i, key := range rows.FileKey {
		path, _ := rows.Name.At(i)
		f.Add(rows.Seq[i], rows.Op[i], key, path)
	}
}

// Path gives the NT path of the file that a key named at the event with ordinal seq, and whether it is known: the
// name that was last told, unless the key has ended since, or else the name that the end of the key or the rundown
// after that event tells, unless the key was defined anew in between.
func (f *FileNames) Path(key, seq uint64) (string, bool) {
	entries := f.keys[key]
	next := sort.Search(len(entries), func(i int) bool { return entries[i].seq > seq })
	if next > 0 && entries[next-1].op != FileOpDelete {
		return entries[next-1].path, true
	}
	if next < len(entries) && (entries[next].op == FileOpDelete || entries[next].op == FileOpRundown) {
		return entries[next].path, true
	}
	return "", false
}
