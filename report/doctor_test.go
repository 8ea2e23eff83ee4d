package report

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"etledger/etl"
	"etledger/internal/schematest"
	"etledger/model"
)

// doctorFile lets the doctor judge a recording.
func doctorFile(t *testing.T, path string) *Doctor {
	t.Helper()
	c, err := etl.Open(t.Context(), etl.Options{}, path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	source, err := Read(t.Context(), c, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return BuildDoctor(source)
}

func TestDoctorGoldens(t *testing.T) {
	for _, name := range []string{"leaky-service", "circular", "clock-system-time", "lost-buffer"} {
		var text bytes.Buffer
		if err := doctorFile(t, "../testdata/"+name+".etl").WriteText(&text, TextOptions{Width: 100}); err != nil {
			t.Fatal(err)
		}
		golden(t, "doctor-"+name+".txt", text.Bytes())
	}
	golden(t, "doctor-leaky-service.json", doctorJSON(t, doctorFile(t, "../testdata/leaky-service.etl")))
}

// Every shipped recording that can be opened is judged, and the judgement keeps the contract.
func TestDoctorOnShippedRecordings(t *testing.T) {
	schema := schemaOf(t, "doctor.schema.json")
	damaged, err := filepath.Glob("../testdata/damaged/*.etl")
	if err != nil {
		t.Fatal(err)
	}
	judged := 0
	for _, path := range append(recordings(t, "../testdata"), damaged...) {
		c, err := etl.Open(t.Context(), etl.Options{}, path)
		if err != nil {
			continue // recordings that nothing can be said of
		}
		c.Close()
		d := doctorFile(t, path)
		checkDoctor(t, d)
		schematest.Keeps(t, schema, doctorJSON(t, d))
		if d.Grade == GradeGood != (filepath.Base(path) == "leaky-service.etl") {
			t.Errorf("%s is %s", path, d.Grade)
		}
		judged++
	}
	if judged < 50 {
		t.Errorf("%d recordings were judged", judged)
	}
}

// The real recordings were made for other ends: none can show a leak, and what each has is told.
func TestDoctorOnTheCorpus(t *testing.T) {
	schema := schemaOf(t, "doctor.schema.json")
	kinds := map[string]SessionKind{
		"diaghub-kernel": SessionMerged, "lxcore-kernel": SessionOrdinary, "msbuild-compressed-small": SessionMerged,
		"perfview-gcevents": SessionOrdinary, "shutdown-perfdiag": SessionSystemLogger, "tx-kernel-process": SessionOrdinary,
	}
	// What is found beside what captures have that hold no memory events and are short.
	more := map[string][]string{
		"perfview-gcevents": {"circular"}, "perfview-net452-x64-compressed": {"event-storm"},
		"old-image-64-v1": {"sequence-gaps", "malformed-payloads"}, "old-process-32-v2": {"sequence-gaps"},
		"tx-kernel-process": {"sequence-gaps"},
	}
	usual := []string{"virtual-alloc-missing", "short", "process-rundown-missing", "processes-unannounced", "counters-missing",
		"keywords-not-recorded"}
	for _, path := range recordings(t, shared(t, "corpus")) {
		name := strings.TrimSuffix(filepath.Base(path), ".etl")
		t.Run(name, func(t *testing.T) {
			d := doctorFile(t, path)
			checkDoctor(t, d)
			schematest.Keeps(t, schema, doctorJSON(t, d))
			if d.Grade != GradeUseless || !strings.Contains(d.Answer, "first of all virtual-alloc-missing") {
				t.Errorf("%s: %s", d.Grade, d.Answer)
			}
			var got []string
			for _, f := range d.Capture.Findings {
				if !slices.Contains(usual, f.Code) {
					got = append(got, f.Code)
				}
			}
			if !slices.Equal(got, more[name]) {
				t.Errorf("found %v, want %v", got, more[name])
			}
			if want, told := kinds[name]; told && d.Sessions[0].Kind != want {
				t.Errorf("session %s, want %s", d.Sessions[0].Kind, want)
			}
		})
	}
}

func TestDoctorOnTheCases(t *testing.T) {
	schema := schemaOf(t, "doctor.schema.json")
	for _, path := range recordings(t, shared(t, "cases")) {
		d := doctorFile(t, path)
		checkDoctor(t, d)
		schematest.Keeps(t, schema, doctorJSON(t, d))
	}
}

// The state of a signal follows from events, masks and the kind of session; how it is to be had from the table alone.
func TestSignalStates(t *testing.T) {
	private := func(e *evidence) { e.headers[0].SessionName, e.headers[0].LogFileMode = "mine", etl.ModeSystemLogger }
	wpr := func(e *evidence) {
		private(e)
		e.headers[0].SessionName = "WPR_initiated_WprApp_WPR System Collector"
	}
	on := func(keyword string) func(*evidence) {
		return func(e *evidence) { e.accounts.Keywords = append(e.accounts.Keywords, keyword) }
	}
	event := func(provider etl.GUID, id uint16) model.KindCount {
		return model.KindCount{KindKey: model.KindKey{Kind: etl.KindEvent, Provider: provider, ID: id}, Count: 3}
	}
	state := func(e *evidence, name string) SignalState {
		states := e.signalStates()
		at := slices.IndexFunc(states, func(s SignalState) bool { return s.Name == name })
		if at < 0 {
			t.Fatalf("no signal %s", name)
		}
		return states[at]
	}
	for name, c := range map[string]struct {
		signal  string
		prepare func(*evidence)
		state   State
		kind    MissingKind
		here    Here
	}{
		"there":            {"VirtualAlloc", func(*evidence) {}, StatePresent, "", ""},
		"not switched on":  {"Pool", func(*evidence) {}, StateMissing, MissingKeyword, HereYes},
		"no event of it":   {"Pool", on("POOL"), StateNoEvent, MissingKeyword, HereOn},
		"masks unknown":    {"Pool", func(e *evidence) { e.accounts.KeywordsKnown = false }, StateUnknown, MissingKeyword, HereYes},
		"only there":       {"Handle", func(*evidence) {}, StateMissing, MissingKernelLogger, HereYes},
		"not in a private": {"Handle", private, StateMissing, MissingKernelLogger, HereNo},
		"sources differ":   {"SampledProfile", private, StateMissing, MissingKernelLogger, HereUnknown},
		"in WPR's":         {"SampledProfile", wpr, StateMissing, MissingKernelLogger, HereYes},
		"reference set":    {"ReferenceSet", wpr, StateMissing, MissingKernelLogger, HereYes},
		"beside WPR's":     {"Power", wpr, StateMissing, MissingProvider, HereYes},
		"no sample came": {"SampledProfile", func(e *evidence) { wpr(e); on("PROFILE")(e) }, StateNoEvent, MissingKernelLogger,
			HereOn},
		"stacks of frees": {"VirtualAlloc stacks", func(e *evidence) { e.accounts.Coverage.CommitsWithStack = 0 }, StateMissing,
			MissingKeyword, HereYes},
		"kernel events in an ordinary session": {"Pool", func(e *evidence) {
			e.headers[0].SessionName, e.headers[0].LogFileMode = "Circular Kernel Context Logger", etl.ModeBuffering
		}, StateMissing, MissingKeyword, HereYes},
		"not after merging": {"SampledProfile", func(e *evidence) { e.headers[0].SessionName = "Relogger" }, StateMissing, MissingKernelLogger,
			HereUnknown},
		"a provider":        {"Power", func(*evidence) {}, StateMissing, MissingProvider, HereNo},
		"a private session": {"Power", private, StateMissing, MissingProvider, HereYes},
		"a workflow":        {"Heap snapshots", func(*evidence) {}, StateMissing, MissingWorkflow, HereNo},
		"maybe jobs": {"Job objects", func(e *evidence) {
			e.stats.Kinds = append(e.stats.Kinds, event(providerProcess, 12))
		}, StateUnknown, MissingProvider, HereNo},
		"an ordinary session": {"VirtualAlloc", func(e *evidence) {
			e.headers[0].SessionName, e.accounts.KeywordsKnown = "mine", false
			e.without(0x0100, 0xFFFF)
		}, StateMissing, MissingKeyword, HereNo},
		"processes of the provider": {"Process", func(e *evidence) { e.without(0x0301, 0x0304) }, StatePresent, "", ""},
		"snapshots of the provider": {"MemInfo", func(e *evidence) {
			e.without(0x0270, 0x0270)
			e.stats.Kinds = append(e.stats.Kinds, event(providerMemory, 1))
		}, StatePresent, "", ""},
	} {
		e := flawless()
		c.prepare(e)
		got := state(e, c.signal)
		if got.State != c.state {
			t.Errorf("%s: %+v, want %s", name, got, c.state)
		}
		if c.kind == "" != (got.Missing == nil) {
			t.Errorf("%s: missing %+v", name, got.Missing)
		} else if c.kind != "" && (got.Missing.Kind != c.kind || got.Missing.Here != c.here) {
			t.Errorf("%s: %+v, want %s, here %s", name, got.Missing, c.kind, c.here)
		}
	}
}

// The command follows from who recorded, and what was recorded.
func TestNextCapture(t *testing.T) {
	for want, prepare := range map[string]func(*evidence){
		"--tool wpr --minutes 3 --stacks --kernel-memory --processors 4":      func(*evidence) {},
		"--tool perfview --minutes 3 --stacks --kernel-memory --processors 4": func(e *evidence) { e.headers[0].SessionName = "PerfViewSession" },
		"--tool wpr --minutes 3 --stacks --kernel-memory --pool": func(e *evidence) {
			e.headers[0].SessionName, e.headers[0].Processors = "PerfViewSession", 0 // which cannot record the pool
			e.accounts.Keywords = append(e.accounts.Keywords, "POOL")
		},
	} {
		e := flawless()
		prepare(e)
		if got := strings.Join(e.nextCapture(&Doctor{}).Command, " "); got != "etledger recipe "+want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Loss is as bad as its share, and worse when that is not known.
func TestGrades(t *testing.T) {
	for name, c := range map[string]struct {
		prepare func(*evidence)
		want    Grade
	}{
		"flawless":         {func(*evidence) {}, GradeGood},
		"a little lost":    {func(e *evidence) { e.losses.EventsLost = 100 }, GradeUsable},
		"a twentieth lost": {func(e *evidence) { e.losses.EventsLost = e.stats.Events / 18 }, GradePoor},
		"nobody knows":     {func(e *evidence) { e.losses.BuffersFlaggedEventsLost = 1 }, GradePoor},
		"no stacks":        {func(e *evidence) { e.accounts.Coverage.CommitsWithStack = 0 }, GradeUsable},
		"few stacks":       {func(e *evidence) { e.accounts.Coverage.CommitsWithStack = 5000 }, GradeUsable},
		"no memory events": {func(e *evidence) { e.accounts.Coverage.VirtualAllocEvents = 0 }, GradeUseless},
	} {
		e := flawless()
		c.prepare(e)
		if got := e.gradeOf(findingsOf(e)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
