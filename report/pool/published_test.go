package pool

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"etledger/model/poolsnap"
	"etledger/model/pooltag"
	"etledger/report"
	"etledger/trend"
)

// The tests of this file hold the analysis against the figures of published cases; all names are made up.

// background are tags of a healthy machine, one of them larger than anything that leaks.
func background() []series {
	churn := func(base, turn uint64) (func(int) uint64, func(int) uint64) {
		return func(i int) uint64 { return base + turn*uint64(i) },
			func(i int) uint64 { return turn*uint64(i) - uint64(i*i*7919%97) }
	}
	a, f := churn(90_000, 4_000)
	b, g := churn(700_000, 20_000)
	return []series{
		{"Blok", poolsnap.Paged, 900, a, f},
		{"Huge", poolsnap.Nonpaged, 4096, by(500_000, 0), none},
		{"Turn", poolsnap.Nonpaged, 64, b, g},
	}
}

// TestNeverFreedLeads: one tag has freed none of hundreds of thousands; three others are freed, and grow by one, one and two
// for each of its objects. The largest tag does not move.
func TestNeverFreedLeads(t *testing.T) {
	tags := append(background(),
		series{"DsAa", poolsnap.Nonpaged, 400, by(612_000, 90_000), by(300_000, 80_000)},
		series{"DsBb", poolsnap.Nonpaged, 2000, by(900_000, 300_000), by(590_000, 290_000)},
		series{"DsCc", poolsnap.Nonpaged, 160, by(1_900_000, 220_000), by(1_300_000, 200_000)},
		series{"Root", poolsnap.Nonpaged, 96, by(312_000, 10_000), none},
	)
	for _, c := range []struct {
		snapshots int
		verdict   trend.Verdict
	}{{24, trend.Leak}, {2, trend.Growth}} {
		r := analyzed(t, Inputs{Now: observedOf(t, snapshotsOf(c.snapshots, 10*time.Minute, tags...))}, Options{})
		m := &r.Machines[0]
		if len(m.Groups) != 1 || !m.Groups[0].Leader || m.Groups[0].Ratio != "1 : 1 : 1 : 2" {
			t.Fatalf("%d snapshots: groups %+v", c.snapshots, m.Groups)
		}
		first := &m.Tags[0]
		if first.Tag != "Root" || *first.Role != "leader" || !first.NeverFreed || first.Verdict != string(c.verdict) {
			t.Errorf("%d snapshots: the first tag is %+v", c.snapshots, first)
		}
		for _, name := range []string{"DsAa", "DsBb", "DsCc"} {
			if role := tagNamed(t, m, name).Role; role == nil || *role != "satellite" {
				t.Errorf("%d snapshots: %s is no satellite", c.snapshots, name)
			}
		}
		if !strings.Contains(r.Answer, `Tag "Root" (nonpaged)`) || strings.Contains(r.Answer, "Huge") {
			t.Errorf("%d snapshots: %s", c.snapshots, r.Answer)
		}
	}
}

// TestOneSnapshotLeads: even one snapshot shows the never-freed tag beside its satellites, but no trend.
func TestOneSnapshotLeads(t *testing.T) {
	tags := append(background(),
		series{"DsAa", poolsnap.Nonpaged, 400, by(912_000, 0), by(600_100, 0)},
		series{"DsCc", poolsnap.Nonpaged, 160, by(1_900_000, 0), by(1_276_200, 0)},
		series{"Root", poolsnap.Nonpaged, 96, by(312_000, 0), none},
	)
	r := analyzed(t, Inputs{Now: observedOf(t, snapshotsOf(1, time.Minute, tags...))}, Options{})
	m := &r.Machines[0]
	if len(m.Groups) != 1 || m.Groups[0].Members[0].Tag != "Root" || m.Groups[0].Ratio != "1 : 1 : 2" {
		t.Errorf("groups %+v", m.Groups)
	}
	for _, tag := range m.Tags {
		if tag.Verdict != string(trend.Inconclusive) {
			t.Errorf("%s is %s by one snapshot", tag.Tag, tag.Verdict)
		}
	}
	if !strings.Contains(r.Answer, "does not make it the one that grows") {
		t.Error(r.Answer)
	}
}

// TestByteIdenticalIsHeld: two captures an hour apart with a huge tag, the same to the byte.
func TestByteIdenticalIsHeld(t *testing.T) {
	tags := []series{
		{"Aaaa", poolsnap.Paged, 64, by(1000, 40), by(0, 40)},
		{"Huge", poolsnap.Nonpaged, 4096, by(1_234_567, 0), none},
		{"Cccc", poolsnap.Nonpaged, 64, by(9000, 500), by(8000, 501)},
	}
	r := analyzed(t, Inputs{Now: observedOf(t, snapshotsOf(2, time.Hour, tags...))}, Options{})
	m := &r.Machines[0]
	if v := tagNamed(t, m, "Huge").Verdict; v != string(trend.Held) {
		t.Errorf("Huge is %s", v)
	}
	if !strings.Contains(r.Answer, "Nothing grows") || !strings.Contains(r.Answer, "held, not leaking") {
		t.Error(r.Answer)
	}
	var text bytes.Buffer
	if err := r.WriteText(&text, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(text.String(), `"leak"`) {
		t.Error(text.String())
	}
}

// TestGrowthWhileAProgramRuns: 2.2 GB an hour while a program runs, none of which comes back, and none without it.
func TestGrowthWhileAProgramRuns(t *testing.T) {
	const perStep = 2_200_000_000 / 12 / 4096 // five minutes
	ran := func(i int) uint64 { return uint64(min(max(i-12, 0), 18)) }
	tags := append(background(),
		series{"Prog", poolsnap.Nonpaged, 4096, func(i int) uint64 { return 3_000 + perStep*ran(i) }, none})
	phases := []Phase{phaseAt("idle", 0, 60), phaseAt("program", 60, 150), phaseAt("recovery", 150, 240)}
	r := analyzed(t, Inputs{Now: observedOf(t, snapshotsOf(49, 5*time.Minute, tags...)), Phases: phases}, Options{})
	tag := tagNamed(t, &r.Machines[0], "Prog")
	l := tag.Bytes
	if tag.Verdict != string(trend.Leak) || !l.WorkloadOnly || !near(l.PerWorkHour.Rate, 2.2e9, 0.01) {
		t.Errorf("%s: %+v", tag.Reason, l)
	}
	if l.Recovery == nil || l.Recovery.Share != 0 || l.Recovery.Workloads != 1 {
		t.Errorf("recovery %+v", l.Recovery)
	}
	if !strings.Contains(r.Answer, "2.05 GiB/h") || !strings.Contains(r.Answer, "under workload only") {
		t.Error(r.Answer)
	}
	// Without phases it looks like what grew, stopped and stayed.
	r = analyzed(t, Inputs{Now: observedOf(t, snapshotsOf(49, 5*time.Minute, tags...))}, Options{})
	if v := tagNamed(t, &r.Machines[0], "Prog").Verdict; v != string(trend.Held) {
		t.Errorf("without phases it is %s", v)
	}
	if r.Machines[0].Tags[0].Tag != "Prog" || !hasFinding(r, codeNoRecovery) || len(r.Next) == 0 ||
		!strings.Contains(r.Next[0], "from 2024-03-04 09:00 to 10:30 UTC") || !strings.Contains(r.Next[0], "--phases") {
		t.Errorf("first %s, next %q", r.Machines[0].Tags[0].Tag, r.Next)
	}
	for _, want := range []string{"Nonpaged pool grew by 3.07 GiB from 2024-03-04 09:00 to 10:30 UTC", "stopped, and none of it came back",
		`All of it is tag "Prog" (nonpaged), 0 of`} {
		if !strings.Contains(r.Answer, want) {
			t.Errorf("%q is not in %s", want, r.Answer)
		}
	}
}

func hasFinding(r *Report, code string) bool {
	return slices.ContainsFunc(r.Findings, func(f report.Finding) bool { return f.Code == code })
}

// TestNeverFreedLeadsThoughOthersAreHardlyFreed: thousands of frees among hundreds of thousands of allocations are a
// difference from none, also where they were all before the first snapshot.
func TestNeverFreedLeadsThoughOthersAreHardlyFreed(t *testing.T) {
	grown := func(i int) uint64 { return 200_000 + 5_000*uint64(i) + uint64(i*i*7919%4001) }
	for name, frees := range map[string]func(int) uint64{"before": by(2_000, 0), "all the time": by(2_000, 20)} {
		tags := append(background(), series{"Root", poolsnap.Nonpaged, 48, grown, none},
			series{"Sate", poolsnap.Nonpaged, 512, grown, frees})
		r := analyzed(t, Inputs{Now: observedOf(t, snapshotsOf(25, 10*time.Minute, tags...))}, Options{})
		m := &r.Machines[0]
		if len(m.Groups) != 1 || !m.Groups[0].Leader || m.Tags[0].Tag != "Root" {
			t.Errorf("%s: first %s, %+v", name, m.Tags[0].Tag, m.Groups)
		}
	}
	tags := append(background(), series{"Sata", poolsnap.Nonpaged, 48, grown, none}, series{"Satb", poolsnap.Nonpaged, 512, grown, none})
	r := analyzed(t, Inputs{Now: observedOf(t, snapshotsOf(25, 10*time.Minute, tags...))}, Options{})
	if g := r.Machines[0].Groups; len(g) != 1 || g[0].Leader || !strings.Contains(r.Answer, "which of them leads is open") {
		t.Errorf("%+v: %s", g, r.Answer)
	}
}

// TestTwoSamplesOfChurnAreNoGrowth: what nearly all is freed again may differ by a twentieth at two moments; the tag that
// holds nearly all of its pool is shown, however many others there are.
func TestTwoSamplesOfChurnAreNoGrowth(t *testing.T) {
	tags := []series{{"Huge", poolsnap.Nonpaged, 4096, by(600_000, 0), none}}
	for i := range 60 {
		n := uint64(i)
		tags = append(tags, series{fmt.Sprintf("Tn%02d", i), poolsnap.Paged, 1024, by(400_000+n, 900), by(397_000+n, 760)})
	}
	tags = append(tags, series{"Slow", poolsnap.Nonpaged, 256, by(5_000, 200), by(100, 0)})
	r := analyzed(t, Inputs{Now: observedOf(t, snapshotsOf(2, time.Hour, tags...))}, Options{})
	m := &r.Machines[0]
	if m.Tags[0].Tag != "Slow" || m.Tags[1].Tag != "Huge" || count(m.Tags, trend.Growth) != 1 {
		t.Errorf("first %s %s, %d grow", m.Tags[0].Tag, m.Tags[1].Tag, count(m.Tags, trend.Growth))
	}
	if !strings.Contains(r.Answer, "No population grows as a whole") || !strings.Contains(r.Answer, `But tag "Slow"`) ||
		!strings.Contains(r.Answer, `Tag "Huge" (nonpaged) holds most`) {
		t.Error(r.Answer)
	}
	for i := range m.Tags {
		m.Tags[i].Verdict = string(trend.Growth)
	}
	m.Tags[0], m.Tags[1] = m.Tags[1], m.Tags[0]
	m.Tags[0], m.Tags[len(m.Tags)-1] = m.Tags[len(m.Tags)-1], m.Tags[0]
	m.Tags[len(m.Tags)-1].Verdict = string(trend.Held)
	if shown := shownTags(m, 20); len(shown) != 21 || shown[20].Tag != "Huge" {
		t.Errorf("%d rows", len(shown))
	}
}

// TestWrapBeforeTheFirstSnapshot: a counter of allocations that had wrapped before is counted on by what is outstanding.
func TestWrapBeforeTheFirstSnapshot(t *testing.T) {
	var list []*poolsnap.Snapshot
	for _, s := range snapshotsOf(8, time.Hour, series{"Wrap", poolsnap.Nonpaged, 64, by(1<<32+2_000, 3_000), by(1<<32-38_000, 2_500)}) {
		for k := range s.Rows {
			s.Rows[k].Allocs, s.Rows[k].Frees = s.Rows[k].Allocs&0xffffffff, s.Rows[k].Frees&0xffffffff
		}
		list = append(list, s)
	}
	tag := tagNamed(t, &analyzed(t, Inputs{Now: observedOf(t, list)}, Options{}).Machines[0], "Wrap")
	if tag.FreedShare == nil || *tag.FreedShare > 1 || *tag.FreedShare < 0.99 || *tag.Allocations != 1<<32+2_000+7*3_000 {
		t.Errorf("freed %v of %d", tag.FreedShare, *tag.Allocations)
	}
	if s := freedShare(100, 100_000); s != nil {
		t.Errorf("a share of %g", *s)
	}
}

// phaseAt is a phase in minutes after the first snapshot.
func phaseAt(label string, from, to int) Phase {
	return Phase{Label: label, Kind: KindOf(label), Start: Moment{Offset: time.Duration(from) * time.Minute, Relative: true},
		End: Moment{Offset: time.Duration(to) * time.Minute, Relative: true}}
}

// TestTwoObjectsForEachProcessStart: objects leak by count, two for each start of a process, while bytes stay small.
func TestTwoObjectsForEachProcessStart(t *testing.T) {
	const starts = 25 // between two snapshots
	ran := func(i int) uint64 { return uint64(min(max(i-6, 0), 18)) }
	tags := append(background(),
		series{"Objt", poolsnap.Paged, 48, func(i int) uint64 { return 4_000 + 70*uint64(i) + 2*starts*ran(i) },
			func(i int) uint64 { return 3_600 + 70*uint64(i) }})
	phases := []Phase{phaseAt("idle", 0, 30), phaseAt("starts", 30, 120), phaseAt("recovery", 120, 180)}
	phases[1].Volume = 18 * starts
	r := analyzed(t, Inputs{Now: observedOf(t, snapshotsOf(37, 5*time.Minute, tags...)), Phases: phases}, Options{})
	tag := tagNamed(t, &r.Machines[0], "Objt")
	if tag.Verdict != string(trend.Leak) || tag.JudgedBy != "objects" || tag.Bytes.Verdict == string(trend.Leak) {
		t.Fatalf("%s by %s: %s; bytes %s", tag.Verdict, tag.JudgedBy, tag.Reason, tag.Bytes.Verdict)
	}
	if p := tag.Objects.PerOperation; p == nil || !near(p.Rate, 2, 0.001) {
		t.Errorf("%+v objects for each operation", p)
	}
	if r.Machines[0].Tags[0].Tag != "Objt" || !strings.Contains(r.Answer, "2 objects per operation") ||
		!strings.Contains(r.Answer, "by count") {
		t.Error(r.Answer)
	}
}

// TestSharedTagIsUncertain: a tag that maps to several components has no culprit.
func TestSharedTagIsUncertain(t *testing.T) {
	file, err := pooltag.ReadTagFile(strings.NewReader("Shrd - alpha.sys - Alpha buffers\r\nShrd - beta.sys - Beta buffers\r\n"), "tags")
	if err != nil {
		t.Fatal(err)
	}
	tags := append(background(), series{"Shrd", poolsnap.Nonpaged, 512, by(1_000, 900), none})
	r := analyzed(t, Inputs{Now: observedOf(t, snapshotsOf(20, time.Minute, tags...)),
		Owners: OwnerSources{TagFiles: []*pooltag.TagFile{file}}}, Options{})
	o := tagNamed(t, &r.Machines[0], "Shrd").Owner
	if o == nil || !o.Uncertain || len(o.Candidates) != 2 {
		t.Fatalf("%+v", o)
	}
	if !strings.Contains(r.Answer, "component uncertain: alpha.sys, beta.sys") {
		t.Error(r.Answer)
	}
}

// TestAdviceIsNeverHarmful: no report tells to enlarge a page file, to remove a driver, or that the largest tag is at fault.
func TestAdviceIsNeverHarmful(t *testing.T) {
	tags := append(background(), series{"Root", poolsnap.Nonpaged, 96, by(312_000, 1_000), none})
	for _, n := range []int{1, 2, 5, 30} {
		r := analyzed(t, Inputs{Now: observedOf(t, snapshotsOf(n, 10*time.Minute, tags...))}, Options{CommitLimit: 1 << 40})
		var text bytes.Buffer
		if err := r.WriteText(&text, TextOptions{}); err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"page file", "pagefile", "remove", "uninstall", "culprit", "delete"} {
			if strings.Contains(strings.ToLower(text.String()), bad) {
				t.Errorf("%d snapshots: the text says %q:\n%s", n, bad, &text)
			}
		}
	}
}
