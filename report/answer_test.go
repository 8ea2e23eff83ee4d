package report

import (
	"strings"
	"testing"
	"time"

	"etledger/ledger"
	"etledger/trend"
)

func TestAnswer(t *testing.T) {
	only := func(s *Source, pids ...uint32) {
		var kept []*ledger.Lifetime
		for _, pid := range pids {
			for _, l := range s.Accounts.Lifetimes {
				if l.PID == pid {
					kept = append(kept, l)
				}
			}
		}
		s.Accounts.Lifetimes = kept
	}
	for _, c := range []struct {
		name   string
		change func(*Source)
		want   []string
		not    []string
	}{
		{"a leak with its module", func(*Source) {}, []string{"leaky-service.exe (4312) leaks ",
			"KiB/s from session-cache.dll (95 % interval "}, nil},
		{"a leak whose module is unknown", func(s *Source) {
			only(s, 4312)
			s.Accounts.Lifetimes[0].Suspects = nil
		}, []string{"leaky-service.exe (4312) leaks "}, []string{" from "}},
		{"a leak with a limit", func(s *Source) {
			only(s, 4312)
			in := &s.Accounts.Lifetimes[0].Evidence
			in.Limit, in.Level = 4<<30, []trend.Sample{{Time: 180, Low: 36 * mib, High: 36 * mib, End: 36 * mib}}
		}, []string{", which exhausts its limit in "}, nil},
		{"more leaks than it names", func(s *Source) {
			only(s, 4312, 4312, 4312, 4312, 4312)
		}, []string{"; and 2 more."}, nil},
		{"none", func(s *Source) { only(s, 5120) }, []string{"No leak found in 1 process over 3 min 0 s."},
			[]string{"missing"}},
		{"none, but events were lost", func(s *Source) {
			only(s, 5120)
			s.Losses.EventsLost = 1
		}, []string{"No leak found in 1 process over 3 min 0 s", "; some events are missing."}, nil},
		{"none, but some could not be judged", func(s *Source) { only(s, 5120, 7000) },
			[]string{"No leak found in 2 processes", "; 1 process could not be judged."}, nil},
		{"too short", func(s *Source) { s.Stats.LastNano = s.Stats.FirstNano + int64(12*time.Second); only(s, 5120) },
			[]string{"Leaks cannot be judged: the capture spans only 12.0 s"}, nil},
		{"not recorded", func(s *Source) { s.Accounts.Coverage.VirtualAllocEvents = 0; only(s, 5120) },
			[]string{"Leaks cannot be judged: the capture holds no VirtualAlloc events."}, nil},
		{"an unannounced process", func(s *Source) {
			only(s, 4400)
			s.Accounts.Lifetimes[0].Evidence = leakEvidence(200 * kib)
		}, []string{"(unannounced) (4400) leaks "}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sampleSource()
			c.change(s)
			got := build(s, sampleJudge, 1).Answer
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("%q does not say %q", got, want)
				}
			}
			for _, not := range c.not {
				if strings.Contains(got, not) {
					t.Errorf("%q says %q", got, not)
				}
			}
		})
	}
}

func TestAnswerNamesGrowth(t *testing.T) {
	r := &Report{Processes: []Process{ranked(1, trend.Growth, 2048, 0), ranked(2, trend.Steady, 0, 0)}}
	s := sampleSource()
	got := answer(r, s.evidence())
	if got != "No leak found in 2 processes over 3 min 0 s, but not ruled out: (unannounced) (1) grows by 2.00 KiB/s." {
		t.Error(got)
	}
}
