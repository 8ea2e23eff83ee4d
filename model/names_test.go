package model

import (
	"testing"

	"etledger/etl"
)

func TestAllocFlagNames(t *testing.T) {
	cases := []struct {
		op    uint8
		flags uint32
		want  string
	}{
		{VirtualOpAlloc, 0x1000, "COMMIT"},
		{VirtualOpAlloc, 0x3000, "COMMIT|RESERVE"},
		{VirtualOpAlloc, 0x4000, "REPLACE_PLACEHOLDER"},
		{VirtualOpAlloc, 0x42000, "RESERVE|RESERVE_PLACEHOLDER"},
		{VirtualOpAlloc, 0x1000000, "RESET_UNDO"},
		{VirtualOpAlloc, 0xA0F80000, "RESET|TOP_DOWN|WRITE_WATCH|PHYSICAL|ROTATE|LARGE_PAGES|4MB_PAGES"},
		{VirtualOpAlloc, 0, ""},
		{VirtualOpAlloc, 0x1001, "COMMIT|0x1"},
		{VirtualOpFree, 0x4000, "DECOMMIT"},
		{VirtualOpFree, 0x8000, "RELEASE"},
		{VirtualOpFree, 0x8001, "COALESCE_PLACEHOLDERS|RELEASE"},
		{VirtualOpFree, 0x8002, "PRESERVE_PLACEHOLDER|RELEASE"},
		{VirtualOpRundownStart, 0x23000, "COMMIT|RESERVE|PRIVATE"},
		{VirtualOpRundownEnd, 0x1040000, "MAPPED|IMAGE"},
	}
	for _, c := range cases {
		if got := AllocFlagNames(c.op, c.flags); got != c.want {
			t.Errorf("flags %#x of kind %d are %q, want %q", c.flags, c.op, got, c.want)
		}
	}
}

func TestSectionAndProtectionNames(t *testing.T) {
	for code, want := range map[uint16]string{
		0: "DATA", 4: "IMAGE", 8: "IMAGE_NO_EXECUTE", 0xC: "PAGEFILE", 0xD: "PHYSICAL", 1: "", 0xFFF: "",
	} {
		if got := SectionTypeName(code); got != want {
			t.Errorf("section type %#x is %q, want %q", code, got, want)
		}
	}
	for index, want := range map[uint8]string{
		0: "NONE", 1: "READONLY", 4: "READWRITE", 7: "EXECUTE_WRITECOPY", 9: "READONLY|NOCACHE",
		15: "EXECUTE_WRITECOPY|NOCACHE", 16: "",
	} {
		if got := ProtectionName(index); got != want {
			t.Errorf("protection %d is %q, want %q", index, got, want)
		}
	}
}

func TestPoolNames(t *testing.T) {
	for code, want := range map[uint32]string{
		0: "NonPaged", 1: "Paged", 4: "NonPaged", 5: "Paged", 0x200: "NonPagedNx", 0x204: "NonPagedNx",
		0x20: "NonPaged|Session", 0x21: "Paged|Session", 0x220: "NonPagedNx|Session", 0x10000201: "Paged|Big",
		0x10000000: "NonPaged|Big", 0x408: "NonPaged",
	} {
		if got := PoolTypeName(code); got != want {
			t.Errorf("pool type %#x is %q, want %q", code, got, want)
		}
	}
	for tag, want := range map[uint32]string{
		0x7366744E: "Ntfs", 0xF366744E: "Ntfs", 0x20206D4D: "Mm  ", 0: `\x00\x00\x00\x00`, 0x7F41E909: `\x09\xE9A\x7F`,
	} {
		if got := PoolTagText(tag); got != want {
			t.Errorf("tag %#x is %q, want %q", tag, got, want)
		}
	}
}

func TestKindName(t *testing.T) {
	classic := func(class string, opcode uint8) KindKey {
		return KindKey{Kind: etl.KindClassic, Provider: etl.MustGUID(class), Opcode: opcode}
	}
	manifest := func(provider string, id uint16) KindKey {
		return KindKey{Kind: etl.KindEvent, Provider: etl.MustGUID(provider), ID: id}
	}
	kernel := func(group, opcode uint8) KindKey {
		return KindKey{Kind: etl.KindKernel, Group: group, Opcode: opcode}
	}
	cases := []struct {
		key  KindKey
		want string
	}{
		{kernel(0, 0), "EventTrace/Header"},
		{kernel(2, 0x62), "PageFault/VirtualAlloc"},
		{kernel(3, 3), "Process/DCStart"},
		{kernel(3, 0x0A), "Image/Load"},
		{kernel(4, 0x60), "FileIo/96"},
		{kernel(0x14, 2), "Image/Unload"},
		{kernel(0x18, 0x20), "StackWalk/Stack"},
		{kernel(0xFF, 1), ""},
		{classic("2cb15d1d-5fc1-11d2-abe1-00a0c911f518", 10), "Image/Load"},
		{classic("3d6fa8d3-fe05-11d0-9dda-00c04fd7ba7c", 98), "PageFault/VirtualAlloc"},
		{classic("9b79ee91-b5fd-41c0-a243-4248e266e9d0", 35), "SysConfig/VolumeMapping"},
		{classic("6a399ae0-4bc6-4de9-870b-3657f8947e7e", 32), "LostEvent/RTLostEvent"},
		{classic("ed54dff8-c409-4cf6-bf83-05e1e61a09c4", 33), "WinSAT/33"},
		{classic("00000000-0000-0000-0000-000000000001", 1), ""},
		{manifest("d1d93ef7-e1f2-4f45-9943-03d245fe6c00", 1), "Microsoft-Windows-Kernel-Memory/MemInfo"},
		{manifest("22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716", 15), "Microsoft-Windows-Kernel-Process/ProcessRundown"},
		{manifest("edd08927-9cc4-4e65-b970-c2560fb5c289", 12), "Microsoft-Windows-Kernel-File/12"},
		{manifest("00000000-0000-0000-0000-000000000001", 1), ""},
		{KindKey{Kind: etl.KindMessage}, "WPP message"},
		{KindKey{Kind: etl.KindError}, ""},
	}
	for _, c := range cases {
		if got := KindName(c.key); got != c.want {
			t.Errorf("kind %+v is %q, want %q", c.key, got, c.want)
		}
	}
}

// TestGroupsOfClasses checks that the classes of all kernel groups are known, each of them once.
func TestGroupsOfClasses(t *testing.T) {
	seen := map[uint8]bool{}
	for class, group := range groupClasses {
		if got, ok := GroupOf(class); !ok || got != group || seen[group] || groupNames[group] == "" {
			t.Errorf("class %v is group %#x", class, group)
		}
		seen[group] = true
	}
	if len(seen) != 0x1F {
		t.Errorf("%d groups have a class, want %d", len(seen), 0x1F)
	}
	if _, ok := GroupOf(sysConfig); ok {
		t.Error("the class SysConfig is a kernel group")
	}
}
