package scenario

import (
	"math/rand/v2"
	"time"

	"etledger/internal/etlwriter"
)

// machine is the simulated machine while it runs.
type machine struct {
	options  Options
	session  *etlwriter.Session
	settings etlwriter.Settings
	size     etlwriter.PointerSize
	random   *rand.Rand
	queue    queue
	now      time.Duration
	ticks    int64 // stamp of the last event

	processes []*process // every one that ever ran, in order of start
	system    *process
	nextID    uint32 // of processes and threads, which share their numbers
	taken     map[uint32]bool
	images    imageCatalog
	told      map[string]bool // paths of images whose versions have been told
	keys      *stackCache
	files     fileTable
	pool      []PoolTruth
	nextPool  uint64 // address of the next pool allocation
}

// Run simulates the machine and gives the capture of it.
func Run(options Options) (*Capture, error) {
	o := options.withDefaults()
	if err := o.validate(); err != nil {
		return nil, err
	}
	o.Session.CountDropped = o.LossesTold
	session, err := etlwriter.NewSession(o.Session)
	if err != nil {
		return nil, err
	}
	m := &machine{
		options:  o,
		session:  session,
		settings: session.Settings(),
		size:     session.Settings().PointerSize,
		random:   source(o.Seed, 0),
		ticks:    session.Settings().StartTicks,
		nextID:   400,
		taken:    map[uint32]bool{},
		told:     map[string]bool{},
	}
	m.images = newImageCatalog(m.size, source(o.Seed, 1))
	m.keys = newStackCache(source(o.Seed, 2))
	m.files = fileTable{size: m.size, random: source(o.Seed, 4)}
	m.nextPool = kernelAddress(m.size, source(o.Seed, 5)) + 0x10
	m.boot()
	m.beginPool()
	m.beginFloods()
	m.writeStart()
	for m.queue.Len() > 0 {
		next := m.queue.next()
		if next.at >= o.Duration {
			break
		}
		m.now = max(m.now, next.at)
		next.do()
	}
	m.now = o.Duration
	m.writeEnd()
	return m.finish()
}

// source gives the random numbers of one actor: each has its own, so that a change to one leaves the others alone.
func source(seed uint64, actor uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, actor)) }

// boot starts what runs before the capture, and plans the rest.
func (m *machine) boot() {
	for _, p := range m.options.Programs {
		if p.PID != 0 {
			m.taken[p.PID] = true
		}
	}
	m.newProcess(Program{Image: "Idle", PID: 0, Threads: m.settings.Processors, User: LocalSystem, Kind: "idle"}, nil, 1)
	m.system = m.newProcess(Program{Image: "System", PID: 4, Threads: 4, User: LocalSystem, Kind: "idle"}, nil, 2)
	for i, p := range m.options.Programs {
		actor := uint64(100 + 100*i)
		if p.Start > 0 {
			m.queue.plan(p.Start, func() { m.startInside(p, actor) })
			continue
		}
		born := m.newProcess(p, m.parentOf(p), actor)
		born.beginBehaviours()
		m.planEnd(born)
	}
}

// parentOf gives the running process that starts a program: the youngest with the image named, or System.
func (m *machine) parentOf(program Program) *process {
	for i := len(m.processes) - 1; i >= 0; i-- {
		if p := m.processes[i]; p.program.Image == program.Parent && !p.ended {
			return p
		}
	}
	return m.system
}

func (m *machine) planEnd(p *process) {
	if p.program.End > 0 {
		m.queue.plan(p.program.End, func() { p.exit() })
	}
}

// identifier gives a number for a process or thread, a multiple of four as on Windows.
func (m *machine) identifier() uint32 {
	for {
		m.nextID += 4 * (1 + m.random.Uint32N(8))
		if !m.taken[m.nextID] {
			m.taken[m.nextID] = true
			return m.nextID
		}
	}
}

// stamp gives the raw ticks of the present moment. No two events of the machine share a stamp, so that the order of the
// file is that of the simulation.
func (m *machine) stamp() int64 {
	m.ticks = m.nextStamp()
	return m.ticks
}

// nextStamp gives the ticks that the next event of the present moment will have.
func (m *machine) nextStamp() int64 {
	perSecond := int64(m.settings.TicksPerSecond())
	whole, rest := int64(m.now/time.Second), int64(m.now%time.Second)
	ticks := m.settings.StartTicks + whole*perSecond + rest*perSecond/int64(time.Second)
	return max(m.ticks+1, ticks+m.paused())
}

// write puts a record in the file now, and gives its stamp.
func (m *machine) write(processor int, r etlwriter.Record) int64 {
	ticks := m.stamp()
	m.session.Write(processor, ticks, r)
	return ticks
}

// perfinfo writes a kernel event without thread.
func (m *machine) perfinfo(processor int, hook etlwriter.Hook, version uint8, payload []byte) int64 {
	if m.options.Flaws.unrecorded(hook) {
		return m.stamp()
	}
	return m.write(processor, etlwriter.Kernel{Form: etlwriter.Perfinfo, Hook: hook, Version: version, Payload: payload})
}

// logged writes a kernel event of a thread.
func (m *machine) logged(processor int, by etlwriter.ThreadID, hook etlwriter.Hook, version uint8,
	payload []byte) int64 {
	if m.options.Flaws.unrecorded(hook) {
		return m.stamp()
	}
	return m.write(processor, etlwriter.Kernel{Form: etlwriter.System, Hook: hook, Version: version, PID: by.PID,
		TID:     by.TID,
		Payload: payload})
}

// processor picks where something runs: low numbers are busy, high ones nearly idle.
func (m *machine) processor(random *rand.Rand) int {
	for p := range m.settings.Processors - 1 {
		if random.Float64() < 0.6 {
			return p
		}
	}
	return m.settings.Processors - 1
}

// finish closes the books and the session, and loses what shall be lost.
func (m *machine) finish() (*Capture, error) {
	truth := Truth{Seed: m.options.Seed, DurationS: m.options.Duration.Seconds()}
	for _, p := range m.processes {
		p.close()
		truth.Lifetimes = append(truth.Lifetimes, *p.truth)
	}
	truth.Pool = m.pool
	random := source(m.options.Seed, 3)
	lose := etlwriter.Drop(func(*etlwriter.Buffer) bool {
		lost := random.Float64() < m.options.LostBuffers
		if lost {
			truth.BuffersLost++
		}
		return lost
	})
	file, err := m.session.Finish(append([]etlwriter.Arrangement{lose}, m.options.Arrangements...)...)
	if err != nil {
		return nil, err
	}
	return &Capture{File: file, Truth: truth}, nil
}
