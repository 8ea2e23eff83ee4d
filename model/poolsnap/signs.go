package poolsnap

// The reasons that Problems give for figures below zero.
const (
	negativeDiff    = "Diff is negative, and no wrap of Allocs or Frees at 32 bits explains it"
	negativeCounter = "Allocs or Frees is negative, and Diff does not show that the counter had gone beyond 31 bits"
	negativeBytes   = "Bytes is negative, and would be too large for its Diff beyond 31 bits"
)

// signs tells which figures of a row were written as negative ones, beside Diff.
type signs struct{ counter, bytes bool }

// isNegative tells whether a figure that was read has a sign.
func isNegative(figure []byte) bool {
	figure = trimBlanks(figure)
	if len(figure) < 2 || figure[0] != '-' {
		return false
	}
	for _, c := range figure[1:] {
		if c >= '1' && c <= '9' {
			return true
		}
	}
	return false
}

// problem tells what makes a row with figures below zero unusable, empty where nothing does. Old tools show figures beyond
// 31 bits as negative, and newer ones a Diff of counters of which one has wrapped: then Allocs less Frees is Diff in 32
// bits. Frees that were read a moment after the allocations may be ahead by a few.
func (g signs) problem(has Fields, allocs, frees uint64, count int64, bytes uint64) string {
	if g == (signs{}) && (has&HasCount == 0 || count >= 0) {
		return ""
	}
	const (
		all       = HasAllocs | HasFrees | HasCount
		few       = 16
		mostBytes = 1 << 20 // of each allocation on the average
	)
	outstanding := int32(uint32(allocs - frees))
	agree := has&all == all && outstanding == int32(uint32(count)) &&
		(outstanding >= 0 || outstanding >= -few && (has&HasBytes == 0 || bytes == 0))
	switch {
	case g.counter && !agree:
		return negativeCounter
	case has&HasCount != 0 && count < 0 && !agree:
		return negativeDiff
	case g.bytes && (has&HasCount == 0 || count <= 0 || bytes/uint64(count) > mostBytes):
		return negativeBytes
	}
	return ""
}
