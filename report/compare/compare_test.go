package compare

import (
	"strings"
	"testing"
	"time"

	"etledger/internal/etlwriter"
	"etledger/internal/scenario"
	"etledger/report"
)

const leak = 200 * kib

func TestStatuses(t *testing.T) {
	leaker := scenario.Program{Image: "extra.exe", Behaviours: []scenario.Behaviour{scenario.Leak{BytesPerSecond: leak, Module: "extra.dll"}}}
	quiet := scenario.Program{Image: "extra.exe", Behaviours: []scenario.Behaviour{scenario.Churn{BytesPerSecond: mib}}}
	for _, c := range []struct {
		name          string
		before, after machine
		options       Options
		image, status string
		reason        string // a part of it
		whole, answer string // status of the whole, beginning of the answer
	}{
		{"introduced", machine{}, machine{leak: leak}, Options{}, "worker.exe", Worse, "more than before", Worse, "worker.exe leaks "},
		{"doubled", machine{leak: leak}, machine{leak: 2 * leak}, Options{}, "worker.exe", Worse, "more than before", Worse, "worker.exe leaks "},
		{"fixed", machine{leak: leak}, machine{}, Options{}, "worker.exe", Better, "less than before", Better, "worker.exe leaks "},
		{"unchanged", machine{leak: leak}, machine{leak: leak}, Options{}, "worker.exe", Unchanged, "No difference", Unchanged,
			"No process is shown to leak more or less than before"},
		{"new leak", machine{}, machine{extra: []scenario.Program{leaker}}, Options{}, "extra.exe", New, "It ran after only, and leaks", Worse,
			"extra.exe is new and leaks "},
		{"new, quiet", machine{}, machine{extra: []scenario.Program{quiet}}, Options{}, "extra.exe", New, "not shown to grow", Unchanged,
			"No process"},
		{"gone", machine{extra: []scenario.Program{leaker}}, machine{}, Options{}, "extra.exe", Gone, "It ran before only, and leaks", Unchanged,
			"No process"},
		{"more churn", machine{}, machine{churn: 4}, Options{}, "worker.exe", Unchanged, "not shown to grow on either side", Unchanged,
			"No process"},
		{"more work", machine{leak: leak, churn: 0.5}, machine{leak: 4 * leak, churn: 4}, Options{}, "worker.exe", NotComparable,
			"The workload differs", Unchanged, "No process"},
		{"more work, vouched for", machine{leak: leak, churn: 0.5}, machine{leak: 4 * leak, churn: 4}, Options{SameWorkload: true}, "worker.exe",
			Worse, "more than before", Worse, "worker.exe leaks "},
		{"less work and more leak", machine{churn: 4}, machine{leak: leak}, Options{}, "worker.exe", Worse, "more than before", Worse,
			"worker.exe leaks "},
		{"short", machine{}, machine{leak: leak, seconds: 40}, Options{}, "worker.exe", "", "", NotComparable,
			"Before and after cannot be compared: no capture from after can be used: it spans only"},
		{"pointers", machine{}, machine{leak: leak, pointer: etlwriter.Pointer32}, Options{}, "worker.exe", NotComparable, "pointers",
			NotComparable, "Before and after cannot be compared: pointers are 8 bytes wide before and 4 after"},
	} {
		c.before.seed = 11
		r := compared(t, c.before, c.after, c.options)
		if r.Status != c.whole || !strings.HasPrefix(r.Answer, c.answer) {
			t.Errorf("%s: %s: %s", c.name, r.Status, r.Answer)
		}
		if c.status == "" {
			continue
		}
		if p := r.of(t, c.image); p.Status != c.status || !strings.Contains(p.Reason, c.reason) {
			t.Errorf("%s: %s: %s", c.name, p.Status, p.Reason)
		}
	}
}

// The difference names its module, and the module's figures are those of the truth.
func TestModules(t *testing.T) {
	r := compared(t, machine{seed: 3}, machine{leak: leak}, Options{})
	p := r.of(t, "worker.exe")
	m := p.Modules[0]
	if p.from() != "cache.dll" || m.Module != "cache.dll" || m.Status != Worse || *m.SlopeDifference.Low > leak ||
		*m.SlopeDifference.High < leak {
		t.Errorf("%s: %+v %+v", p.from(), m, m.SlopeDifference)
	}
	if !strings.Contains(r.Answer, ", from cache.dll.") {
		t.Error(r.Answer)
	}
	r = compared(t, machine{seed: 3}, machine{leak: leak, noStacks: true}, Options{})
	p = r.of(t, "worker.exe")
	if p.Status != Worse || p.ModulesReason == nil || *p.ModulesReason != "there are no stacks from after" || len(p.Modules) != 0 {
		t.Errorf("%s, modules %v: %v", p.Status, p.Modules, p.ModulesReason)
	}
}

// Swapped sides give the mirrored comparison.
func TestSwappedSidesMirror(t *testing.T) {
	mirror := map[string]string{Worse: Better, Better: Worse, New: Gone, Gone: New, Unchanged: Unchanged, NotComparable: NotComparable}
	for seed := range uint64(8) {
		one := []*report.Report{machine{seed: 2 * seed, leak: leak, churn: 1 + float64(seed%3)}.report(t)}
		other := []*report.Report{machine{seed: 2*seed + 1, leak: leak * float64(seed%4), without: "warm.exe"}.report(t)}
		r, back := Compare(one, other, Options{}), Compare(other, one, Options{})
		for i := range r.Processes {
			p := &r.Processes[i]
			q := back.of(t, *p.Image)
			if q.Status != mirror[p.Status] {
				t.Errorf("seed %d, %s: %s, and swapped %s", seed, *p.Image, p.Status, q.Status)
			}
			if d, e := p.SlopeDifference, q.SlopeDifference; d != nil && (d.Value != -e.Value || *d.Low != -*e.High || *d.High != -*e.Low) {
				t.Errorf("seed %d, %s: %v, and swapped %v", seed, *p.Image, d, e)
			}
		}
	}
}

// Several instances of one image are matched by command line where both sides have it; those one after another count as one.
func TestInstances(t *testing.T) {
	host := func(arguments string, rate float64) scenario.Program {
		p := scenario.Program{Image: "host.exe", Arguments: arguments, Behaviours: []scenario.Behaviour{scenario.Churn{BytesPerSecond: mib}}}
		if rate > 0 {
			p.Behaviours = append(p.Behaviours, scenario.Leak{BytesPerSecond: rate, Module: "net.dll"})
		}
		return p
	}
	before := machine{seed: 5, extra: []scenario.Program{host("-k net", leak), host("-k disk", 0), host("-k old", 0)}}
	after := machine{seed: 6, extra: []scenario.Program{host("-k disk", 0), host("-k net", 3*leak), host("-k one", 0), host("-k two", 0)}}
	found := map[string]string{}
	for _, p := range compared(t, before, after, Options{}).Processes {
		if *p.Image == "host.exe" {
			command := ""
			if p.CommandLine != nil {
				command = (*p.CommandLine)[strings.Index(*p.CommandLine, "-k"):]
			}
			found[command] = p.Status
			if command == "" && !strings.Contains(strings.Join(p.Notes, ";"), "1 process before, 2 processes after") {
				t.Errorf("notes %v", p.Notes)
			}
		}
	}
	if len(found) != 3 || found["-k net"] != Worse || found["-k disk"] != Unchanged || found[""] != Unchanged {
		t.Errorf("%v", found)
	}
	// A worker that is started anew halfway leaks as fast as one that runs all the time.
	again := func(start, end time.Duration) scenario.Program {
		p := host("", leak)
		p.Image, p.Start, p.End = "again.exe", start, end
		return p
	}
	before = machine{seed: 7, extra: []scenario.Program{again(0, 0)}}
	after = machine{seed: 8, extra: []scenario.Program{again(0, 59*time.Second), again(60*time.Second, 0)}}
	if p := compared(t, before, after, Options{}).of(t, "again.exe"); p.Status != Unchanged || p.After.Slope.Value < leak*0.9 ||
		p.After.Slope.Value > leak*1.1 {
		t.Errorf("%s: %+v", p.Status, p.After.Slope)
	}
}

func TestSameCaptureTwice(t *testing.T) {
	one := []*report.Report{machine{seed: 1, leak: leak}.report(t)}
	if r := Compare(one, one, Options{}); r.Status != NotComparable || !strings.Contains(r.Answer, "are the same capture") {
		t.Error(r.Answer)
	}
	other, twice := []*report.Report{machine{seed: 2}.report(t)}, []*report.Report{one[0], one[0]}
	if r := Compare(other, twice, Options{}); r.Status != NotComparable || !strings.Contains(r.Answer, "is given twice after") {
		t.Errorf("one capture twice on a side: %s, %s", r.Status, r.Answer)
	}
	if r := Compare(nil, one, Options{}); r.Status != NotComparable || !strings.Contains(r.Answer, "there is no capture from before") {
		t.Error(r.Answer)
	}
}

// Totals are compared where both sides are about as long and nothing was lost, and nowhere else; intervals of totals take
// several captures.
func TestTotals(t *testing.T) {
	if p := compared(t, machine{seed: 1}, machine{}, Options{}).of(t, "worker.exe"); p.OutstandingDifference == nil ||
		p.OutstandingDifference.Low != nil {
		t.Errorf("one capture on each side: %+v", p.OutstandingDifference)
	}
	r := compared(t, machine{seed: 1, leak: leak}, machine{leak: leak, seconds: 240}, Options{})
	if p := r.of(t, "worker.exe"); p.OutstandingDifference != nil || p.Status != Unchanged || !strings.Contains(strings.Join(r.Notes, ";"),
		"differ in length, 2 min 0 s before and 4 min 0 s after") {
		t.Errorf("%s, %+v, %v", p.Status, p.OutstandingDifference, r.Notes)
	}
	r = compared(t, machine{seed: 1}, machine{lost: 0.1}, Options{})
	if p := r.of(t, "worker.exe"); p.OutstandingDifference != nil || p.After.LostShare == nil ||
		!strings.Contains(strings.Join(r.Notes, ";"), "events are missing from the capture after") {
		t.Errorf("%+v, %v", p.OutstandingDifference, r.Notes)
	}
	var before, after []*report.Report
	for seed := range uint64(3) {
		before = append(before, machine{seed: seed}.report(t))
		after = append(after, machine{seed: seed + 10, leak: leak}.report(t))
	}
	p := Compare(before, after, Options{}).of(t, "worker.exe")
	truth := leak * 120.0
	if d := p.OutstandingDifference; d == nil || d.Low == nil || *d.Low > truth || *d.High < truth || p.Before.Tau == nil ||
		p.After.I2 == nil || p.After.SlopesUsed != 3 {
		t.Errorf("%+v, %+v", d, p.After)
	}
}

// A short capture beside longer ones is left out, and said to be.
func TestShortCaptureIsLeftOut(t *testing.T) {
	before := []*report.Report{machine{seed: 1}.report(t), machine{seed: 2, seconds: 30}.report(t)}
	r := Compare(before, []*report.Report{machine{seed: 3}.report(t)}, Options{})
	if r.Before.Captures[1].Unused == nil || len(r.Against) > 0 || !strings.Contains(strings.Join(r.Notes, ";"), "from before, is left out") ||
		r.of(t, "worker.exe").Before.Captures != 1 {
		t.Errorf("%+v, %v, %v", r.Before.Captures[1], r.Against, r.Notes)
	}
}

func TestProcessOption(t *testing.T) {
	one, other := []*report.Report{machine{seed: 1}.report(t)}, []*report.Report{machine{seed: 2}.report(t)}
	for asked, want := range map[string]int{"worker.exe": 1, "WORKER": 1, "4": 1, "nothing": 0, "": 7} {
		if r := Compare(one, other, Options{Process: asked}); len(r.Processes) != want {
			t.Errorf("%q: %d processes", asked, len(r.Processes))
		}
	}
}
