package fleetscenario

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"time"

	"etledger/internal/etlwriter"
	"etledger/internal/scenario"
)

// The programs that something is true of.
const (
	LeakingImage   = "sync-agent.exe" // build NewVersion of it leaks on leaking hosts
	LeakingModule  = "sync-store.dll"
	OldVersion     = "5.1.7.0"
	NewVersion     = "5.2.0.0"
	OldStamp       = 0x659A1000
	NewStamp       = 0x66B2D400
	LeakRate       = 48 * kib        // bytes per second, times 0.5 to 1.5 by host
	GrowingImage   = "telemetry.exe" // grows between captures on growing hosts
	GrowingVersion = "3.0.11.0"
	GrowingStamp   = 0x64F01234
	// GrowthPerHour is what GrowingImage takes between captures.
	GrowthPerHour = 2 * mib
)

const (
	kib = 1 << 10
	mib = 1 << 20
)

// Spec says how large a fleet is. Zero fields take the default named at each.
type Spec struct {
	Seed     uint64
	Hosts    int           // 100
	Captures int           // of each host; 10
	Duration time.Duration // of a capture; 90 s
	Every    time.Duration // between captures of a host; 12 h
	// Broken is how many files are added that are no capture, or a broken one, of every kind in turn.
	Broken int
}

func (s Spec) withDefaults() Spec {
	if s.Hosts == 0 {
		s.Hosts = 100
	}
	if s.Captures == 0 {
		s.Captures = 10
	}
	if s.Duration == 0 {
		s.Duration = 90 * time.Second
	}
	if s.Every == 0 {
		s.Every = 12 * time.Hour
	}
	return s
}

// Truth is what is true of a fleet.
type Truth struct {
	Hosts        int      `json:"hosts"`
	Captures     int      `json:"captures"`
	Broken       int      `json:"broken"`
	Leaking      []string `json:"leaking_hosts"` // on which NewVersion of LeakingImage leaks
	Updated      []string `json:"updated_hosts"` // that have NewVersion in their last captures
	Growing      []string `json:"growing_hosts"` // on which GrowingImage grows from capture to capture
	LeakingRates []Rate   `json:"leaking_rates"` // of LeakingImage, by host
}

// Rate is how fast something leaks on a host.
type Rate struct {
	Host      string  `json:"host"`
	BytesPerS float64 `json:"bytes_per_s"`
}

// File is one file of the archive.
type File struct {
	Name   string // path with slashes: ring/host/time_workload.etl
	Data   []byte
	Broken bool
}

// host is one machine.
type host struct {
	name, ring       string
	updated, leaking bool
	growing          bool
	rate             float64 // of the leak, bytes per second
}

// hosts gives the machines: three of ten are updated, a third of these leak. Updated ones are in ring "fast".
func (s Spec) hosts() []host {
	list := make([]host, s.Hosts)
	random := rand.New(rand.NewPCG(s.Seed, 0x686f737473))
	for i := range list {
		h := host{name: fmt.Sprintf("PC-%04d", i+1), ring: "broad", rate: LeakRate * (0.5 + random.Float64())}
		h.updated = i%10 < 3
		h.leaking = i%10 == 1
		h.growing = i%20 == 7
		if h.updated {
			h.ring = "fast"
		}
		list[i] = h
	}
	return list
}

// Truth tells what is true of the fleet.
func (s Spec) Truth() Truth {
	s = s.withDefaults()
	t := Truth{Hosts: s.Hosts, Captures: s.Hosts * s.Captures, Broken: s.Broken}
	for _, h := range s.hosts() {
		if h.leaking {
			t.Leaking = append(t.Leaking, h.name)
			t.LeakingRates = append(t.LeakingRates, Rate{h.name, h.rate})
		}
		if h.updated {
			t.Updated = append(t.Updated, h.name)
		}
		if h.growing {
			t.Growing = append(t.Growing, h.name)
		}
	}
	return t
}

// Files gives the files of the archive, captures of the first host first, broken ones last.
func (s Spec) Files() iter.Seq2[File, error] {
	s = s.withDefaults()
	return func(yield func(File, error) bool) {
		var last []byte
		for i, h := range s.hosts() {
			for k := range s.Captures {
				options, name := s.capture(i, h, k)
				c, err := scenario.Run(options)
				if err != nil {
					yield(File{}, fmt.Errorf("%s: %w", name, err))
					return
				}
				last = c.File
				if !yield(File{Name: name, Data: c.File}, nil) {
					return
				}
			}
		}
		for n := range s.Broken {
			if !yield(broken(n, last), nil) {
				return
			}
		}
	}
}

// begin is when the first capture of the fleet begins: Monday, 3 November 2025, 08:00 UTC.
var begin = time.Date(2025, 11, 3, 8, 0, 0, 0, time.UTC)

// capture describes capture k of a host. Hosts are updated half-way.
func (s Spec) capture(i int, h host, k int) (scenario.Options, string) {
	seed := s.Seed ^ uint64(i)<<32 ^ uint64(k)<<8 ^ 0x5eed
	random := rand.New(rand.NewPCG(seed, 1))
	start := begin.Add(time.Duration(i%60)*time.Minute + time.Duration(k)*s.Every)
	workload := []string{"office", "build", "idle"}[random.IntN(3)]
	options := scenario.Options{
		Seed: seed, Duration: s.Duration, Stacks: scenario.DirectStacks, MemoryInfoEvery: 15 * time.Second,
		ComputerName: h.name,
		Session: etlwriter.Settings{Processors: 2, StartTime: filetime(start), BootTime: filetime(begin.Add(-time.Duration(i%7+1) * time.Hour)),
			LogFileName: `C:\traces\` + h.name + `.etl`, Mode: etlwriter.ModeSequential | etlwriter.ModeRelog},
		Programs: s.programs(h, k, random),
	}
	name := fmt.Sprintf("%s/%s/%s_%s.etl", h.ring, h.name, start.Format("2006-01-02T150405Z"), workload)
	return options, name
}

// filetime gives a time in 100 ns since 1601.
func filetime(t time.Time) uint64 { return uint64(t.UnixNano()/100) + 116444736000000000 }

// broken gives the n-th file that is no whole capture. A cut one can still be read in part; the others cannot.
func broken(n int, capture []byte) File {
	name := fmt.Sprintf("broad/PC-%04d/2025-11-30T080000Z_broken.etl", 9000+n)
	switch n % 4 {
	case 0:
		return File{Name: name, Data: nil, Broken: true}
	case 1:
		return File{Name: name, Data: []byte("This is not a recording.\n"), Broken: true}
	case 2:
		random := rand.New(rand.NewPCG(uint64(n), 2))
		data := make([]byte, 100_000)
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		return File{Name: name, Data: data, Broken: true}
	}
	return File{Name: name, Data: capture[:len(capture)*2/3], Broken: true}
}
