package report

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"etledger/etl"
	"etledger/internal/scenario"
	"etledger/ledger"
	"etledger/trend"
)

// growing is three minutes in bins of a second with survivors of 100 KiB/s from a second on, and some that stayed before.
func growing(from int, before map[int]float64) trend.Input {
	in := evidenceOf(mib, 0)
	for i := range in.Cohorts {
		in.Cohorts[i].Surviving = before[i]
		if i >= from {
			in.Cohorts[i].Surviving = 100 * kib
		}
	}
	return in
}

func TestLeads(t *testing.T) {
	s := sampleSource()
	start := s.Accounts.StartNano
	load := func(name string, at float64) ledger.ImageLoad {
		return ledger.ImageLoad{Image: ledger.Image{Name: name, Path: `C:\x\` + name}, Nano: start + int64(at*1e9)}
	}
	leak := trend.Result{Verdict: trend.Leak, Slope: 100 * kib}
	paused := growing(60, nil)
	for i := 100; i < 120; i++ {
		paused.Cohorts[i].Surviving = 0
	}
	tests := []struct {
		name    string
		in      trend.Input
		verdict trend.Result
		loads   []ledger.ImageLoad
		known   bool // stacks are
		want    string
	}{
		{"growth begins just after a load", growing(60, nil), leak,
			[]ledger.ImageLoad{load("early.dll", 20), load("a.dll", 58.5), load("late.dll", 100)}, false, "[a.dll 58.5 60]"},
		{"in the bin of the load", growing(60, nil), leak, []ledger.ImageLoad{load("a.dll", 60.25)}, false, "[a.dll 60.25 60.25]"},
		{"with what it depends on", growing(60, nil), leak, []ledger.ImageLoad{load("a.dll", 58), load("b.dll", 58.25)}, false,
			"[a.dll 58 60 b.dll 58.25 60]"},
		{"after a warm-up", growing(60, map[int]float64{0: 9 * mib, 1: 9 * mib}), leak, []ledger.ImageLoad{load("a.dll", 59)}, false,
			"[a.dll 59 60]"},
		{"it grew before", growing(0, nil), leak, []ledger.ImageLoad{load("a.dll", 60)}, false, "[]"},
		{"too long after", growing(60, nil), leak, []ledger.ImageLoad{load("a.dll", 50)}, false, "[]"},
		{"a load at the start has no before", growing(2, nil), leak, []ledger.ImageLoad{load("a.dll", 1.5)}, false, "[]"},
		{"not sustained", paused, leak, []ledger.ImageLoad{load("a.dll", 59)}, false, "[]"},
		{"stacks tell", growing(60, nil), leak, []ledger.ImageLoad{load("a.dll", 59)}, true, "[]"},
		{"no growth", growing(60, nil), trend.Result{Verdict: trend.Step, Slope: 1}, []ledger.ImageLoad{load("a.dll", 59)}, false,
			"[]"},
		{"no evidence", trend.Input{}, leak, []ledger.ImageLoad{load("a.dll", 59)}, false, "[]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			l := &ledger.Lifetime{Evidence: test.in, Loads: test.loads}
			if test.known {
				l.Suspects = []ledger.Suspect{{Module: "x.dll"}}
			}
			var got []any
			for _, lead := range leadsOf(l, test.verdict, start) {
				got = append(got, lead.Module, lead.LoadedS, lead.GrowthBeginsS)
			}
			if text := fmt.Sprint(got); text != test.want {
				t.Errorf("got %s, want %s", text, test.want)
			}
		})
	}
}

// TestLeadsOfSimulatedMachines has leaks that begin when a module is loaded, beside churn and other loads, without stacks.
func TestLeadsOfSimulatedMachines(t *testing.T) {
	for seed := range uint64(3) {
		made, err := scenario.Run(scenario.Options{Seed: 20 + seed, Programs: []scenario.Program{
			{Image: "host.exe", Initial: 20 << 20, Behaviours: []scenario.Behaviour{
				scenario.Churn{BytesPerSecond: 2 << 20},
				scenario.Load{Module: "early.dll", Delay: 20 * time.Second},
				scenario.Load{Module: "late.dll", Delay: 120 * time.Second},
				scenario.Leak{BytesPerSecond: 256 << 10, Module: "plugin.dll", LoadModule: true, Delay: 50 * time.Second},
			}},
			{Image: "always.exe", Behaviours: []scenario.Behaviour{
				scenario.Load{Module: "innocent.dll", Delay: 60 * time.Second},
				scenario.Leak{BytesPerSecond: 256 << 10, Module: "old.dll"},
			}},
		}})
		if err != nil {
			t.Fatal(err)
		}
		c, err := etl.New(context.Background(), etl.Options{}, etl.Input{R: bytes.NewReader(made.File), Size: int64(len(made.File))})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		r, err := Analyze(context.Background(), c, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Processes {
			switch orZero(p.Image) {
			case "host.exe":
				if len(p.Leads) != 1 || p.Leads[0].Module != "plugin.dll" || p.Leads[0].LoadedS < 50 || p.Leads[0].LoadedS > 50.1 ||
					p.Leads[0].GrowthBeginsS < p.Leads[0].LoadedS || p.Leads[0].GrowthBeginsS > 55 {
					t.Errorf("seed %d: %s, leads %+v", seed, p.Trend.Verdict, p.Leads)
				}
			default:
				if len(p.Leads) != 0 {
					t.Errorf("seed %d: %s has leads %+v", seed, orZero(p.Image), p.Leads)
				}
			}
		}
	}
}
