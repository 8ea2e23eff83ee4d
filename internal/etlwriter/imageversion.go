package etlwriter

// noThread is the thread of records that a merge adds.
const noThread = 0xFFFFFFFF

// ImageID is the record by which a merge tells which build an image of a process is of. It has the time stamp of an event of
// that image.
type ImageID struct {
	Base             uint64
	Size             uint64
	PID              uint32
	TimeDateStamp    uint32
	OriginalFileName string
}

// Encode gives the payload.
func (i ImageID) Encode(size PointerSize) []byte {
	e := encoder{size: size}
	e.ptr(i.Base, i.Size)
	e.u32(i.PID, i.TimeDateStamp)
	e.wide(i.OriginalFileName)
	return e.b
}

// Record gives the record of a machine whose pointers have that size.
func (i ImageID) Record(size PointerSize) Record {
	return Classic{
		Class: GUIDImageID, Opcode: 0, Version: 2, PointerSize: size, PID: i.PID, TID: noThread, Payload: i.Encode(size),
	}
}

// FileVersion is the record by which a merge tells what the version resource of a build says.
type FileVersion struct {
	Size             uint32 // of the image in memory
	TimeDateStamp    uint32
	OriginalFileName string
	FileDescription  string
	FileVersion      string
	BinFileVersion   string // four numbers with points
	VerLanguage      string // such as 1033
	ProductName      string
	CompanyName      string
	ProductVersion   string
	FileID           string
	ProgramID        string
}

// Encode gives the payload, which is the same whatever the size of pointers.
func (v FileVersion) Encode() []byte {
	e := encoder{}
	e.u32(v.Size, v.TimeDateStamp)
	for _, text := range []string{
		v.OriginalFileName, v.FileDescription, v.FileVersion, v.BinFileVersion, v.VerLanguage, v.ProductName, v.CompanyName,
		v.ProductVersion, v.FileID, v.ProgramID,
	} {
		e.wide(text)
	}
	return e.b
}

// Record gives the record, beside an event of the process.
func (v FileVersion) Record(pid uint32) Record {
	return Classic{Class: GUIDImageID, Opcode: 64, PID: pid, TID: noThread, Payload: v.Encode()}
}
