package model

import (
	"slices"

	"etledger/etl"
)

// KindKey tells kinds of events apart.
type KindKey = etl.KindKey

// KeyOf gives the kind of an event.
func KeyOf(e *etl.Event) KindKey { return etl.KeyOf(e) }

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

	// Rhythm is how the events of all kinds, also of those that no table has, lie in time. It is the zero Rhythm before the
	// iteration came to its end, and of a Reader that NewEventReader made.
	Rhythm etl.Rhythm
}

// kind is what the decoder keeps for a kind of event.
type kind struct {
	KindCount
	handled bool       // events of the kind can become rows of some table
	decode  decodeFunc // nil when nobody needs those rows
	virtual uint8      // VirtualOpAlloc or VirtualOpFree where decode makes rows of that type, otherwise 0
}

// kindTable finds what is kept for the kinds of events.
type kindTable struct {
	byNumber []*kind // as a scan numbers them
	byKey    map[KindKey]*kind
	last     *kind // of byKey, looked up last
}

// numbered gives the kind of an event that a scan has numbered, nil when it is the first of its kind.
func (t *kindTable) numbered(number uint16) *kind {
	if int(number) < len(t.byNumber) {
		return t.byNumber[number]
	}
	return nil
}

func (t *kindTable) setNumber(number uint16, k *kind) {
	for int(number) >= len(t.byNumber) {
		t.byNumber = append(t.byNumber, nil)
	}
	t.byNumber[number] = k
}

// keyed gives the kind of a key, nil when it is the first.
func (t *kindTable) keyed(key KindKey) *kind {
	if t.last == nil || t.last.KindKey != key {
		k := t.byKey[key]
		if k == nil {
			return nil
		}
		t.last = k
	}
	return t.last
}

func (t *kindTable) add(k *kind) {
	if t.byKey == nil {
		t.byKey = make(map[KindKey]*kind)
	}
	t.byKey[k.KindKey] = k
}

// report gives the counts of all kinds, in order, and the sum of the malformed ones.
func (t *kindTable) report() (kinds []KindCount, malformed uint64) {
	for _, k := range t.byKey {
		if k.Count > 0 {
			kinds = append(kinds, k.KindCount)
			malformed += k.Malformed
		}
	}
	slices.SortFunc(kinds, func(a, b KindCount) int { return a.Compare(b.KindKey) })
	return kinds, malformed
}
