package report

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"etledger/ledger"
	"etledger/trend"
)

func find(t *testing.T, r *Report, pid uint32) *Process {
	t.Helper()
	for i := range r.Processes {
		if r.Processes[i].PID == pid {
			return &r.Processes[i]
		}
	}
	t.Fatalf("no process %d in the report", pid)
	return nil
}

func TestSampleGoldens(t *testing.T) {
	r := sampleReport()
	var text, js bytes.Buffer
	if err := r.WriteText(&text, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := r.WriteJSON(&js); err != nil {
		t.Fatal(err)
	}
	golden(t, "sample.txt", text.Bytes())
	golden(t, "sample.json", js.Bytes())
}

func TestUnknownIsNull(t *testing.T) {
	r := sampleReport()
	nobody := find(t, r, 4400)
	if nobody.Announced || nobody.Image != nil || nobody.ParentPID != nil || nobody.SessionID != nil ||
		nobody.StartS != nil || nobody.EndS != nil ||
		nobody.Counters != nil || nobody.ExitStatus != nil || nobody.User != nil {
		t.Errorf("an unannounced process has fields that nothing told: %+v", nobody)
	}
	if nobody.Reconciliation.Status != "not available" || nobody.Reconciliation.ResidualBytes != nil {
		t.Errorf("reconciliation without counters: %+v", nobody.Reconciliation)
	}
	ended := find(t, r, 7000)
	if ended.Counters == nil || ended.Counters.PrivateBytes != nil || ended.Counters.WorkingSetBytes != nil ||
		ended.Counters.HandleCount != nil {
		t.Errorf("counters at exit must give peaks only: %+v", ended.Counters)
	}
	if ended.Counters.PeakPrivateBytes != 6*mib || *ended.StartS != 10 || *ended.EndS != 12 || *ended.ExitStatus != 3 {
		t.Errorf("ended process: %+v", ended)
	}
	if leak := find(t, r, 4312); *leak.SessionID != 0 || *leak.User != `NT AUTHORITY\SYSTEM` || leak.ExitStatus != nil {
		t.Errorf("session 0 is known, and an exit status is not: %+v", leak)
	}
	if m := r.System.MemoryInfo; *m[0].CommitBytes != 9<<30 || m[1].CommitBytes != nil || m[0].TimeS != 1 {
		t.Errorf("memory snapshots: %+v", m)
	}
}

func TestBuildKeepsTheAccount(t *testing.T) {
	s := sampleSource()
	r := build(s, sampleJudge, 1)
	for _, l := range s.Accounts.Lifetimes {
		v := find(t, r, l.PID).VirtualAlloc
		if v.CommitBytes-v.FreedBytes != v.OutstandingCommitBytes || v.CommitBytes != l.VirtualAlloc.CommitBytes ||
			v.UnknownFreedBytes != l.VirtualAlloc.UnknownFreedBytes ||
			v.InferredFreedBytes != l.VirtualAlloc.InferredFreedBytes {
			t.Errorf("process %d: account %+v became %+v", l.PID, l.VirtualAlloc, v)
		}
	}
	checkReconciliation(t, find(t, r, 4312))
	if r.Capture.Events != 10789 || r.Capture.DurationS != 180.0000016 {
		t.Errorf("capture: %+v", r.Capture)
	}
	if tags := r.Pool.Tags; len(tags) != 2 || tags[0].Tag != "Big1" || tags[0].Pool != "paged" ||
		tags[1].Pool != "nonpaged" {
		t.Errorf("pool tags go by outstanding bytes: %+v", tags)
	}
}

// checkReconciliation checks that a reader who adds up the terms comes to the counter.
func checkReconciliation(t *testing.T, p *Process) {
	t.Helper()
	r := p.Reconciliation
	sum := int64(*r.InitialPrivateBytes-*r.GivenBackBytes+p.VirtualAlloc.OutstandingCommitBytes) + *r.ExplainedBytes +
		*r.ResidualBytes
	if sum != int64(*p.Counters.PrivateBytes) {
		t.Errorf("%s: the terms %+v sum to %d, the counter is %d", p.name(), r, sum, *p.Counters.PrivateBytes)
	}
}

// What was lost must reach the judgement of every process, not only the list of findings.
func TestLossReachesTheJudge(t *testing.T) {
	for _, c := range []struct {
		name      string
		lose      func(*Source)
		wantShare float64
		wantKnown bool
	}{
		{"nothing", func(*Source) {}, 0, false},
		{"events in the header", func(s *Source) { s.Losses.EventsLost = s.Stats.Events }, 0.5, true},
		{"buffers in sequence", func(s *Source) { s.Losses.SequenceMissing = 3 * s.Buffers }, 0.75, true},
		{"the end of the file", func(s *Source) { s.Losses.TruncatedBytes = int64(s.Bytes / 4) }, 0.2, true},
		{"nobody knows how much", func(s *Source) { s.Losses.BuffersFlaggedEventsLost = 1 }, 0, true},
		{"memory events that cannot be decoded", func(s *Source) {
			s.Stats.Kinds[3].Malformed = 2146 // of 10,730 allocations and frees
			s.Stats.Malformed = 2146
		}, 0.2, true},
		{"more, as the account itself noticed", func(s *Source) {
			s.Losses.EventsLost = s.Stats.Events
			for _, l := range s.Accounts.Lifetimes {
				l.Evidence.LostShare = 0.9
			}
		}, 0.9, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sampleSource()
			c.lose(s)
			asked := 0
			build(s, func(in trend.Input) trend.Result {
				asked++
				if in.LostShare != c.wantShare || in.LossKnown != c.wantKnown {
					t.Errorf("judged with share %v and known %v, want %v and %v", in.LostShare, in.LossKnown,
						c.wantShare, c.wantKnown)
				}
				return sampleJudge(in)
			}, 1)
			if asked < len(s.Accounts.Lifetimes) {
				t.Errorf("%d of %d lifetimes were judged", asked, len(s.Accounts.Lifetimes))
			}
		})
	}
}

func TestSuspectsOfALeakGoBySlope(t *testing.T) {
	leak := find(t, sampleReport(), 4312)
	if leak.Suspects[0].Module != "session-cache.dll" || leak.Suspects[1].Module != "startup.dll" {
		t.Fatalf("what grows comes before what is large: %+v", leak.Suspects)
	}
	if slope := *leak.Suspects[0].SlopeBytesPerS; math.Abs(slope-200*kib) > 20*kib {
		t.Errorf("slope of the leaking place is %v, want about %v", slope, 200*kib)
	}
	if share := *leak.Suspects[0].Share; math.Abs(share-16.0/36) > 1e-4 {
		t.Errorf("share %v, want 16 of 36", share)
	}
	if churn := find(t, sampleReport(), 5120); churn.Suspects[0].SlopeBytesPerS != nil {
		t.Error("a process that does not grow has suspects with slopes")
	}
}

func TestSuspectsAreBounded(t *testing.T) {
	s := sampleSource()
	for _, l := range s.Accounts.Lifetimes {
		l.Suspects = slices.Repeat([]ledger.Suspect{{Module: "a.dll", OutstandingBytes: 1}}, 3*MaxSuspects)
	}
	for _, p := range build(s, sampleJudge, 1).Processes {
		if len(p.Suspects) != MaxSuspects || p.SuspectCount != 3*MaxSuspects {
			t.Errorf("process %d lists %d of %d suspects", p.PID, len(p.Suspects), p.SuspectCount)
		}
	}
}

func TestSameSourceSameBytes(t *testing.T) {
	var first bytes.Buffer
	if err := sampleReport().WriteJSON(&first); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		var again bytes.Buffer
		if err := sampleReport().WriteJSON(&again); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first.Bytes(), again.Bytes()) {
			t.Fatal(firstDifference(first.Bytes(), again.Bytes()))
		}
	}
}

func TestEmptyCapture(t *testing.T) {
	r := build(&Source{Accounts: &ledger.Accounts{}}, sampleJudge, 1)
	var js, text bytes.Buffer
	if err := r.WriteJSON(&js); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(js.String(), `"processes": null`) || !json.Valid(js.Bytes()) {
		t.Errorf("JSON of an empty capture:\n%s", js.String())
	}
	if err := r.WriteText(&text, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(text.String(), "Leaks cannot be judged: ") {
		t.Errorf("text of an empty capture begins %.60q", text.String())
	}
}

// TestForecastHasAnInterval: it is that of the slope, and open where the slope may be none.
func TestForecastHasAnInterval(t *testing.T) {
	v := trend.Result{Verdict: trend.Leak, HasExhaustion: true, SecondsToExhaustion: 100.4, ExhaustionEarliest: 80.2,
		ExhaustionLatest: math.Inf(1)}
	got := trendOf(v, trend.Input{})
	if *got.SecondsToExhaustion != 100 || *got.SecondsToExhaustionLow != 80 || got.SecondsToExhaustionHigh != nil {
		t.Errorf("got %v, [%v, %v]", *got.SecondsToExhaustion, *got.SecondsToExhaustionLow, got.SecondsToExhaustionHigh)
	}
	v.HasExhaustion = false
	if got := trendOf(v, trend.Input{}); got.SecondsToExhaustion != nil || got.SecondsToExhaustionLow != nil {
		t.Errorf("without a limit: %+v", got)
	}
}
