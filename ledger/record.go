package ledger

// record is what the account knows of one allocation that made pages committed. The ranges of those pages name it; it
// lives until the last page is given back.
type record struct {
	birth      int64  // ns since 1970 UTC
	pages      uint64 // still committed
	site       uint32 // where in the code, an index of the stack table; 0 when unknown
	actor      uint32 // number of the process whose code that is, 0 for the one that owns the memory
	generation uint32 // counts the allocations that had this place in the table
	older      bool   // committed before the capture, as the start rundown lists
}

// recordTable holds the records of all accounts of a ledger. Places are used again.
type recordTable struct {
	blocks [][]record
	free   []uint32
	used   uint32 // places ever used; 0 is none
}

const recordBlock = 1024

func (t *recordTable) at(id uint32) *record { return &t.blocks[id/recordBlock][id%recordBlock] }

// create makes a record without pages.
func (t *recordTable) create(birth int64) uint32 {
	var id uint32
	if n := len(t.free); n > 0 {
		id = t.free[n-1]
		t.free = t.free[:n-1]
	} else {
		t.used++
		id = t.used
		if int(id/recordBlock) == len(t.blocks) {
			t.blocks = append(t.blocks, make([]record, recordBlock))
		}
	}
	r := t.at(id)
	*r = record{birth: birth, generation: r.generation}
	return id
}

// drop gives the record's place back.
func (t *recordTable) drop(id uint32) {
	r := t.at(id)
	r.pages = 0
	r.generation++
	t.free = append(t.free, id)
}

// take takes pages from a record and drops it when none are left.
func (t *recordTable) take(id uint32, pages uint64) {
	r := t.at(id)
	r.pages -= pages
	if r.pages == 0 {
		t.drop(id)
	}
}
