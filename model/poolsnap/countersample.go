package poolsnap

import (
	"strconv"
	"strings"
	"time"
)

// counterHost is a machine of which a file has counters, with the values of the line that is read.
type counterHost struct {
	sample    Memory
	any       bool
	values    [processWorkingSet]uint64 // by counterID
	has       [processWorkingSet]bool
	uptime    float64
	processes []*counterProcess
	byName    map[string]*counterProcess
}

// counterProcess is an instance of a process.
type counterProcess struct {
	name   string
	number uint32 // of the process, from its name, 0 where that has none
	pid    uint32
	values [numCounters - processWorkingSet]uint64 // by counterID less processWorkingSet
	has    [numCounters - processWorkingSet]bool
	any    bool
}

// totalInstance is the name of the sum of all processes, in all languages.
const totalInstance = "_Total"

func newCounterHost(name string) *counterHost {
	return &counterHost{sample: Memory{Host: name}, byName: map[string]*counterProcess{}}
}

// process gives the process of an instance. Instances of Process V2 are named after the program and its number,
// chrome:1234.
func (h *counterHost) process(instance string) *counterProcess {
	p := h.byName[instance]
	if p == nil {
		p = &counterProcess{name: instance}
		if i := strings.LastIndexByte(instance, ':'); i > 0 {
			if n, err := strconv.ParseUint(instance[i+1:], 10, 32); err == nil {
				p.number = uint32(n)
			}
		}
		h.byName[instance] = p
		h.processes = append(h.processes, p)
	}
	return p
}

func (h *counterHost) clear() {
	h.any = false
	h.has = [processWorkingSet]bool{}
	for _, p := range h.processes {
		p.has, p.any = [numCounters - processWorkingSet]bool{}, false
	}
}

func (h *counterHost) set(c counterColumn, v float64) {
	h.any = true
	if p := c.process; p != nil {
		p.values[c.id-processWorkingSet], p.has[c.id-processWorkingSet], p.any = uint64(v), true, true
		return
	}
	if c.id == systemUptime {
		h.uptime = v
	}
	h.values[c.id], h.has[c.id] = uint64(v), true
}

// memory gives the values of the line as a sample. It points into the host.
func (h *counterHost) memory(at time.Time) *Memory {
	m := &h.sample
	m.Time = at
	value := func(id counterID) *uint64 {
		if !h.has[id] {
			return nil
		}
		return &h.values[id]
	}
	if !h.has[memoryAvailable] {
		for _, coarse := range []struct {
			id    counterID
			shift int
		}{{memoryAvailableKB, 10}, {memoryAvailableMB, 20}} {
			if h.has[coarse.id] && h.values[coarse.id] < 1<<43 {
				h.values[memoryAvailable], h.has[memoryAvailable] = h.values[coarse.id]<<coarse.shift, true
				break
			}
		}
	}
	m.Available = value(memoryAvailable)
	m.Committed, m.CommitLimit = value(memoryCommitted), value(memoryLimit)
	m.Nonpaged, m.Paged = value(memoryNonpaged), value(memoryPaged)
	m.NonpagedAllocs, m.PagedAllocs = value(memoryNonpagedAllocs), value(memoryPagedAllocs)
	m.SystemCache, m.FreePTEs = value(memoryCache), value(memoryFreePTEs)
	m.Uptime = nil
	if h.has[systemUptime] {
		m.Uptime = &h.uptime
	}
	m.WorkingSets, m.PrivateBytes = nil, nil
	clear(m.Processes)
	for _, p := range h.processes {
		switch {
		case !p.any:
		case strings.EqualFold(p.name, totalInstance):
			m.WorkingSets, m.PrivateBytes = p.value(processWorkingSet), p.value(processPrivate)
		default:
			if m.Processes == nil {
				m.Processes = map[string]ProcessMemory{}
			}
			m.Processes[p.name] = p.memory()
		}
	}
	return m
}

func (p *counterProcess) value(id counterID) *uint64 {
	if !p.has[id-processWorkingSet] {
		return nil
	}
	return &p.values[id-processWorkingSet]
}

func (p *counterProcess) memory() ProcessMemory {
	m := ProcessMemory{WorkingSet: p.value(processWorkingSet), PrivateBytes: p.value(processPrivate),
		Virtual: p.value(processVirtual), Handles: p.value(processHandles),
		NonpagedQuota: p.value(processNonpaged), PagedQuota: p.value(processPaged)}
	switch id := p.value(processID); {
	case id != nil && *id < 1<<32:
		p.pid = uint32(*id)
		m.PID = &p.pid
	case id == nil && p.number != 0:
		p.pid = p.number
		m.PID = &p.pid
	}
	return m
}
