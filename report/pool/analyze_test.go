package pool

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"etledger/ledger"
	"etledger/ledger/poolseries"
	"etledger/model/poolsnap"
	"etledger/report"
	"etledger/trend"
)

func TestBaseline(t *testing.T) {
	even := func(tag string, from, each uint64) series {
		return series{tag, poolsnap.Nonpaged, 512, func(i int) uint64 { return from + each*uint64(i) + uint64(i*7919%13) }, none}
	}
	now := snapshotsOf(24, 10*time.Minute, even("Newt", 0, 500), even("Fast", 9000, 1000), even("Same", 9000, 700), even("Gone", 9000, 0))
	base := snapshotsOf(24, 10*time.Minute, even("Fast", 9000, 200), even("Same", 9000, 701), even("Gone", 9000, 900))
	r := analyzed(t, Inputs{Now: observedOf(t, now), Baseline: observedOf(t, later(-7, base))}, Options{})
	m := &r.Machines[0]
	for tag, want := range map[string]string{"Newt": "new", "Fast": "faster", "Same": "same", "Gone": "gone"} {
		if b := tagNamed(t, m, tag).Baseline; b == nil || b.Status != want {
			t.Errorf("%s: %+v, expected %s", tag, b, want)
		}
	}
	gone := snapshotsOf(24, 10*time.Minute, even("Fast", 9000, 200), even("Past", 9000, 0))
	g := analyzed(t, Inputs{Now: observedOf(t, now), Baseline: observedOf(t, later(-7, gone))}, Options{}).Machines[0].Gone
	if len(g) != 1 || g[0].Tag != "Past" || g[0].Bytes == nil || *g[0].Bytes < 9000*512 {
		t.Errorf("gone: %+v", g)
	}
	if m.Tags[0].Tag != "Fast" || m.Tags[1].Tag != "Newt" || m.Tags[2].Tag != "Same" {
		t.Errorf("the first tags are %s, %s, %s", m.Tags[0].Tag, m.Tags[1].Tag, m.Tags[2].Tag)
	}
}

func TestHeadroom(t *testing.T) {
	r := analyzed(t, Inputs{Now: observedOf(t, leaking(40, 1000, 900))}, Options{NonpagedLimit: 1 << 34, PagedLimit: 1 << 34})
	list := r.Machines[0].Headroom
	if len(list) != 2 {
		t.Fatalf("%+v", list)
	}
	h := list[0]
	rate := 1000 * 512 * 6.0 / 3600 // bytes per second
	want := float64(h.Limit-h.Level) / rate
	if h.Population != nonpagedPool || h.Seconds == nil || !near(*h.Seconds, want, 0.02) || *h.Earliest > *h.Seconds ||
		*h.Latest < *h.Seconds || h.LimitFrom != "flag" {
		t.Errorf("%+v, expected %g s", h, want)
	}
	if list[1].Seconds != nil || !strings.Contains(list[1].Note, "no growth") {
		t.Errorf("%+v", list[1])
	}
}

// TestHeadroomOfWork: what grows under workload only is full after so much workload.
func TestHeadroomOfWork(t *testing.T) {
	ran := func(i int) uint64 { return uint64(min(max(i-12, 0), 18)) }
	tags := []series{{"Prog", poolsnap.Nonpaged, 4096, func(i int) uint64 { return 3_000 + 40_000*ran(i) }, none}}
	phases := []Phase{phaseAt("idle", 0, 60), phaseAt("program", 60, 150), phaseAt("recovery", 150, 240)}
	r := analyzed(t, Inputs{Now: observedOf(t, snapshotsOf(49, 5*time.Minute, tags...)), Phases: phases},
		Options{NonpagedLimit: 1 << 34})
	h := r.Machines[0].Headroom[0]
	want := float64(h.Limit-h.Level) / (40_000 * 4096 / 300.0)
	if h.WorkSeconds == nil || !near(*h.WorkSeconds, want, 0.01) || !strings.Contains(h.Note, "of workload") {
		t.Errorf("%+v, expected %g s under workload", h, want)
	}
}

// TestCommitBelowThePools: a commit that cannot be is not judged.
func TestCommitBelowThePools(t *testing.T) {
	r := analyzed(t, Inputs{Now: counters(20, func(_ int, m *poolsnap.Memory) { m.Nonpaged, m.Paged, m.Committed = p(3<<30), p(2<<30), p(4<<30) })},
		Options{})
	for _, one := range r.Machines[0].Populations {
		if one.Name == processCommit {
			t.Errorf("%+v", one)
		}
	}
	if strings.Contains(r.Answer, "process commit") {
		t.Error(r.Answer)
	}
}

// counters are memory samples five minutes apart.
func counters(n int, values func(i int, m *poolsnap.Memory)) *Observed {
	b := poolseries.New(poolseries.Options{})
	for i := range n {
		m := poolsnap.Memory{Time: begin.Add(time.Duration(i) * 5 * time.Minute), Host: "BOX"}
		values(i, &m)
		if err := b.AddMemory(&m, "counters.csv", i+2); err != nil {
			panic(err)
		}
	}
	set, err := b.Finish()
	if err != nil {
		panic(err)
	}
	return &Observed{Set: set}
}

// onlyPools are counters that tell of the pools alone.
func onlyPools(i int, m *poolsnap.Memory) { m.Nonpaged, m.Paged = p(1<<30), p(uint64(2<<30+i<<20)) }

func p(v uint64) *uint64 { return &v }

// TestPopulations: which population grows is said first, also without any snapshot of the pools.
func TestPopulations(t *testing.T) {
	const gib = 1 << 30
	for _, c := range []struct {
		name   string
		values func(i int, m *poolsnap.Memory)
		want   string
	}{
		{"process commit", func(i int, m *poolsnap.Memory) {
			m.Nonpaged, m.Paged, m.Committed, m.CommitLimit = p(gib), p(2*gib), p(uint64(10*gib+i*gib/8)), p(40*gib)
			m.PrivateBytes = p(uint64(6*gib + i*gib/8))
			m.Processes = map[string]poolsnap.ProcessMemory{"server": {PrivateBytes: p(uint64(gib + i*gib/8)), Handles: p(400)},
				"other": {PrivateBytes: p(gib), Handles: p(300)}}
		}, "Process commit grows from 6.00 GiB to 9.62 GiB, by 1.50 GiB/h"},
		{"what the pools leave of the commit", func(i int, m *poolsnap.Memory) {
			m.Nonpaged, m.Paged, m.Committed = p(gib), p(uint64(2*gib+i*gib/16)), p(uint64(10*gib+i*gib/16))
		}, "Paged pool grows from 2.00 GiB to 3.81 GiB, by 768 MiB/h"},
		{"working sets", func(i int, m *poolsnap.Memory) {
			m.Nonpaged, m.Paged, m.WorkingSets = p(gib), p(2*gib), p(uint64(10*gib+i*gib/16))
		}, "Working sets grow from 10.0 GiB"},
		{"nothing", func(i int, m *poolsnap.Memory) {
			m.Nonpaged, m.Paged, m.Committed = p(gib), p(2*gib), p(uint64(10*gib+(i%3)<<20))
		}, "Nothing grows: nonpaged pool (1.00 GiB), paged pool (2.00 GiB) and process commit (7.00 GiB) do not grow."},
	} {
		r := analyzed(t, Inputs{Now: counters(30, c.values)}, Options{})
		if !strings.HasPrefix(r.Answer, c.want) {
			t.Errorf("%s: %s", c.name, r.Answer)
		}
		if c.name == "process commit" {
			m := &r.Machines[0]
			if len(m.Processes) != 1 || m.Processes[0].Name != "server" || m.Processes[0].Verdict != "leak" {
				t.Errorf("processes %+v", m.Processes)
			}
			if h := m.Headroom; len(h) != 1 || h[0].Seconds == nil || !near(*h[0].Seconds, 3600*26.375/1.5, 0.01) {
				t.Errorf("headroom %+v", h)
			}
		}
	}
}

// TestRecordingAlone: tags of a recording are judged by their births.
func TestRecordingAlone(t *testing.T) {
	in := trend.Input{CaptureEnd: 300, End: 300}
	var level float64
	for i := range 60 {
		in.Cohorts = append(in.Cohorts, trend.Cohort{From: float64(5 * i), To: float64(5*i + 5), Born: 1 << 20, Surviving: 1 << 20, Count: 64})
		level += 1 << 20
		in.Level = append(in.Level, trend.Sample{Time: float64(5*i + 5), Low: level, High: level, End: level})
	}
	r := analyzed(t, Inputs{Now: &Observed{Recordings: []Recording{{File: "pool.etl", Host: "BOX", Start: begin,
		End: begin.Add(5 * time.Minute), Tags: []ledger.PoolTag{{Tag: 0x31676457, Paged: true, Allocations: 3840,
			AllocatedBytes: 60 << 20, OutstandingBytes: 60 << 20, OutstandingCount: 3840, Evidence: in}}}}}}, Options{})
	tag := &r.Machines[0].Tags[0]
	if tag.Tag != "Wdg1" || tag.Pool != "paged" || tag.Source != "recording" || tag.Verdict != "leak" || !tag.NeverFreed ||
		!near(tag.Recorded.PerHour.Rate, 720<<20, 0.01) {
		t.Errorf("%+v, %+v", tag, tag.Recorded)
	}
	if !strings.Contains(r.Answer, `Tag "Wdg1" (paged) leaks by 720 MiB/h`) {
		t.Error(r.Answer)
	}
}

func TestNothingToAnalyze(t *testing.T) {
	if _, err := Analyze(context.Background(), Inputs{Now: &Observed{}}, Options{}); !errors.Is(err, ErrNothing) {
		t.Errorf("error %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Analyze(ctx, Inputs{Now: observedOf(t, leaking(24, 1000, 900))}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// jsonOf gives the report as JSON.
func jsonOf(t testing.TB, r *Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestOrderAndCores: the order in which snapshots come and the number of cores change no byte.
func TestOrderAndCores(t *testing.T) {
	s := machineOf(77, 60, 400, false)
	var list []*poolsnap.Snapshot
	for x := range s.All() {
		list = append(list, x.Clone())
	}
	want := jsonOf(t, analyzed(t, Inputs{Now: observedOf(t, list)}, Options{Concurrency: 1}))
	random := rand.New(rand.NewPCG(3, 3))
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	for _, concurrency := range []int{1, 2, 7} {
		if got := jsonOf(t, analyzed(t, Inputs{Now: observedOf(t, list)}, Options{Concurrency: concurrency})); !bytes.Equal(got, want) {
			t.Errorf("with %d at once the report differs", concurrency)
		}
	}
}

// TestScaledBytes: objects of four times the size have four times the slope in bytes and the same in objects.
func TestScaledBytes(t *testing.T) {
	s := machineOf(78, 40, 300, false)
	var list, big []*poolsnap.Snapshot
	for x := range s.All() {
		list = append(list, x.Clone())
		c := x.Clone()
		for i := range c.Rows {
			c.Rows[i].Bytes *= 4
		}
		big = append(big, c)
	}
	one := analyzed(t, Inputs{Now: observedOf(t, list)}, Options{})
	four := analyzed(t, Inputs{Now: observedOf(t, big)}, Options{})
	for i := range one.Machines[0].Tags {
		a := &one.Machines[0].Tags[i]
		b := tagIn(&four.Machines[0], a)
		if x, y := a.Bytes.PerHour.Rate, b.Bytes.PerHour.Rate; abs(y-4*x) > 1e-4*abs(y)+1e-3 {
			t.Errorf("%s: %g becomes %g", a.Tag, x, y)
		}
		if a.Objects.PerHour.Rate != b.Objects.PerHour.Rate {
			t.Errorf("%s: the slope of objects changes", a.Tag)
		}
	}
}

func abs(x float64) float64 { return max(x, -x) }

func tagIn(m *Machine, like *Tag) *Tag {
	i := slices.IndexFunc(m.Tags, func(t Tag) bool { return t.Hex == like.Hex && t.Pool == like.Pool })
	return &m.Tags[i]
}

// Every code that the sources of this package give a finding is in the table of what it weakens.
func TestFindingsHaveAdvice(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		codes := regexp.MustCompile(`(?:finding\(|add\(\w+, )"([a-z-]+)", report|code[A-Z]\w+ += "([a-z-]+)"`)
		for _, m := range codes.FindAllStringSubmatch(string(text), -1) {
			seen++
			if a, listed := adviceOf[m[1]+m[2]]; !listed || a.weakens == "" {
				t.Errorf("%s: %s has no entry in adviceOf", file, m[1]+m[2])
			}
		}
	}
	if seen < len(adviceOf) {
		t.Errorf("%d codes found in the sources, %d in the table", seen, len(adviceOf))
	}
}

// TestFindings: each weakness is told.
func TestFindings(t *testing.T) {
	partial := leaking(24, 1000, 900)
	partial[3].Partial = true
	reboot := append(leaking(24, 1000, 900), later(1, leaking(10, 1000, 900))...)
	files := leaking(24, 1000, 900)
	for _, s := range files {
		s.TimeFrom = poolsnap.TimeFromFile
	}
	ordinal := leaking(24, 1000, 900)
	for _, s := range ordinal {
		s.TimeFrom, s.Time = poolsnap.TimeUnknown, time.Time{}
	}
	for code, snapshots := range map[string][]*poolsnap.Snapshot{
		codePartial: partial, codeReboot: reboot, codeFileTimes: files, codeOrderOnly: ordinal, codeFewSamples: leaking(3, 1000, 900),
		codeCopies: append(leaking(9, 1000, 900), leaking(9, 1000, 900)...),
	} {
		r := analyzed(t, Inputs{Now: observedOf(t, snapshots)}, Options{})
		if !slices.ContainsFunc(r.Findings, func(f report.Finding) bool { return f.Code == code }) {
			t.Errorf("%s is not among %+v", code, r.Findings)
		}
	}
}
