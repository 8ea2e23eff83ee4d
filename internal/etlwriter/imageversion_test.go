package etlwriter

import (
	"bytes"
	"testing"
)

// TestImageRecordsEqualRealOnes rewrites every record about the build of an image in the real recordings: its payload field by
// field, and the whole record where a user-mode image is described.
func TestImageRecordsEqualRealOnes(t *testing.T) {
	counts := map[uint8]int{}
	whole := 0
	eachEvent(t, func(e rawEvent) {
		c, ok := readClassic(e.bytes)
		if !ok || c.Class != GUIDImageID || c.Opcode != 0 && c.Opcode != 64 {
			return
		}
		f := &fields{c.Payload, Pointer64}
		var got []byte
		var record Record
		if c.Opcode == 0 {
			i := ImageID{Base: f.ptr(), Size: f.ptr(), PID: f.u32(), TimeDateStamp: f.u32(), OriginalFileName: f.wide()}
			got, record = i.Encode(Pointer64), i.Record(Pointer64)
		} else {
			v := FileVersion{
				Size: f.u32(), TimeDateStamp: f.u32(), OriginalFileName: f.wide(), FileDescription: f.wide(), FileVersion: f.wide(),
				BinFileVersion: f.wide(), VerLanguage: f.wide(), ProductName: f.wide(), CompanyName: f.wide(),
				ProductVersion: f.wide(), FileID: f.wide(), ProgramID: f.wide(),
			}
			got, record = v.Encode(), v.Record(c.PID)
		}
		if len(f.b) != 0 || !bytes.Equal(got, c.Payload) {
			t.Fatalf("%s: opcode %d, %d bytes left over\n got %x\nreal %x", e.where, c.Opcode, len(f.b), got, c.Payload)
		}
		counts[c.Opcode]++
		if c.TID != noThread {
			return // of a kernel image: the thread that listed it
		}
		whole++
		if written := record.encode(int64(le.Uint64(e.bytes[16:])), Pointer64); !bytes.Equal(written, e.bytes) {
			t.Fatalf("%s: opcode %d\n got %x\nreal %x", e.where, c.Opcode, written, e.bytes)
		}
	})
	if counts[0] != 3590 || counts[64] != 705 || whole < 3000 {
		t.Errorf("%v records rewritten, %d of them whole", counts, whole)
	}
}
