package scenario

import (
	"math/rand/v2"
	"strings"

	"etledger/internal/etlwriter"
)

// process is one process while the machine runs.
type process struct {
	machine *machine
	program Program
	truth   *Lifetime
	account *account
	space   *addressSpace
	random  *rand.Rand
	actor   uint64
	parent  *process

	key, directory uint64
	commandLine    string
	path           string // DOS path of the image
	threads        []*thread
	modules        []*module
	processor      int
	regions        []block // private memory, in order of reservation
	views          []etlwriter.MapView
	ended          bool
	startTicks     int64
	endTicks       int64
	leaks          []*leaking
}

type thread struct {
	id                      uint32
	stackBase, stackLimit   uint64 // kernel
	userBase, userLimit     uint64
	start, environmentBlock uint64
}

// newProcess makes a process known to the machine, without an event.
func (m *machine) newProcess(program Program, parent *process, actor uint64) *process {
	random := source(m.options.Seed, actor)
	p := &process{machine: m, program: program, random: random, actor: actor, parent: parent,
		space:     newAddressSpace(m.size, random.Uint64()),
		key:       kernelAddress(m.size, random),
		directory: (0x1000 + random.Uint64N(1<<20)) << 12,
		processor: m.processor(random),
	}
	if program.Key != 0 {
		p.key = program.Key
	}
	pid := program.PID
	if pid == 0 && program.Image != "Idle" {
		pid = m.identifier()
	}
	p.truth = &Lifetime{PID: pid, Image: program.Image, Kind: program.Kind, ExitStatus: program.ExitStatus,
		BornInside: program.Start > 0, UnloggedBytes: roundUp(program.Unlogged, pageSize)}
	if parent != nil {
		p.truth.ParentPID = parent.truth.PID
	}
	p.account = newAccount(p.truth)
	p.account.addPrivate(p.truth.UnloggedBytes)
	if !p.truth.BornInside {
		p.truth.InitialPrivateBytes = p.truth.UnloggedBytes
	}
	p.name()
	threads := program.Threads
	if threads == 0 {
		threads = 2
	}
	for range threads {
		p.threads = append(p.threads, p.newThread())
	}
	p.modules = m.images.load(p)
	p.startThreads()
	p.existed(roundUp(program.Initial, pageSize))
	m.processes = append(m.processes, p)
	return p
}

// name sets the path and the command line. Idle and System have neither.
func (p *process) name() {
	if p.actor < 100 {
		return
	}
	folder := p.program.Folder
	if folder == "" {
		folder = `C:\Program Files\` + strings.TrimSuffix(p.program.Image, ".exe")
	}
	p.path = folder + `\` + p.program.Image
	p.commandLine = strings.TrimSpace(`"` + p.path + `" ` + p.program.Arguments)
	p.truth.CommandLine = p.commandLine
}

func (p *process) newThread() *thread {
	t := &thread{stackLimit: kernelAddress(p.machine.size, p.random) &^ 0xFFFF}
	t.stackBase = t.stackLimit + 0x6000
	if p.program.Image != "Idle" {
		t.id = p.machine.identifier()
	}
	if p.actor >= 100 {
		stack := p.space.take(1 << 20)
		t.userBase, t.userLimit = stack+1<<20, stack+1<<20-0x4000
		t.environmentBlock = p.space.take(granularity)
	}
	return t
}

// startThreads tells the threads where they start: in the program, or in the kernel.
func (p *process) startThreads() {
	for i, t := range p.threads {
		switch {
		case p.program.Image == "Idle" || p.program.Image == "System":
			t.start = p.machine.images.kernel[0].at("system thread")
		case i == 0:
			t.start = p.modules[0].at("main")
		default:
			t.start = p.modules[0].at("worker")
		}
	}
}

// existed gives the process memory from before the capture, in regions of at most 4 MiB.
func (p *process) existed(bytes uint64) {
	for bytes > 0 {
		size := min(bytes, 4<<20)
		base := p.space.take(size)
		p.account.existed(base, size)
		p.regions = append(p.regions, block{base, size})
		bytes -= size
	}
}

func (p *process) beginBehaviours() {
	for i, b := range p.program.Behaviours {
		b.begin(&actor{process: p, random: source(p.machine.options.Seed, p.actor+1+uint64(i)), born: p.machine.now})
	}
}

// main is the process's first thread.
func (p *process) main() etlwriter.ThreadID {
	return etlwriter.ThreadID{PID: p.truth.PID, TID: p.threads[0].id}
}

// anyThread picks one of the process's threads.
func (p *process) anyThread() etlwriter.ThreadID {
	t := p.threads[p.random.IntN(len(p.threads))]
	return etlwriter.ThreadID{PID: p.truth.PID, TID: t.id}
}

// move gives the processor that the process runs on now: it mostly stays where it was.
func (p *process) move() int {
	if p.random.Float64() < 0.1 {
		p.processor = p.machine.processor(p.random)
	}
	return p.processor
}

// startInside starts a program while the capture runs, with the events of a start.
func (m *machine) startInside(program Program, actor uint64) {
	p := m.newProcess(program, m.parentOf(program), actor)
	creator := p.parent.main()
	processor := p.move()
	p.commitEarly(processor)
	p.startTicks = m.logged(processor, creator, etlwriter.HookProcessStart, 4, p.payload(statusPending))
	for _, t := range p.threads {
		m.logged(processor, creator, etlwriter.HookThreadStart, 3, p.threadPayload(t))
	}
	for _, i := range p.modules {
		m.tellBuild(processor, p.truth.PID, i)
		m.logged(processor, p.main(), etlwriter.HookImageLoad, 3, i.payload(m.size, p.truth.PID))
	}
	p.beginBehaviours()
	m.planEnd(p)
}

// exit ends the process with the events of an end. What it holds is gone without a VirtualFree.
func (p *process) exit() {
	m, processor, by := p.machine, p.move(), p.main()
	m.logged(processor, by, etlwriter.HookProcessTerminate, 2, etlwriter.ProcessTerminate(p.truth.PID))
	for i := len(p.threads) - 1; i >= 0; i-- {
		m.logged(processor, by, etlwriter.HookThreadEnd, 3, p.threadPayload(p.threads[i]))
	}
	for _, i := range p.modules {
		m.tellBuild(processor, p.truth.PID, i)
		m.logged(processor, by, etlwriter.HookImageUnload, 3, i.payload(m.size, p.truth.PID))
	}
	if !m.options.NoCounters {
		m.logged(processor, by, etlwriter.HookProcessCounters, 2, p.counters(true).Encode(m.size))
	}
	p.endTicks = m.logged(processor, by, etlwriter.HookProcessEnd, 4, p.payload(p.program.ExitStatus))
	p.ended = true
	p.truth.EndedInside = true
	p.account.close()
}

// statusPending is the exit status of what has not ended.
const statusPending = 0x103

func (p *process) payload(status uint32) []byte {
	return etlwriter.Process{Key: p.key, PID: p.truth.PID, ParentPID: p.truth.ParentPID, SessionID: p.sessionID(),
		ExitStatus: status, DirectoryTableBase: p.directory, ImageName: p.program.Image, CommandLine: p.commandLine,
		User: etlwriter.TokenUser{SID: p.sid(), Pointer: p.key + 0x4b0},
	}.Encode(4, p.machine.size)
}

func (p *process) sessionID() uint32 {
	if p.program.User == InteractiveUser {
		return 1
	}
	return 0
}

func (p *process) sid() []byte {
	switch p.program.User {
	case LocalSystem:
		return etlwriter.NewSID(5, 18)
	case LocalService:
		return etlwriter.NewSID(5, 19)
	case NetworkService:
		return etlwriter.NewSID(5, 20)
	}
	return etlwriter.NewSID(5, 21, 1844237615, 1757981266, 725345543, 1001)
}

func (p *process) threadPayload(t *thread) []byte {
	name := ""
	return etlwriter.Thread{PID: p.truth.PID, TID: t.id, StackBase: t.stackBase, StackLimit: t.stackLimit,
		UserStackBase: t.userBase, UserStackLimit: t.userLimit, Affinity: 1<<p.machine.settings.Processors - 1,
		Win32StartAddr: t.start, TebBase: t.environmentBlock, BasePriority: 8, PagePriority: 5, IoPriority: 2, Name: &name,
	}.Encode(3, p.machine.size)
}

// counters are the kernel's counts. At the end of a process the current values are zero and only the peaks tell.
func (p *process) counters(atExit bool) etlwriter.ProcessCounters {
	var images uint64
	for _, i := range p.modules {
		images += i.size
	}
	peak, private := p.truth.PeakPrivateBytes, p.account.private
	c := etlwriter.ProcessCounters{PID: p.truth.PID, PageFaultCount: uint32((peak + images/4) / pageSize),
		HandleCount: 80 + p.truth.PID%400, PeakVirtualSize: 2<<40 + images + p.reserved(), PeakWorkingSetSize: peak +
			images/4,
		PeakPagefileUsage: peak, PeakPagedPool: 120_000 + images/1000, PeakNonPagedPool: 9_000 + images/20_000}
	if p.machine.size == etlwriter.Pointer32 {
		c.PeakVirtualSize -= 2 << 40
	}
	if atExit {
		return c
	}
	c.VirtualSize, c.WorkingSetSize = c.PeakVirtualSize, private+images/4
	c.PagefileUsage, c.PrivatePageCount = private, private
	c.PagedPool, c.NonPagedPool = c.PeakPagedPool, c.PeakNonPagedPool
	return c
}

// reserved is the number of bytes of the process's own regions.
func (p *process) reserved() uint64 {
	var bytes uint64
	for _, r := range p.regions {
		bytes += r.size
	}
	return bytes
}

// close writes the end into the truth of a process that still runs.
func (p *process) close() {
	s := p.machine.settings
	if !p.ended {
		p.endTicks = p.machine.ticks
		p.account.close()
	}
	if p.truth.BornInside {
		p.truth.StartS = seconds(s, p.startTicks)
	}
	p.truth.EndS = seconds(s, p.endTicks)
	if leaked := p.truth.LeakBytes; leaked > 0 {
		p.truth.LeakBytesPerSecond = float64(leaked) / p.leakSeconds()
	}
}

// kernelAddress gives a random address of the kernel's half.
func kernelAddress(size etlwriter.PointerSize, random *rand.Rand) uint64 {
	if size == etlwriter.Pointer32 {
		return 0x8000_0000 + random.Uint64N(0x7000_0000)&^0xFFF
	}
	return 0xFFFF_8000_0000_0000 + random.Uint64N(1<<46)&^0xFFF
}
