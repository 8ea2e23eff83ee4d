package report

import (
	"slices"
	"strings"
	"testing"

	"etledger/etl"
)

// What to do next time is told in the light of what the capture shows: nobody is told to switch on what was on, to use more buffers
// where none was lost, or not to pause a machine that was idle.
func TestAdviceFitsTheCapture(t *testing.T) {
	on := func(e *evidence, keyword string) { e.accounts.Keywords = append(e.accounts.Keywords, keyword) }
	lostFrees := func(e *evidence) {
		e.accounts.Coverage.InferredLostFrees, e.accounts.Coverage.InferredLostFreeBytes = 7, 2*mib
	}
	for name, c := range map[string]struct {
		code     string
		flaw     func(*evidence)
		severity Severity
		message  string
		says     string
		not      string
	}{
		"counters off": {"counters-missing", func(e *evidence) {
			e.accounts.Coverage.CounterRecords, e.accounts.Keywords = 0, []string{"VIRT_ALLOC"}
		}, SeverityWarning,
			"Record with PERF_COUNTER", "has to be on", "Leave"},
		"counters on, stopped": {"counters-missing", func(e *evidence) {
			e.accounts.Coverage.CounterRecords = 0
			on(e, "PERF_COUNTER")
		}, SeverityWarning, "delivered none", "PERF_COUNTER was on", "has to be on"},
		"counters on, not closed": {"counters-missing", func(e *evidence) {
			e.accounts.Coverage.CounterRecords, e.accounts.Coverage.ProcessRundownEnd = 0, false
			e.headers[0].EndTime = etl.Header{}.EndTime
			on(e, "PERF_COUNTER")
		}, SeverityWarning, "was not closed", "Leave PERF_COUNTER on, and let the session be stopped by the tool", "has to be on"},
		"images on, not stopped": {"images-not-recorded", func(e *evidence) {
			e.without(0x1403, 0x1403)
			e.accounts.Coverage.ProcessRundownEnd = false
			on(e, "LOADER")
		}, SeverityWarning, "nothing of what is written at the stop is in this capture", "Leave LOADER on", "has to be on"},
		"memory on": {"virtual-alloc-missing", func(e *evidence) {
			e.accounts.Coverage.VirtualAllocEvents = 0
			on(e, "VIRT_ALLOC")
		}, SeverityError, "none occurred or the session did not deliver them", "Leave VIRT_ALLOC on", "switches on"},
		"snapshots on": {"snapshots-not-recorded", func(e *evidence) {
			e.without(0x0270, 0x0270)
			on(e, "MEMINFO")
		}, SeverityInfo, "although MEMINFO was on", "was on; record for some seconds", "Add"},
		"frees lost": {"lost-frees-inferred", lostFrees, SeverityWarning, "were lost:", "buffers", "one session"},
		"frees between recordings": {"lost-frees-inferred", func(e *evidence) {
			lostFrees(e)
			e.apart(90, 120)
		}, SeverityWarning, "happened in the 30.0 s between the recordings, from 90.0 s on, which none of them covers", "one session",
			"buffers"},
		"frees lost and between recordings": {"lost-frees-inferred", func(e *evidence) {
			lostFrees(e)
			e.apart(90, 120)
			e.losses.BuffersLost = 1
		}, SeverityWarning, "were lost, or happened in the 30.0 s", "buffers", "one session"},
		"recordings apart": {"several-recordings", func(e *evidence) { e.apart(90, 120) }, SeverityWarning, "30.0 s", "one session", ""},
		"recordings that meet": {"several-recordings", func(e *evidence) { e.apart(90, 90.05) }, SeverityInfo, "2 recordings", "one session",
			""},
		"recordings that overlap": {"several-recordings", func(e *evidence) { e.apart(120, 90) }, SeverityInfo, "2 recordings", "one session",
			""},
		"a pause":      {"silence", func(e *evidence) { e.silent(20, 40) }, SeverityWarning, "paused, as", "sleep off", "Begin"},
		"a late start": {"silence", func(e *evidence) { e.silent(2, 40) }, SeverityInfo, "yet", "Begin to record when", "sleep off"},
		"a pause at the start, of a machine that takes snapshots": {"silence", func(e *evidence) {
			e.occur(0x0270, 290)
			e.silent(2, 40)
		}, SeverityWarning, "not even a memory snapshot", "sleep off", "Begin"},
		"some stacks": {"stacks-few", func(e *evidence) { e.accounts.Coverage.CommitsWithStack = 3000 }, SeverityWarning, "50 %",
			"through the whole session", "buffers"},
		"stacks lost": {"stacks-few", func(e *evidence) {
			e.accounts.Coverage.CommitsWithStack = 3000
			e.losses.EventsLost = 5000
		}, SeverityWarning, "50 %", "lose none. ", ""},
		"mostly lost": {"events-lost", func(e *evidence) { e.losses.EventsLost = 9 * e.stats.Events }, SeverityWarning, "lost", "Record less, and use at least",
			"have room"},
		"a large machine": {"buffers-lost", func(e *evidence) { e.losses.BuffersLost, e.headers[0].Processors = 1, 256 }, SeverityWarning,
			"1 buffer", "to 4096 buffers of 256 KB", "recipe --processors"},
		"a machine too large": {"buffers-lost", func(e *evidence) { e.losses.BuffersLost, e.headers[0].Processors = 1, 4096 }, SeverityWarning,
			"1 buffer", "two buffers for each of 4,096 processors", "hold for long"},
	} {
		e := flawless()
		c.flaw(e)
		found := findingsOf(e)
		at := slices.IndexFunc(found, func(f Finding) bool { return f.Code == c.code })
		if at < 0 {
			t.Errorf("%s: found %+v", name, found)
			continue
		}
		f := found[at]
		if f.Severity != c.severity || !strings.Contains(f.Message, c.message) || !strings.Contains(f.NextTime, c.says) ||
			c.not != "" && strings.Contains(f.NextTime, c.not) {
			t.Errorf("%s: %s %q, next time %q", name, f.Severity, f.Message, f.NextTime)
		}
	}
}

// Allocations of which nine of ten have a stack are enough.
func TestEnoughStacks(t *testing.T) {
	e := flawless()
	e.accounts.Coverage.CommitsWithStack = 5400
	if got := findingsOf(e); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}
