package model

import "testing"

// TestNoAllocationPerEvent decodes every case over and over, chunks and all. What a chunk allocates is shared out
// among its events. Process rows, which announce a process that is kept, volume rows and the long ones of image versions are few
// in any recording.
func TestNoAllocationPerEvent(t *testing.T) {
	const events = 20_000
	for _, c := range decodeCases() {
		d := newDecoder(nil, Options{ChunkRows: events, ChunkBytes: 1 << 30})
		allocations := testing.AllocsPerRun(2, func() {
			for range events {
				d.decode(&c.event)
			}
			d.flush()
		}) / events
		limit := 0.02
		if c.table == TableProcess || c.table == TableVolume || c.table == TableImageVersion {
			limit = 5
		}
		if allocations > limit {
			t.Errorf("%s: %.3f allocations for each event", c.name, allocations)
		}
	}
}

// TestNoAllocationForEventsSteppedOver decodes events of kinds that nobody wants.
func TestNoAllocationForEventsSteppedOver(t *testing.T) {
	d := newDecoder(nil, Options{Tables: []Table{TablePool}, ChunkRows: 1 << 16, ChunkBytes: 1 << 30})
	cases := decodeCases()
	decodeAll := func() {
		for i := range cases {
			if cases[i].table != TablePool {
				d.decode(&cases[i].event)
			}
		}
	}
	if n := testing.AllocsPerRun(100, decodeAll); n > 0 {
		t.Errorf("%v allocations for %d events that nobody wants", n, len(cases))
	}
	if c := d.flush(); c != nil {
		t.Error("events that nobody wants gave rows")
	}
}
