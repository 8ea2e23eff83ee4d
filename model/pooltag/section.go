package pooltag

import (
	"debug/pe"
	"encoding/binary"
	"fmt"
	"io"
)

// chunk is how much of a section is looked at at once.
const chunk = 1 << 20

// maxWork bounds the search for calls in one file, in bytes looked at. Real drivers need a thousandth of it; it is there
// for files that are made to be slow.
const maxWork = 1 << 26

// sectionScan looks for tags in one section of a file.
type sectionScan struct {
	image   *image
	calls   *calls
	tags    *tagSet
	hits    map[int32]*Hits
	targets map[uint32]string // functions that take tags, by the address of a stub; empty text for other addresses
	work    int
	section section
	base    int64 // offset in the file of the first byte of the buffer
}

// run scans all of a section through the buffer, which has lookBack+chunk+lookAhead bytes.
func (s *sectionScan) run(r io.ReaderAt, buffer []byte) error {
	end := s.section.offset + s.section.length
	var made constants
	for at := s.section.offset; at < end; at += chunk {
		s.base = max(s.section.offset, at-lookBack)
		b := buffer[:min(end, at+chunk+lookAhead)-s.base]
		if _, err := r.ReadAt(b, s.base); err != nil && err != io.EOF {
			return err
		}
		start, stop := int(at-s.base), int(min(end, at+chunk)-s.base)
		s.tags.each(b, start, stop, func(p int, tag int32) { s.add(tag, s.classify(b, p)) })
		if s.section.executable && s.image.machine == pe.IMAGE_FILE_MACHINE_ARM64 {
			s.arm64(b, start, stop, &made)
		}
	}
	return nil
}

// rva gives the RVA of the byte at p in the buffer.
func (s *sectionScan) rva(p int) uint32 {
	return s.section.rva + uint32(s.base+int64(p)-s.section.offset)
}

func (s *sectionScan) add(tag int32, h Hit) {
	hits := s.hits[tag]
	if hits == nil {
		hits = &Hits{Tag: s.tags.tags[tag]}
		s.hits[tag] = hits
	}
	hits.add(h)
}

// classify says how the four bytes at p hold a tag.
func (s *sectionScan) classify(b []byte, p int) Hit {
	h := Hit{Kind: Elsewhere, Section: s.section.name, Offset: s.base + int64(p), Protected: b[p+3]&0x80 != 0}
	x86 := s.image.machine == pe.IMAGE_FILE_MACHINE_I386 || s.image.machine == pe.IMAGE_FILE_MACHINE_AMD64
	switch {
	case s.section.executable && x86:
		operand, passed := operandX86(b, p, s.image.wide)
		if operand == "" {
			break
		}
		h.Kind, h.Operand = InCode, operand
		if passed && s.calls.any() && s.work > 0 {
			if name, distance := s.callX86(b, p+4); name != "" {
				h.Kind, h.Call, h.Distance = InCall, name, distance
			}
		}
	case s.section.executable && s.image.machine == pe.IMAGE_FILE_MACHINE_ARM64 && s.rva(p)%4 == 0:
		h.Kind = InData
		if at, ok := s.literal(b, p); ok {
			h.Kind, h.Operand = InCode, fmt.Sprintf("ldr w%d, literal", b[at]&31)
			s.passed(&h, b, at+4)
		}
	case s.rva(p)%4 == 0 && !(p > 0 && printable(b[p-1])) && !(p+4 < len(b) && printable(b[p+4])):
		h.Kind = InData
	}
	return h
}

func printable(c byte) bool { return c >= ' ' && c <= '~' }

// arm64 looks for the constants that code makes in two halves.
func (s *sectionScan) arm64(b []byte, start, stop int, made *constants) {
	for p := start + int(-s.rva(start)&3); p+4 <= stop; p += 4 {
		value, _, complete := made.step(binary.LittleEndian.Uint32(b[p:]), s.base+int64(p))
		if !complete {
			continue
		}
		tag, ok := s.tags.find(value)
		if !ok {
			continue
		}
		h := Hit{Kind: InCode, Section: s.section.name, Offset: s.base + int64(p), Operand: "movz/movk",
			Protected: value&protected != 0}
		s.passed(&h, b, p+4)
		s.add(tag, h)
	}
}

// passed looks for the call that an operand of ARM64 is passed to, from the instruction after the one that loads it.
func (s *sectionScan) passed(h *Hit, b []byte, p int) {
	if !s.calls.any() || s.work <= 0 {
		return
	}
	s.work -= 2 * near
	if name, distance := s.callARM64(b, p); name != "" {
		h.Kind, h.Call, h.Distance = InCall, name, distance
	}
}

// target gives the function that takes tags at an address: one that the file exports, or the stub of an import.
func (s *sectionScan) target(rva uint32) string {
	if name := s.calls.exports[rva]; name != "" {
		return name
	}
	name, known := s.targets[rva]
	if !known && s.work > 0 {
		s.work -= lookBack
		name = s.stub(rva)
		s.targets[rva] = name
	}
	return name
}

// stub gives the import that the code at an address does nothing but jump to.
func (s *sectionScan) stub(rva uint32) string {
	if s.image.machine != pe.IMAGE_FILE_MACHINE_ARM64 {
		if b, err := s.image.at(rva, 1); err == nil && s.image.wide && b[0]&0xf8 == 0x48 { // a REX prefix
			rva++
		}
		b, err := s.image.at(rva, 6)
		switch {
		case err != nil || b[0] != 0xff || b[1] != 0x25:
			return ""
		case s.image.wide:
			return s.calls.slots[rva+6+binary.LittleEndian.Uint32(b[2:])]
		}
		return s.calls.slots[binary.LittleEndian.Uint32(b[2:])-uint32(s.image.base)]
	}
	// adrp x16; ldr x16, [x16, #offset]; br x16
	if b, err := s.image.at(rva, 12); err == nil {
		word := func(at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }
		page, load, jump := word(0), word(4), word(8)
		if page&0x9f000000 == 0x90000000 && load&0xffc00000 == 0xf9400000 && jump&0xfffffc1f == 0xd61f0000 {
			return s.calls.slots[pageARM64(page, rva)+load>>10&0xfff*8]
		}
	}
	return ""
}
