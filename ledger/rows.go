package ledger

import "etledger/model"

// This file turns the columns of a batch into the rows that the rules work on. Rows are small values; nothing of them
// outlives the call that gets them but their strings.

// noNumber is a process or thread number that an event does not carry.
const noNumber = ^uint32(0)

// stamp is what every row begins with.
type stamp struct {
	nano      int64 // ns since 1970 UTC
	ticks     int64 // raw
	processor uint16
	pid, tid  uint32 // of the header; noNumber when it has none
}

// stampOf gives the stamp of a row. Neither all ones, which headers of injected events carry, nor 0, the idle process
// and its threads, tells who caused an event.
func stampOf(c *model.Common, i int) stamp {
	s := stamp{nano: c.UnixNano[i], ticks: c.Ticks[i], processor: c.Processor[i], pid: noNumber, tid: noNumber}
	if pid, ok := c.HeaderPID.At(i); ok && pid != 0 {
		s.pid = pid
	}
	if tid, ok := c.HeaderTID.At(i); ok && tid != 0 {
		s.tid = tid
	}
	return s
}

type processRow struct {
	stamp
	op          uint8
	number      uint32
	parent      uint32
	parentKnown bool
	session     uint32
	exit        uint32
	hasExit     bool
	key         uint64 // 0 when not recorded
	flags       uint32
	sid         string
	name        string // file name of the image
	exe         string // path of the image
	commandLine string
	manifest    bool  // from the provider Microsoft-Windows-Kernel-Process
	exitNano    int64 // 0 when not recorded
}

func processRowOf(v *model.ProcessRows, i int) processRow {
	r := processRow{stamp: stampOf(&v.Common, i), op: v.Op[i], number: v.PID[i]}
	r.parent, r.parentKnown = v.ParentPID.At(i)
	r.session, _ = v.SessionID.At(i)
	r.exit, r.hasExit = v.ExitStatus.At(i)
	r.key, _ = v.UniqueProcessKey.At(i)
	r.flags, _ = v.Flags.At(i)
	r.sid, _ = v.SID.At(i)
	r.name, _ = v.Name.At(i)
	r.exe, _ = v.Exe.At(i)
	r.commandLine, _ = v.CommandLine.At(i)
	_, r.manifest = v.CreateTime.At(i)
	r.exitNano, _ = v.ExitTime.At(i)
	if r.name == "" {
		r.name = fileName(r.exe)
	}
	return r
}

type threadRow struct {
	stamp
	op                    uint8
	process, thread       uint32
	stackBase, stackLimit uint64 // of the user stack, 0 when not recorded
	teb                   uint64
}

func threadRowOf(v *model.ThreadRows, i int) threadRow {
	r := threadRow{stamp: stampOf(&v.Common, i), op: v.Op[i], process: v.PID[i], thread: v.TID[i]}
	r.stackBase, _ = v.UserStackBase.At(i)
	r.stackLimit, _ = v.UserStackLimit.At(i)
	r.teb, _ = v.TebBase.At(i)
	return r
}

type imageRow struct {
	stamp
	op         uint8
	process    uint32
	base, size uint64
	name       string
}

func imageRowOf(v *model.ImageRows, i int) imageRow {
	r := imageRow{stamp: stampOf(&v.Common, i), op: v.Op[i], process: v.PID[i], base: v.ImageBase[i], size: v.ImageSize[i]}
	r.name, _ = v.Name.At(i)
	return r
}

type virtualRow struct {
	stamp
	op            uint8
	process       uint32
	base, size    uint64
	flags         uint32
	commitSize    uint64
	hasCommitSize bool
}

func virtualRowOf(v *model.VirtualAllocRows, i int) virtualRow {
	r := virtualRow{
		stamp: stampOf(&v.Common, i), op: v.Op[i], process: v.PID[i],
		base: v.BaseAddress[i], size: v.RegionSize[i], flags: v.AllocFlags[i],
	}
	r.commitSize, r.hasCommitSize = v.CommitSize.At(i)
	return r
}

type viewRow struct {
	stamp
	op         uint8
	process    uint32
	base, size uint64
	section    uint16
	file       uint64 // key
}

func viewRowOf(v *model.MapViewRows, i int) viewRow {
	return viewRow{
		stamp: stampOf(&v.Common, i), op: v.Op[i], process: v.PID[i],
		base: v.ViewBase[i], size: v.ViewSize[i], section: v.SectionType[i], file: v.FileKey[i],
	}
}

type faultRow struct {
	stamp
	process, thread uint32 // process is noNumber when no thread row before told it
	bytes           uint32
	duration        int64  // ns, 0 when not known
	file            uint64 // key
}

func faultRowOf(v *model.HardFaultRows, i int) faultRow {
	r := faultRow{
		stamp: stampOf(&v.Common, i), process: noNumber, thread: v.TID[i],
		bytes: v.ByteCount[i], file: v.FileKey[i],
	}
	r.duration, _ = v.DurationNS.At(i)
	if pid, ok := v.PID.At(i); ok {
		r.process = pid
	}
	return r
}

type poolRow struct {
	stamp
	op      uint8
	kind    uint32
	tag     uint32
	bytes   uint64
	entry   uint64
	session uint32 // noNumber outside session space
}

func poolRowOf(v *model.PoolRows, i int) poolRow {
	r := poolRow{
		stamp: stampOf(&v.Common, i), op: v.Op[i], kind: v.PoolType[i], tag: v.Tag[i],
		bytes: v.Bytes[i], entry: v.Entry[i], session: noNumber,
	}
	if session, ok := v.SessionID.At(i); ok {
		r.session = session
	}
	return r
}

type stackRow struct {
	stamp
	op              uint8
	event           int64 // ticks of the event described; 0 for definitions of keys
	process, thread uint32
	key             uint64
	frames          []uint64
}

func stackRowOf(v *model.StackRows, frames []uint64, i int) stackRow {
	r := stackRow{stamp: stampOf(&v.Common, i), op: v.Op[i], process: noNumber, thread: noNumber}
	r.event, _ = v.EventTicks.At(i)
	if pid, ok := v.PID.At(i); ok {
		r.process = pid
	}
	if tid, ok := v.TID.At(i); ok {
		r.thread = tid
	}
	r.key, _ = v.Key.At(i)
	first, count := uint64(v.FirstFrame[i]), uint64(v.FrameCount[i])
	if first+count <= uint64(len(frames)) {
		r.frames = frames[first : first+count]
	}
	return r
}

// fileName is what stands behind the last separator of a path.
func fileName(path string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '\\' || path[i] == '/' {
			return path[i+1:]
		}
	}
	return path
}
