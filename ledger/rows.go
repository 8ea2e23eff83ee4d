package ledger

import "etledger/model"

// This file turns the columns of a batch into the rows that the rules work on. Rows are small values; nothing of them
// outlives the call that gets them but their strings.

// noNumber is a process or thread number that an event does not carry.
const noNumber = ^uint32(0)

// numberOf gives the process or thread number that the header of a row has. Neither all ones, which headers of injected
// events carry, nor 0, the idle process and its threads, tells who caused an event.
func numberOf(v *model.Values[uint32], i int) uint32 {
	if number, ok := v.At(i); ok && number != 0 {
		return number
	}
	return noNumber
}

type processRow struct {
	nano        int64  // ns since 1970 UTC, as in the other rows
	by          uint32 // process of the header, noNumber when it has none
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
	r := processRow{nano: v.UnixNano[i], by: numberOf(&v.HeaderPID, i), op: v.Op[i], number: v.PID[i]}
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
	nano                  int64
	op                    uint8
	process, thread       uint32
	stackBase, stackLimit uint64 // of the user stack, 0 when not recorded
}

func threadRowOf(v *model.ThreadRows, i int) threadRow {
	r := threadRow{nano: v.UnixNano[i], op: v.Op[i], process: v.PID[i], thread: v.TID[i]}
	r.stackBase, _ = v.UserStackBase.At(i)
	r.stackLimit, _ = v.UserStackLimit.At(i)
	return r
}

type imageRow struct {
	nano       int64
	op         uint8
	process    uint32
	base, size uint64
	stamp      uint32 // time date stamp of the PE header, 0 when not recorded
	name       string
}

func imageRowOf(v *model.ImageRows, i int) imageRow {
	r := imageRow{nano: v.UnixNano[i], op: v.Op[i], process: v.PID[i], base: v.ImageBase[i], size: v.ImageSize[i]}
	r.name, _ = v.Name.At(i)
	r.stamp, _ = v.TimeDateStamp.At(i)
	return r
}

type virtualRow struct {
	nano          int64
	ticks         int64  // raw time stamp
	pid, tid      uint32 // of the header; noNumber when it has none
	processor     uint16
	op            uint8
	process       uint32
	base, size    uint64
	flags         uint32
	commitSize    uint64
	hasCommitSize bool
}

// take makes the row that of row i.
func (r *virtualRow) take(v *model.VirtualAllocRows, i int) {
	r.nano, r.ticks, r.processor = v.UnixNano[i], v.Ticks[i], v.Processor[i]
	r.pid, r.tid = numberOf(&v.HeaderPID, i), numberOf(&v.HeaderTID, i)
	r.op, r.process = v.Op[i], v.PID[i]
	r.base, r.size, r.flags = v.BaseAddress[i], v.RegionSize[i], v.AllocFlags[i]
	if r.op == model.VirtualOpRundownStart || r.op == model.VirtualOpRundownEnd {
		r.commitSize, r.hasCommitSize = v.CommitSize.At(i)
	}
}

type viewRow struct {
	nano       int64
	op         uint8
	process    uint32
	base, size uint64
	section    uint16
	file       uint64 // key
}

func viewRowOf(v *model.MapViewRows, i int) viewRow {
	return viewRow{
		nano: v.UnixNano[i], op: v.Op[i], process: v.PID[i],
		base: v.ViewBase[i], size: v.ViewSize[i], section: v.SectionType[i], file: v.FileKey[i],
	}
}

type faultRow struct {
	nano            int64
	process, thread uint32 // process is noNumber when no thread row before told it
	bytes           uint32
	duration        int64  // ns, 0 when not known
	file            uint64 // key
}

func faultRowOf(v *model.HardFaultRows, i int) faultRow {
	r := faultRow{
		nano: v.UnixNano[i], process: noNumber, thread: v.TID[i],
		bytes: v.ByteCount[i], file: v.FileKey[i],
	}
	r.duration, _ = v.DurationNS.At(i)
	if pid, ok := v.PID.At(i); ok {
		r.process = pid
	}
	return r
}

type poolRow struct {
	nano    int64
	op      uint8
	kind    uint32
	tag     uint32
	bytes   uint64
	entry   uint64
	session uint32 // noNumber outside session space
}

func poolRowOf(v *model.PoolRows, i int) poolRow {
	r := poolRow{
		nano: v.UnixNano[i], op: v.Op[i], kind: v.PoolType[i], tag: v.Tag[i],
		bytes: v.Bytes[i], entry: v.Entry[i], session: noNumber,
	}
	if session, ok := v.SessionID.At(i); ok {
		r.session = session
	}
	return r
}

type stackRow struct {
	op              uint8
	processor       uint16
	process, thread uint32
	event           int64 // ticks of the event described; 0 for definitions of keys
	key             uint64
	frames          []uint64
}

// take makes the row that of row i.
func (r *stackRow) take(v *model.StackRows, frames []uint64, i int) {
	r.op, r.processor = v.Op[i], v.Processor[i]
	r.process, r.thread = noNumber, noNumber
	if pid, ok := v.PID.At(i); ok {
		r.process = pid
	}
	if tid, ok := v.TID.At(i); ok {
		r.thread = tid
	}
	r.event, _ = v.EventTicks.At(i)
	r.key, _ = v.Key.At(i)
	r.frames = nil
	// Frames are counted over the whole capture; those of a chunk begin with its first stack.
	first, count := v.FirstFrame[i]-v.FirstFrame[0], uint64(v.FrameCount[i])
	if size := uint64(len(frames)); first <= size && count <= size-first {
		r.frames = frames[first : first+count]
	}
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
