// Command fleetrows writes a dataset of results without captures: a fleet by chance, in which there is something of all that
// 'etledger fleet' finds. It is for checks of queries and of the fleet view.
//
//	go run ./bench/fleetrows -hosts 40 -captures 6 -o DATASET
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"time"

	"etledger/model/dataset"
	"etledger/report/results"
)

func main() {
	hosts := flag.Int("hosts", 40, "number of hosts")
	captures := flag.Int("captures", 6, "captures of each")
	seed := flag.Uint64("seed", 1, "of chance")
	output := flag.String("o", "", "folder of the dataset")
	flag.Parse()
	if *output == "" {
		log.Fatal("fleetrows: name the dataset, as in -o DATASET")
	}
	random := rand.New(rand.NewPCG(*seed, 0))
	for h := range *hosts {
		m := machine{random: random, number: h, rate: 150_000 * math.Exp(0.3*random.NormFloat64())}
		for c := range *captures {
			rows := m.capture(c)
			made := results.Made{Fingerprint: "fleetrows", Tool: "fleetrows", Meta: dataset.Meta{
				Version: []string{"5.9", "5.10"}[min(1, c*2 / *captures)], Ring: []string{"canary", "broad"}[min(1, h%5)], Workload: []string{"office", "night", "idle"}[c%3],
			}}
			if _, err := results.Put(context.Background(), *output, rows, []byte("{}"), made); err != nil {
				log.Fatal(err)
			}
		}
	}
}

// machine makes the captures of one host.
type machine struct {
	random *rand.Rand
	number int
	rate   float64 // at which svc.exe leaks, if it does here
	rows   *results.Rows
}

func ptr[T any](v T) *T { return &v }

func (m *machine) capture(c int) *results.Rows {
	boot := time.Date(2026, 3, 1, 6, 0, 0, 0, time.UTC)
	start := boot.Add(time.Duration(c)*24*time.Hour + time.Duration(2*3600+m.number)*time.Second)
	m.rows = &results.Rows{Capture: results.Capture{
		ID: fmt.Sprintf("c-%08x%08x", m.number, c), Location: fmt.Sprintf("/archive/%d/%d.etl", m.number, c),
		SHA256: fmt.Sprintf("%064x", m.number<<16+c), HostName: fmt.Sprintf([]string{"HOST-%03d", "host-%03d"}[c%2], m.number), OSBuild: ptr(uint32(19045 + m.number%2)),
		Boot:  ptr(boot.Add(time.Duration(m.random.IntN(60)) * time.Second)), // the clock is set now and then
		Start: start, End: start.Add(10 * time.Minute), DurationS: 600, Findings: "[]", Stacks: 1,
		MemoryBytes: ptr(uint64(8 << 30)), EventsLost: uint64(max(0, m.random.IntN(20)-18)),
	}}
	if m.number%3 > 0 {
		m.rows.Capture.AvailableBytes = ptr(uint64(1<<30 + m.number<<20))
	}
	build, stamp := "5.2.0", uint32(0x66a1b2c3+m.number%2)
	leaks := false
	if c >= 2 { // the update
		build, stamp, leaks = "5.2.1", 0x66b2c3d4+uint32(m.number/4%2), m.number%4 == 0
	}
	verdict := m.verdict()
	if leaks {
		verdict = "leak"
	}
	m.add("svc.exe", build, stamp, "", verdict, m.rate, uint64(60<<20))
	if leaks {
		l := &m.rows.Lifetimes[len(m.rows.Lifetimes)-1]
		l.ExhaustionS, l.ExhaustionLowS, l.ExhaustionHighS = ptr(9000.0+100*float64(m.number)), ptr(8000.0), ptr(11000.0)
	}
	for _, role := range []string{"netsvcs", "LocalService", "netsvcs"} {
		m.add("svchost.exe", "10.0", 0x5a5a5a5a, role, m.verdict(), 40_000, 30<<20)
	}
	grows := "growth"
	if m.random.IntN(8) == 0 {
		grows = "leak"
	}
	m.add("logarithm.exe", "1.0", 3, "", grows, 20_000, 50<<20)
	m.add("creeper.exe", "1.1", 4, "", "steady", 0, uint64(40<<20+(3<<20+m.number<<10)*c))
	for i := range 8 {
		m.add(fmt.Sprintf("app%d.exe", i), "1.0", uint32(i), "", m.verdict(), 30_000, uint64(20<<20+m.random.IntN(2<<20)))
	}
	for i, tag := range []string{"Leak", "Mdl ", "Ntf0"} {
		row := results.PoolTag{Tag: tag, Pool: "nonpaged", Verdict: "steady", Judged: 1}
		if i == 0 && m.number%5 == 0 {
			slope := 5000 + 500*m.random.NormFloat64()
			row.Verdict, row.Slope, row.SlopeLow, row.SlopeHigh = "leak", &slope, ptr(slope-900), ptr(slope+900)
			row.OutstandingBytes, row.Component = uint64(slope*600), ptr("leaky.sys")
		}
		m.rows.PoolTags = append(m.rows.PoolTags, row)
	}
	c0 := &m.rows.Capture
	c0.Lifetimes = uint64(len(m.rows.Lifetimes))
	for i := range m.rows.Lifetimes {
		c0.Judged += uint64(m.rows.Lifetimes[i].Judged)
		if m.rows.Lifetimes[i].Verdict == "leak" {
			c0.Leaking++
		}
	}
	return m.rows
}

// verdict is one of a process that does not leak.
func (m *machine) verdict() string {
	switch n := m.random.IntN(200); {
	case n == 0:
		return "leak"
	case n < 4:
		return "growth"
	case n < 10:
		return "warm-up"
	}
	return "churn"
}

func (m *machine) add(image, version string, stamp uint32, role, verdict string, rate float64, private uint64) {
	n := len(m.rows.Lifetimes)
	l := results.Lifetime{
		Lifetime: uint32(n), PID: uint32(1000 + 4*n), Image: &image, FileVersion: &version, BuildStamp: &stamp,
		ProcessKey: ptr(0xffff8a0000001000 + 64*uint64(n)), FirstSeen: m.rows.Capture.Start, LastSeen: m.rows.Capture.End, ObservedS: 600,
		Verdict: verdict, Judged: 1, PrivateBytes: &private,
	}
	if role != "" {
		l.Role = &role
	}
	if verdict == "leak" || verdict == "growth" {
		slope := rate * (1 + 0.05*m.random.NormFloat64())
		half := rate * (0.02 + 0.1*m.random.Float64())
		l.Slope, l.SlopeLow, l.SlopeHigh = &slope, ptr(slope-half), ptr(slope+half)
		l.OutstandingBytes = uint64(slope * 600)
		for i, module := range []string{"cache.dll", "net.dll"} {
			part := slope * []float64{0.75, 0.25}[i]
			m.rows.Modules = append(m.rows.Modules, results.Module{
				Lifetime: uint32(n), PID: l.PID, Image: &image, Verdict: verdict, Rank: uint32(i + 1), Module: module,
				OutstandingBytes: uint64(part * 600), Allocations: 10, Slope: &part,
			})
		}
	}
	m.rows.Lifetimes = append(m.rows.Lifetimes, l)
}
