package poolsnap

import "bytes"

// findType finds the word for the pool: the first after a blank and some text that may be a tag, with a figure after
// it or nothing. It gives where the word begins and ends.
func findType(b []byte) (start, end int, pool Pool, ok bool) {
	for i := 1; i < len(b) && i <= maxTagText+1; i++ {
		if b[i-1] != ' ' && b[i-1] != '\t' || b[i] == ' ' {
			continue
		}
		pool, ok = typeAt(b[i:])
		if !ok || i != 5 && i != 6 && len(bytes.TrimLeft(b[:i], " \t")) == 0 {
			continue
		}
		if end := typeEnd(b, i); end > 0 {
			return i, end, pool, true
		}
	}
	return 0, 0, PoolUnknown, false
}

// typeEnd gives the end of the word that begins at i, if nothing follows it but figures and their like. A word of the
// table may have blanks inside: it ends before the first figure.
func typeEnd(b []byte, i int) int {
	for j := i + 1; j < len(b); j++ {
		c := b[j]
		if c >= '0' && c <= '9' || c == '-' && j+1 < len(b) && b[j+1] >= '0' && b[j+1] <= '9' && b[j-1] == ' ' {
			return j
		}
		if c == '(' || c == ':' || c == '=' || j-i > 24 {
			return 0
		}
	}
	if bytes.IndexByte(b[i:], ' ') >= 0 {
		return 0 // words follow
	}
	return len(b)
}

// likeRow tells text that has the shape of a row but no word that is known for a pool: three changes in parentheses
// with figures before them.
func likeRow(b []byte) bool {
	for changes := 0; ; changes++ {
		if changes == 3 {
			return true
		}
		open := bytes.IndexByte(b, '(')
		if open < 1 {
			return false
		}
		if before := bytes.TrimRight(b[:open], " "); len(before) == 0 || before[len(before)-1]-'0' > 9 {
			return false
		}
		closed := skipDelta(b, open)
		if closed < 0 {
			return false
		}
		b = b[closed:]
	}
}
