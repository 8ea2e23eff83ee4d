package etlwriter

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"
)

// Each entry of rewriters reads the fields of a real payload by their order in the published layouts, and gives what
// the encoder under test makes of them. Bytes that no field covers are left in f.

// rewriter gives the fields read and the payload made of them.
type rewriter func(f *fields, version uint8) (value any, payload []byte)

func rewriteProcess(f *fields, version uint8) (any, []byte) {
	size, p := f.size, Process{}
	if version == 0 {
		p.PID, p.ParentPID, p.User, p.ImageName = uint32(f.ptr()), uint32(f.ptr()), f.tokenUser(), f.narrow()
		return p, p.Encode(version, size)
	}
	p.Key = f.ptr()
	p.PID, p.ParentPID, p.SessionID, p.ExitStatus = f.u32(), f.u32(), f.u32(), f.u32()
	if version >= 3 {
		p.DirectoryTableBase = f.ptr()
	}
	if version >= 4 {
		p.Flags = f.u32()
	}
	p.User, p.ImageName = f.tokenUser(), f.narrow()
	if version >= 2 {
		p.CommandLine = f.wide()
	}
	if version >= 4 {
		p.PackageFullName, p.ApplicationID = f.wide(), f.wide()
	}
	if version >= 5 {
		p.ExitTime = f.u64()
	}
	return p, p.Encode(version, size)
}

func rewriteThread(f *fields, version uint8) (any, []byte) {
	size, th := f.size, Thread{}
	if version == 0 {
		th.TID, th.PID = f.u32(), f.u32()
		return th, th.Encode(version, size)
	}
	th.PID, th.TID = f.u32(), f.u32()
	if len(f.b) == 0 {
		return th, th.EncodeShort()
	}
	th.StackBase, th.StackLimit, th.UserStackBase, th.UserStackLimit = f.ptr(), f.ptr(), f.ptr(), f.ptr()
	if version >= 3 {
		th.Affinity = f.ptr()
	} else {
		th.StartAddr = f.ptr()
	}
	th.Win32StartAddr = f.ptr()
	if version == 1 {
		th.WaitMode = int8(f.u8())
		f.take(3)
		return th, th.Encode(version, size)
	}
	th.TebBase, th.SubProcessTag = f.ptr(), f.u32()
	if version >= 3 {
		th.BasePriority, th.PagePriority, th.IoPriority, th.Flags = f.u8(), f.u8(), f.u8(), f.u8()
		if len(f.b) > 0 {
			name := f.wide()
			th.Name = &name
		}
	}
	return th, th.Encode(version, size)
}

func rewriteThreadName(f *fields, _ uint8) (any, []byte) {
	v := struct {
		PID, TID uint32
		Name     string
	}{f.u32(), f.u32(), f.wide()}
	return v, ThreadName(v.PID, v.TID, v.Name)
}

func rewriteTerminate(f *fields, _ uint8) (any, []byte) {
	v := struct{ PID uint32 }{f.u32()}
	return v, ProcessTerminate(v.PID)
}

func rewriteImage(f *fields, version uint8) (any, []byte) {
	size, i := f.size, Image{Base: f.ptr()}
	if version == 0 {
		i.Size, i.FileName = uint64(f.u32()), f.wide()
		return i, i.Encode(version, size)
	}
	i.Size, i.PID = f.ptr(), f.u32()
	if version >= 2 {
		i.Checksum, i.TimeDateStamp = f.u32(), f.u32()
		i.SignatureLevel, i.SignatureType, i.Reserved0 = f.u8(), f.u8(), f.u16()
		i.DefaultBase = f.ptr()
		i.Reserved = [4]uint32{f.u32(), f.u32(), f.u32(), f.u32()}
	}
	i.FileName = f.wide()
	return i, i.Encode(version, size)
}

func rewriteCounters(f *fields, _ uint8) (any, []byte) {
	c := ProcessCounters{PID: f.u32(), PageFaultCount: f.u32(), HandleCount: f.u32(), Reserved: f.u32(),
		PeakVirtualSize: f.ptr(), PeakWorkingSetSize: f.ptr(), PeakPagefileUsage: f.ptr(), PeakPagedPool: f.ptr(),
		PeakNonPagedPool: f.ptr(), VirtualSize: f.ptr(), WorkingSetSize: f.ptr(), PagefileUsage: f.ptr(), PagedPool: f.ptr(),
		NonPagedPool: f.ptr(), PrivatePageCount: f.ptr()}
	return c, c.Encode(f.size)
}

func rewriteVirtual(f *fields, _ uint8) (any, []byte) {
	v := Virtual{Base: f.ptr(), Size: f.ptr(), PID: f.u32(), Flags: f.u32()}
	return v, v.Encode(f.size)
}

func rewriteHardFault(f *fields, _ uint8) (any, []byte) {
	v := HardFault{InitialTime: f.u64(), ReadOffset: f.u64(), VirtualAddress: f.ptr(), FileKey: f.ptr(), TID: f.u32(),
		ByteCount: f.u32()}
	return v, v.Encode(f.size)
}

func rewriteFileName(f *fields, _ uint8) (any, []byte) {
	v := struct {
		FileKey  uint64
		FileName string
	}{f.ptr(), f.wide()}
	return v, FileName(v.FileKey, v.FileName, f.size)
}

func rewriteStack(f *fields, _ uint8) (any, []byte) {
	v := struct {
		EventTicks uint64
		PID, TID   uint32
		Frames     []uint64
	}{f.u64(), f.u32(), f.u32(), f.frames()}
	return v, Stack(int64(v.EventTicks), ThreadID{PID: v.PID, TID: v.TID}, v.Frames, f.size)
}

func rewriteStackKey(f *fields, _ uint8) (any, []byte) {
	v := struct {
		EventTicks uint64
		PID, TID   uint32
		Key        uint64
	}{f.u64(), f.u32(), f.u32(), f.ptr()}
	return v, StackKey(int64(v.EventTicks), ThreadID{PID: v.PID, TID: v.TID}, v.Key, f.size)
}

func rewriteStackDefinition(f *fields, _ uint8) (any, []byte) {
	key, frames := f.ptr(), f.frames()
	return frames, StackDefinition(key, frames, f.size)
}

func (f *fields) frames() []uint64 {
	var frames []uint64
	for len(f.b) >= int(f.size) {
		frames = append(frames, f.ptr())
	}
	return frames
}

func rewriteCPU(f *fields, version uint8) (any, []byte) {
	c := CPU{MHz: f.u32(), Processors: f.u32(), MemoryMB: f.u32(), PageSize: f.u32(), AllocationGranularity: f.u32(),
		ComputerName: f.wideField(256), DomainName: f.wideField(134), HyperThreading: f.ptr(), HighestUserAddress: f.ptr(),
		Architecture: f.u16(), Level: f.u16(), Revision: f.u16(), PaeEnabled: f.u8(), NxEnabled: f.u8(), MemorySpeed: f.u32()}
	return c, c.Encode(version, f.size)
}

func rewriteLogicalDisk(f *fields, _ uint8) (any, []byte) {
	d := LogicalDisk{StartOffset: f.u64(), PartitionSize: f.u64(), DiskNumber: f.u32(), Size: f.u32(), DriveType: f.u32(),
		DriveLetter: f.wideField(4)}
	d.Pads[0] = f.u32()
	d.PartitionNumber, d.SectorsPerCluster, d.BytesPerSector = f.u32(), f.u32(), f.u32()
	d.Pads[1] = f.u32()
	d.FreeClusters, d.TotalClusters = int64(f.u64()), int64(f.u64())
	d.FileSystem, d.VolumeExt = f.wideField(16), f.u32()
	d.Pads[2] = f.u32()
	return d, d.Encode()
}

func rewriteService(f *fields, version uint8) (any, []byte) {
	s := Service{PID: f.u32(), State: f.u32(), SubProcessTag: f.u32(), ServiceName: f.wide(), DisplayName: f.wide(),
		ProcessName: f.wide()}
	if version >= 3 {
		s.LoadOrderGroup, s.SvchostGroup = f.wide(), f.wide()
	}
	return s, s.Encode(version)
}

func rewriteGroupMasks(f *fields, _ uint8) (any, []byte) {
	v := struct {
		GroupMask1, GroupMask2, GroupMask3, GroupMask4, GroupMask5, GroupMask6, GroupMask7, GroupMask8,
		KernelEventVersion uint32
	}{
		f.u32(), f.u32(), f.u32(), f.u32(), f.u32(), f.u32(), f.u32(), f.u32(), f.u32()}
	return v, GroupMasks([8]uint32{v.GroupMask1, v.GroupMask2, v.GroupMask3, v.GroupMask4, v.GroupMask5, v.GroupMask6,
		v.GroupMask7, v.GroupMask8}, v.KernelEventVersion)
}

func rewritePartition(f *fields, _ uint8) (any, []byte) { return f.take(48), PartitionInfo() }

func rewriteEmpty(*fields, uint8) (any, []byte) { return nil, nil }

// rewriters lists the kernel events with encoders, except those of which no real payload is at hand.
var rewriters = map[Hook]rewriter{
	HookHeaderExtension: rewriteGroupMasks, HookEndExtension: rewriteGroupMasks, HookRundownComplete: rewriteEmpty,
	HookPartitionInfo: rewritePartition,
	HookProcessStart:  rewriteProcess, HookProcessEnd: rewriteProcess, HookProcessDCStart: rewriteProcess,
	HookProcessDCEnd: rewriteProcess, HookProcessDefunct: rewriteProcess,
	HookProcessTerminate: rewriteTerminate,
	HookThreadStart:      rewriteThread, HookThreadEnd: rewriteThread, HookThreadDCStart: rewriteThread,
	HookThreadDCEnd:   rewriteThread,
	HookThreadSetName: rewriteThreadName,
	HookImageLoad:     rewriteImage, HookImageUnload: rewriteImage, HookImageDCStart: rewriteImage,
	HookImageDCEnd:      rewriteImage,
	HookProcessCounters: rewriteCounters, HookProcessCountersAtEnd: rewriteCounters,
	HookVirtualAlloc: rewriteVirtual, HookVirtualFree: rewriteVirtual, HookHardFault: rewriteHardFault,
	HookFileName: rewriteFileName, HookFileCreate: rewriteFileName, HookFileDelete: rewriteFileName,
	HookFileRundown: rewriteFileName,
	HookStack:       rewriteStack, HookStackKeyKernel: rewriteStackKey, HookStackKeyUser: rewriteStackKey,
	HookStackKeyCreate: rewriteStackDefinition, HookStackKeyDelete: rewriteStackDefinition,
	HookStackKeyRundown: rewriteStackDefinition,
	HookConfigCPU:       rewriteCPU, HookConfigLogDisk: rewriteLogicalDisk, HookConfigServices: rewriteService,
}

// TestKernelPayloadsEqualRealOnes rewrites every payload of the real recordings that has an encoder.
func TestKernelPayloadsEqualRealOnes(t *testing.T) {
	counts := map[string]int{}
	eachEvent(t, func(e rawEvent) {
		k, ok := readKernel(e.bytes)
		if !ok {
			return
		}
		rewrite := rewriters[k.Hook]
		if rewrite == nil {
			return
		}
		f := &fields{k.Payload, k.PointerSize}
		_, got := rewrite(f, k.Version)
		if len(f.b) != 0 || !bytes.Equal(got, k.Payload) {
			t.Fatalf("%s: hook %04x version %d, %d bytes left over\n got %x\nreal %x", e.where, k.Hook, k.Version, len(f.b), got,
				k.Payload)
		}
		counts[fmt.Sprintf("%04x v%d", k.Hook, k.Version)]++
	})
	for _, need := range []string{"0005 v2", "0020 v2", "0050 v2", "0301 v4", "0302 v4", "0303 v4", "0304 v4", "0327 v5",
		"0501 v3", "0502 v3", "0503 v3", "0504 v3", "0548 v2", "030a v3", "1402 v3", "1403 v3", "1404 v3", "0320 v2",
		"0321 v2",
		"0220 v2", "0424 v2", "1820 v2", "1823 v2", "1824 v2", "1825 v2", "1826 v2", "0b0a v3", "0b0c v2", "0b0f v3"} {
		if counts[need] == 0 {
			t.Errorf("no real payload of %s was met; those met: %v", need, counts)
		}
	}
	t.Logf("payloads rewritten: %v", counts)
}

// TestClassicKernelPayloadsEqualRealOnes does the same for the recordings of old layouts under classic headers.
func TestClassicKernelPayloadsEqualRealOnes(t *testing.T) {
	folder := sharedFolder(t, "corpus")
	for name, want := range map[string]struct {
		class   GUID
		size    PointerSize
		rewrite rewriter
	}{
		"old-image-32-v0.etl":   {GUIDImage, Pointer32, rewriteImage},
		"old-image-64-v1.etl":   {GUIDImage, Pointer64, rewriteImage},
		"old-process-32-v2.etl": {GUIDProcess, Pointer32, rewriteProcess},
		"old-process-64-v3.etl": {GUIDProcess, Pointer64, rewriteProcess},
	} {
		t.Run(name, func(t *testing.T) {
			seen := 0
			for _, b := range readBuffers(t, filepath.Join(folder, name)) {
				for _, e := range splitEvents(b.events) {
					c, ok := readClassic(e)
					if !ok || c.Class != want.class {
						continue
					}
					f := &fields{c.Payload, want.size}
					_, got := want.rewrite(f, uint8(c.Version))
					if len(f.b) != 0 || !bytes.Equal(got, c.Payload) {
						t.Fatalf("version %d opcode %d\n got %x\nreal %x", c.Version, c.Opcode, got, c.Payload)
					}
					seen++
				}
			}
			if seen == 0 {
				t.Fatal("no event of the class")
			}
		})
	}
}
