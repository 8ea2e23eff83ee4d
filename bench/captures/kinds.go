package captures

import (
	"fmt"
	"maps"
	"slices"

	"etledger/internal/etlwriter"
)

// Kinds are the names that Spec.Kind may have, sorted.
func Kinds() []string { return slices.Sorted(maps.Keys(kinds)) }

// kinds are the writers of one event, the i-th of the recording, by the name of its kind.
var kinds = map[string]func(m *machine, i int){
	"process":      (*machine).processEvent,
	"thread":       (*machine).threadEvent,
	"image":        (*machine).imageEvent,
	"counters":     (*machine).countersEvent,
	"hard-fault":   (*machine).hardFaultEvent,
	"map-view":     (*machine).mapViewEvent,
	"file-name":    (*machine).fileNameEvent,
	"memory-info":  (*machine).memoryInfoEvent,
	"working-sets": (*machine).workingSetsEvent,
	"pool":         (*machine).poolEvent,
	"stack-key":    (*machine).stackKeyEvent,
}

// kernel writes an event of the kernel on the processor that runs.
func (m *machine) kernel(form etlwriter.Form, hook etlwriter.Hook, version uint8, payload []byte) {
	m.session.Write(m.processor, m.now, etlwriter.Kernel{Form: form, Hook: hook, Version: version, PID: 4, TID: 8,
		Payload: payload})
}

// inTurn gives the first hook for even and the second for odd numbers.
func inTurn(i int, even, odd etlwriter.Hook) etlwriter.Hook {
	if i%2 == 0 {
		return even
	}
	return odd
}

// processEvent starts a process, or ends the one that the event before it started.
func (m *machine) processEvent(i int) {
	n := i / 2
	p := etlwriter.Process{Key: 0xFFFF_9000_0000_0000 + uint64(n%4096)<<12, PID: uint32(20_000 + 4*(n%10_000)),
		ParentPID: pid(n % m.spec.Processes), SessionID: 1, DirectoryTableBase: 0x1_2345_6000,
		User:        etlwriter.TokenUser{SID: etlwriter.NewSID(5, 21, 1, 2, 3, 1001), Pointer: 0xFFFF_9000_0000_0000},
		ImageName:   fmt.Sprintf("tool%02d.exe", n%50),
		CommandLine: fmt.Sprintf(`"C:\Program Files\Bench\tool%02d.exe" --job %d`, n%50, n)}
	m.kernel(etlwriter.System, inTurn(i, etlwriter.HookProcessStart, etlwriter.HookProcessEnd), 4,
		p.Encode(4, etlwriter.Pointer64))
}

func (m *machine) threadEvent(i int) {
	n := i / 2
	t := etlwriter.Thread{PID: pid(n % m.spec.Processes), TID: uint32(30_000 + 4*(n%5000)), StackBase: 0xFFFF_A000_0000_6000,
		StackLimit: 0xFFFF_A000_0000_0000, UserStackBase: 0x20_0000, UserStackLimit: 0x1F_0000, Affinity: 0xF,
		Win32StartAddr: 0x7FF6_0000_1000, TebBase: 0x7FF5_0000_0000, BasePriority: 8, PagePriority: 5, IoPriority: 2}
	m.kernel(etlwriter.System, inTurn(i, etlwriter.HookThreadStart, etlwriter.HookThreadEnd), 3,
		t.Encode(3, etlwriter.Pointer64))
}

// files is how many files images and file names turn over.
const files = 400

func filePath(n int) string {
	return fmt.Sprintf(`\Device\HarddiskVolume2\Windows\System32\component%03d.dll`, n)
}

func (m *machine) imageEvent(i int) {
	n := i / 2
	base := 0x7FF8_0000_0000 + uint64(n%files)<<24
	v := etlwriter.Image{Base: base, Size: 0x12_3000, PID: pid(n / files % m.spec.Processes), Checksum: 0x1234,
		TimeDateStamp: 0x5F00_0000, DefaultBase: base, FileName: filePath(n % files)}
	m.kernel(etlwriter.System, inTurn(i, etlwriter.HookImageLoad, etlwriter.HookImageUnload), 3,
		v.Encode(3, etlwriter.Pointer64))
}

func (m *machine) countersEvent(i int) {
	c := etlwriter.ProcessCounters{PID: pid(i % m.spec.Processes), PageFaultCount: uint32(i), HandleCount: 300,
		PeakVirtualSize: 1 << 40, PeakWorkingSetSize: 1 << 28, PeakPagefileUsage: 1 << 28, VirtualSize: 1 << 40,
		WorkingSetSize: 1 << 27, PagefileUsage: 1 << 27, PrivatePageCount: 1 << 27}
	m.kernel(etlwriter.Perfinfo, etlwriter.HookProcessCountersAtEnd, 2, c.Encode(etlwriter.Pointer64))
}

func fileKey(n int) uint64 { return 0xFFFF_B000_0000_0000 + uint64(n)<<8 }

func (m *machine) hardFaultEvent(i int) {
	f := etlwriter.HardFault{InitialTime: uint64(m.now - 1000), ReadOffset: uint64(i%1000) * pageSize,
		VirtualAddress: address(m.random.IntN(m.spec.Ranges)), FileKey: fileKey(i % files), TID: uint32(30_000 + 4*(i%500)),
		ByteCount: 8 * pageSize}
	m.kernel(etlwriter.Perfinfo, etlwriter.HookHardFault, 2, f.Encode(etlwriter.Pointer64))
}

func (m *machine) mapViewEvent(i int) {
	n := i / 2 % m.spec.Ranges
	v := etlwriter.MapView{Base: address(n), Size: 16 * pageSize, FileKey: fileKey(n % files),
		SectionType: etlwriter.SectionPagefile, Protection: 4, PID: pid(n % m.spec.Processes)}
	m.kernel(etlwriter.Perfinfo, inTurn(i, etlwriter.HookMapFile, etlwriter.HookUnmapFile), 3,
		v.Encode(3, etlwriter.Pointer64))
}

func (m *machine) fileNameEvent(i int) {
	m.kernel(etlwriter.Perfinfo, etlwriter.HookFileRundown, 2, etlwriter.FileName(fileKey(i), filePath(i), etlwriter.Pointer64))
}

func (m *machine) memoryInfoEvent(i int) {
	info := etlwriter.MemInfo{Zero: 1000, Free: uint64(i % 5000), Modified: 3000, Standby: [8]uint64{1, 2, 3, 4, 5, 6, 7, 8},
		ModifiedPagefile: 500, PagedPool: 60_000, NonPagedPool: 40_000, Commit: 2_000_000 + uint64(i)}
	m.kernel(etlwriter.Perfinfo, etlwriter.HookMemInfo, 2, info.Encode(26, etlwriter.Pointer64))
}

// workingSetsEvent is one snapshot of all processes, as the kernel takes it twice a second.
func (m *machine) workingSetsEvent(i int) {
	entries := make([]etlwriter.WorkingSet, m.spec.Processes)
	for p := range entries {
		entries[p] = etlwriter.WorkingSet{ID: pid(p), WorkingSet: 5000, Commit: 20_000 + uint64(i), VirtualSize: 1 << 20,
			PrivateWorkingSet: 4000, SharedCommit: 100}
	}
	m.kernel(etlwriter.Perfinfo, etlwriter.HookMemInfoWS, 2, etlwriter.EncodeWorkingSets(entries, 2, etlwriter.Pointer64))
}

func (m *machine) poolEvent(i int) {
	n := i / 2 % m.spec.Ranges
	tag := [4]byte{'B', 'n', '0' + byte(n%10), 'a' + byte(n/10%20)}
	p := etlwriter.Pool{Type: 0x200, Tag: tag, Bytes: uint64(64 + n%64*32), Entry: 0xFFFF_C000_0000_0000 + uint64(n)<<12}
	m.kernel(etlwriter.Perfinfo, inTurn(i, etlwriter.HookPoolAlloc, etlwriter.HookPoolFree), 2, p.Encode(etlwriter.Pointer64))
}

// stackKeyEvent tells the stack of an event by its key; one in fifty defines a key, as at the end of a recording.
func (m *machine) stackKeyEvent(i int) {
	key := 0xFFFF_D000_0000_0000 + uint64(i%997)<<6
	if i%50 == 49 {
		frames := make([]uint64, 24)
		for depth := range frames {
			frames[depth] = 0x7FF6_0000_0000 + uint64(depth)<<16 + uint64(i%997)*64
		}
		m.kernel(etlwriter.Perfinfo, etlwriter.HookStackKeyRundown, 2,
			etlwriter.StackDefinition(key, frames, etlwriter.Pointer64))
		return
	}
	process := pid(i % m.spec.Processes)
	m.kernel(etlwriter.Perfinfo, inTurn(i, etlwriter.HookStackKeyUser, etlwriter.HookStackKeyKernel), 2,
		etlwriter.StackKey(m.now, etlwriter.ThreadID{PID: process, TID: process + 4}, key, etlwriter.Pointer64))
}
