package report

import (
	"strings"
	"testing"

	"etledger/etl"
)

// Silences that are the way of the machine, that are losses, or that no recording covers are no pauses.
func TestOrdinarySilences(t *testing.T) {
	for name, prepare := range map[string]func(*evidence){
		"a short one":   func(e *evidence) { e.silent(20, 21.9) },
		"in proportion": func(e *evidence) { e.silent(20, 30); e.silent(40, 42) },
		"more than a few": func(e *evidence) {
			for i := range 5 {
				e.silent(float64(20*i), float64(20*i)+10)
			}
		},
		"of an idle capture": func(e *evidence) { e.silent(20, 30); e.stats.Events = 1500 },
		"beside slow snapshots": func(e *evidence) {
			e.occur(0x0270, 33)
			e.silent(20, 30)
			e.silent(40, 42)
		},
		"where buffers are missing": func(e *evidence) {
			e.silent(20, 30)
			e.losses.Gaps = []etl.Gap{{Missing: 1, From: e.startNano + 19e9, To: e.startNano + 31e9}}
		},
		"between recordings": func(e *evidence) {
			e.silent(20, 30)
			e.headers = append(e.headers, e.headers[0])
			e.headers[0].EndTime, e.headers[1].StartTime = At(e.startNano+21e9).Time, At(e.startNano+29e9).Time
		},
	} {
		e := flawless()
		prepare(e)
		if got := silence(e); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// What floods a capture is worse where events were lost.
func TestRaisedSeverity(t *testing.T) {
	for name, c := range map[string]struct {
		prepare func(*evidence)
		want    Severity
	}{
		"few faults":       {func(e *evidence) { e.occur(0x020A, 100) }, SeverityInfo},
		"many faults":      {func(e *evidence) { e.occur(0x020A, 10_000) }, SeverityWarning},
		"few, with loss":   {func(e *evidence) { e.occur(0x020A, 100); e.losses.EventsLost = 5 }, SeverityWarning},
		"storm":            {func(e *evidence) { e.occur(0x0524, 300_000) }, SeverityInfo},
		"storm, with loss": {func(e *evidence) { e.occur(0x0524, 300_000); e.losses.BuffersLost = 5 }, SeverityWarning},
	} {
		e := flawless()
		c.prepare(e)
		found := findingsOf(e)
		if f := found[len(found)-1]; f.Severity != c.want {
			t.Errorf("%s: %s %s, want %s", name, f.Code, f.Severity, c.want)
		}
	}
}

// The advice on buffers holds what the busiest time takes, with numbers of the capture.
func TestBufferAdvice(t *testing.T) {
	e := flawless()
	e.buffers = 10 * 64 // 64 KiB each: 40 MiB in 180 s
	if got := bufferAdvice(e); !strings.Contains(got, "'etledger recipe --processors 4 --stacks': ") {
		t.Errorf("a quarter of a MiB a second: %q", got)
	}
	r := &e.stats.Rhythm
	r.From, r.To, r.BinNano = e.startNano, e.endNano, 1<<30
	r.Kinds = []etl.KindRhythm{
		{KindKey: e.stats.Kinds[2].KindKey, PeakCount: e.stats.Events / 4, PeakBin: 7, Bins: 100},
		{KindKey: e.stats.Kinds[3].KindKey, PeakCount: e.stats.Events / 4, PeakBin: 7, Bins: 100},
		{KindKey: e.stats.Kinds[4].KindKey, PeakCount: e.stats.Events / 4, PeakBin: 8, Bins: 1},
	}
	if got := e.busiest(); got < 18.6*mib || got > 18.7*mib { // 20 MiB in 1.074 s
		t.Errorf("%g MiB a second at the busiest time", got/mib)
	}
	e.losses.EventsLost = e.stats.Events / 4 // a fifth was lost
	if got := bufferAdvice(e); !strings.Contains(got, "Use 55 to 241 buffers of 1024 KB (xperf -BufferSize 1024 -MinBuffers 55 -MaxBuffers 241)") {
		t.Errorf("23.28 MiB a second: %q", got)
	}
	e.losses.EventsLost = e.stats.Events // as many again were lost: how many more they were at the busiest time nobody knows
	if got := bufferAdvice(e); !strings.Contains(got, "Record less, and use at least 83 to 381 buffers of 1024 KB") {
		t.Errorf("37.25 MiB a second at least: %q", got)
	}
	e.buffers *= 10
	if got := bufferAdvice(e); !strings.Contains(got, "Record less") {
		t.Errorf("372 MiB a second: %q", got)
	}
	e.stats.Events = 0
	if got := bufferAdvice(e); got != moreBuffers {
		t.Errorf("without events: %q", got)
	}
}
