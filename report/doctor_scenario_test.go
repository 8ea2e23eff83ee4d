package report

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"etledger/etl"
	"etledger/internal/etlwriter"
	"etledger/internal/scenario"
	"etledger/internal/schematest"
)

// goodCapture is a machine recorded as it should be, but for its length, which is only long enough.
func goodCapture() scenario.Options {
	return scenario.Options{
		Seed: 8, Duration: 90 * time.Second, Stacks: scenario.DirectStacks, VirtualRundown: scenario.RundownAtEnd,
		MemoryInfoEvery: 500 * time.Millisecond,
		Session:         etlwriter.Settings{SessionName: "NT Kernel Logger", BufferSize: 16 << 10},
		Programs: []scenario.Program{
			{Image: "service.exe", Initial: 8 << 20, Behaviours: []scenario.Behaviour{
				scenario.Churn{BytesPerSecond: 1 << 20, BlockBytes: 64 << 10, Lifetime: time.Second, Module: "work.dll"},
				scenario.Faults{PerSecond: 2, File: `C:\Data\table.db`},
			}},
			{Image: "short.exe", Start: 20 * time.Second, End: 50 * time.Second, Behaviours: []scenario.Behaviour{
				scenario.Churn{BytesPerSecond: 256 << 10, BlockBytes: 64 << 10, Lifetime: time.Second},
			}},
		},
	}
}

// doctored runs the machine, records it and lets the doctor judge the capture.
func doctored(t *testing.T, o scenario.Options, change ...func([]byte)) *Doctor {
	t.Helper()
	made, err := scenario.Run(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range change {
		c(made.File)
	}
	ctx := context.Background()
	capture, err := etl.New(ctx, etl.Options{}, etl.Input{Name: "made.etl", R: bytes.NewReader(made.File), Size: int64(len(made.File))})
	if err != nil {
		t.Fatal(err)
	}
	defer capture.Close()
	source, err := Read(ctx, capture, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return BuildDoctor(source)
}

func without(hooks ...etlwriter.Hook) func(etlwriter.Hook) bool {
	return func(h etlwriter.Hook) bool { return slices.Contains(hooks, h) }
}

// endTimeAt is where the logfile header has the end of the session: after the buffer's and the event's header.
const endTimeAt = 72 + 32 + 0x10

// A capture that lacks one thing has the finding that tells so, and no other.
func TestDoctorFindsWhatIsWrong(t *testing.T) {
	const loader, counters, hardFaults, thread, allFaults = 0x4, 0x8, 0x2000, 0x2, 0x1000
	type flaw struct {
		name  string
		spoil func(*scenario.Options)
		patch func([]byte)
		want  []string // findings, beside those that a good capture has
		says  string   // by the last of them
		kind  SessionKind
		grade Grade
	}
	flaws := []flaw{
		{name: "nothing", spoil: func(*scenario.Options) {}, grade: GradeGood},
		{name: "manifest snapshots", spoil: func(o *scenario.Options) { o.MemoryInfoManifest = true }, grade: GradeGood},
		{name: "no memory events", spoil: func(o *scenario.Options) {
			o.Flaws.Without = without(etlwriter.HookVirtualAlloc, etlwriter.HookVirtualFree, etlwriter.HookVirtualAllocDCEnd)
			o.Flaws.KeywordsOff[1] = 0x8000
		}, want: []string{"virtual-alloc-missing"}, grade: GradeUseless},
		{name: "no counters", spoil: func(o *scenario.Options) { o.NoCounters = true }, want: []string{"counters-missing"}, grade: GradeUsable},
		{name: "no rundown", spoil: func(o *scenario.Options) { o.NoRundown, o.VirtualRundown = true, 0 },
			want:  []string{"process-rundown-missing", "processes-unannounced", "virtual-alloc-rundown-missing", "hard-faults-unclaimed"},
			grade: GradeUsable},
		{name: "only the start", spoil: func(o *scenario.Options) { o.Rundown = scenario.RundownAtStart }, want: []string{"end-rundown-missing"},
			grade: GradeUsable},
		{name: "only the end", spoil: func(o *scenario.Options) { o.Rundown = scenario.RundownAtEnd }, want: []string{"start-rundown-missing"},
			grade: GradeGood},
		{name: "no list of memory", spoil: func(o *scenario.Options) { o.VirtualRundown = 0 }, want: []string{"virtual-alloc-rundown-missing"},
			grade: GradeGood},
		{name: "no stacks", spoil: func(o *scenario.Options) { o.Stacks = scenario.NoStacks }, want: []string{"stacks-missing"},
			grade: GradeUsable},
		{name: "no snapshots", spoil: func(o *scenario.Options) { o.MemoryInfoEvery = 0 }, want: []string{"snapshots-not-recorded"},
			grade: GradeGood},
		{name: "no images", spoil: func(o *scenario.Options) {
			o.Flaws.Without = without(etlwriter.HookImageLoad, etlwriter.HookImageUnload, etlwriter.HookImageDCStart, etlwriter.HookImageDCEnd)
			o.Flaws.KeywordsOff[0] = loader
		}, want: []string{"images-not-recorded"}, grade: GradeUsable},
		{name: "no threads", spoil: func(o *scenario.Options) {
			o.Flaws.Without = without(etlwriter.HookThreadStart, etlwriter.HookThreadEnd, etlwriter.HookThreadDCStart,
				etlwriter.HookThreadDCEnd)
			o.Flaws.KeywordsOff[0] = thread
		}, want: []string{"threads-not-recorded"}, grade: GradeGood},
		{name: "no hard faults", spoil: func(o *scenario.Options) {
			o.Flaws.Without = without(etlwriter.HookHardFault)
			o.Flaws.KeywordsOff[0] = hardFaults
		}, want: []string{"hard-faults-not-recorded"}, grade: GradeGood},
		{name: "no hard fault happened", spoil: func(o *scenario.Options) { o.Flaws.Without = without(etlwriter.HookHardFault) },
			grade: GradeGood},
		{name: "short", spoil: func(o *scenario.Options) {
			o.Duration, o.Programs = 40*time.Second, o.Programs[:1]
		}, want: []string{"short"}, grade: GradePoor},
		{name: "early", spoil: func(o *scenario.Options) {
			s := o.Session.Defaults()
			o.Session.BootTime = s.StartTime - 200*1e7
		}, want: []string{"early"}, grade: GradeUsable},
		{name: "a ring", spoil: func(o *scenario.Options) { o.Session.Mode = etlwriter.ModeCircular }, want: []string{"circular"},
			grade: GradeUsable},
		{name: "in memory", spoil: func(o *scenario.Options) { o.Session.Mode = etlwriter.ModeBuffering }, want: []string{"circular"},
			grade: GradeUsable},
		{name: "never closed", spoil: func(o *scenario.Options) { o.Session.NeverClosed = true }, want: []string{"not-closed"},
			grade: GradeUsable},
		{name: "lost events", spoil: func(o *scenario.Options) { o.Session.EventsLost = 40 }, want: []string{"events-lost"}, grade: GradeUsable},
		{name: "many lost events", spoil: func(o *scenario.Options) { o.Session.EventsLost = 4000 }, want: []string{"events-lost"},
			grade: GradePoor},
		{name: "some soft faults", spoil: func(o *scenario.Options) {
			o.Flaws.Floods = []scenario.Flood{{Hook: 0x020B, Bytes: 16, PerSecond: 10}}
			o.Flaws.KeywordsOn[0] = allFaults
		}, want: []string{"page-fault-tracing"}, grade: GradeGood},
		{name: "many soft faults", spoil: func(o *scenario.Options) {
			o.Flaws.Floods = []scenario.Flood{{Hook: 0x020A, Bytes: 16, PerSecond: 500}}
			o.Flaws.KeywordsOn[0] = allFaults
		}, want: []string{"page-fault-tracing"}, grade: GradeUsable},
		{name: "a flood", spoil: func(o *scenario.Options) {
			o.Flaws.Floods = []scenario.Flood{{Hook: 0x0524, Bytes: 24, PerSecond: 1500}}
			o.Flaws.KeywordsOn[1] = 0x4
		}, want: []string{"event-storm"}, grade: GradeGood},
		{name: "a burst", spoil: func(o *scenario.Options) {
			o.Flaws.Floods = []scenario.Flood{{Hook: 0x0F33, Bytes: 8, PerSecond: 15_000, From: 30 * time.Second, To: 33 * time.Second}}
			o.Flaws.KeywordsOn[2] = 0x40
		}, want: []string{"event-storm"}, grade: GradeGood},
		{name: "a pause", spoil: func(o *scenario.Options) {
			o.Flaws.PausedAt, o.Flaws.PausedFor = 40*time.Second, 7*time.Second
		}, want: []string{"silence"}, grade: GradeUsable},
		{name: "a pause without snapshots", spoil: func(o *scenario.Options) {
			o.MemoryInfoEvery = 0
			o.Flaws.PausedAt, o.Flaws.PausedFor = 40*time.Second, 20*time.Second
		}, want: []string{"snapshots-not-recorded", "silence"}, grade: GradeUsable},
		{name: "cycles", spoil: func(o *scenario.Options) { o.Session.Clock = etlwriter.CPUCycle }, want: []string{"clock-not-steady"},
			grade: GradeUsable},
		{name: "system time", spoil: func(o *scenario.Options) { o.Session.Clock = etlwriter.SystemTime }, want: []string{"clock-not-steady"},
			grade: GradeUsable},
		{name: "the clock was set back", spoil: func(*scenario.Options) {}, patch: func(f []byte) {
			binary.LittleEndian.PutUint64(f[endTimeAt:], binary.LittleEndian.Uint64(f[endTimeAt:])-60e7)
		}, want: []string{"clock-disagrees"}, grade: GradeUsable},
		{name: "keywords that deliver nothing", spoil: func(o *scenario.Options) {
			o.Session.SessionName, o.Session.Mode = "memory", etlwriter.ModeSequential|etlwriter.ModeSystemLogger
			o.Flaws.KeywordsOn = [8]uint32{1: 0x2, 4: 0x40}
		}, want: []string{"kernel-logger-keywords"}, grade: GradeGood},
		{name: "the system session of WPR", spoil: func(o *scenario.Options) {
			o.Session.SessionName = "WPR_initiated_WprApp_WPR System Collector"
			o.Session.Mode = etlwriter.ModeSequential | etlwriter.ModeSystemLogger
			o.Flaws.KeywordsOn = [8]uint32{1: 0x2}
		}, kind: SessionWPR, grade: GradeGood},
		{name: "kernel events in a session that seems ordinary", spoil: func(o *scenario.Options) {
			o.Session.SessionName = "Circular Kernel Context Logger"
		}, kind: SessionSystemLogger, grade: GradeGood},
		{name: "counters that did not come", spoil: func(o *scenario.Options) {
			o.Flaws.Without = without(etlwriter.HookProcessCounters, etlwriter.HookProcessCountersAtEnd)
		}, want: []string{"counters-missing"}, says: "although PERF_COUNTER was on", grade: GradeUsable},
		{name: "images that did not come", spoil: func(o *scenario.Options) {
			o.Flaws.Without = without(etlwriter.HookImageLoad, etlwriter.HookImageUnload, etlwriter.HookImageDCStart, etlwriter.HookImageDCEnd)
		}, want: []string{"images-not-recorded"}, says: "although LOADER was on", grade: GradeUsable},
		{name: "a load that begins late", spoil: func(o *scenario.Options) {
			o.MemoryInfoEvery = 0
			o.Flaws.PausedAt, o.Flaws.PausedFor = 2*time.Second, 20*time.Second
		}, want: []string{"snapshots-not-recorded", "silence"}, says: "nothing was going on yet", grade: GradeGood},
	}
	schema := schemaOf(t, "doctor.schema.json")
	for _, f := range flaws {
		t.Run(f.name, func(t *testing.T) {
			o := goodCapture()
			f.spoil(&o)
			var d *Doctor
			if f.patch != nil {
				d = doctored(t, o, f.patch)
			} else {
				d = doctored(t, o)
			}
			got := []string{}
			for _, found := range d.Capture.Findings {
				got = append(got, found.Code)
				if found.Weakens == "" || found.NextTime == "" || strings.Contains(found.NextTime, "%!") {
					t.Errorf("%+v", found)
				}
			}
			if !slices.Equal(got, f.want) && len(got)+len(f.want) > 0 {
				t.Errorf("found %v, want %v: %+v", got, f.want, d.Capture.Findings)
			}
			if n := len(d.Capture.Findings); f.says != "" && (n == 0 || !strings.Contains(d.Capture.Findings[n-1].Message, f.says)) {
				t.Errorf("nothing says %q: %+v", f.says, d.Capture.Findings)
			}
			if f.kind != "" && d.Sessions[0].Kind != f.kind {
				t.Errorf("session %s, want %s", d.Sessions[0].Kind, f.kind)
			}
			if d.Grade != f.grade {
				t.Errorf("grade %s, want %s; limits %v", d.Grade, f.grade, d.Limits)
			}
			checkDoctor(t, d)
			schematest.Keeps(t, schema, doctorJSON(t, d))
		})
	}
}

// Two recordings of one machine with a time between them that neither has.
func TestDoctorOnRecordingsApart(t *testing.T) {
	for name, c := range map[string]struct {
		after    time.Duration // of the beginning of the first, which lasts 90 s
		severity Severity
		says     string
	}{
		"apart":    {150 * time.Second, SeverityWarning, "1 min 0 s between the recordings, from 90.0 s on"},
		"in touch": {90 * time.Second, SeverityInfo, "in times that none of them covers"},
	} {
		var inputs []etl.Input
		for i := range 2 {
			o := goodCapture()
			o.Session = o.Session.Defaults()
			o.Session.StartTime += uint64(i) * uint64(c.after/100)
			made, err := scenario.Run(o)
			if err != nil {
				t.Fatal(err)
			}
			inputs = append(inputs, etl.Input{Name: []string{"a.etl", "b.etl"}[i], R: bytes.NewReader(made.File), Size: int64(len(made.File))})
		}
		capture, err := etl.New(t.Context(), etl.Options{}, inputs...)
		if err != nil {
			t.Fatal(err)
		}
		source, err := Read(t.Context(), capture, Options{})
		if err != nil {
			t.Fatal(err)
		}
		d := BuildDoctor(source)
		checkDoctor(t, d)
		capture.Close()
		found := slices.IndexFunc(d.Capture.Findings, func(f Finding) bool { return f.Code == "several-recordings" })
		if found < 0 {
			t.Fatalf("%s: %+v", name, d.Capture.Findings)
		}
		if f := d.Capture.Findings[found]; f.Severity != c.severity || !strings.Contains(f.Message, c.says) {
			t.Errorf("%s: %+v", name, f)
		}
		for _, f := range d.Capture.Findings {
			if c.severity == SeverityWarning && f.Code == "lost-frees-inferred" &&
				(!strings.Contains(f.NextTime, "one session") || strings.Contains(f.NextTime, "buffers")) {
				t.Errorf("%s: %+v", name, f)
			}
		}
	}
}

// With lost buffers the account itself shows traces of the loss, in whatever way it happens to.
func TestDoctorOnLostBuffers(t *testing.T) {
	o := goodCapture()
	o.LostBuffers, o.LossesTold, o.Session.BufferSize = 0.2, true, 4<<10
	d := doctored(t, o)
	checkDoctor(t, d)
	if d.Grade != GradePoor {
		t.Errorf("a fifth lost is %s", d.Grade)
	}
	for _, code := range []string{"buffers-lost", "sequence-gaps"} {
		at := slices.IndexFunc(d.Capture.Findings, func(f Finding) bool { return f.Code == code })
		if at < 0 {
			t.Fatalf("no %s among %+v", code, d.Capture.Findings)
		}
		if next := d.Capture.Findings[at].NextTime; !strings.Contains(next, "etledger recipe --processors 4 --stacks") {
			t.Errorf("%s: %s", code, next)
		}
	}
}

func doctorJSON(t *testing.T, d *Doctor) []byte {
	t.Helper()
	var js bytes.Buffer
	if err := d.WriteJSON(&js); err != nil {
		t.Fatal(err)
	}
	return js.Bytes()
}

// checkDoctor checks what holds for every capture.
func checkDoctor(t *testing.T, d *Doctor) {
	t.Helper()
	if !strings.HasPrefix(d.Answer, "This capture is "+string(d.Grade)+" for finding leaks") || !strings.HasSuffix(d.Answer, ".") {
		t.Errorf("answer %q", d.Answer)
	}
	if (d.Grade == GradeGood) != (len(d.Limits) == 0) {
		t.Errorf("grade %s with limits %v", d.Grade, d.Limits)
	}
	if d.Grade == GradeGood && slices.ContainsFunc(d.Capture.Findings, func(f Finding) bool { return f.Severity != SeverityInfo }) {
		t.Errorf("good with %+v", d.Capture.Findings)
	}
	for _, s := range d.Signals {
		if (s.State == StatePresent) != (s.Events > 0) || s.Evidence == "" || s.Name == "" {
			t.Errorf("%+v", s)
		}
		if m := s.Missing; (m == nil) != (s.State == StatePresent || s.Wanted == WantedNot) {
			t.Errorf("%+v: missing %v", s, m)
		} else if m != nil && (m.How == "" || m.HereWhy == "" || m.Kind == MissingProvider && m.GUID == nil) {
			t.Errorf("%s: %+v", s.Name, m)
		}
	}
	var text bytes.Buffer
	if err := d.WriteText(&text, TextOptions{Width: 100}); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(text.String(), "\n") {
		if len(line) > 100 && !strings.Contains(line, d.Capture.File) {
			t.Errorf("a line of %d: %q", len(line), line)
		}
	}
	if err := d.WriteText(io.Discard, TextOptions{Color: true, Width: 60}); err != nil {
		t.Error(err)
	}
	if !strings.Contains(text.String(), strings.Join(d.Next.Command, " ")) {
		t.Errorf("no command in %s", text.String())
	}
}
