package etl

import "sort"

// repairOrder makes the stamps of the records of one buffer never decrease, and returns how many it changed. Within a
// buffer time stamps never go backward (format notes, 1.5), so an odd one is damage. The longest run of records whose
// stamps agree with one another is trusted; every other record takes the stamp of the trusted one before it, or at the very
// beginning of the one after it. So a single wild stamp moves nothing but its own event.
func repairOrder(records []record) uint64 {
	// Patience sorting: ends[k] is the record that ends the best non-decreasing run of length k+1.
	ends := make([]int32, 0, len(records))
	previous := make([]int32, len(records))
	for i := range records {
		t := records[i].ticks
		k := sort.Search(len(ends), func(j int) bool { return records[ends[j]].ticks > t })
		if previous[i] = -1; k > 0 {
			previous[i] = ends[k-1]
		}
		if k == len(ends) {
			ends = append(ends, int32(i))
		} else {
			ends[k] = int32(i)
		}
	}
	trusted := make([]bool, len(records))
	first := int32(0)
	for i := ends[len(ends)-1]; i >= 0; i = previous[i] {
		trusted[i], first = true, i
	}
	last := records[first].ticks
	var changed uint64
	for i := range records {
		if trusted[i] {
			last = records[i].ticks
		} else {
			records[i].ticks = last
			changed++
		}
	}
	return changed
}

// chainsPerStream bounds into how many chains the buffers of one processor may fall apart; each chain keeps one buffer in
// memory while events are merged.
const chainsPerStream = 16

// chain is a row of buffers, in the order of the file, whose first events follow one another in time. It is read through
// one cursor.
type chain struct {
	buffers []int32 // indexes into recording.buffers
	tail    int64   // firstTicks of the last
}

// chainsOf splits the buffers of one stream (one processor of one session), given in file order, into as few chains as it
// takes for time never to decrease along each. Usually that is one. A circular recording gives two (what was written after
// the wrap stands first in the file), an appended or merged one as many as it has parts, and a buffer whose first stamp is
// damaged stands alone. Buffers without any stamp stay where they are.
func chainsOf(buffers []bufferInfo, stream []int32) []chain {
	var chains []chain
	for _, i := range stream {
		b := &buffers[i]
		best := -1
		for k := range chains {
			if b.timed && chains[k].tail > b.firstTicks {
				continue
			}
			if best < 0 || chains[k].tail > chains[best].tail {
				best = k
			}
		}
		if best < 0 {
			if len(chains) < chainsPerStream {
				chains = append(chains, chain{buffers: []int32{i}, tail: b.firstTicks})
				continue
			}
			best = 0
			for k := range chains {
				if chains[k].tail < chains[best].tail {
					best = k
				}
			}
		}
		chains[best].buffers = append(chains[best].buffers, i)
		if b.timed {
			chains[best].tail = b.firstTicks
		}
	}
	return chains
}
