package report

import (
	"etledger/etl"
	"etledger/internal/textform"
	"etledger/model"
)

// This file finds out what occurred from the counts of kinds of events, which say it of every capture and every dataset.

// hookOf gives the hook (group*256 + opcode) of a kind of kernel event, under a kernel header or a class GUID.
func hookOf(k *model.KindKey) (hook uint16, ok bool) {
	group := k.Group
	switch k.Kind {
	case etl.KindKernel:
	case etl.KindClassic:
		if group, ok = model.GroupOf(k.Provider); !ok {
			return 0, false
		}
	default:
		return 0, false
	}
	hook = uint16(group)<<8 | uint16(k.Opcode)
	if hook == classicImageLoad {
		hook = hookImageLoad
	}
	return hook, true
}

// Image load has another group under a class GUID than on the wire (format notes, 5.1).
const (
	hookImageLoad    = 0x030A
	classicImageLoad = 0x140A
)

// Manifest providers that tell what kernel events tell as well.
var (
	providerProcess = etl.MustGUID("22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716") // Microsoft-Windows-Kernel-Process
	providerMemory  = etl.MustGUID("d1d93ef7-e1f2-4f45-9943-03d245fe6c00") // Microsoft-Windows-Kernel-Memory
)

// count counts the events of the kinds that are meant.
func (e *evidence) count(meant func(*model.KindCount) bool) (events uint64) {
	for i := range e.stats.Kinds {
		if meant(&e.stats.Kinds[i]) {
			events += e.stats.Kinds[i].Count
		}
	}
	return events
}

// hooks counts the kernel events with hooks from first to last.
func (e *evidence) hooks(first, last uint16) uint64 {
	return e.count(func(k *model.KindCount) bool {
		hook, ok := hookOf(&k.KindKey)
		return ok && first <= hook && hook <= last
	})
}

// ids counts the events of a manifest provider with ids from first to last.
func (e *evidence) ids(provider etl.GUID, first, last uint16) uint64 {
	return e.count(func(k *model.KindCount) bool {
		return k.Kind == etl.KindEvent && k.Provider == provider && first <= k.ID && k.ID <= last
	})
}

// kindName names a kind of event for people.
func kindName(k model.KindKey) string {
	if name := model.KindName(k); name != "" {
		return name
	}
	if k.Kind == etl.KindEvent || k.Kind == etl.KindClassic {
		return "events of provider " + k.Provider.String()
	}
	return "events without a name"
}

// shareText prints events with their share of all.
func (e *evidence) shareText(events uint64) string {
	return textform.Plural(events, "event") + ", " + textform.Percent(part(events, e.stats.Events-min(events, e.stats.Events))) + " of all"
}
