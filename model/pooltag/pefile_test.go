package pooltag

import (
	"bytes"
	"debug/pe"
	"encoding/binary"
	"unicode/utf16"
)

// peFile writes small PE images for tests, after the layout that Microsoft publishes. It shares nothing with the reader.
type peFile struct {
	machine     uint16
	subsystem   uint16
	stamp       uint32
	sections    []peSection
	directories [16][2]uint32
	certificate []byte
}

type peSection struct {
	name  string
	flags uint32
	data  []byte
}

const (
	testBase  = 0x10000
	codeFlags = pe.IMAGE_SCN_CNT_CODE | pe.IMAGE_SCN_MEM_EXECUTE | pe.IMAGE_SCN_MEM_READ
	dataFlags = pe.IMAGE_SCN_CNT_INITIALIZED_DATA | pe.IMAGE_SCN_MEM_READ
)

// rvaOf gives where section i is mapped: each has 4 MiB of its own.
func rvaOf(i int) uint32 { return 0x1000 + uint32(i)<<22 }

func (f *peFile) add(name string, flags uint32, data []byte) uint32 {
	f.sections = append(f.sections, peSection{name, flags, data})
	return rvaOf(len(f.sections) - 1)
}

func (f *peFile) bytes() []byte {
	wide := f.machine != pe.IMAGE_FILE_MACHINE_I386
	var out bytes.Buffer
	put := func(values ...any) {
		for _, v := range values {
			binary.Write(&out, binary.LittleEndian, v)
		}
	}
	dos := make([]byte, 64)
	copy(dos, "MZ")
	dos[60] = 64
	out.Write(dos)
	optional := uint16(224)
	if wide {
		optional = 240
	}
	put([]byte("PE\x00\x00"), f.machine, uint16(len(f.sections)), f.stamp, uint32(0), uint32(0), optional, uint16(0x22))
	fileOffset := make([]uint32, len(f.sections))
	next := uint32(0x400)
	for i, s := range f.sections {
		fileOffset[i] = next
		next += (uint32(len(s.data)) + 0x1ff) &^ 0x1ff
	}
	if len(f.certificate) > 0 {
		f.directories[pe.IMAGE_DIRECTORY_ENTRY_SECURITY] = [2]uint32{next, uint32(len(f.certificate))}
	}
	end := rvaOf(len(f.sections))
	if wide {
		put(uint16(0x20b), uint16(0), [5]uint32{0, 0, 0, 0x1000, 0x1000}, uint64(testBase))
	} else {
		put(uint16(0x10b), uint16(0), [6]uint32{0, 0, 0, 0x1000, 0x1000, 0x1000}, uint32(testBase))
	}
	put(uint32(0x1000), uint32(0x200), [6]uint16{10, 0, 10, 0, 10, 0}, uint32(0), end, uint32(0x400), uint32(0), f.subsystem, uint16(0))
	if wide {
		put([4]uint64{1 << 20, 1 << 12, 1 << 20, 1 << 12})
	} else {
		put([4]uint32{1 << 20, 1 << 12, 1 << 20, 1 << 12})
	}
	put(uint32(0), uint32(16), f.directories)
	for i, s := range f.sections {
		var name [8]byte
		copy(name[:], s.name)
		put(name, uint32(len(s.data)), rvaOf(i), (uint32(len(s.data))+0x1ff)&^0x1ff, fileOffset[i], [3]uint32{}, s.flags)
	}
	for i, s := range f.sections {
		out.Write(make([]byte, int(fileOffset[i])-out.Len()))
		out.Write(s.data)
	}
	out.Write(make([]byte, int(next)-out.Len()))
	out.Write(f.certificate)
	return out.Bytes()
}

// importTable adds a section of imports from one library. It gives the RVA of each slot, by name, from a function, since
// code that calls through the slots is written before.
func (f *peFile) importTable(library string, names ...string) map[string]uint32 {
	rva, width := rvaOf(len(f.sections)), uint32(4)
	if f.machine != pe.IMAGE_FILE_MACHINE_I386 {
		width = 8
	}
	lookup := uint32(40)
	slots := lookup + uint32(len(names)+1)*width
	text := slots + uint32(len(names)+1)*width
	data := make([]byte, text)
	where := map[string]uint32{}
	le := binary.LittleEndian
	for i, name := range names {
		le.PutUint32(data[lookup+uint32(i)*width:], rva+uint32(len(data)))
		le.PutUint32(data[slots+uint32(i)*width:], rva+uint32(len(data)))
		where[name] = rva + slots + uint32(i)*width
		data = append(data, 0, 0)
		data = append(data, name...)
		data = append(data, 0)
		if len(data)%2 == 1 {
			data = append(data, 0)
		}
	}
	le.PutUint32(data[0:], rva+lookup)
	le.PutUint32(data[12:], rva+uint32(len(data)))
	le.PutUint32(data[16:], rva+slots)
	data = append(data, library...)
	data = append(data, 0)
	f.add(".idata", dataFlags, data)
	f.directories[pe.IMAGE_DIRECTORY_ENTRY_IMPORT] = [2]uint32{rva, uint32(len(data))}
	return where
}

// exportTable adds a section that exports names, sorted, at the RVAs given.
func (f *peFile) exportTable(names []string, at []uint32) {
	rva, n := rvaOf(len(f.sections)), uint32(len(names))
	functions, texts, ordinals := uint32(40), 40+4*n, 40+8*n
	data := make([]byte, 40+10*n)
	le := binary.LittleEndian
	le.PutUint32(data[20:], n)
	le.PutUint32(data[24:], n)
	le.PutUint32(data[28:], rva+functions)
	le.PutUint32(data[32:], rva+texts)
	le.PutUint32(data[36:], rva+ordinals)
	for i, name := range names {
		le.PutUint32(data[functions+4*uint32(i):], at[i])
		le.PutUint32(data[texts+4*uint32(i):], rva+uint32(len(data)))
		le.PutUint16(data[ordinals+2*uint32(i):], uint16(i))
		data = append(data, name...)
		data = append(data, 0)
	}
	f.add(".edata", dataFlags, data)
	f.directories[pe.IMAGE_DIRECTORY_ENTRY_EXPORT] = [2]uint32{rva, uint32(len(data))}
}

// versionResource adds a resource section with a version resource, strings in pairs of name and value.
func (f *peFile) versionResource(fixed [4]uint16, pairs ...string) {
	rva := rvaOf(len(f.sections))
	var table []byte
	for i := 0; i < len(pairs); i += 2 {
		value := append(utf16.Encode([]rune(pairs[i+1])), 0)
		table = append(pad4(table), versionBlock(pairs[i], 1, len(value), le16(value))...)
	}
	info := make([]byte, 52)
	le := binary.LittleEndian
	le.PutUint32(info, 0xfeef04bd)
	le.PutUint32(info[8:], uint32(fixed[0])<<16|uint32(fixed[1]))
	le.PutUint32(info[12:], uint32(fixed[2])<<16|uint32(fixed[3]))
	body := append(info, versionBlock("VarFileInfo", 1, 0, versionBlock("Translation", 0, 4, []byte{9, 4, 0xb0, 4}))...)
	body = append(pad4(body), versionBlock("StringFileInfo", 1, 0, versionBlock("040904b0", 1, 0, table))...)
	data := make([]byte, 0x80)
	directory := func(at int, id, to uint32) {
		le.PutUint16(data[at+14:], 1)
		le.PutUint32(data[at+16:], id)
		le.PutUint32(data[at+20:], to)
	}
	directory(0, 16, 0x18|1<<31)
	directory(0x18, 1, 0x30|1<<31)
	directory(0x30, 0x409, 0x48)
	root := versionBlock("VS_VERSION_INFO", 0, 52, body)
	le.PutUint32(data[0x48:], rva+0x80)
	le.PutUint32(data[0x4c:], uint32(len(root)))
	f.add(".rsrc", dataFlags, append(data, root...))
	f.directories[pe.IMAGE_DIRECTORY_ENTRY_RESOURCE] = [2]uint32{rva, uint32(len(data) + len(root))}
}

func versionBlock(key string, kind uint16, valueLength int, body []byte) []byte {
	block := le16([]uint16{0, uint16(valueLength), kind})
	block = append(block, le16(append(utf16.Encode([]rune(key)), 0))...)
	block = append(pad4(block), body...)
	binary.LittleEndian.PutUint16(block, uint16(len(block)))
	return block
}

func le16(units []uint16) []byte {
	var b []byte
	for _, u := range units {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return b
}

func pad4(b []byte) []byte {
	for len(b)%4 != 0 {
		b = append(b, 0)
	}
	return b
}
