package etlwriter

// Image is the payload of image load, unload and rundown events (MOF classes Image_V0 to Image_V3). A version leaves
// out the fields that it does not have.
type Image struct {
	Base           uint64
	Size           uint64
	PID            uint32 // from version 1; 0 or 4 for drivers
	Checksum       uint32 // this and the following from version 2
	TimeDateStamp  uint32
	SignatureLevel uint8 // version 3; in version 2 the four bytes are reserved
	SignatureType  uint8
	Reserved0      uint16
	DefaultBase    uint64
	Reserved       [4]uint32
	FileName       string // NT path
}

// Encode gives the payload in the layout of the version, 0 to 3.
func (i Image) Encode(version uint8, size PointerSize) []byte {
	e := encoder{size: size}
	e.ptr(i.Base)
	if version == 0 {
		e.u32(uint32(i.Size)) // 32 bits on every machine in this version
		e.wide(i.FileName)
		return e.b
	}
	e.ptr(i.Size)
	e.u32(i.PID)
	if version >= 2 {
		e.u32(i.Checksum, i.TimeDateStamp)
		e.u8(i.SignatureLevel, i.SignatureType)
		e.u16(i.Reserved0)
		e.ptr(i.DefaultBase)
		e.u32(i.Reserved[:]...)
	}
	e.wide(i.FileName)
	return e.b
}
