package poolseries

import (
	"cmp"
	"fmt"
	"time"

	"etledger/model/poolsnap"
)

// Options bound what a book costs. The zero value gives the defaults.
type Options struct {
	Bins    int // of a series at most, default 512, at least 16
	Cells   int // of all series together, default 6 million of 88 bytes: more make the bins fewer, down to 16
	Pending int // rows that may wait to be put in order, default 1 million of 40 bytes
}

const leastBins = 16

// Book enters snapshots and makes series of them. It is for one goroutine.
type Book struct {
	options  Options
	bins     int // of a series at most, now
	cells    int // that are allocated
	pending  int // rows that wait
	free     [][]row
	machines map[string]*machine
	unnamed  string // host of what names none
	grids    []*grid
	set      Set
}

// machine is one host.
type machine struct {
	host    string
	keys    table[poolsnap.Key]
	names   table[string] // of processes
	mapped  map[uint32]string
	booted  []int64 // moments at which it is known to have started, ns since 1970 UTC, sorted
	pools   timed
	ordinal timed
	memory  [sources]timed
	process timed
}

// timed is one kind of snapshots of a machine: those that wait, and the boots that were made of the others.
type timed struct {
	queue
	boots []*boot
	by    [5]int // snapshots by where their time is from
}

// table numbers keys in order of arrival.
type table[K comparable] struct {
	number map[K]uint32
	keys   []K
}

func (t *table[K]) id(k K) uint32 {
	if id, ok := t.number[k]; ok {
		return id
	}
	if t.number == nil {
		t.number = map[K]uint32{}
	}
	id := uint32(len(t.keys))
	t.number[k] = id
	t.keys = append(t.keys, k)
	return id
}

// New makes an empty book.
func New(o Options) *Book {
	if o.Bins <= 0 {
		o.Bins = 512
	}
	if o.Cells <= 0 {
		o.Cells = 6 << 20
	}
	if o.Pending <= 0 {
		o.Pending = 1 << 20
	}
	o.Bins = max(o.Bins, leastBins)
	return &Book{options: o, bins: o.Bins, machines: map[string]*machine{}}
}

// TooLargeError tells that there are more tags than memory was allowed for.
type TooLargeError struct{ Series int }

// Error says how many there are.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%d different tags are more than can be followed: this is hardly a listing of pool tags", e.Series)
}

// Unnamed tells of which host the snapshots added from now on are that name none.
func (b *Book) Unnamed(host string) { b.unnamed = host }

func (b *Book) machine(host string) *machine {
	m := b.machines[host]
	if m == nil {
		m = &machine{host: host, mapped: map[uint32]string{}}
		b.machines[host] = m
		m.pools.take = func(e *entry) { b.takePools(m, &m.pools, e, false) }
		m.ordinal.take = func(e *entry) { b.takePools(m, &m.ordinal, e, true) }
		m.process.take = func(e *entry) { b.takeMemory(m, &m.process, e) }
		for i := range m.memory {
			m.memory[i].take = func(e *entry) { b.takeMemory(m, &m.memory[i], e) }
		}
	}
	return m
}

// sessionPools is added to the host of snapshots of session pools: their tags are others than those of the system's pools.
const sessionPools = " (session pools)"

// rows gives an empty list of rows, from what was used before where there is some.
func (b *Book) rows() []row {
	if n := len(b.free); n > 0 {
		r := b.free[n-1]
		b.free = b.free[:n-1]
		return r
	}
	return nil
}

// Add enters a snapshot, with what its head lines say of the machine. Nothing of it is kept. Memory counters with uptimes
// should be added first: they tell the boots.
func (b *Book) Add(s *poolsnap.Snapshot) error {
	host := cmp.Or(s.Memory.Host, b.unnamed)
	if s.Session {
		host += sessionPools
	}
	m := b.machine(host)
	e := &entry{file: s.File, line: s.Line, complete: !s.Partial, rows: b.rows(), digest: digestSeed}
	q := &m.ordinal
	if s.TimeFrom != poolsnap.TimeUnknown {
		q, e.at = &m.pools, s.Time.UnixNano()
		e.bootedAt = bootedAt(e.at, s.Memory.Uptime)
		if err := b.addMemory(m, e, &s.Memory, fromHeads); err != nil {
			return err
		}
	}
	for i := range s.Rows {
		r := &s.Rows[i]
		id := m.keys.id(r.Key)
		if r.Mapped != "" && m.mapped[id] == "" {
			m.mapped[id] = r.Mapped
		}
		f := figuresOf(r)
		e.rows = append(e.rows, row{id, f})
		e.digest = digest(e.digest, uint64(id)|uint64(f.has)<<32, f.allocs, f.frees, f.count, f.bytes)
	}
	q.by[s.TimeFrom]++
	b.set.Rows += len(e.rows)
	if s.Partial {
		b.set.Partial++
	}
	return b.wait(&q.queue, e)
}

// AddMemory enters counters of the machine's memory. Nothing of them is kept. Values without time are left out.
func (b *Book) AddMemory(v *poolsnap.Memory, file string, line int) error {
	if v.Time.IsZero() {
		return nil
	}
	m := b.machine(cmp.Or(v.Host, b.unnamed))
	e := &entry{at: v.Time.UnixNano(), file: file, line: line}
	e.bootedAt = bootedAt(e.at, v.Uptime)
	return b.addMemory(m, e, v, fromCounters)
}

// wait puts a snapshot in the queue, and takes the earlier half of those that wait when they have become too many.
func (b *Book) wait(q *queue, e *entry) error {
	q.waiting = append(q.waiting, e)
	q.rows += len(e.rows)
	b.pending += len(e.rows)
	if b.pending <= b.options.Pending {
		return nil
	}
	for _, m := range b.machines {
		for _, q := range m.queues() {
			q.flush(b, max(1, q.rows/2))
		}
	}
	return b.checkSize()
}

func (m *machine) queues() []*queue {
	list := []*queue{&m.process.queue}
	for i := range m.memory {
		list = append(list, &m.memory[i].queue)
	}
	return append(list, &m.pools.queue, &m.ordinal.queue)
}

// checkSize makes the bins of all series fewer when they take too much memory.
func (b *Book) checkSize() error {
	for b.cells > b.options.Cells && b.bins > leastBins {
		b.bins /= 2
		for _, g := range b.grids {
			for len(g.bins) > b.bins {
				g.fold()
			}
			g.shrink()
		}
	}
	if b.cells > 4*b.options.Cells {
		n := 0
		for _, m := range b.machines {
			n += len(m.keys.keys)
		}
		return &TooLargeError{n}
	}
	return nil
}

// bootedAt is when a machine started that has run for some seconds.
func bootedAt(at int64, uptime *float64) int64 {
	if uptime == nil || !(*uptime >= 0) || *uptime > 1e9 {
		return 0
	}
	return at - int64(*uptime*float64(time.Second))
}

const digestSeed = 0xcbf29ce484222325

// digest mixes values into a digest of rows: it tells copies of a snapshot.
func digest(d uint64, values ...uint64) uint64 {
	for _, v := range values {
		d = (d ^ v) * 0x9e3779b97f4a7c15
		d ^= d >> 29
	}
	return d
}
