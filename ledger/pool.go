package ledger

import (
	"cmp"
	"maps"
	"slices"

	"etledger/model"
	"etledger/trend"
)

// poolBook is the account of the kernel's pools, by tag (rule 28).
type poolBook struct {
	live map[poolKey]poolEntry
	tags map[tagKey]*tagBook
}

// poolKey is where an entry is. Addresses of session space mean something in their session only.
type poolKey struct {
	entry   uint64
	session uint32
}

type poolEntry struct {
	bytes uint64
	birth int64
	tag   tagKey
}

type tagKey struct {
	tag   uint32
	paged bool
}

// tagBook is the account of one tag in one pool.
type tagBook struct {
	PoolTag
	line timeline // in bytes
}

const (
	poolPaged    = 0x1        // bit of the pool type
	tagProtected = 0x80000000 // bit of the tag
)

func (l *Ledger) poolRow(r *poolRow) {
	if r.op == model.PoolOpPage || l.stage == stageAfter {
		return // growth of the pool itself is what its entries already count
	}
	b := &l.pool
	if b.live == nil {
		b.live, b.tags = map[poolKey]poolEntry{}, map[tagKey]*tagBook{}
	}
	key := poolKey{r.entry, r.session}
	old, live := b.live[key]
	if r.op == model.PoolOpFree {
		if !live {
			t := l.tag(tagKey{r.tag &^ tagProtected, r.kind&poolPaged != 0})
			t.Frees++
			t.UnknownFrees++
			return
		}
		delete(b.live, key)
		t := l.tag(old.tag)
		t.Frees++
		t.free(r.nano, old.bytes)
		return
	}
	if live {
		t := l.tag(old.tag)
		t.LostFrees++
		t.free(r.nano, old.bytes)
	}
	e := poolEntry{r.bytes, r.nano, tagKey{r.tag &^ tagProtected, r.kind&poolPaged != 0}}
	b.live[key] = e
	t := l.tag(e.tag)
	t.Allocations++
	grow(&t.AllocatedBytes, r.bytes)
	bin := t.line.bin(r.nano)
	bin.born += float64(r.bytes)
	bin.births++
	t.line.move(bin, float64(r.bytes))
}

func (l *Ledger) tag(k tagKey) *tagBook {
	t := l.pool.tags[k]
	if t == nil {
		t = &tagBook{PoolTag{Tag: k.tag, Name: tagName(k.tag), Paged: k.paged}, newTimeline(l.span.begin(), mostSideBins)}
		l.pool.tags[k] = t
	}
	return t
}

func (t *tagBook) free(now int64, bytes uint64) {
	grow(&t.FreedBytes, bytes)
	t.line.move(t.line.bin(now), -float64(bytes))
}

// tagName writes a tag as its four characters, the lowest byte first; what cannot be shown stands as \xNN.
func tagName(tag uint32) string {
	const digits = "0123456789abcdef"
	var name []byte
	for range 4 {
		c := byte(tag)
		tag >>= 8
		if c >= 0x20 && c < 0x7f {
			name = append(name, c)
		} else {
			name = append(name, '\\', 'x', digits[c>>4], digits[c&15])
		}
	}
	return string(name)
}

// poolTags gives the accounts of all tags, those with most bytes outstanding first.
func (l *Ledger) poolTags() []PoolTag {
	from, end := seconds(l.start, l.span.begin()), min(l.now, l.span.until)
	for _, t := range l.pool.tags {
		t.line.close(end, mostSideBins)
		t.Evidence = trend.Input{
			CaptureStart: from, Start: from, CaptureEnd: seconds(l.start, end), End: seconds(l.start, end),
			Cohorts: t.line.cohorts(l.start, end, 1), Level: t.line.samples(l.start, end, 1, 0),
		}
	}
	for _, e := range l.pool.live {
		t := l.pool.tags[e.tag]
		t.OutstandingCount++
		grow(&t.OutstandingBytes, e.bytes)
		t.Evidence.Cohorts[t.line.closedIndex(e.birth)].Surviving += float64(e.bytes)
	}
	var list []PoolTag
	for _, k := range slices.SortedFunc(maps.Keys(l.pool.tags), func(a, b tagKey) int {
		x, y := l.pool.tags[a], l.pool.tags[b]
		return cmp.Or(
			cmp.Compare(y.OutstandingBytes, x.OutstandingBytes), cmp.Compare(a.tag, b.tag), compareBools(a.paged, b.paged))
	}) {
		list = append(list, l.pool.tags[k].PoolTag)
	}
	return list
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
