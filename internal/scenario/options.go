package scenario

import (
	"fmt"
	"time"

	"etledger/internal/etlwriter"
)

// StackStyle is how the call stacks of VirtualAlloc and VirtualFree are recorded.
type StackStyle uint8

// The styles of stacks.
const (
	NoStacks     StackStyle = iota
	DirectStacks            // one record with kernel and user frames right after the event
	SplitStacks             // a record of kernel frames, and later, maybe on another processor, one of user frames
	KeyedStacks             // references to stacks that are told once: at eviction from the cache, or at the end
)

// Rundown says when the state of the machine is listed.
type Rundown uint8

// The rundowns, to be combined.
const (
	RundownAtStart Rundown = 1 << iota
	RundownAtEnd
)

// Options describe the machine, the session and how long it is watched. Zero fields take the default named at each.
type Options struct {
	Seed     uint64
	Duration time.Duration // 3 minutes
	// ComputerName is the name of the machine; WORKSTATION-7.
	ComputerName string
	// Session holds the settings of the session; Processors in it is 4 by default. Captures of one machine and boot have
	// the same BootTime in it, and each its own StartTime.
	Session etlwriter.Settings
	Stacks  StackStyle
	// Rundown of processes, threads, images and counters. NoRundown leaves all of them out; zero means both.
	Rundown   Rundown
	NoRundown bool
	// VirtualRundown lists the regions of private memory. Zero means none.
	VirtualRundown Rundown
	// MemoryInfoEvery is the interval of the system-wide and per-process memory snapshots; zero means none.
	MemoryInfoEvery time.Duration
	// MemoryInfoManifest writes the snapshots as events of Microsoft-Windows-Kernel-Memory, not of the kernel logger.
	MemoryInfoManifest bool
	// NoCounters leaves out the process counters.
	NoCounters bool
	// LostBuffers is the share, 0 to 1, of data buffers that are lost.
	LostBuffers float64
	// Arrangements are done to the buffers after losses.
	Arrangements []etlwriter.Arrangement
	// LossesTold writes the number of lost buffers into the header; otherwise only the sequence numbers show them.
	LossesTold bool
	// Flaws are what is wrong with the recording besides.
	Flaws Flaws
	// Pool is the use of the kernel's pool.
	Pool []PoolTag
	// Programs are what runs on the machine, besides Idle and System.
	Programs []Program
}

// Program is one process to be.
type Program struct {
	Image       string // file name, such as notepad.exe
	Folder      string // DOS folder of the image; C:\Program Files\<image without extension>
	Arguments   string // what follows the image in the command line
	Parent      string // image of the process that started it; System
	User        User
	PID         uint32        // zero: chosen
	Key         uint64        // kernel address of the process object; zero: chosen
	Build       Build         // zero: none, and no records that tell of builds
	Modules     []string      // own libraries, besides those that its behaviours name
	Threads     int           // 2
	Start       time.Duration // zero: runs when the capture begins
	End         time.Duration // zero: runs when the capture ends
	ExitStatus  uint32
	Initial     uint64 // bytes of private memory committed before the capture began; not for programs with a Start
	Unlogged    uint64 // bytes of private memory that the counters show and no event does
	CommitEarly uint64 // bytes that the parent commits in the new process just before its start event
	Behaviours  []Behaviour
	// Kind names what the program shall be taken for; it is copied to the truth.
	Kind string
}

// User is the account that a process runs under.
type User uint8

// The accounts.
const (
	InteractiveUser User = iota
	LocalSystem
	LocalService
	NetworkService
)

func (o Options) withDefaults() Options {
	if o.Duration == 0 {
		o.Duration = 3 * time.Minute
	}
	if o.ComputerName == "" {
		o.ComputerName = "WORKSTATION-7"
	}
	if o.Session.Processors == 0 {
		o.Session.Processors = 4
	}
	if o.Rundown == 0 {
		o.Rundown = RundownAtStart | RundownAtEnd
	}
	if o.NoRundown {
		o.Rundown = 0
	}
	o.Session = o.Session.Defaults()
	return o
}

func (o Options) validate() error {
	if o.LostBuffers < 0 || o.LostBuffers > 1 {
		return fmt.Errorf("scenario: share of lost buffers %g, expected 0 to 1", o.LostBuffers)
	}
	for _, tag := range o.Pool {
		if len(tag.Tag) != 4 {
			return fmt.Errorf("scenario: pool tag %q, expected four characters", tag.Tag)
		}
	}
	for i, p := range o.Programs {
		switch {
		case p.Image == "":
			return fmt.Errorf("scenario: a program without image")
		case p.Start < 0 || p.Start > o.Duration || p.End < 0 || p.End > o.Duration:
			return fmt.Errorf("scenario: %s: start %v and end %v lie outside the capture's %v", p.Image, p.Start, p.End,
				o.Duration)
		case p.End != 0 && p.End <= p.Start:
			return fmt.Errorf("scenario: %s ends at %v and starts at %v", p.Image, p.End, p.Start)
		case p.overlaps(o.Programs[i+1:]):
			return fmt.Errorf("scenario: %s shares its number %d with another program at the same time", p.Image, p.PID)
		case p.Build.Size > 1<<31:
			return fmt.Errorf("scenario: %s has an image of %d bytes, at most 2 GiB are possible", p.Image, p.Build.Size)
		case p.Start > 0 && p.Initial > 0:
			return fmt.Errorf("scenario: %s starts inside the capture and cannot have memory from before", p.Image)
		}
	}
	return nil
}

// overlaps tells whether another program has the same number while this one runs.
func (p Program) overlaps(others []Program) bool {
	for _, other := range others {
		if p.PID != 0 && p.PID == other.PID && (p.End == 0 || other.Start < p.End) && (other.End == 0 ||
			p.Start < other.End) {
			return true
		}
	}
	return false
}
