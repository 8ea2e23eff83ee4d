package recordings

import (
	"time"

	"etledger/internal/etlwriter"
	"etledger/internal/scenario"
)

// unusual makes whole files of forms that are seldom met.
func unusual() ([]File, error) {
	files, err := cook(unusualRecipes())
	if err != nil {
		return nil, err
	}
	simulated, err := smAll()
	if err != nil {
		return nil, err
	}
	return append(files, simulated...), nil
}

func unusualRecipes() []recipe {
	return []recipe{
		{name: "two-processors-out-of-order.etl",
			about: "events 1 to 60, odd ones on processor 0, even ones on processor 1, whose " +
				"buffers come first in the file", settings: etlwriter.Settings{Processors: 2},
			arrange: []etlwriter.Arrangement{etlwriter.Reverse()},
			fill: func(n *numbered) {
				for number := 1; number <= 60; number++ {
					n.write((number+1)%2, number, number)
				}
			}},
		{name: "equal-times.etl", about: "events 1 to 20, each on both processors with the same time stamp",
			settings: etlwriter.Settings{Processors: 2}, fill: func(n *numbered) {
				for number := 1; number <= 20; number++ {
					n.Write(1, n.ticks(number), n.event(number))
					n.Write(0, n.ticks(number), n.event(number))
				}
			}},
		{name: "circular.etl",
			about: "a circular file with room for three data buffers: of events 1 to 100 the oldest are overwritten " +
				"and the newest come first", settings: etlwriter.Settings{Mode: etlwriter.ModeCircular, MaximumFileMB: 1},
			fill: func(n *numbered) { n.write(0, 1, 100) }, arrange: []etlwriter.Arrangement{etlwriter.Circular(3)}},
		{name: "compressed.etl", about: "events 1 to 60 in compressed buffers",
			settings: etlwriter.Settings{Mode: etlwriter.ModeSequential | etlwriter.ModeCompressed}},
		{name: "never-closed.etl", about: "events 1 to 60 of a session that was not stopped: no end time, 0 buffers written",
			settings: etlwriter.Settings{NeverClosed: true}},
		{name: "clock-system-time.etl", about: "events 1 to 60 stamped with system time",
			settings: etlwriter.Settings{Clock: etlwriter.SystemTime}},
		{name: "clock-cpu-cycle.etl", about: "events 1 to 60 stamped with processor cycles at 2400 MHz",
			settings: etlwriter.Settings{Clock: etlwriter.CPUCycle}},
		{name: "byte-processor-index.etl", about: "events 1 to 60 of Windows 7: processor numbers of one byte",
			settings: etlwriter.Settings{OSBuild: 7601, ByteProcessorIndex: true}},
		{name: "many-processors.etl", about: "events 1 to 10 on processors 0, 200, 400, ... of 2048",
			settings: etlwriter.Settings{Processors: 2048}, fill: func(n *numbered) {
				for number := 1; number <= 10; number++ {
					n.write(200*(number-1), number, number)
				}
			}},
		{name: "32-bit-machine.etl", about: "events 1 to 60 with 32-bit pointers, at 0x10000000 + n * 0x10000",
			settings: etlwriter.Settings{PointerSize: etlwriter.Pointer32}},
		{name: "32-bit-header.etl", about: "events 1 to 60 with 64-bit pointers under the file header of a 32-bit program",
			settings: etlwriter.Settings{HeaderPointerSize: etlwriter.Pointer32}},
		{name: "buffer-types.etl",
			about: "events 1 to 60; the second data buffer is of type rundown, and buffers of the types context " +
				"switch, empty marker and debug information stand between them", arrange: []etlwriter.Arrangement{bufferTypes}},
		{name: "no-event-but-the-header.etl", about: "a header buffer alone", fill: func(*numbered) {},
			arrange: []etlwriter.Arrangement{firstBuffers(0)}},
		{name: "every-header-kind.etl",
			about: "one record with each kind of header, the first four of them with the numbered events 1 to 4",
			fill:  headerKinds},
		{name: "performance-counters.etl",
			about: "events 1 to 20 with the values of three performance counters and a PEBS index before " +
				"the payload", fill: func(n *numbered) {
				pebs := uint64(77)
				for number := 1; number <= 20; number++ {
					e := n.event(number)
					e.PEBS, e.Counters = &pebs, []uint64{1, 2, 3}
					n.Write(0, n.ticks(number), e)
				}
			}},
		{name: "lost-records.etl",
			about: "events 1 to 10, then one record each of a lost event, a lost buffer and a lost file",
			fill: func(n *numbered) {
				n.write(0, 1, 10)
				for i, opcode := range []uint8{etlwriter.LostEvent, etlwriter.LostBuffer, etlwriter.LostFile} {
					n.Write(0, n.ticks(11+i), etlwriter.Lost(opcode))
				}
			}},
		{name: "lost-buffer.etl", about: "events 1 to 60 without the second data buffer; only the sequence numbers show it",
			arrange: []etlwriter.Arrangement{etlwriter.DropNth(0, 1)}},
		{name: "loss-flags.etl", about: "events 1 to 60; the last two buffers are flagged: events lost, buffer lost",
			arrange: []etlwriter.Arrangement{etlwriter.Change(func(b *etlwriter.Buffer) {
				switch b.Sequence {
				case 2:
					b.Flags |= etlwriter.FlagEventsLost
				case 3:
					b.Flags |= etlwriter.FlagBufferLost
				}
			})}},
		{name: "loss-counts.etl", about: "events 1 to 60; the header counts 4650 lost events and 3 lost buffers",
			settings: etlwriter.Settings{EventsLost: 4650, BuffersLost: 3}},
	}
}

// firstBuffers keeps the first buffers of a file.
func firstBuffers(count int) etlwriter.Arrangement {
	return func(_ etlwriter.Settings, buffers []*etlwriter.Buffer) []*etlwriter.Buffer {
		return buffers[:min(count, len(buffers))]
	}
}

// bufferTypes sets the types of buffers and adds some that hold no events.
func bufferTypes(_ etlwriter.Settings, buffers []*etlwriter.Buffer) []*etlwriter.Buffer {
	const contextSwitch, debugInformation = 2, 7
	sequence := int64(len(buffers))
	var out []*etlwriter.Buffer
	for i, b := range buffers {
		sequence++
		kind := []uint16{contextSwitch, etlwriter.BufferEmpty, debugInformation}[i%3]
		out = append(out, b, &etlwriter.Buffer{Sequence: sequence, Type: kind, Events: []byte{1, 2, 3, 4, 5, 6, 7, 8}})
	}
	out[2].Type = etlwriter.BufferRundown
	return out
}

// headerKinds writes an event with each kind of header.
func headerKinds(n *numbered) {
	sequence := uint32(9)
	class := etlwriter.GUIDPageFault
	payload := n.event(4).Payload
	for i, r := range []etlwriter.Record{
		n.event(1),
		etlwriter.Kernel{Form: etlwriter.System, Hook: etlwriter.HookVirtualAlloc, Version: 2, PID: 1000, TID: 1004,
			KernelTime: 3, UserTime: 5, Payload: n.event(2).Payload},
		etlwriter.Kernel{Form: etlwriter.Compact, Hook: etlwriter.HookVirtualAlloc, Version: 2, PID: 1000, TID: 1004,
			Payload: n.event(3).Payload},
		etlwriter.Classic{Class: class, Opcode: 98, Version: 2, PID: 1000, TID: 1004, Payload: payload},
		etlwriter.Classic{Class: class, Opcode: 98, Version: 2, PointerSize: etlwriter.Pointer32, PID: 1000, TID: 1004,
			Instance: &etlwriter.Instance{ID: 1, ParentID: 2, ParentClass: etlwriter.GUIDProcess}},
		etlwriter.Manifest{Provider: etlwriter.GUIDKernelProcess, ID: 2, Version: 1, Level: 4, Opcode: 2, Task: 2,
			Keyword: 0x10,
			PID:     1000, TID: 1004, Payload: etlwriter.ProcessStopped{PID: 996, ImageName: "b.exe"}.Encode(1),
			Items: []etlwriter.ExtendedItem{{Type: 6, Data: make([]byte, 24)}, {Type: 2, Data: etlwriter.NewSID(5, 18)}}},
		etlwriter.Manifest{Provider: etlwriter.GUIDKernelMemory, ID: 8, PointerSize: etlwriter.Pointer32,
			Payload: make([]byte, 4)},
		etlwriter.Message{Number: 10, Sequence: &sequence, Class: &class, WithTime: true,
			Thread: &etlwriter.ThreadID{PID: 1000, TID: 1004}, Payload: []byte("text\x00")},
		etlwriter.Message{Number: 11},
		etlwriter.Opaque{Type: 0x0D, Flag: 0xC0, Body: make([]byte, 20)},
	} {
		n.Write(0, n.ticks(1+i), r)
	}
}

// small makes simulated machines of a few seconds.
func smAll() ([]File, error) {
	leak := []scenario.Program{
		{Image: "shell.exe", Initial: 1 << 20},
		{Image: "a.exe", PID: 1000, Threads: 1, Behaviours: []scenario.Behaviour{
			scenario.Leak{BytesPerSecond: 256 << 10, Module: "leak.dll"},
			scenario.Churn{BytesPerSecond: 256 << 10, BlockBytes: 64 << 10, Lifetime: 100 * time.Millisecond,
				Module: "churn.dll"}}},
	}
	reuse := []scenario.Program{
		{Image: "alpha.exe", PID: 1000, Threads: 1, End: time.Second, Behaviours: leak[1].Behaviours},
		{Image: "beta.exe", PID: 1000, Threads: 1, Start: 1300 * time.Millisecond, Behaviours: leak[1].Behaviours},
	}
	session := etlwriter.Settings{Processors: 2, BufferSize: 4096}
	var files []File
	for _, m := range []struct {
		name, about string
		options     scenario.Options
	}{
		{"keyed-stacks.etl", "a leak of leak.dll in a.exe, its stacks told by keys that are used again",
			scenario.Options{Stacks: scenario.KeyedStacks, Programs: leak}},
		{"split-stacks.etl", "the same with kernel and user parts of the stacks in records of their own",
			scenario.Options{Stacks: scenario.SplitStacks, Programs: leak}},
		{"memory-snapshots.etl", "memory snapshots of Microsoft-Windows-Kernel-Memory every half second",
			scenario.Options{MemoryInfoEvery: 500 * time.Millisecond, MemoryInfoManifest: true, Programs: leak}},
		{"end-rundown-only.etl", "the listing at the end alone, with the regions of private memory",
			scenario.Options{Rundown: scenario.RundownAtEnd, VirtualRundown: scenario.RundownAtEnd, Programs: leak}},
		{"number-used-again.etl", "process number 1000 for alpha.exe and, 0.3 s after its end, for beta.exe",
			scenario.Options{Programs: reuse}},
	} {
		m.options.Seed, m.options.Duration, m.options.Session = 1, 3*time.Second, session
		capture, err := scenario.Run(m.options)
		if err != nil {
			return nil, err
		}
		files = append(files, File{m.name, m.about, capture.File})
	}
	return files, nil
}
