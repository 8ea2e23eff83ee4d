package pooltag

import (
	"bytes"
	"debug/pe"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"etledger/model/poolsnap"
)

func tags(names ...string) []poolsnap.Tag {
	var list []poolsnap.Tag
	for _, name := range names {
		list = append(list, tag(name))
	}
	return list
}

func scanBytes(t testing.TB, file []byte, names ...string) *Driver {
	t.Helper()
	d, err := scanReader(bytes.NewReader(file), int64(len(file)), "test.sys", newTagSet(tags(names...)), testBuffer())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func testBuffer() []byte { return make([]byte, lookBack+chunk+lookAhead) }

// found says where a file holds a tag, in short: kind, instruction, call, distance and offset in the section.
func found(d *Driver, name string) string {
	h := d.Find(tag(name))
	if h == nil {
		return ""
	}
	var list []string
	for _, hit := range h.Best {
		text := fmt.Sprintf("%s|%s|%s|%s|%d", hit.Kind, hit.Section, hit.Operand, hit.Call, hit.Distance)
		if hit.Protected {
			text += "|protected"
		}
		list = append(list, text)
	}
	return strings.Join(list, "; ")
}

// code puts instructions together: bytes and 32-bit numbers.
func code(parts ...any) []byte {
	var b []byte
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			b = append(b, p...)
		case uint32:
			b = binary.LittleEndian.AppendUint32(b, p)
		}
	}
	return b
}

func TestScanX64(t *testing.T) {
	f := &peFile{machine: pe.IMAGE_FILE_MACHINE_AMD64, subsystem: 1}
	at := rvaOf(0)
	slots := (&peFile{machine: f.machine, sections: make([]peSection, 2)}).importTable("ntoskrnl.exe", "ExAllocatePool2", "RtlInitUnicodeString", "ExFreePoolWithTag")
	// A call is 6 bytes: ff 15 and the distance from its end to the slot.
	call := func(place int, name string) uint32 { return slots[name] - (at + uint32(place) + 6) }
	text := make([]byte, 0x1000)
	copy(text[0x100:], code("\x41\xb8", "Tag1", "\x33\xc9", "\xff\x15", call(0x108, "ExAllocatePool2")))
	copy(text[0x140:], code("\xba", "Tag2", "\x48\x8b\xce", "\x48\xff\x15", call(0x149, "ExFreePoolWithTag"))) // with a REX prefix
	copy(text[0x180:], code("\xc7\x44\x24\x28", "Tag3", "\xe8", uint32(0x400-0x18d)))                          // through a stub
	copy(text[0x400:], code("\xff\x25", call(0x400, "ExAllocatePool2")))
	copy(text[0x500:], code("\x41\xb8", "Tag4", strings.Repeat("\x90", 200), "\xff\x15", call(0x5ce, "ExAllocatePool2"))) // too far
	copy(text[0x700:], code("\x81\x39", "Tag5", "\x75\x10", "\xff\x15", call(0x708, "ExAllocatePool2")))                  // compared, not passed
	copy(text[0x800:], code("\x41\xb8", "Tag6", "\xff\x15", call(0x806, "RtlInitUnicodeString")))                         // another function
	copy(text[0x900:], code("\x48\xb8", "Tag7", "RestOfIt"))                                                              // half of a 64-bit number
	copy(text[0xa00:], code("\x41\xb9", "Tag\xb8", "\xff\x15", call(0xa06, "ExAllocatePool2")))                           // marked as protected
	copy(text[0xb00:], code("\x89\x44\x24\x48\xba", "TagH", "\xff\x15", call(0xb09, "ExFreePoolWithTag")))                // 48 ends what is before
	copy(text[0xc00:], "the text Tag9 in code")
	copy(text[0xd00:], code("\xc7\x05", uint32(0x1000), "TagA", "\x41\xbf", "TagB", "\xc7\x84\x24", uint32(0x100), "TagC"))
	f.add(".text", codeFlags, text)
	f.add(".rdata", dataFlags, []byte("\x00\x00\x00\x00TagD\x00\x00\x00\x00 a text with TagE in it\x00\x00\x00\x00\x00\x00TagF\x00"))
	f.importTable("ntoskrnl.exe", "ExAllocatePool2", "RtlInitUnicodeString", "ExFreePoolWithTag")
	d := scanBytes(t, f.bytes(), "Tag1", "Tag2", "Tag3", "Tag4", "Tag5", "Tag6", "Tag7", "Tag8", "Tag9", "TagA", "TagB", "TagC", "TagD", "TagE", "TagF", "TagG", "TagH")
	for name, want := range map[string]string{
		"Tag1": "operand of a pool call|.text|mov r8d, imm32|ExAllocatePool2|2",
		"Tag2": "operand of a pool call|.text|mov edx, imm32|ExFreePoolWithTag|4",
		"Tag3": "operand of a pool call|.text|mov [rsp+..], imm32|ExAllocatePool2|0",
		"Tag4": "operand in code|.text|mov r8d, imm32||0",
		"Tag5": "operand in code|.text|cmp operand, imm32||0",
		"Tag6": "operand in code|.text|mov r8d, imm32||0",
		"Tag7": "bytes|.text|||0",
		"Tag8": "operand of a pool call|.text|mov r9d, imm32|ExAllocatePool2|0|protected",
		"Tag9": "bytes|.text|||0",
		"TagA": "operand in code|.text|mov [memory], imm32||0",
		"TagB": "operand in code|.text|mov r15d, imm32||0",
		"TagC": "operand in code|.text|mov [rsp+..], imm32||0",
		"TagD": "aligned data|.rdata|||0",
		"TagE": "bytes|.rdata|||0",
		"TagF": "bytes|.rdata|||0",
		"TagG": "",
		"TagH": "operand of a pool call|.text|mov edx, imm32|ExFreePoolWithTag|0",
	} {
		if got := found(d, name); got != want {
			t.Errorf("%s: %s\nwant %s", name, got, want)
		}
	}
	if h := d.Find(tag("Tag1")).Best[0]; h.Offset != 0x400+0x102 {
		t.Errorf("Tag1 at %#x", h.Offset)
	}
	if !d.Kernel || d.Machine != "x64" || strings.Join(d.Taggers, " ") != "ExAllocatePool2 ExFreePoolWithTag" || d.Exports {
		t.Errorf("%+v", d)
	}
}

func TestScanX86(t *testing.T) {
	f := &peFile{machine: pe.IMAGE_FILE_MACHINE_I386, subsystem: 1}
	slots := (&peFile{machine: f.machine, sections: make([]peSection, 1)}).importTable("ntoskrnl.exe", "ExAllocatePoolWithTag")
	slot := slots["ExAllocatePoolWithTag"] + testBase
	text := make([]byte, 0x800)
	copy(text[0x100:], code("\x68", "Tag1", "\x68", uint32(0x100), "\x6a\x00", "\xff\x15", slot))
	copy(text[0x200:], code("\x8b\x35", slot, "\x50\x50", "\x68", "Tag2", "\x57\x53", "\xff\xd6")) // mov esi, [slot] .. call esi
	copy(text[0x300:], code("\xa1", slot, "\x68", "Tag3", "\x57\x53", "\xff\xd0"))                 // mov eax, [slot] .. call eax
	copy(text[0x400:], code("\x8b\x35", slot, "\x68", "Tag4", "\x57\x53", "\xff\xd7"))             // call edi: another register
	copy(text[0x500:], code("\x41\xb8", "Tag5", "\xff\x15", slot))                                 // inc ecx; mov eax: no prefix here
	f.add(".text", codeFlags, text)
	f.importTable("ntoskrnl.exe", "ExAllocatePoolWithTag")
	d := scanBytes(t, f.bytes(), "Tag1", "Tag2", "Tag3", "Tag4", "Tag5")
	for name, want := range map[string]string{
		"Tag1": "operand of a pool call|.text|push imm32|ExAllocatePoolWithTag|7",
		"Tag2": "operand of a pool call|.text|push imm32|ExAllocatePoolWithTag|2",
		"Tag3": "operand of a pool call|.text|push imm32|ExAllocatePoolWithTag|2",
		"Tag4": "operand in code|.text|push imm32||0",
		"Tag5": "operand of a pool call|.text|mov eax, imm32|ExAllocatePoolWithTag|0",
	} {
		if got := found(d, name); got != want {
			t.Errorf("%s: %s\nwant %s", name, got, want)
		}
	}
}

func TestScanARM64(t *testing.T) {
	f := &peFile{machine: pe.IMAGE_FILE_MACHINE_ARM64, subsystem: 1}
	at := rvaOf(0)
	slot := (&peFile{machine: f.machine, sections: make([]peSection, 1)}).importTable("ntoskrnl.exe", "ExAllocatePool2")["ExAllocatePool2"]
	// Encodings after the architecture manual, written out by hand.
	movz := func(register, half, value uint32) uint32 { return 0x52800000 | half<<21 | value<<5 | register }
	movk := func(register, half, value uint32) uint32 { return 0x72800000 | half<<21 | value<<5 | register }
	adrp := func(register, place, target uint32) uint32 {
		pages := target>>12 - (at+place)>>12
		return 0x90000000 | pages&3<<29 | pages>>2&0x7ffff<<5 | register
	}
	ldr := func(register, base, target uint32) uint32 {
		return 0xf9400000 | target&0xfff/8<<10 | base<<5 | register
	}
	blr := func(register uint32) uint32 { return 0xd63f0000 | register<<5 }
	bl := func(place, target uint32) uint32 { return 0x94000000 | (target-place)/4&0x3ffffff }
	low := func(name string) uint32 { return uint32(name[0]) | uint32(name[1])<<8 }
	high := func(name string) uint32 { return uint32(name[2]) | uint32(name[3])<<8 }
	const nop = uint32(0xd503201f)
	text := make([]byte, 0x1000)
	copy(text[0x100:], code(movz(2, 0, low("Tag1")), adrp(8, 0x104, slot), movk(2, 1, high("Tag1")), ldr(8, 8, slot), blr(8)))
	copy(text[0x200:], code(movz(2, 1, high("Tag2")), movk(2, 0, low("Tag2")), bl(0x208, 0x800))) // halves the other way, a stub
	copy(text[0x300:], code(movz(2, 0, low("Tag3")), movk(3, 1, high("Tag3")), bl(0x308, 0x800))) // halves of two registers
	copy(text[0x400:], code(movz(2, 0, low("Tag4")), movk(2, 1, high("Tag4")), nop, bl(0x40c, 0x900)))
	// Constants behind the function, as compilers put them.
	literal := func(register, place, target uint32) uint32 { return 0x18000000 | (target-place)/4<<5 | register }
	copy(text[0xa00:], code(literal(2, 0xa00, 0xa40), adrp(16, 0xa04, slot), 0x91000000|slot&0xff0<<10|16<<5|16, ldr(9, 16, slot&0xf), blr(9)))
	copy(text[0xa40:], "Tag8")
	copy(text[0xb00:], code(literal(5, 0xb00, 0xb80)))
	copy(text[0xb80:], "Tag9")
	copy(text[0x500:], code("Tag5"))                                                                      // a literal in code
	copy(text[0x600:], code(movz(2, 0, low("Tag6")), movk(2, 1, high("Tag6")), ldr(9, 19, slot), blr(9))) // the base is not known
	copy(text[0x700:], code(adrp(8, 0x700, slot), ldr(8, 8, slot), movz(2, 0, low("Tag7")), movk(2, 1, high("Tag7")), blr(8)))
	copy(text[0x800:], code(adrp(16, 0x800, slot), ldr(16, 16, slot), uint32(0xd61f0200)))
	copy(text[0x900:], code(nop, nop, nop))
	f.add(".text", codeFlags, text)
	f.importTable("ntoskrnl.exe", "ExAllocatePool2")
	d := scanBytes(t, f.bytes(), "Tag1", "Tag2", "Tag3", "Tag4", "Tag5", "Tag6", "Tag7", "Tag8", "Tag9")
	for name, want := range map[string]string{
		"Tag8": "operand of a pool call|.text|ldr w2, literal|ExAllocatePool2|12",
		"Tag9": "operand in code|.text|ldr w5, literal||0",
		"Tag1": "operand of a pool call|.text|movz/movk|ExAllocatePool2|4",
		"Tag2": "operand of a pool call|.text|movz/movk|ExAllocatePool2|0",
		"Tag3": "",
		"Tag4": "operand in code|.text|movz/movk||0",
		"Tag5": "aligned data|.text|||0",
		"Tag6": "operand in code|.text|movz/movk||0",
		"Tag7": "operand of a pool call|.text|movz/movk|ExAllocatePool2|0",
	} {
		if got := found(d, name); got != want {
			t.Errorf("%s: %s\nwant %s", name, got, want)
		}
	}
	if d.Machine != "ARM64" {
		t.Errorf("machine %s", d.Machine)
	}
}

// The kernel calls its allocators without importing them.
func TestScanKernelItself(t *testing.T) {
	f := &peFile{machine: pe.IMAGE_FILE_MACHINE_AMD64, subsystem: 1}
	text := make([]byte, 0x800)
	copy(text[0x100:], code("\x41\xb8", "Thre", "\x33\xc9", "\xe8", uint32(0x600-0x10d)))
	f.add(".text", codeFlags, text)
	f.exportTable([]string{"Aaa", "ExAllocatePoolWithTag", "ExFreePool", "Zzz"},
		[]uint32{rvaOf(0), rvaOf(0) + 0x600, rvaOf(0) + 4, rvaOf(0)})
	d := scanBytes(t, f.bytes(), "Thre")
	if got := found(d, "Thre"); got != "operand of a pool call|.text|mov r8d, imm32|ExAllocatePoolWithTag|2" {
		t.Error(got)
	}
	if !d.Exports || strings.Join(d.Taggers, " ") != "ExAllocatePoolWithTag" {
		t.Errorf("%v %v", d.Exports, d.Taggers)
	}
}
