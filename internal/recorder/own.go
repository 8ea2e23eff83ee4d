package recorder

import (
	"errors"
	"fmt"
	"path/filepath"

	"etledger/internal/textform"
	"etledger/report/recipe"
)

// ownName is the session that this program starts itself, and ownGUID what tells it from others.
const ownName = "etledger-memory-growth"

var ownGUID = [16]byte{0x5a, 0x1d, 0x7c, 0x2e, 0x90, 0x4b, 0x0f, 0x4e, 0xa3, 0x66, 0x1b, 0x08, 0xd4, 0x52, 0xc9, 0x37}

// ownFile is what the session writes, in the folder of the recording.
const ownFile = "session.etl"

// ownSession lists the steps of a system logger session that this program starts and stops itself.
func (p *Plan) ownSession(o recipe.Options) error {
	if o.Pool || o.KernelMemory {
		return fmt.Errorf("a session of this program's own records neither pool nor Microsoft-Windows-Kernel-Memory: use wpr or xperf, or "+
			"leave it out: %w", recipe.ErrCannot)
	}
	like, err := recipe.For(recipe.XPerf, o) // which makes a session of the same kind
	if err != nil {
		return err
	}
	s := recipe.Session{
		Name: ownName, Kernel: true, File: ownFile,
		EnableFlags: FlagProcess | FlagThread | FlagImageLoad | FlagProcessCounters | FlagMemoryHardFaults | FlagVirtualAlloc,
	}
	for _, other := range like.Sessions {
		if other.Kernel {
			s.BufferKB, s.MinBuffers, s.MaxBuffers = other.BufferKB, other.MinBuffers, other.MaxBuffers
		}
	}
	p.Sessions, p.Names = []recipe.Session{s}, []string{ownName}
	p.Requires = []string{
		"Windows 10 or Windows Server 2016, or later: there the kernel gives its events to sessions of any name, and this program runs.",
		"The rights of an administrator.",
	}
	p.Costs = []string{
		fmt.Sprintf("Memory: %s of nonpaged pool for buffers, up to %s where events come fast.",
			textform.Size(uint64(s.MinBuffers)*uint64(s.BufferKB)<<10), textform.Size(uint64(s.MaxBuffers)*uint64(s.BufferKB)<<10)),
		fmt.Sprintf("Disk: up to %s a minute, reckoned with %s events a second on the whole machine, which is a busy one.",
			textform.Size(uint64(eventBytes(p.Options)*eventRate(p.Options)*60)), textform.Count(uint64(eventRate(p.Options)))),
		"Time: each allocation and release of memory pages takes a little longer while it is recorded, with a call stack several times as " +
			"long as the event by itself. How much that is was not measured.",
	}
	p.Warnings = []string{
		"The file is not merged: it has no versions of modules, and paths begin with \\Device\\HarddiskVolume.",
		"Record in the steady state, while the memory grows: not right after the machine or the process has started.",
		"A session of this program's own has never been run on Windows by its authors: look at what `etledger doctor` says of the first capture.",
	}
	start := func(m Machine, at *place) error {
		handle, err := m.StartSession(&Properties{
			Name: ownName, File: filepath.Join(at.folder, ownFile), GUID: ownGUID, BufferKB: uint32(s.BufferKB),
			MinBuffers: uint32(s.MinBuffers), MaxBuffers: uint32(s.MaxBuffers), MaxFileMB: at.limitMB,
			Mode: FileModeSequential | SystemLoggerMode, EnableFlags: s.EnableFlags,
		})
		if err != nil {
			return err
		}
		if o.Stacks {
			return m.TraceStacks(handle, allocationEvents())
		}
		return nil
	}
	stop := func(m Machine, at *place) error {
		state, err := m.StopSession(ownName)
		if err == nil && state == nil {
			err = errors.New("the session was not running any more: someone else stopped it, or its file had become too large")
		}
		return err
	}
	cancel := func(m Machine, _ *place) error {
		_, err := m.StopSession(ownName)
		return err
	}
	does := "starts the system logger session " + ownName
	if o.Stacks {
		does += ", with call stacks of VirtualAlloc and VirtualFree"
	}
	p.Start = []Step{{Phase: Starting, Does: does, act: start}}
	p.Stop = []Step{{Phase: Stopping, Does: "stops the session " + ownName, act: stop}}
	p.Cancel = []Step{{Phase: Cancelling, Does: "stops the session " + ownName, act: cancel}}
	p.Captures = []Capture{{p.Output, ownFile}}
	return nil
}
