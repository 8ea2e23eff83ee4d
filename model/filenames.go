package model

// FileNames resolves file keys to paths while the rows of a capture go by. A key is the kernel address of an object: it is
// used again, and most names are told only at the end of a capture, after the events that need them. So a key is looked up
// at its place in the row of events, and the answer may be filled in by a later row. The zero value is ready for use; it
// holds the keys that have not ended.
type FileNames struct {
	keys map[uint64]*FileName
}

// FileName is the name of a file, as soon as a row tells it.
type FileName struct {
	Path  string // NT path as recorded; empty while not known
	known bool
}

// Known tells whether a row has told the name.
func (n *FileName) Known() bool { return n.known }

func (n *FileName) tell(path string) {
	if !n.known {
		n.Path, n.known = path, true
	}
}

// At gives the file that a key stands for at this point of the rows. Its name is the one that was last told, unless the key
// has ended since; else the one that the end of the key or the rundown tells later, unless the key is defined anew before.
func (f *FileNames) At(key uint64) *FileName {
	name := f.keys[key]
	if name == nil {
		name = new(FileName)
		f.set(key, name)
	}
	return name
}

func (f *FileNames) set(key uint64, name *FileName) {
	if f.keys == nil {
		f.keys = make(map[uint64]*FileName)
	}
	f.keys[key] = name
}

// Add notes a file name row: its kind (FileOp...), key and path. Rows must be added in order.
func (f *FileNames) Add(op uint8, key uint64, path string) {
	switch op {
	case FileOpDelete:
		if name := f.keys[key]; name != nil {
			name.tell(path)
			delete(f.keys, key)
		}
	case FileOpRundown:
		f.At(key).tell(path)
	default:
		f.set(key, &FileName{Path: path, known: true})
	}
}
