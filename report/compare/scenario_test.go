package compare

import (
	"bytes"
	"context"
	"testing"
	"time"

	"etledger/etl"
	"etledger/internal/etlwriter"
	"etledger/internal/scenario"
	"etledger/ledger"
	"etledger/report"
)

const (
	kib = 1 << 10
	mib = 1 << 20
)

// machine is a small machine with a worker that churns and may leak, and others that do neither or both.
type machine struct {
	seed     uint64
	seconds  int     // 120
	leak     float64 // of worker.exe from cache.dll, bytes per second
	churn    float64 // times the usual churn of worker.exe
	lost     float64 // share of buffers
	noStacks bool
	extra    []scenario.Program
	without  string // image that does not run
	pointer  etlwriter.PointerSize
}

func (m machine) options() scenario.Options {
	if m.seconds == 0 {
		m.seconds = 120
	}
	if m.churn == 0 {
		m.churn = 1
	}
	worker := []scenario.Behaviour{scenario.Churn{BytesPerSecond: m.churn * 2 * mib, Module: "request.dll"}}
	if m.leak > 0 {
		worker = append(worker, scenario.Leak{BytesPerSecond: m.leak, Module: "cache.dll"})
	}
	o := scenario.Options{
		Seed: m.seed, Duration: time.Duration(m.seconds) * time.Second, Stacks: scenario.DirectStacks,
		LostBuffers: m.lost, LossesTold: m.lost > 0,
		Programs: []scenario.Program{
			{Image: "worker.exe", Behaviours: worker},
			{Image: "steady.exe", Initial: 8 * mib},
			{Image: "busy.exe", Behaviours: []scenario.Behaviour{scenario.Churn{BytesPerSecond: 512 * kib, Module: "busy.dll", HeavyTail: true}}},
			{Image: "slow.exe", Behaviours: []scenario.Behaviour{scenario.Leak{BytesPerSecond: 20 * kib, Module: "slow.dll"},
				scenario.Churn{BytesPerSecond: 512 * kib, Module: "busy.dll"}}},
			{Image: "warm.exe", Behaviours: []scenario.Behaviour{scenario.WarmUp{Bytes: 6 * mib, Over: 10 * time.Second}}},
		},
	}
	o.Session.PointerSize = m.pointer
	if m.noStacks {
		o.Stacks = scenario.NoStacks
	}
	o.Programs = append(o.Programs, m.extra...)
	for i, p := range o.Programs {
		if p.Image == m.without {
			o.Programs = append(o.Programs[:i:i], o.Programs[i+1:]...)
			break
		}
	}
	return o
}

// capture simulates the machine and reads what it recorded.
func (m machine) capture(t testing.TB, options report.Options) *report.Source {
	t.Helper()
	made, err := scenario.Run(m.options())
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	c, err := etl.New(ctx, etl.Options{}, etl.Input{Name: "made.etl", R: bytes.NewReader(made.File), Size: int64(len(made.File))})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s, err := report.Read(ctx, c, options)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (m machine) report(t testing.TB) *report.Report {
	t.Helper()
	return report.Build(m.capture(t, report.Options{}))
}

func (m machine) profile(t testing.TB) *report.Profile {
	t.Helper()
	p, err := report.NewProfile(m.capture(t, report.Options{Ledger: ledger.Options{Stacks: true}}), report.ProfileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// compared compares one machine with another.
func compared(t testing.TB, before, after machine, o Options) *Report {
	t.Helper()
	if after.seed == before.seed {
		after.seed += 1000
	}
	return Compare([]*report.Report{before.report(t)}, []*report.Report{after.report(t)}, o)
}

// of finds a process of a comparison.
func (r *Report) of(t testing.TB, image string) *Process {
	t.Helper()
	for i := range r.Processes {
		if p := &r.Processes[i]; p.Image != nil && *p.Image == image {
			return p
		}
	}
	t.Fatalf("no %s in the comparison", image)
	return nil
}
