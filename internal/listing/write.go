package listing

import (
	"fmt"
	"io"
	"iter"

	"etledger/model"
	"etledger/model/columns"
)

// writer writes rows in one of the forms.
type writer interface {
	// rows writes rows of a table, which are in order, of its part at hand.
	rows(t *table, rows []int32) error
	// end writes what is left.
	end() error
}

func (p *Plan) newWriter(w io.Writer) (writer, error) {
	switch p.format {
	case JSONL:
		return newJSONLWriter(w, p.tables), nil
	case CSV:
		return newCSVWriter(w, p.tables[0]), nil
	case Arrow:
		return newArrowWriter(w, p.tables[0])
	}
	if len(p.tables) == 1 {
		return newAlignedWriter(w, p.tables[0]), nil
	}
	if active := p.active(); len(active) == 1 {
		return newAlignedWriter(w, active[0]), nil
	}
	return newMixedWriter(w), nil
}

// Write writes the rows of chunks that the request asks for, in the exact order of time over all tables: by seq, and where
// rows share one, stacks first and then their frames. It releases the chunks. The chunks must hold what Needs tells, and
// succeed one another in time.
func (p *Plan) Write(w io.Writer, chunks iter.Seq2[*model.Chunk, error]) error {
	out, err := p.newWriter(w)
	if err != nil {
		return err
	}
	left := p.limit
	if left == 0 {
		left = ^uint64(0)
	}
	for chunk, err := range chunks {
		if err != nil {
			return err
		}
		left, err = p.writeChunk(out, chunk, left)
		chunk.Release()
		if err != nil {
			return err
		}
		if left == 0 {
			break
		}
	}
	return out.end()
}

// part is what a table has in the chunk at hand.
type part struct {
	batch  *model.Batch
	chosen []int32 // rows that are listed
	next   int     // in chosen, the first that is not written yet
	seq    []uint64

	values  []columns.Values // of the columns shown
	frames  [][]uint64       // addresses of each row, where frames are shown
	scratch []columns.Values
}

// writeChunk writes the rows of a chunk, so many at most, and gives how many more may follow.
func (p *Plan) writeChunk(out writer, chunk *model.Chunk, left uint64) (uint64, error) {
	var parts []*table
	for _, t := range p.active() {
		any, err := t.load(chunk)
		if err != nil {
			return 0, err
		}
		if any {
			parts = append(parts, t)
		}
	}
	for len(parts) > 0 && left > 0 {
		first := 0
		for i, t := range parts {
			if t.precedes(parts[first]) {
				first = i
			}
		}
		t := parts[first]
		run := t.run(parts)
		run = run[:min(uint64(len(run)), left)]
		if err := out.rows(t, run); err != nil {
			return 0, err
		}
		left -= uint64(len(run))
		if t.next += len(run); t.next == len(t.chosen) {
			parts = append(parts[:first], parts[first+1:]...)
		}
	}
	return left, nil
}

// precedes tells whether the next row of the table comes before that of another.
func (t *table) precedes(other *table) bool {
	return t.before(t.next, other)
}

// before tells whether the chosen row at an index comes before the next one of another table.
func (t *table) before(at int, other *table) bool {
	a, b := t.seq[t.chosen[at]], other.seq[other.chosen[other.next]]
	return a < b || a == b && rank(t.Table) < rank(other.Table)
}

// rank orders the tables among rows that share a seq.
func rank(t model.Table) int {
	switch t {
	case model.TableStack:
		return 0
	case model.TableFrame:
		return 1
	}
	return 2
}

// run gives the next rows, as far as they come before those of other tables.
func (t *table) run(parts []*table) []int32 {
	end := len(t.chosen)
	for _, other := range parts {
		for other != t && t.next < end && !t.before(end-1, other) {
			end = t.cut(end, other)
		}
	}
	return t.chosen[t.next:end]
}

// cut gives the end of the next rows that come before the next one of another table; the first of them does.
func (t *table) cut(end int, other *table) int {
	low, high := t.next, end-1 // low comes before, high does not
	for high-low > 1 {
		middle := int(uint(low+high) >> 1)
		if t.before(middle, other) {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// load makes the table's rows of a chunk those at hand, and tells whether there are any to list.
func (t *table) load(chunk *model.Chunk) (bool, error) {
	t.batch, t.chosen, t.next = chunk.Batch(t.Table), t.chosen[:0], 0
	if t.batch == nil {
		return false, nil
	}
	if err := t.choose(); err != nil || len(t.chosen) == 0 {
		return false, err
	}
	var seq columns.Values
	if !seq.Read(t.batch, "seq") {
		return false, t.lacks("seq")
	}
	t.seq = seq.Uint64
	if t.values == nil {
		t.values = make([]columns.Values, len(t.shown))
	}
	for i, s := range t.shown {
		if s.frames {
			if err := t.loadFrames(chunk); err != nil {
				return false, err
			}
		} else if !t.values[i].Read(t.batch, s.Name) {
			return false, t.lacks(s.Name)
		}
	}
	return true, nil
}

func (t *table) lacks(column string) error {
	return fmt.Errorf("listing: the rows of table %v were read without the column %q", t, column)
}

// choose finds the rows that are listed.
func (t *table) choose() error {
	if t.filter == nil {
		for i := range t.batch.Len() {
			t.chosen = append(t.chosen, int32(i))
		}
		return nil
	}
	names := t.filter.Columns()
	if t.scratch == nil {
		t.scratch = make([]columns.Values, len(names))
	}
	for i, name := range names {
		if !t.scratch[i].Read(t.batch, name) {
			return t.lacks(name)
		}
	}
	t.chosen = t.filter.Select(t.chosen, t.batch.Len(), t.scratch)
	return nil
}

// loadFrames finds the addresses of each row: the frames of a chunk are those of its stacks, one row after another.
func (t *table) loadFrames(chunk *model.Chunk) error {
	var count, address columns.Values
	if !count.Read(t.batch, "frame_count") {
		return t.lacks("frame_count")
	}
	if frames := chunk.Batch(model.TableFrame); frames != nil && !address.Read(frames, "address") {
		return fmt.Errorf("listing: the rows of table frame were read without the column %q", "address")
	}
	rest := address.Uint64
	t.frames = t.frames[:0]
	for _, n := range count.Uint32 {
		if int64(n) > int64(len(rest)) {
			return fmt.Errorf("listing: the chunk has fewer frames than its stacks count")
		}
		t.frames = append(t.frames, rest[:n])
		rest = rest[n:]
	}
	return nil
}
