package pooltag

import (
	"debug/pe"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"
)

// Version is the version resource of a file. Fields that it does not have are empty.
type Version struct {
	File, Product    string // FileVersion and ProductVersion, as written
	Company          string // CompanyName
	Description      string // FileDescription
	OriginalFilename string
	Fixed            string // the file version of the fixed part, as four numbers, which is never translated: 10.0.1.2
}

// Number gives the version that comparisons should go by: the numbers of the fixed part where FileVersion begins with them
// or is missing; FileVersion with the numbers in parentheses where they differ, for not everybody keeps both up to date.
func (v Version) Number() string {
	switch {
	case v.Fixed == "" || v.Fixed == "0.0.0.0":
		return v.File
	case v.File == "" || v.File == v.Fixed || strings.HasPrefix(v.File, v.Fixed+" "):
		return v.Fixed
	}
	return fmt.Sprintf("%s (%s)", v.File, v.Fixed)
}

// Bounds of resources.
const (
	maxResources = 4096     // entries of one directory
	maxVersion   = 64 << 10 // bytes of a version resource, whose length is a 16-bit number
	versionType  = 16       // RT_VERSION
)

// version reads the version resource, the first language where there are several.
func (m *image) version() Version {
	root := m.directory(pe.IMAGE_DIRECTORY_ENTRY_RESOURCE).VirtualAddress
	if root == 0 {
		return Version{}
	}
	at := root
	for level := range 3 { // type, name, language
		offset, ok := m.resource(at, level == 0)
		if !ok || (offset>>31 == 1) != (level < 2) {
			return Version{}
		}
		at = root + offset&^(1<<31)
	}
	entry, err := m.at(at, 16)
	if err != nil {
		return Version{}
	}
	data, err := m.at(binary.LittleEndian.Uint32(entry), int(min(binary.LittleEndian.Uint32(entry[4:]), maxVersion)))
	if err != nil {
		return Version{}
	}
	var v Version
	v.read(data, 0)
	return v
}

// resource gives what the version entry of a resource directory points to, or its first entry. Named entries come first and
// are stepped over where a type is looked for.
func (m *image) resource(at uint32, byType bool) (uint32, bool) {
	b, err := m.at(at, 16)
	if err != nil {
		return 0, false
	}
	named, numbered := uint32(binary.LittleEndian.Uint16(b[12:])), uint32(binary.LittleEndian.Uint16(b[14:]))
	for i := range min(named+numbered, maxResources) {
		if b, err = m.at(at+16+8*i, 8); err != nil {
			return 0, false
		}
		if !byType || i >= named && binary.LittleEndian.Uint32(b) == versionType {
			return binary.LittleEndian.Uint32(b[4:]), true
		}
	}
	return 0, false
}

// read walks a block of a version resource: length, length of the value, kind of the value, key, value, blocks inside; each
// part begins at a multiple of four. It gives the length of the block, 0 for one that is damaged.
func (v *Version) read(b []byte, depth int) int {
	if len(b) < 8 || depth > 3 {
		return 0
	}
	length, valueLength, isText := int(binary.LittleEndian.Uint16(b)), int(binary.LittleEndian.Uint16(b[2:])), b[4] == 1
	if length < 8 || length > len(b) {
		return 0
	}
	b = b[:length]
	key, at := wideText(b, 6)
	at = (at + 3) &^ 3
	if isText {
		valueLength *= 2
	}
	if at > len(b) {
		return length
	}
	value := b[at:min(len(b), at+valueLength)]
	switch {
	case depth == 0 && len(value) >= 16 && binary.LittleEndian.Uint32(value) == 0xfeef04bd:
		high, low := binary.LittleEndian.Uint32(value[8:]), binary.LittleEndian.Uint32(value[12:])
		v.Fixed = fmt.Sprintf("%d.%d.%d.%d", high>>16, high&0xffff, low>>16, low&0xffff)
	case depth == 1 && key != "StringFileInfo":
		return length
	case depth == 3:
		// Some compilers count the value's length in bytes: the zero at its end settles it.
		text, _ := wideText(b, at)
		v.set(key, strings.TrimSpace(text))
	}
	for at = (at + len(value) + 3) &^ 3; at < len(b) && depth < 3; {
		n := v.read(b[at:], depth+1)
		if n == 0 {
			break
		}
		at = (at + n + 3) &^ 3
	}
	return length
}

// set takes a string of the first table that has it.
func (v *Version) set(key, value string) {
	field := map[string]*string{
		"FileVersion": &v.File, "ProductVersion": &v.Product, "CompanyName": &v.Company,
		"FileDescription": &v.Description, "OriginalFilename": &v.OriginalFilename,
	}[key]
	if field != nil && *field == "" {
		*field = value
	}
}

// wideText gives the UTF-16 text at an offset up to its zero, and the offset after the zero.
func wideText(b []byte, at int) (string, int) {
	var units []uint16
	for at+2 <= len(b) {
		u := binary.LittleEndian.Uint16(b[at:])
		if at += 2; u == 0 {
			break
		}
		units = append(units, u)
	}
	return string(utf16.Decode(units)), at
}
