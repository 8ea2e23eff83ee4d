package fleet

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"etledger/model/dataset"
	"etledger/report/results"
)

// mixed makes rows in which everything occurs that rows may have: nulls, modules, pool tags, processes without names, boots,
// starts, exits, forecasts, damage, and texts that are no UTF-8.
func mixed(captures int, seed uint64) (list []*results.Rows) {
	random := rand.New(rand.NewPCG(seed, 1))
	maybe := func() bool { return random.IntN(2) == 0 }
	verdicts := []string{"leak", "leak", "growth", "churn", "steady", "warm-up", "inconclusive"}
	for i := range captures {
		host := random.IntN(1 + captures/6)
		start := epoch.Add(time.Duration(random.IntN(2000)) * time.Hour)
		r := &results.Rows{Capture: results.Capture{
			ID: fmt.Sprintf("c-%016x", i), Location: fmt.Sprintf("/a/%d.etl", i), HostName: fmt.Sprintf([]string{"h%d", "H%d"}[random.IntN(2)], host), Start: start,
			End: start.Add(5 * time.Minute), DurationS: 300, Findings: `["truncated"]`, Damaged: uint8(random.IntN(2)),
			EventsLost: uint64(random.IntN(2)), Stacks: uint8(random.IntN(2)),
		}}
		if maybe() {
			r.Capture.Boot = ptr(epoch.Add(-time.Duration(random.IntN(9)) * time.Minute))
			r.Capture.OSBuild, r.Capture.MemoryBytes = ptr(uint32(19045)), ptr(uint64(4<<30))
			r.Meta = dataset.Meta{Version: []string{"5.9", "5.10"}[random.IntN(2)], Ring: "canary", Workload: "night"}
		}
		if maybe() {
			r.Capture.AvailableBytes, r.Capture.Findings = ptr(uint64(1<<30)), `["virtual-alloc-missing"]`
		}
		for n := range random.IntN(12) {
			l := results.Lifetime{Lifetime: uint32(n), PID: uint32(n % 7), Verdict: verdicts[random.IntN(len(verdicts))],
				Judged: uint8(min(1, random.IntN(5))), ObservedS: 300}
			if random.IntN(8) > 0 {
				l.Image = ptr([]string{"svc.exe", "SVC.EXE", "b.exe", "\xff\xfe.exe", "svchost.exe"}[random.IntN(5)])
			}
			if maybe() {
				l.FileVersion, l.BuildStamp, l.ProductName = ptr([]string{"1.9", "1.10"}[random.IntN(2)]), ptr(uint32(random.IntN(2))), ptr("P")
				l.Role, l.ProcessKey = ptr([]string{"netsvcs", "NetSvcs"}[random.IntN(2)]), ptr(uint64(0xffff8a0000000000)+uint64(n%7))
			}
			if maybe() {
				slope := float64(random.IntN(1_000_000)) / 7
				l.Slope, l.SlopeLow, l.SlopeHigh = &slope, ptr(slope*0.9), ptr(slope*1.1)
				l.OutstandingBytes = uint64(slope * 300)
			}
			switch random.IntN(6) {
			case 0:
				l.Started = &start
			case 1:
				l.Ended = &start
			case 2:
				l.ExhaustionS, l.ExhaustionLowS = ptr(5000.0), ptr(4000.0)
			default:
				l.PrivateBytes = ptr(uint64(10<<20 + int(start.Sub(epoch)/time.Hour)<<12))
			}
			r.Lifetimes = append(r.Lifetimes, l)
			for k := range random.IntN(4) {
				m := results.Module{Lifetime: uint32(n), Rank: uint32(k + 1), Module: []string{"a.dll", "A.dll", "c.dll", "unknown"}[k],
					OutstandingBytes: uint64(100 - k), Verdict: l.Verdict, Slope: l.Slope}
				if maybe() {
					m.FileVersion = ptr("3")
				}
				r.Modules = append(r.Modules, m)
			}
		}
		for k := range random.IntN(4) {
			r.PoolTags = append(r.PoolTags, results.PoolTag{Tag: []string{"Abcd", "Ntf\\x00", "Zz  ", "Q"}[k], Pool: "nonpaged",
				Verdict: verdicts[random.IntN(len(verdicts))], Judged: uint8(random.IntN(2)), Slope: ptr(10.0), OutstandingBytes: 5})
		}
		list = append(list, r)
	}
	return list
}

func bytesOf(t testing.TB, p *Partial) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Report(Options{Failed: 3}).WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func serialised(t testing.TB, p *Partial) []byte {
	t.Helper()
	b, err := p.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestAnyGroupingAndOrder spreads captures over partials at random, some of them several times, merges these in a random tree, with
// serialisation in between, and compares the report and the serialised form to the byte.
func TestAnyGroupingAndOrder(t *testing.T) {
	for seed := range uint64(60) {
		list := mixed(int(seed), seed)
		want := partialOf(list)
		wantJSON, wantBytes := bytesOf(t, want), serialised(t, want)
		random := rand.New(rand.NewPCG(seed, 2))
		deliveries := append([]*results.Rows{}, list...)
		for range random.IntN(len(list) + 1) {
			deliveries = append(deliveries, list[random.IntN(len(list))])
		}
		random.Shuffle(len(deliveries), func(i, k int) { deliveries[i], deliveries[k] = deliveries[k], deliveries[i] })
		partials := []*Partial{NewPartial()}
		for _, r := range deliveries {
			if random.IntN(3) == 0 {
				partials = append(partials, NewPartial())
			}
			if err := partials[random.IntN(len(partials))].Add(r); err != nil {
				t.Fatal(err)
			}
		}
		for len(partials) > 1 {
			i := random.IntN(len(partials) - 1)
			into, from := partials[i], partials[i+1]
			if random.IntN(2) == 0 {
				into, from = from, into
			}
			if random.IntN(2) == 0 {
				read := NewPartial()
				if err := read.UnmarshalBinary(serialised(t, from)); err != nil {
					t.Fatal(err)
				}
				from = read
			}
			before := serialised(t, from)
			into.Merge(from)
			if !bytes.Equal(before, serialised(t, from)) {
				t.Fatal("a merge changes the partial that it takes from")
			}
			partials[i] = into
			partials = append(partials[:i+1], partials[i+2:]...)
		}
		got := partials[0]
		got.Merge(got)
		if !bytes.Equal(serialised(t, got), wantBytes) {
			t.Fatalf("seed %d: the serialised form depends on how captures were merged", seed)
		}
		if bytesOf(t, got) != wantJSON {
			t.Fatalf("seed %d: the report depends on how captures were merged", seed)
		}
	}
}

// TestDifferingDeliveries delivers a capture with different results in all orders.
func TestDifferingDeliveries(t *testing.T) {
	var kinds []*results.Rows
	for i := range 3 {
		r := mixed(4, 9)[3]
		r.Lifetimes = append(r.Lifetimes, results.Lifetime{Lifetime: 99, Image: ptr("x.exe"), Verdict: "leak", Judged: uint8(min(i, 1)),
			PID: uint32(i)})
		kinds = append(kinds, r)
	}
	elsewhere := *kinds[0]
	elsewhere.Capture.Location = "/b/0.etl"
	kinds = append(kinds, &elsewhere)
	want := ""
	for _, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 0, 3, 1, 2}, {1, 3, 2, 0}, {0, 2, 1, 3, 3}} {
		for split := range order {
			one, other := NewPartial(), NewPartial()
			for i, k := range order {
				p := one
				if i >= split {
					p = other
				}
				if err := p.Add(kinds[k]); err != nil {
					t.Fatal(err)
				}
			}
			one.Merge(other)
			got := string(serialised(t, one)) + bytesOf(t, one)
			if want == "" {
				want = got
			}
			if got != want {
				t.Fatalf("order %v, split at %d: what counts depends on the order of deliveries", order, split)
			}
		}
	}
	p := partialOf(kinds)
	r := p.Report(Options{})
	codes := map[string]string{}
	for _, n := range r.Findings {
		codes[n.Code] = n.Message
	}
	if r.Fleet.Repeated != 1 || codes["differing-results"] == "" || codes["repeated-captures"] == "" || r.Fleet.Captures != 1 {
		t.Errorf("%d captures, %d repeated, findings %v", r.Fleet.Captures, r.Fleet.Repeated, codes)
	}
	// The delivery that counts is one of those whose last lifetime was judged.
	if i := len(r.Images); i == 0 || r.Fleet.Judged < 1 {
		t.Errorf("judged lifetimes: %d", r.Fleet.Judged)
	}
	p = partialOf([]*results.Rows{kinds[0], kinds[0]})
	if r := p.Report(Options{}); r.Fleet.Repeated != 0 {
		t.Error("a capture that a worker delivered again counts as given from several places")
	}
}

func TestRowsWithoutID(t *testing.T) {
	if err := NewPartial().Add(&results.Rows{}); err == nil || !strings.Contains(err.Error(), "ID") {
		t.Errorf("error %v", err)
	}
}

// TestOrderOfRows puts the rows of captures in another order: their numbers tell where they belong.
func TestOrderOfRows(t *testing.T) {
	for seed := range uint64(20) {
		want := serialised(t, partialOf(mixed(10, seed)))
		list := mixed(10, seed)
		random := rand.New(rand.NewPCG(seed, 3))
		for _, r := range list {
			random.Shuffle(len(r.Lifetimes), func(i, k int) { r.Lifetimes[i], r.Lifetimes[k] = r.Lifetimes[k], r.Lifetimes[i] })
			random.Shuffle(len(r.Modules), func(i, k int) { r.Modules[i], r.Modules[k] = r.Modules[k], r.Modules[i] })
		}
		if !bytes.Equal(serialised(t, partialOf(list)), want) {
			t.Fatalf("seed %d: the order of rows matters", seed)
		}
	}
}

// TestDamagedPartials changes, cuts and lengthens serialised partials: each is an error or a partial that gives the same bytes.
func TestDamagedPartials(t *testing.T) {
	whole := serialised(t, partialOf(mixed(6, 4)))
	try := func(b []byte) {
		p := NewPartial()
		if err := p.UnmarshalBinary(b); err == nil {
			if again := serialised(t, p); !bytes.Equal(again, b) {
				// Texts that nothing uses are left out.
				if len(again) > len(b) {
					t.Fatal("a damaged partial grows")
				}
			}
			bytesOf(t, p)
		} else if p.Captures() != 0 {
			t.Fatal("an error leaves captures behind")
		}
	}
	for i := range whole {
		b := bytes.Clone(whole)
		b[i] ^= 0x81
		try(b)
		try(whole[:i])
	}
	if err := NewPartial().UnmarshalBinary(append(bytes.Clone(whole), 0)); err == nil {
		t.Error("a byte behind the end is no error")
	}
}

func FuzzPartial(f *testing.F) {
	f.Add(serialised(f, partialOf(mixed(3, 1))))
	f.Add(serialised(f, NewPartial()))
	f.Fuzz(func(t *testing.T, b []byte) {
		p := NewPartial()
		if p.UnmarshalBinary(b) != nil {
			return
		}
		other := partialOf(mixed(2, 2))
		want := bytesOf(t, p)
		p.Merge(p)
		if bytesOf(t, p) != want {
			t.Fatal("merging a partial with itself changes it")
		}
		other.Merge(p)
		p.Merge(partialOf(mixed(2, 2)))
		if bytesOf(t, other) != bytesOf(t, p) {
			t.Fatal("the order of merging matters")
		}
	})
}
