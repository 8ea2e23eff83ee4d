package fleet

import (
	"cmp"
	"slices"
	"strings"
)

// groupKey tells groups apart. Windows does not tell upper from lower case in names.
type groupKey struct {
	name, version, role string
	stamp               uint32
	stamped             bool
}

func (b *build) group() groupKey {
	k := groupKey{name: strings.ToLower(b.name), version: b.version, role: strings.ToLower(b.role)}
	if b.stamp != nil {
		k.stamp, k.stamped = *b.stamp, true
	}
	return k
}

func compareKeys(a, b groupKey) int {
	return cmp.Or(
		cmp.Compare(a.name, b.name), cmp.Compare(a.role, b.role), compareVersions(a.version, b.version),
		cmp.Compare(oneIf(a.stamped), oneIf(b.stamped)), cmp.Compare(a.stamp, b.stamp))
}

// cell is what one capture tells of a group, in lifetimes or, of a pool tag, in rows.
type cell struct {
	capture int32 // index of view.captures
	seen    int32
	judged  int32
	leaking int32
	growing int32
	slowing int32
}

// risen is a lifetime, or a tag, that leaks or grows.
type risen struct {
	capture int
	verdict verdict
	rise
}

// collected is what all captures tell of a group.
type collected struct {
	key     groupKey
	build   build // as the first capture spells it
	cells   []cell
	risen   []risen
	result  *Group
	hosts   []hostCell // in order of hosts
	leaking map[int]bool
	// What the hosts come to.
	expected float64
	chance   float64
	adjusted float64
}

// collection collects groups in the order in which captures name them.
type collection struct {
	groups []*collected
	index  map[groupKey]int
	exact  map[buildKey]int // spares lower case
}

func newCollection() collection {
	return collection{index: map[groupKey]int{}, exact: map[buildKey]int{}}
}

func (c *collection) find(b *build) int {
	exact := b.key()
	if i, known := c.exact[exact]; known {
		return i
	}
	key := b.group()
	i, known := c.index[key]
	if !known {
		i = len(c.groups)
		c.index[key] = i
		c.groups = append(c.groups, &collected{key: key, build: *b, adjusted: 1, chance: 1})
	}
	c.exact[exact] = i
	if g := c.groups[i]; g.build.product == "" {
		g.build.product = b.product
	}
	return i
}

// add adds a lifetime, or a tag, and gives the index of its group. Captures come one after the other.
func (c *collection) add(capture int, b *build, v verdict, judged bool, r *rise) int {
	i := c.find(b)
	g := c.groups[i]
	if n := len(g.cells); n == 0 || g.cells[n-1].capture != int32(capture) {
		g.cells = append(g.cells, cell{capture: int32(capture)})
	}
	last := &g.cells[len(g.cells)-1]
	last.seen++
	if judged {
		last.judged++
	}
	switch v {
	case leaking:
		last.leaking++
	case growing:
		last.growing++
	case slowing:
		last.slowing++
	}
	if v.rises() {
		g.risen = append(g.risen, risen{capture: capture, verdict: v, rise: *r})
	}
	return i
}

// byHost puts cells in order of host, and of time for each.
func (v *view) byHost(cells []cell) {
	slices.SortStableFunc(cells, func(a, b cell) int {
		return cmp.Compare(v.captures[a.capture].hostIndex, v.captures[b.capture].hostIndex)
	})
}
