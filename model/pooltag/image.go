package pooltag

import (
	"cmp"
	"debug/pe"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// image is what is read of a PE file's headers. The layouts are those of debug/pe; its reader is not used, since it reads
// all symbols of a file and refuses files whose symbols or section names are damaged, which say nothing about tags.
type image struct {
	file        *windowReader
	size        int64
	machine     uint16
	subsystem   uint16
	stamp       uint32 // TimeDateStamp as it stands
	wide        bool   // PE32+
	base        uint64 // the preferred address
	headers     uint32 // bytes of the headers, which begin at RVA 0
	sections    []section
	directories []pe.DataDirectory
}

// section is a range of the file that is mapped.
type section struct {
	name       string
	rva        uint32
	offset     int64 // in the file
	length     int64 // bytes in the file
	executable bool
}

// Bounds of what headers may ask for. Windows loads images of at most 96 sections.
const (
	maxSections    = 96
	maxDirectories = 16
)

// openImage reads the headers. It fails on files that are no PE images, with the offset and what was expected there.
func openImage(r io.ReaderAt, size int64) (*image, error) {
	m := &image{file: &windowReader{r: r, size: size}, size: size}
	dos, err := m.file.bytes(0, 64)
	if err != nil || dos[0] != 'M' || dos[1] != 'Z' {
		return nil, fmt.Errorf("offset 0: expected the MZ of a program file")
	}
	at := int64(binary.LittleEndian.Uint32(dos[60:]))
	head, err := m.file.bytes(at, 24)
	if err != nil || string(head[:4]) != "PE\x00\x00" {
		return nil, fmt.Errorf("offset %#x: expected the PE signature", at)
	}
	m.machine = binary.LittleEndian.Uint16(head[4:])
	count := int(binary.LittleEndian.Uint16(head[6:]))
	m.stamp = binary.LittleEndian.Uint32(head[8:])
	optional := int64(binary.LittleEndian.Uint16(head[20:]))
	if err := m.readOptional(at+24, int(optional)); err != nil {
		return nil, err
	}
	return m, m.readSections(at+24+optional, count)
}

// readOptional reads the optional header: what of it both forms have, and the data directories.
func (m *image) readOptional(at int64, length int) error {
	b, err := m.file.bytes(at, length)
	if err != nil || length < 2 {
		return fmt.Errorf("offset %#x: expected an optional header of %d bytes", at, length)
	}
	directories := 92 // where NumberOfRvaAndSizes is
	switch magic := binary.LittleEndian.Uint16(b); magic {
	case 0x10b:
	case 0x20b:
		m.wide, directories = true, 108
	default:
		return fmt.Errorf("offset %#x: expected the mark of a PE32 or PE32+ header, found %#x", at, magic)
	}
	if length < directories+4 {
		return fmt.Errorf("offset %#x: expected at least %d bytes of optional header, found %d", at, directories+4, length)
	}
	m.base = uint64(binary.LittleEndian.Uint32(b[28:]))
	if m.wide {
		m.base = binary.LittleEndian.Uint64(b[24:])
	}
	m.headers = binary.LittleEndian.Uint32(b[60:])
	m.subsystem = binary.LittleEndian.Uint16(b[68:])
	count := min(binary.LittleEndian.Uint32(b[directories:]), maxDirectories)
	for b = b[directories+4:]; count > 0 && len(b) >= 8; count, b = count-1, b[8:] {
		m.directories = append(m.directories, pe.DataDirectory{
			VirtualAddress: binary.LittleEndian.Uint32(b), Size: binary.LittleEndian.Uint32(b[4:])})
	}
	return nil
}

// readSections reads the section headers. Each byte of the file belongs to one section at most afterwards: files whose
// headers say otherwise would be scanned over and over.
func (m *image) readSections(at int64, count int) error {
	if count > maxSections {
		return fmt.Errorf("offset %#x: expected at most %d sections, found %d", at, maxSections, count)
	}
	b, err := m.file.bytes(at, count*40)
	if err != nil {
		return fmt.Errorf("offset %#x: expected %d section headers", at, count)
	}
	for ; len(b) >= 40; b = b[40:] {
		name, _, _ := strings.Cut(string(b[:8]), "\x00")
		flags := binary.LittleEndian.Uint32(b[36:])
		s := section{
			name:       plainText([]byte(name)),
			rva:        binary.LittleEndian.Uint32(b[12:]),
			length:     int64(binary.LittleEndian.Uint32(b[16:])),
			offset:     int64(binary.LittleEndian.Uint32(b[20:])),
			executable: flags&(pe.IMAGE_SCN_MEM_EXECUTE|pe.IMAGE_SCN_CNT_CODE) != 0,
		}
		if s.offset > 0 && s.length > 0 && s.offset < m.size {
			s.length = min(s.length, m.size-s.offset)
			m.sections = append(m.sections, s)
		}
	}
	slices.SortStableFunc(m.sections, func(a, b section) int { return cmp.Compare(a.offset, b.offset) })
	end := int64(0)
	kept := m.sections[:0]
	for _, s := range m.sections {
		if cut := end - s.offset; cut > 0 {
			s.offset, s.length, s.rva = s.offset+cut, s.length-cut, s.rva+uint32(cut)
		}
		if s.length > 0 {
			end = s.offset + s.length
			kept = append(kept, s)
		}
	}
	m.sections = kept
	return nil
}

// directory gives a data directory, empty where the file has none.
func (m *image) directory(i int) pe.DataDirectory {
	if i >= len(m.directories) {
		return pe.DataDirectory{}
	}
	return m.directories[i]
}

// at gives n bytes at an RVA, which are valid until the next call of the file's reader.
func (m *image) at(rva uint32, n int) ([]byte, error) {
	for _, s := range m.sections {
		if off := int64(rva) - int64(s.rva); off >= 0 && off+int64(n) <= s.length {
			return m.file.bytes(s.offset+off, n)
		}
	}
	if int64(rva)+int64(n) <= int64(m.headers) {
		return m.file.bytes(int64(rva), n)
	}
	return nil, fmt.Errorf("RVA %#x: expected %d bytes of the file", rva, n)
}

// text gives the ASCII text at an RVA up to its zero byte, at most limit bytes of it.
func (m *image) text(rva uint32, limit int) string {
	for _, s := range m.sections {
		if off := int64(rva) - int64(s.rva); off >= 0 && off < s.length {
			b, err := m.file.bytes(s.offset+off, int(min(int64(limit), s.length-off)))
			if err != nil {
				return ""
			}
			text, _, _ := strings.Cut(string(b), "\x00")
			return text
		}
	}
	return ""
}

// linked gives the time stamp of the linker. Reproducible builds put a hash in its place and say so in a debug entry of
// type 16: then there is no time.
func (m *image) linked() (when time.Time, reproducible bool) {
	d := m.directory(pe.IMAGE_DIRECTORY_ENTRY_DEBUG)
	for i := range min(d.Size/28, 32) {
		b, err := m.at(d.VirtualAddress+28*i, 28)
		if err != nil {
			break
		}
		if binary.LittleEndian.Uint32(b[12:]) == 16 {
			return time.Time{}, true
		}
	}
	if m.stamp == 0 {
		return time.Time{}, false
	}
	return time.Unix(int64(m.stamp), 0).UTC(), false
}

// machineName gives the processor in the words that tools use.
func machineName(machine uint16) string {
	switch machine {
	case pe.IMAGE_FILE_MACHINE_I386:
		return "x86"
	case pe.IMAGE_FILE_MACHINE_AMD64:
		return "x64"
	case pe.IMAGE_FILE_MACHINE_ARM64:
		return "ARM64"
	case pe.IMAGE_FILE_MACHINE_ARM, pe.IMAGE_FILE_MACHINE_ARMNT:
		return "ARM"
	case pe.IMAGE_FILE_MACHINE_IA64:
		return "IA-64"
	}
	return fmt.Sprintf("%#x", machine)
}
