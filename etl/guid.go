package etl

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
)

// GUID is a Windows globally unique identifier in the mixed-endian byte order in which it is stored in recordings:
// a little-endian u32, two little-endian u16, then eight bytes as they are.
type GUID [16]byte

// String gives the usual text form in lower case with dashes and without braces, such as
// "9e814aad-3204-11d2-9a82-006008a86939".
func (g GUID) String() string {
	return fmt.Sprintf("%08x-%04x-%04x-%x-%x", binary.LittleEndian.Uint32(g[0:]), binary.LittleEndian.Uint16(g[4:]),
		binary.LittleEndian.Uint16(g[6:]), g[8:10], g[10:16])
}

// ParseGUID reads the text form that String gives; upper case and surrounding braces are accepted as well.
func ParseGUID(s string) (GUID, error) {
	var g GUID
	t := strings.TrimSuffix(strings.TrimPrefix(s, "{"), "}")
	if len(t) != 36 || t[8] != '-' || t[13] != '-' || t[18] != '-' || t[23] != '-' {
		return g, fmt.Errorf("etl: %q is not a GUID of the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx", s)
	}
	var b [16]byte
	if _, err := hex.Decode(b[:], []byte(strings.ReplaceAll(t, "-", ""))); err != nil {
		return g, fmt.Errorf("etl: GUID %q: %w", s, err)
	}
	binary.LittleEndian.PutUint32(g[0:], binary.BigEndian.Uint32(b[0:]))
	binary.LittleEndian.PutUint16(g[4:], binary.BigEndian.Uint16(b[4:]))
	binary.LittleEndian.PutUint16(g[6:], binary.BigEndian.Uint16(b[6:]))
	copy(g[8:], b[8:])
	return g, nil
}

// MustGUID is ParseGUID for constants; it panics on malformed text.
func MustGUID(s string) GUID {
	g, err := ParseGUID(s)
	if err != nil {
		panic(err)
	}
	return g
}
