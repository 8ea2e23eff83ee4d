package model

import (
	"bytes"
	"cmp"
	"slices"

	"etledger/etl"
)

// KindKey tells kinds of events apart. Which fields count depends on Kind; the others are zero: kernel events have
// group, opcode and version, classic ones provider, opcode and version, manifest ones provider, id and version. All
// WPP messages are one kind.
type KindKey struct {
	Kind     etl.Kind
	Group    uint8
	Opcode   uint8
	ID       uint16
	Version  uint16
	Provider etl.GUID
}

// KeyOf gives the kind of an event.
func KeyOf(e *etl.Event) KindKey {
	switch e.Kind {
	case etl.KindKernel:
		return KindKey{Kind: e.Kind, Group: e.Group, Opcode: e.Opcode, Version: e.Version}
	case etl.KindClassic:
		return KindKey{Kind: e.Kind, Provider: e.Provider, Opcode: e.Opcode, Version: e.Version}
	case etl.KindEvent:
		return KindKey{Kind: e.Kind, Provider: e.Provider, ID: e.ID, Version: e.Version}
	}
	return KindKey{Kind: e.Kind}
}

// compare orders keys: by kind, then by provider or group, then by opcode or id, then by version.
func (k KindKey) compare(o KindKey) int {
	return cmp.Or(cmp.Compare(k.Kind, o.Kind), bytes.Compare(k.Provider[:], o.Provider[:]),
		cmp.Compare(k.Group, o.Group), cmp.Compare(k.Opcode, o.Opcode), cmp.Compare(k.ID, o.ID),
		cmp.Compare(k.Version, o.Version))
}

// KindCount says how many events of a kind there were, and how many of those had a payload that does not fit the
// kind's layout, so that they are in no table.
type KindCount struct {
	KindKey
	Count     uint64
	Malformed uint64
}

// MaxDamage bounds Stats.Damage.
const MaxDamage = 100

// Stats is what an iteration of a Reader met.
type Stats struct {
	Events    uint64      // all events, those stepped over included
	Malformed uint64      // events whose payload does not fit the layout of their kind
	Kinds     []KindCount // in a fixed order
	FirstNano int64       // time of the first event, ns since 1970 UTC; 0 without events
	LastNano  int64       // time of the last event

	Damage      []*etl.CorruptError // the first MaxDamage places where a recording is damaged
	DamageCount uint64              // all of them
}

// kind is what the decoder keeps for a kind of event.
type kind struct {
	KindCount
	decode decodeFunc // nil when events of the kind are stepped over
	next   *kind      // of the same group and opcode, with another version
}

// counter finds the kind of events, without allocation for those met before.
type counter struct {
	kernel [256]*[256]*kind // by group and opcode
	other  map[KindKey]*kind
	last   *kind // latest of other
	all    []*kind
}

// find gives the kind of an event, nil when it is the first of its kind.
func (c *counter) find(e *etl.Event) *kind {
	if e.Kind != etl.KindKernel {
		return c.findOther(e)
	}
	group := c.kernel[e.Group]
	if group == nil {
		return nil
	}
	k := group[e.Opcode]
	for k != nil && k.Version != e.Version {
		k = k.next
	}
	return k
}

func (c *counter) findOther(e *etl.Event) *kind {
	key := KeyOf(e)
	if c.last == nil || c.last.KindKey != key {
		k := c.other[key]
		if k == nil {
			return nil
		}
		c.last = k
	}
	return c.last
}

// add makes a kind known.
func (c *counter) add(k *kind) {
	c.all = append(c.all, k)
	if k.Kind != etl.KindKernel {
		if c.other == nil {
			c.other = make(map[KindKey]*kind)
		}
		c.other[k.KindKey] = k
		return
	}
	if c.kernel[k.Group] == nil {
		c.kernel[k.Group] = new([256]*kind)
	}
	k.next = c.kernel[k.Group][k.Opcode]
	c.kernel[k.Group][k.Opcode] = k
}

// report gives the counts of all kinds, in order.
func (c *counter) report() (kinds []KindCount, malformed uint64) {
	for _, k := range c.all {
		kinds = append(kinds, k.KindCount)
		malformed += k.Malformed
	}
	slices.SortFunc(kinds, func(a, b KindCount) int { return a.compare(b.KindKey) })
	return kinds, malformed
}
