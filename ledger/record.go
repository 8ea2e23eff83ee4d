package ledger

// record is what an account knows of one allocation that made pages committed. The ranges of those pages name it; it
// lives until the last page is given back.
type record struct {
	birth  int64  // ns since 1970 UTC
	pages  uint64 // still committed, 0 in a place that is free
	site   uint32 // where in the code, an index of the stack table; 0 when unknown
	actor  uint32 // number of the process whose code that is, 0 for the one that owns the memory
	serial uint32 // tells the allocations apart that had this place one after the other
	older  bool   // committed before the capture, as the start rundown lists
}

// recordTable holds the records of an account. Places are used again.
type recordTable struct {
	list   []record // from 1
	free   uint32   // a free place, 0 for none; the next one stands as its site
	serial uint32   // of the record made last
}

func (t *recordTable) at(id uint32) *record { return &t.list[id] }

// create makes a record without pages.
func (t *recordTable) create(birth int64) uint32 {
	t.serial++
	if id := t.free; id != 0 {
		r := &t.list[id]
		t.free = r.site
		*r = record{birth: birth, serial: t.serial}
		return id
	}
	if t.list == nil {
		t.list = make([]record, 1, 8)
	}
	t.list = append(t.list, record{birth: birth, serial: t.serial})
	return uint32(len(t.list) - 1)
}

// drop gives the record's place back.
func (t *recordTable) drop(id uint32) {
	t.list[id] = record{site: t.free}
	t.free = id
}

// take takes pages from a record and drops it when none are left.
func (t *recordTable) take(id uint32, pages uint64) {
	r := &t.list[id]
	r.pages -= pages
	if r.pages == 0 {
		t.drop(id)
	}
}

// find gives the record of an allocation that may have gone, nil when it has.
func (t *recordTable) find(id, serial uint32) *record {
	if id == 0 || int(id) >= len(t.list) || t.list[id].pages == 0 || t.list[id].serial != serial {
		return nil
	}
	return &t.list[id]
}

// clear drops all records.
func (t *recordTable) clear() { *t = recordTable{serial: t.serial} }
