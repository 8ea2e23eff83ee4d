package etlwriter

import (
	"bytes"
	"testing"
)

// TestKernelProcessPayloadsEqualRealOnes rewrites the process events of Microsoft-Windows-Kernel-Process. That the
// fields are in the right order shows in what they must agree with: the record's header.
func TestKernelProcessPayloadsEqualRealOnes(t *testing.T) {
	starts, stops := 0, 0
	eachEvent(t, func(e rawEvent) {
		m, ok := readManifest(e.bytes)
		if !ok || m.Provider != GUIDKernelProcess || m.Version != 1 {
			return
		}
		f := &fields{m.Payload, m.PointerSize}
		var got []byte
		switch m.ID {
		case 1:
			p := ProcessStarted{PID: f.u32(), CreateTime: f.u64(), ParentPID: f.u32(), SessionID: f.u32(), Flags: f.u32(),
				ImageName: f.wide()}
			got = p.Encode(m.Version)
			if p.ParentPID != m.PID {
				t.Errorf("%s: start of %d names parent %d, logged by %d", e.where, p.PID, p.ParentPID, m.PID)
			}
			starts++
		case 2:
			p := ProcessStopped{PID: f.u32(), CreateTime: f.u64(), ExitTime: f.u64(), ExitCode: f.u32(), ElevationType: f.u32(),
				HandleCount: f.u32(), CommitCharge: f.u64(), CommitPeak: f.u64(), CPUCycles: f.u64(), ReadOperations: f.u32(),
				WriteOperations: f.u32(), ReadTransferKiB: f.u32(), WriteTransferKiB: f.u32(), HardFaults: f.u32(),
				ImageName: f.narrow()}
			got = p.Encode(m.Version)
			if p.PID != m.PID || p.CreateTime >= p.ExitTime || p.CommitCharge > p.CommitPeak {
				t.Errorf("%s: stop logged by %d reads %+v", e.where, m.PID, p)
			}
			stops++
		default:
			return
		}
		if len(f.b) != 0 || !bytes.Equal(got, m.Payload) {
			t.Fatalf("%s: event %d\n got %x\nreal %x", e.where, m.ID, got, m.Payload)
		}
	})
	if starts == 0 || stops == 0 {
		t.Errorf("%d starts and %d stops met, expected both", starts, stops)
	}
}

// TestLaterKernelProcessVersions checks what versions add, on which no real event is at hand: the published lengths.
func TestLaterKernelProcessVersions(t *testing.T) {
	label := NewSID(16, 0x3000)
	if len(label) != 12 {
		t.Fatalf("a SID with one part has %d bytes, expected 12", len(label))
	}
	p := ProcessStarted{PID: 1, MandatoryLabel: label, ImageName: "a"}
	for version, want := range []int{24, 28, 28 + 12, 28 + 12 + 8 + 8 + 8 + 12, 80, 86} {
		if got := len(p.Encode(uint8(version))); got != want {
			t.Errorf("start version %d has %d bytes, expected %d", version, got, want)
		}
	}
	for version, want := range []int{50, 78, 86} {
		if got := len(ProcessStopped{ImageName: "a"}.Encode(uint8(version))); got != want {
			t.Errorf("stop version %d has %d bytes, expected %d", version, got, want)
		}
	}
}

// TestMergeRecordsEqualRealOnes writes the records anew that a merge puts into a file.
func TestMergeRecordsEqualRealOnes(t *testing.T) {
	counts := map[uint8]int{}
	eachEvent(t, func(e rawEvent) {
		c, ok := readClassic(e.bytes)
		if !ok || c.Class != GUIDSysConfigEx {
			return
		}
		f := &fields{c.Payload, c.PointerSize}
		var r Record
		switch c.Opcode {
		case 32:
			r = BuildInfo(f.u64(), f.wide(), f.wide())
		case 33:
			r = SystemPaths(f.wide(), f.wide())
		case 35:
			r = VolumeMapping(f.wide(), f.wide())
		default:
			return
		}
		if got := r.encode(int64(le.Uint64(e.bytes[16:])), c.PointerSize); !bytes.Equal(got, e.bytes) {
			t.Fatalf("%s: opcode %d\n got %x\nreal %x", e.where, c.Opcode, got, e.bytes)
		}
		counts[c.Opcode]++
	})
	for _, opcode := range []uint8{32, 33, 35} {
		if counts[opcode] == 0 {
			t.Errorf("no real record with opcode %d was met", opcode)
		}
	}
}
