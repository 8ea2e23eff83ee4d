package fleet

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"

	"etledger/report/results"
)

// buildKey is a build that can be compared.
type buildKey struct {
	name, version, role, product string
	stamp                        uint32
	stamped                      bool
}

func (b *build) key() buildKey {
	k := buildKey{name: b.name, version: b.version, role: b.role, product: b.product}
	if b.stamp != nil {
		k.stamp, k.stamped = *b.stamp, true
	}
	return k
}

// builder makes an observation of rows.
type builder struct {
	o     *observation
	index map[buildKey]int
}

func (b *builder) build(of build) int {
	k := of.key()
	i, known := b.index[k]
	if !known {
		i = len(b.o.builds)
		b.o.builds = append(b.o.builds, of)
		b.index[k] = i
	}
	return i
}

// lifetimes adds the rows in the order of their numbers, and tells which number stands at which index.
func (b *builder) lifetimes(rows []results.Lifetime) map[uint32]int {
	numbers := make(map[uint32]int, len(rows))
	for _, i := range inOrder(rows, func(a, b *results.Lifetime) int { return cmp.Compare(a.Lifetime, b.Lifetime) }) {
		row := &rows[i]
		l := lifetime{
			build: none, pid: row.PID, key: orZero(row.ProcessKey), verdict: verdictOf(row.Verdict, row.Judged),
			judged: row.Judged != 0, born: row.Started != nil, ended: row.Ended != nil, private: row.PrivateBytes,
		}
		if name := orZero(row.Image); name != "" {
			l.build = b.build(build{
				name: name, version: orZero(row.FileVersion), role: orZero(row.Role), product: orZero(row.ProductName),
				stamp: row.BuildStamp,
			})
		}
		if l.verdict.rises() {
			l.rise = riseOf(row.Slope, row.SlopeLow, row.SlopeHigh)
			l.outstanding, l.observedS = row.OutstandingBytes, finite(row.ObservedS)
			if row.ExhaustionS != nil {
				l.left = &exhaustion{finite(*row.ExhaustionS), finitePointer(row.ExhaustionLowS), finitePointer(row.ExhaustionHighS)}
			}
		}
		numbers[row.Lifetime] = len(b.o.lifetimes)
		b.o.lifetimes = append(b.o.lifetimes, l)
	}
	return numbers
}

// modules adds the rows of modules that are known, of lifetimes that leak or grow: the first MaxNamed of each.
func (b *builder) modules(rows []results.Module, numbers map[uint32]int) {
	order := func(a, b *results.Module) int {
		return cmp.Or(cmp.Compare(a.Lifetime, b.Lifetime), cmp.Compare(a.Rank, b.Rank))
	}
	before, count := none, 0
	for _, i := range inOrder(rows, order) {
		row := &rows[i]
		at, known := numbers[row.Lifetime]
		if !known || !b.o.lifetimes[at].verdict.rises() || row.Module == unknownModule || row.Module == "" {
			continue
		}
		if at != before {
			before, count = at, 0
		}
		if count++; count > MaxNamed {
			continue
		}
		b.o.modules = append(b.o.modules, module{
			lifetime: at, outstanding: row.OutstandingBytes, slope: finitePointer(row.Slope),
			build: b.build(build{name: row.Module, version: orZero(row.FileVersion), stamp: row.BuildStamp}),
		})
	}
}

func (b *builder) tags(rows []results.PoolTag) {
	order := func(a, b *results.PoolTag) int { return cmp.Or(cmp.Compare(a.Tag, b.Tag), cmp.Compare(a.Pool, b.Pool)) }
	for _, i := range inOrder(rows, order) {
		row := &rows[i]
		t := tag{
			build:   b.build(build{name: row.Tag, role: row.Pool, product: orZero(row.Component)}),
			verdict: verdictOf(row.Verdict, row.Judged), judged: row.Judged != 0,
		}
		if t.verdict.rises() {
			t.rise = riseOf(row.Slope, row.SlopeLow, row.SlopeHigh)
			t.outstanding = row.OutstandingBytes
		}
		b.o.tags = append(b.o.tags, t)
	}
}

// inOrder gives the indexes of rows in an order. Rows that it does not tell apart stay as they are.
func inOrder[R any](rows []R, order func(a, b *R) int) []int {
	indexes := make([]int, len(rows))
	for i := range indexes {
		indexes[i] = i
	}
	slices.SortStableFunc(indexes, func(i, k int) int { return order(&rows[i], &rows[k]) })
	return indexes
}

func riseOf(slope, low, high *float64) rise {
	if slope == nil || !isFinite(*slope) {
		return rise{}
	}
	r := rise{slope: *slope, known: true}
	if low != nil && high != nil && isFinite(*low) && isFinite(*high) {
		r.low, r.high, r.interval = *low, *high, true
	}
	return r
}

// hasCode tells whether a JSON array of codes has one. What is no such array has none.
func hasCode(array, code string) bool {
	var codes []string
	return json.Unmarshal([]byte(array), &codes) == nil && slices.Contains(codes, code)
}

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

func finite(x float64) float64 {
	if !isFinite(x) {
		return 0
	}
	return x + 0 // a negative zero has other bits
}

func finitePointer(p *float64) *float64 {
	if p == nil || !isFinite(*p) {
		return nil
	}
	v := *p + 0
	return &v
}

func orZero[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}
