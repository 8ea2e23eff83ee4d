package weeks

import (
	"iter"
	"math"
	"math/rand/v2"
	"time"
)

// What an event tells.
type What uint8

// What events tell.
const (
	Runs What = iota // at the beginning of a capture
	Starts
	Ends
)

// Frequency is that of the performance counter of simulated machines.
const Frequency = 10_000_000

// machine is a machine while it runs.
type machine struct {
	Spec
	random   *rand.Rand
	runs     []*run
	byDay    []float64 // how busy each day is
	mean     float64   // load over a week
	booted   time.Duration
	clock    time.Duration // by how much the clock has been set
	nonpaged float64
	other    float64
	pooled   time.Duration // moment of these two
	taken    map[uint32]bool
	noise    float64
}

// Captures simulates the machine, capture after capture.
func (s Spec) Captures() iter.Seq[*Capture] {
	s = s.withDefaults()
	return func(yield func(*Capture) bool) {
		m := &machine{Spec: s, random: rand.New(rand.NewPCG(s.Seed, 1)), taken: map[uint32]bool{0: true, 4: true}}
		for range s.Days + int(s.Skip/(24*time.Hour)) + 2 {
			m.byDay = append(m.byDay, max(0.3, 1+0.15*m.random.NormFloat64()))
		}
		for h := range 7 * 24 {
			m.mean += shape(time.Duration(h)*time.Hour) / (7 * 24)
		}
		m.booted = -7 * time.Hour
		m.boot(m.booted)
		missing := map[int]bool{}
		total := int((s.Skip + time.Duration(s.Days)*24*time.Hour) / s.Capture)
		for len(missing) < min(s.Gaps, total/2) {
			missing[m.random.IntN(total)] = true
		}
		wasOff := false
		for n := range total {
			from := time.Duration(n) * s.Capture
			if m.off(from) {
				wasOff = true
				continue
			}
			if wasOff && s.Night == Off {
				m.shutDown()
				m.booted = from - 2*time.Minute
				m.boot(m.booted)
			}
			wasOff = false
			c := m.capture(from)
			if !missing[n] && from >= s.Skip && !yield(c) {
				return
			}
		}
	}
}

// off tells whether the machine is off, or sleeps.
func (m *machine) off(at time.Duration) bool {
	hour, day := int(at/time.Hour)%24, int(at/(24*time.Hour))%7
	return m.Night != On && (hour < 7 || hour >= 19 || day >= 5)
}

// weekend tells whether a moment is on a Saturday or a Sunday.
func weekend(at time.Duration) bool { return int(at/(24*time.Hour))%7 >= 5 }

// shape is the load at a moment of the week, which begins on a Monday.
func shape(at time.Duration) float64 {
	hour := math.Mod(at.Hours(), 24)
	bump := func(center, width float64) float64 {
		return math.Exp(-(hour - center) * (hour - center) / (2 * width * width))
	}
	load := min(1, bump(10.5, 1.6)+bump(15, 1.8)) + 0.05
	if weekend(at) {
		load *= 0.15
	}
	return load
}

func (m *machine) load(at time.Duration) float64 {
	if at < 0 {
		return shape(at + 7*24*time.Hour)
	}
	return shape(at) * m.byDay[min(len(m.byDay)-1, int(at/(24*time.Hour)))]
}

func batch(at time.Duration) float64 {
	if hour := math.Mod(at.Hours()+24, 24); hour >= 1 && hour < 2.5 {
		return 1
	}
	return 0
}

// boot starts all programs.
func (m *machine) boot(at time.Duration) {
	m.pooled = at
	for i := range m.Programs {
		m.runs = append(m.runs, m.start(&m.Programs[i], at+time.Duration(m.random.Int64N(int64(2*time.Minute)))))
	}
}

// start starts a program. Numbers are used again.
func (m *machine) start(p *Program, at time.Duration) *run {
	r := &run{Program: p, started: at, lastAdvanced: at, random: rand.New(rand.NewPCG(m.Seed, m.random.Uint64())),
		key: 0xffff_8000_0000_0000 | m.random.Uint64()>>18<<4}
	for r.pid = 4 * (100 + m.random.Uint32N(1500)); m.taken[r.pid]; {
		r.pid += 4
	}
	m.taken[r.pid] = true
	r.wander = p.Wander * r.random.NormFloat64()
	return r
}

// stop stops a program.
func (m *machine) stop(r *run) { delete(m.taken, r.pid) }

func (m *machine) shutDown() {
	for _, r := range m.runs {
		m.stop(r)
	}
	m.runs = m.runs[:0]
	m.nonpaged, m.other = 0, 0
}

// capture simulates one capture.
func (m *machine) capture(from time.Duration) *Capture {
	if at := 2*24*time.Hour + 12*time.Hour; m.ClockSet != 0 && m.clock == 0 && from >= at {
		m.clock = m.ClockSet
	}
	length := m.Capture
	reboot := m.reboot(from)
	if reboot != 0 {
		length = reboot - from
	}
	c := &Capture{Host: m.Host, Start: m.Start.Add(from + m.clock), Boot: m.Start.Add(m.booted + m.clock), Length: length,
		Ticks: int64((from - m.booted).Seconds() * Frequency), Bias: m.Bias, Memory: m.Memory}
	if !m.NoNames {
		for _, r := range m.runs {
			c.Items = append(c.Items, Item{Event: r.event(0, Runs)})
		}
	}
	for at := m.Every; at < length; at += m.Every {
		m.restart(c, from, at)
		c.Items = append(c.Items, Item{Snapshot: m.snapshot(from, at)})
	}
	if reboot != 0 {
		m.shutDown()
		m.booted = reboot + time.Minute
		m.boot(m.booted)
	}
	return c
}

// reboot gives the moment in the capture that begins at a moment at which the machine is started anew, 0 for none.
func (m *machine) reboot(from time.Duration) time.Duration {
	for _, day := range m.Reboots {
		if at := time.Duration(day)*24*time.Hour + 3*time.Hour + 30*time.Minute; from < at && at <= from+m.Capture {
			return at
		}
	}
	return 0
}

func (r *run) event(at time.Duration, what What) *Event {
	return &Event{At: at, What: what, PID: r.pid, Key: r.key, Image: r.Image, Command: r.Command}
}

// restart restarts the programs whose time has come.
func (m *machine) restart(c *Capture, from, at time.Duration) {
	const night = 3 * time.Hour
	for i, r := range m.runs {
		updated := r.Kind == LeakUpdate && r.started < r.LeakFrom && r.LeakFrom < from+at
		again := r.Restart != 0 && periods(from+at-night, r.Restart) != periods(r.started-night, r.Restart)
		if !updated && !again {
			continue
		}
		m.stop(r)
		next := m.start(r.Program, from+at-time.Second)
		m.runs[i] = next
		if !m.NoEvents && !m.NoNames {
			c.Items = append(c.Items, Item{Event: r.event(at-2*time.Second, Ends)}, Item{Event: next.event(at-time.Second, Starts)})
		}
	}
}

// periods counts the whole periods until a moment.
func periods(at, period time.Duration) int64 { return int64(math.Floor(at.Hours() / period.Hours())) }

func (m *machine) snapshot(from, at time.Duration) *Snapshot {
	now := from + at
	load, job := m.load(now), batch(now)
	s := &Snapshot{At: at, Processes: make([]Reading, 0, len(m.runs))}
	var sets uint64
	days := max(0, now-m.pooled).Hours() / 24
	m.pooled = now
	m.nonpaged += m.Nonpaged * days
	m.other += m.Other * days
	m.noise = 0.9*m.noise + m.random.NormFloat64()
	for _, r := range m.runs {
		r.advance(now, load, m.mean)
		commit, set, private := r.level(now, load, job)
		reading := Reading{PID: r.pid, Commit: pages(commit), Set: pages(set), Private: pages(private), Virtual: pages(commit + 2<<40)}
		s.Processes = append(s.Processes, reading)
		s.Commit += reading.Commit
		sets += reading.Set
	}
	s.Nonpaged = pages(600<<20 + 40<<20*load + m.nonpaged + m.noise*(1<<19))
	s.Paged = pages(800<<20 + 100<<20*load + m.noise*(1<<20))
	s.Driver = pages(60 << 20)
	s.Commit += s.Nonpaged + s.Paged + pages(900<<20+m.other)
	s.Available = m.Memory - min(m.Memory, sets+s.Nonpaged+s.Paged+pages(2<<30+m.other))
	return s
}

// pages rounds to whole pages.
func pages(bytes float64) uint64 { return uint64(max(0, bytes)) &^ 4095 }
