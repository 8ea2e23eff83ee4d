package etlwriter

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
)

// GUID is a globally unique identifier in the byte order in which files store it.
type GUID [16]byte

// NewGUID reads the text form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx. It is for constants and panics on anything else.
func NewGUID(s string) GUID {
	b, err := hex.DecodeString(strings.ReplaceAll(s, "-", ""))
	if err != nil || len(b) != 16 {
		panic("etlwriter: malformed GUID " + s)
	}
	var g GUID
	binary.LittleEndian.PutUint32(g[0:], binary.BigEndian.Uint32(b[0:]))
	binary.LittleEndian.PutUint16(g[4:], binary.BigEndian.Uint16(b[4:]))
	binary.LittleEndian.PutUint16(g[6:], binary.BigEndian.Uint16(b[6:]))
	copy(g[8:], b[8:])
	return g
}

// The class GUIDs of the kernel's event groups, for kernel payloads under a classic header.
var (
	GUIDEventTrace   = NewGUID("68fdd900-4a3e-11d1-84f4-0000f80464e3")
	GUIDPageFault    = NewGUID("3d6fa8d3-fe05-11d0-9dda-00c04fd7ba7c")
	GUIDProcess      = NewGUID("3d6fa8d0-fe05-11d0-9dda-00c04fd7ba7c")
	GUIDFileIo       = NewGUID("90cbdc39-4a3e-11d1-84f4-0000f80464e3")
	GUIDThread       = NewGUID("3d6fa8d1-fe05-11d0-9dda-00c04fd7ba7c")
	GUIDSystemConfig = NewGUID("01853a65-418f-4f36-aefc-dc0f1d2fd235")
	GUIDPool         = NewGUID("0268a8b6-74fd-4302-9dd0-6e8f1795c0cf")
	GUIDImage        = NewGUID("2cb15d1d-5fc1-11d2-abe1-00a0c911f518")
	GUIDStackWalk    = NewGUID("def2fe46-7bd6-4b80-bd94-f57fe20d0ce3")
)

// GUIDs of trace-control records and of the manifest providers that have encoders here.
var (
	GUIDLostEvent     = NewGUID("6a399ae0-4bc6-4de9-870b-3657f8947e7e")
	GUIDSysConfigEx   = NewGUID("9b79ee91-b5fd-41c0-a243-4248e266e9d0") // volume mappings, system paths, build
	GUIDImageID       = NewGUID("b3e675d7-2554-4f18-830b-2762732560de")
	GUIDKernelMemory  = NewGUID("d1d93ef7-e1f2-4f45-9943-03d245fe6c00")
	GUIDKernelProcess = NewGUID("22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716")
)
