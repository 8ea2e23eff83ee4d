package ledger

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// check verifies the invariants of the tree.
func (m *rangeMap) check() error {
	if m.root == (child{}) {
		return nil
	}
	var leaves []*leaf
	var last uint64
	count := 0
	walkLeaf := func(n *leaf, floor, bound uint64) error {
		if m.height > 0 && n.n < leastLeaf {
			return fmt.Errorf("leaf of %d ranges", n.n)
		}
		leaves = append(leaves, n)
		count += n.n
		for i := range n.n {
			lo, hi := n.lo[n.slot(i)], n.bound[n.slot(i)]
			if lo < last || lo >= hi || lo < floor || hi > bound {
				return fmt.Errorf("range [%#x, %#x) after %#x, in [%#x, %#x]", lo, hi, last, floor, bound)
			}
			last = hi
		}
		for slot, bound := range n.bound {
			if used := n.used>>slot&1 != 0; used != (bound != noBound) {
				return fmt.Errorf("slot %d is used: %v, bound %#x", slot, used, bound)
			}
		}
		if bits.OnesCount64(n.used) != n.n || n.order>>(4*n.n) != 0 && n.n < leafFanout {
			return fmt.Errorf("%d ranges in slots %#x, in order %#x", n.n, n.used, n.order)
		}
		return nil
	}
	var walk func(c child, level int, floor, bound uint64) error
	walk = func(c child, level int, floor, bound uint64) error {
		if level == m.height {
			return walkLeaf(c.leaf, floor, bound)
		}
		n := c.inner
		if n.n < 2 || level > 0 && n.n < leastInner {
			return fmt.Errorf("node on level %d has %d children", level, n.n)
		}
		for i := range n.n {
			if err := walk(n.kids[i], level+1, floor, min(bound, n.bound[i])); err != nil {
				return err
			}
			floor = n.bound[i]
		}
		for _, k := range n.kids[n.n:] {
			if k != (child{}) {
				return fmt.Errorf("child kept beyond the end")
			}
		}
		return checkUnused(n.bound[n.n:])
	}
	if err := walk(m.root, 0, 0, noBound); err != nil {
		return err
	}
	if count != m.count {
		return fmt.Errorf("%d ranges counted, %d kept", count, m.count)
	}
	for i, l := range leaves {
		var next *leaf
		if i+1 < len(leaves) {
			next = leaves[i+1]
		}
		if l.next != next {
			return fmt.Errorf("leaf %d of %d is linked wrongly", i, len(leaves))
		}
	}
	return nil
}

func checkUnused(bounds []uint64) error {
	for _, b := range bounds {
		if b != noBound {
			return fmt.Errorf("bound %#x behind the last entry", b)
		}
	}
	return nil
}

// pages is a rangeMap as a naive map from page to cell. Heads are kept apart, as a range shows its own at its start only.
type pages struct {
	cells map[uint64]cell
	heads map[uint64]bool
}

func pagesOf(m *rangeMap) pages {
	p := pages{map[uint64]cell{}, map[uint64]bool{}}
	m.visit(0, ^uint64(0), func(lo, hi uint64, c *cell) bool {
		p.heads[lo] = c.flags&cellHead != 0
		for i := lo; i < hi; i++ {
			p.cells[i] = c.tail()
		}
		return true
	})
	return p
}

// naive is the same map, one page at a time.
type naive struct {
	cells map[uint64]cell
	heads map[uint64]bool
}

func (n *naive) clear(lo, hi uint64) (gone uint64) {
	for p := lo; p < hi; p++ {
		if _, ok := n.cells[p]; ok {
			gone++
			delete(n.cells, p)
			delete(n.heads, p)
		}
	}
	return gone
}

func compare(t *testing.T, m *rangeMap, n *naive) {
	t.Helper()
	if err := m.check(); err != nil {
		t.Fatal(err)
	}
	got := pagesOf(m)
	if len(got.cells) != len(n.cells) {
		t.Fatalf("%d pages, want %d", len(got.cells), len(n.cells))
	}
	for p, c := range n.cells {
		if got.cells[p] != c {
			t.Fatalf("page %#x has %v, want %v", p, got.cells[p], c)
		}
		if got.heads[p] != n.heads[p] {
			t.Fatalf("page %#x: head %v, want %v", p, got.heads[p], n.heads[p])
		}
	}
}

// playRanges runs a script of operations on both maps. Each takes 4 bytes: what, where (2), how long.
func playRanges(t *testing.T, script []byte, every int) {
	var m rangeMap
	n := naive{map[uint64]cell{}, map[uint64]bool{}}
	for i := 0; len(script) >= 4; i++ {
		what, lo, length := script[0], uint64(script[1])<<8|uint64(script[2]), uint64(script[3]%37)+1
		script = script[4:]
		hi := lo + length
		record := uint32(i + 1)
		switch what % 8 {
		case 0, 1, 2: // a range where there is none
			if n.clear(lo, hi) > 0 {
				m.erase(lo, hi, func(extent) {})
			}
			flags := what >> 3 & (cellHead | cellSeen)
			m.insert(extent{lo, hi, cell{record, flags}})
			for p := lo; p < hi; p++ {
				n.cells[p] = cell{record, flags &^ cellHead}
			}
			n.heads[lo] = flags&cellHead != 0
		case 3: // erase
			var gone uint64
			m.erase(lo, hi, func(e extent) { gone += e.hi - e.lo })
			if want := n.clear(lo, hi); gone != want {
				t.Fatalf("erase [%#x, %#x) took %d pages, want %d", lo, hi, gone, want)
			}
		case 4, 5: // uncommit
			var gone, want uint64
			m.uncommit(lo, hi, func(e extent) { gone += e.hi - e.lo })
			for p := lo; p < hi; p++ {
				if c, ok := n.cells[p]; ok && c.record != 0 {
					want++
					n.cells[p] = cell{0, c.flags}
				}
			}
			if gone != want {
				t.Fatalf("uncommit [%#x, %#x) took %d pages, want %d", lo, hi, gone, want)
			}
		case 6: // change part of the range that holds lo
			e, ok := m.find(lo)
			if !ok || e.lo > lo {
				if _, there := n.cells[lo]; there {
					t.Fatalf("page %#x not found", lo)
				}
				continue
			}
			hi = min(hi, e.hi)
			c := cell{record, e.cell.flags}
			if lo > e.lo {
				c = c.tail()
			}
			m.put(lo, hi, c)
			for p := lo; p < hi; p++ {
				n.cells[p] = c.tail()
			}
		case 7:
			m.cut(lo)
		}
		if i%every == 0 {
			compare(t, &m, &n)
		}
	}
	compare(t, &m, &n)
}

func FuzzRangeMap(f *testing.F) {
	f.Add([]byte{0, 0, 0, 10, 4, 0, 3, 2, 3, 0, 5, 1})
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) > 4096 {
			return
		}
		playRanges(t, script, 1)
	})
}

// TestRangeMapAgainstPages plays long random scripts, dense enough for several levels of the tree.
func TestRangeMapAgainstPages(t *testing.T) {
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 1))
		script := make([]byte, 4*20000)
		for i := range script {
			script[i] = byte(r.Uint32())
		}
		playRanges(t, script, 2500)
	}
}

// TestRangeMapGrowsAndShrinks fills a map in rising, falling and random order and empties it again in another.
func TestRangeMapGrowsAndShrinks(t *testing.T) {
	const n = 20000
	r := rand.New(rand.NewPCG(7, 7))
	rising := make([]int, n)
	falling := make([]int, n)
	for i := range n {
		rising[i], falling[i] = i, n-1-i
	}
	orders := map[string][]int{"rising": rising, "falling": falling, "random": r.Perm(n)}
	for in, first := range orders {
		for out, second := range orders {
			t.Run(in+"-"+out, func(t *testing.T) {
				var m rangeMap
				for _, i := range first {
					m.insert(extent{uint64(i) * 10, uint64(i)*10 + 9, cell{uint32(i + 1), cellHead}})
				}
				if err := m.check(); err != nil || m.count != n {
					t.Fatalf("%d ranges: %v", m.count, err)
				}
				for k, i := range second {
					taken := 0
					m.erase(uint64(i)*10, uint64(i)*10+10, func(e extent) { taken += int(e.hi - e.lo) })
					if taken != 9 {
						t.Fatalf("%d pages taken", taken)
					}
					if k%4000 == 0 {
						if err := m.check(); err != nil {
							t.Fatal(err)
						}
					}
				}
				if m.count != 0 || m.height != 0 {
					t.Fatalf("%d ranges and %d levels are left", m.count, m.height)
				}
			})
		}
	}
}

// TestRangeMapStaysCompact leaves one range in fifty of many: the nodes must not stay behind nearly empty.
func TestRangeMapStaysCompact(t *testing.T) {
	var m rangeMap
	const n = 64000
	for i := range uint64(n) {
		m.insert(extent{i * 2, i*2 + 1, cell{1, cellHead}})
	}
	for i := range uint64(n) {
		if i%50 != 0 {
			m.erase(i*2, i*2+1, func(extent) {})
		}
	}
	if err := m.check(); err != nil {
		t.Fatal(err)
	}
	leaves := 0
	m.seek(0)
	for l := m.leaf; l != nil; l = l.next {
		leaves++
	}
	if m.count != n/50 || leaves > m.count/leastLeaf {
		t.Fatalf("%d ranges in %d leaves", m.count, leaves)
	}
}

// TestRangeMapAtTheEnds holds ranges that begin at page 0 and that end at the last page there is.
func TestRangeMapAtTheEnds(t *testing.T) {
	var m rangeMap
	m.insert(extent{0, 1, cell{1, 0}})
	m.insert(extent{pageLimit - 1, pageLimit, cell{2, 0}})
	e, ok := m.find(pageLimit - 1)
	if !ok || e.hi != pageLimit {
		t.Fatalf("last page: %v %v", e, ok)
	}
	if e, _ := m.find(0); e.lo != 0 {
		t.Fatalf("first page: %v", e)
	}
	var gone []extent
	m.erase(0, pageLimit, func(e extent) { gone = append(gone, e) })
	if len(gone) != 2 || m.count != 0 {
		t.Fatalf("erased %v, %d left", gone, m.count)
	}
}
