package report

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"etledger/etl"
	"etledger/ledger"
	"etledger/trend"
)

// stackOf makes a stack of frames, the innermost first, that left bytes outstanding.
func stackOf(suspect int, allocated, outstanding uint64, cohorts []trend.Cohort, frames ...ledger.Frame) ledger.Stack {
	return ledger.Stack{
		Frames: frames, Suspect: suspect, AllocatedBytes: allocated, Allocations: allocated / (64 * kib),
		OutstandingBytes: outstanding, Count: outstanding / (64 * kib), Cohorts: cohorts,
	}
}

// profileSource is the sample with stacks: of the leak those of its two suspects and some that left nothing, of the
// churn one without frames.
func profileSource() *Source {
	ntdll := &ledger.Image{Name: "ntdll.dll", Path: `C:\Windows\System32\ntdll.dll`, Base: 0x7ff8_0000_0000, Size: 2 * mib}
	startup := &ledger.Image{Name: "startup.dll", Path: `C:\x\startup.dll`, Base: 0x7ff7_0000_0000, Size: mib}
	cache := &ledger.Image{Name: "session;cache.dll", Path: `C:\x\session;cache.dll`, Base: 0x7ff6_0000_0000, Size: mib}
	inner := ledger.Frame{Address: ntdll.Base + 0x9a3e4, Image: ntdll}
	s := sampleSource()
	for _, l := range s.Accounts.Lifetimes {
		switch l.PID {
		case 4312:
			l.Stacks = []ledger.Stack{
				stackOf(0, 20*mib, 20*mib, oneBirth(20*mib, 2), inner, ledger.Frame{Address: startup.Base + 0x4420, Image: startup}),
				stackOf(1, 40*mib, 16*mib, leakEvidence(200*kib).Cohorts, inner,
					ledger.Frame{Address: cache.Base + 0x1a2b, Image: cache}, ledger.Frame{Address: 0x7ff5_0000_1000}),
				stackOf(-1, 20*mib, 0, nil, inner, ledger.Frame{Address: startup.Base + 0x10, Image: startup}),
			}
		case 5120:
			l.Stacks = []ledger.Stack{stackOf(0, 900*mib, mib, oneBirth(mib, 2))}
		}
	}
	return s
}

func profileOf(t *testing.T, s *Source, o ProfileOptions) *Profile {
	t.Helper()
	p, err := newProfile(s, o, sampleJudge)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// parse reads back what WritePprof wrote.
func parse(t *testing.T, p *Profile) *profile.Profile {
	t.Helper()
	var b bytes.Buffer
	if err := p.WritePprof(&b); err != nil {
		t.Fatal(err)
	}
	parsed, err := profile.ParseData(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if err := parsed.CheckValid(); err != nil {
		t.Fatal(err)
	}
	return parsed
}

func TestPprofProfile(t *testing.T) {
	s := profileSource()
	p := parse(t, profileOf(t, s, ProfileOptions{}))
	var types []string
	for _, v := range p.SampleType {
		types = append(types, v.Type+"/"+v.Unit)
	}
	want := []string{"allocated_objects/count", "allocated_bytes/bytes", "outstanding_objects/count", "outstanding_bytes/bytes",
		"leaking_objects/count", "leaking_bytes/bytes"}
	if !slices.Equal(types, want) || p.DefaultSampleType != "leaking_bytes" {
		t.Errorf("types %q, default %s", types, p.DefaultSampleType)
	}
	if p.TimeNanos != s.Accounts.StartNano || p.DurationNanos != s.Accounts.EndNano-s.Accounts.StartNano {
		t.Errorf("time %d, duration %d", p.TimeNanos, p.DurationNanos)
	}
	var got []string
	for _, s := range p.Sample {
		line := s.Label["process"][0] + "/" + s.Label["pid"][0]
		for _, l := range s.Location {
			line += " " + l.Line[0].Function.Name
		}
		got = append(got, fmt.Sprint(line, " ", s.Value))
	}
	if want := []string{
		"browser.exe/5120 [unknown stack] [14400 943718400 16 1048576 0 0]",
		"leaky-service.exe/4312 ntdll.dll+0x9a3e4 startup.dll+0x4420 [320 20971520 320 20971520 0 0]",
		"leaky-service.exe/4312 ntdll.dll+0x9a3e4 session;cache.dll+0x1a2b 0x7ff500001000 " +
			"[640 41943040 256 16777216 256 16777216]",
		"leaky-service.exe/4312 ntdll.dll+0x9a3e4 startup.dll+0x10 [320 20971520 0 0 0 0]",
	}; !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(p.Mapping) != 3 || p.Mapping[0].File != `C:\Windows\System32\ntdll.dll` || p.Mapping[0].Start != 0x7ff8_0000_0000 ||
		p.Mapping[0].Limit != 0x7ff8_0020_0000 {
		t.Errorf("%d mappings, the first %+v", len(p.Mapping), p.Mapping[0])
	}
	if p.Sample[1].Location[0] != p.Sample[2].Location[0] {
		t.Error("one address of one image is two locations")
	}
	if !strings.Contains(p.Comments[0], "leaky-service.exe (4312): leak") {
		t.Errorf("comments %q", p.Comments)
	}
}

func TestProfileIsTheSameEachTime(t *testing.T) {
	var first, second bytes.Buffer
	for _, b := range []*bytes.Buffer{&first, &second} {
		if err := profileOf(t, profileSource(), ProfileOptions{}).WritePprof(b); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("two writings of one profile differ")
	}
}

func TestFoldedStacks(t *testing.T) {
	fold := func(o ProfileOptions) string {
		var b bytes.Buffer
		if err := profileOf(t, profileSource(), o).WriteFolded(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	const leak = "leaky-service.exe (4312);0x7ff500001000;session:cache.dll+0x1a2b;ntdll.dll+0x9a3e4 16777216\n"
	if got := fold(ProfileOptions{}); got != leak {
		t.Errorf("leaking bytes: %q", got)
	}
	if got := fold(ProfileOptions{Process: "Browser"}); got != "browser.exe (5120);[unknown stack] 1048576\n" {
		t.Errorf("outstanding bytes of what does not leak: %q", got)
	}
}

func TestProfileOfOneProcess(t *testing.T) {
	for _, name := range []string{"leaky-service.exe", "LEAKY-service", "4312"} {
		p := parse(t, profileOf(t, profileSource(), ProfileOptions{Process: name}))
		if len(p.Sample) != 3 || p.Sample[0].Label["pid"][0] != "4312" {
			t.Errorf("%s: %d samples", name, len(p.Sample))
		}
	}
	_, err := NewProfile(profileSource(), ProfileOptions{Process: "notepad"})
	if missing := new(NoProcessError); !errors.As(err, &missing) || missing.Process != "notepad" {
		t.Errorf("got %v", err)
	}
}

// TestAmountsThatOverflow gives values that only a damaged capture has: they must stay positive, and so must sums.
func TestAmountsThatOverflow(t *testing.T) {
	s := profileSource()
	for _, l := range s.Accounts.Lifetimes {
		for i := range l.Stacks {
			l.Stacks[i].OutstandingBytes, l.Stacks[i].AllocatedBytes = math.MaxUint64, math.MaxUint64
		}
	}
	var sum int64
	for _, sample := range parse(t, profileOf(t, s, ProfileOptions{})).Sample {
		sum += sample.Value[1]
	}
	if sum != 4<<52 {
		t.Errorf("sum %d", sum)
	}
}

// TestLeakingStacks gives for the stacks of a lifetime which of them leak.
func TestLeakingStacks(t *testing.T) {
	leak, once := leakEvidence(200*kib).Cohorts, oneBirth(mib, 2)
	stack := func(suspect int, cohorts []trend.Cohort) ledger.Stack { return stackOf(suspect, mib, mib, cohorts) }
	suspects := func(cohorts ...[]trend.Cohort) (list []ledger.Suspect) {
		for _, c := range cohorts {
			list = append(list, ledger.Suspect{Cohorts: c})
		}
		return list
	}
	gone := stackOf(-1, mib, 0, nil)
	tests := []struct {
		name     string
		verdict  trend.Verdict
		suspects []ledger.Suspect
		stacks   []ledger.Stack
		want     []bool
	}{
		{"one of two at one place", trend.Leak, suspects(leak), []ledger.Stack{stack(0, leak), stack(0, once), gone},
			[]bool{true, false, false}},
		{"thin in each of many", trend.Leak, suspects(leak, once),
			[]ledger.Stack{stack(0, once), stack(1, once), stack(0, once), gone}, []bool{true, false, true, false}},
		{"thin everywhere", trend.Leak, suspects(once, once), []ledger.Stack{stack(0, once), stack(1, once), gone},
			[]bool{true, true, false}},
		{"no stack is known", trend.Leak, nil, []ledger.Stack{stack(-1, leak)}, []bool{true}},
		{"in a process that grows", trend.Growth, suspects(leak), []ledger.Stack{stack(0, leak)}, []bool{false}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			l := &ledger.Lifetime{Suspects: test.suspects, Stacks: test.stacks}
			if got := leakingStacks(l, leakEvidence(200*kib), test.verdict, sampleJudge); !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// TestProfileOfKeptRecording holds the profile of the recording that the project ships against its truth, and against
// the report.
func TestProfileOfKeptRecording(t *testing.T) {
	c, err := etl.Open(context.Background(), etl.Options{}, leakyService)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s, err := Read(context.Background(), c, Options{Ledger: ledger.Options{Stacks: true}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewProfile(s, ProfileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	type sums struct{ allocated, outstanding, leaking int64 }
	got, want := map[string]sums{}, map[string]sums{}
	for _, sample := range parse(t, p).Sample {
		g := got[sample.Label["pid"][0]]
		g.allocated += sample.Value[1]
		g.outstanding += sample.Value[3]
		g.leaking += sample.Value[5]
		got[sample.Label["pid"][0]] = g
	}
	var leaked uint64
	for _, process := range Build(s).Processes {
		if v := process.VirtualAlloc; v.CommitBytes > 0 {
			w := want[fmt.Sprint(process.PID)]
			w.allocated += int64(v.CommitBytes)
			w.outstanding += int64(v.OutstandingCommitBytes)
			want[fmt.Sprint(process.PID)] = w
		}
	}
	for _, l := range readTruth(t, leakyServiceTruth).Lifetimes {
		if l.LeakBytes > 0 && !l.EndedInside {
			w := want[fmt.Sprint(l.PID)]
			w.leaking += int64(l.LeakBytes)
			want[fmt.Sprint(l.PID)] = w
			leaked += l.LeakBytes
		}
	}
	if leaked == 0 || !maps.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
