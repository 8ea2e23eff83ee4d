package etl

import (
	"bytes"
	"cmp"
)

// KindKey tells kinds of events apart. Which fields count depends on Kind; the others are zero: kernel events have
// group, opcode and version, classic ones provider, opcode and version, manifest ones provider, id and version. All
// WPP messages are one kind.
type KindKey struct {
	Kind     Kind
	Group    uint8
	Opcode   uint8
	ID       uint16
	Version  uint16
	Provider GUID
}

// KeyOf gives the kind of an event.
func KeyOf(e *Event) KindKey {
	switch e.Kind {
	case KindKernel:
		return KindKey{Kind: e.Kind, Group: e.Group, Opcode: e.Opcode, Version: e.Version}
	case KindClassic:
		return KindKey{Kind: e.Kind, Provider: e.Provider, Opcode: e.Opcode, Version: e.Version}
	case KindEvent:
		return KindKey{Kind: e.Kind, Provider: e.Provider, ID: e.ID, Version: e.Version}
	}
	return KindKey{Kind: e.Kind}
}

// Hook is the kernel's own name of a kind, Group<<8 | Opcode; meaningful for KindKernel only.
func (k KindKey) Hook() uint16 { return uint16(k.Group)<<8 | uint16(k.Opcode) }

// Compare orders keys: by kind, then by provider or group, then by opcode or id, then by version.
func (k KindKey) Compare(o KindKey) int {
	return cmp.Or(cmp.Compare(k.Kind, o.Kind), bytes.Compare(k.Provider[:], o.Provider[:]),
		cmp.Compare(k.Group, o.Group), cmp.Compare(k.Opcode, o.Opcode), cmp.Compare(k.ID, o.ID),
		cmp.Compare(k.Version, o.Version))
}

// KindCount says how many events of a kind a scan met, those stepped over included.
type KindCount struct {
	KindKey
	Count uint64
}
