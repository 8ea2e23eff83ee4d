package recorder_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"etledger/internal/recorder"
	"etledger/internal/recorder/recordertest"
	"etledger/report/recipe"
)

// What is in the way is found before anything is started.
func TestWhatIsInTheWay(t *testing.T) {
	for _, c := range []struct {
		name    string
		prepare func(*bench) error
		want    string
	}{
		{"no rights", func(b *bench) error { return b.world.Set("rights", "none") }, "Run as administrator"},
		{"no room", func(b *bench) error { return b.world.Set("free", "1000000") }, "make room there"},
		{"output", func(b *bench) error { return os.WriteFile(b.plan.Output, []byte("precious"), 0o600) }, "never overwritten"},
		{"no folder", func(b *bench) error { return os.Remove(b.folder) }, "output "},
		{"session of others", func(b *bench) error { return b.world.Open("NT Kernel Logger", filepath.Join(b.world.Folder, "x.etl")) },
			`logman stop "NT Kernel Logger" -ets`},
		{"no answer", func(b *bench) error { return b.world.Misbehave("Query", recordertest.Fail) }, "cannot be asked"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, ways[3])
			b.must(c.prepare(b))
			_, err := b.record(t.Context(), recorder.Control{Replace: true})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v", err)
			}
			if calls := b.world.Calls(); calls[0] != "" {
				t.Errorf("calls %q", calls)
			}
			if text, err := os.ReadFile(b.plan.Output); err == nil && string(text) != "precious" {
				t.Errorf("the output is %q", text)
			}
		})
	}
}

// What an earlier recording left is named, and stopped when that is asked for, with the folder that it wrote into.
func TestStaleSessions(t *testing.T) {
	for _, w := range ways {
		t.Run(w.String(), func(t *testing.T) {
			b := newBench(t, w)
			for _, call := range append([]string{"wpr -cancel", "xperf -stop", "logman stop", "StopSession"}, w.stop...) {
				b.must(b.world.Misbehave(call, recordertest.Fail))
			}
			if _, err := b.record(t.Context(), recorder.Control{}); err == nil {
				t.Fatal("it ends well")
			}
			b.must(os.Remove(filepath.Join(b.world.Folder, "misbehave")))
			running := b.world.Sessions()
			_, err := b.record(t.Context(), recorder.Control{})
			var stale *recorder.StaleError
			if !errors.As(err, &stale) || !strings.Contains(err.Error(), stale.Session) || !strings.Contains(err.Error(), "--replace") {
				t.Fatalf("error %v", err)
			}
			if again := b.world.Sessions(); strings.Join(again, ",") != strings.Join(running, ",") {
				t.Errorf("running: %q, before %q", again, running)
			}
			_, err = b.record(t.Context(), recorder.Control{Replace: true})
			b.must(err)
			b.leftNothing([]string{"out put.ETL", "out put.memory.etl"}[:w.files]...)
		})
	}
}

// A recording ends early, and is kept, when the disk is nearly full: before the kernel stops a session whose file has come to its limit.
func TestDiskThatFills(t *testing.T) {
	for _, w := range ways {
		b := newBench(t, w)
		b.must(b.world.Set("time", "stands still"))
		result, err := b.record(t.Context(), recorder.Control{Watch: func(p recorder.Progress) {
			if p.Phase == recorder.Waiting {
				b.must(b.world.Set("free", "800000000"))
			}
		}})
		b.must(err)
		if !strings.Contains(result.Early, "762 MiB left") {
			t.Errorf("%v: early: %q", w, result.Early)
		}
		b.leftNothing([]string{"out put.ETL", "out put.memory.etl"}[:w.files]...)
	}
}

// A file that appears while it is recorded is not overwritten, and what was recorded is kept.
func TestOutputThatAppears(t *testing.T) {
	b := newBench(t, ways[0])
	_, err := b.record(t.Context(), recorder.Control{Watch: func(p recorder.Progress) {
		if p.Phase == recorder.Waiting {
			b.must(os.WriteFile(b.plan.Output, []byte("precious"), 0o600))
		}
	}})
	if err == nil || !strings.Contains(err.Error(), "is kept in "+b.folder) {
		t.Errorf("error %v", err)
	}
	if text, err := os.ReadFile(b.plan.Output); err != nil || string(text) != "precious" {
		t.Errorf("the output is %q, %v", text, err)
	}
	if left := b.world.Sessions(); len(left) > 0 {
		t.Errorf("sessions are left: %q", left)
	}
}

// A capture that is empty, or is not there though the tool says so, is no capture.
func TestCaptureThatIsMissing(t *testing.T) {
	b := newBench(t, ways[0])
	b.must(os.WriteFile(filepath.Join(b.world.Folder, "capture"), nil, 0o600))
	if _, err := b.record(t.Context(), recorder.Control{}); err == nil || !strings.Contains(err.Error(), "empty") {
		t.Errorf("error %v", err)
	}
	b.leftNothing()
}

func TestChoiceOfTool(t *testing.T) {
	for _, c := range []struct {
		tools string
		pool  bool
		want  recipe.Tool
		why   string
	}{
		{"wpr xperf logman", false, recipe.WPR, "identities of modules"},
		{"xperf logman", true, recipe.XPerf, "wpr is not found"},
		{"logman", false, recorder.Session, "wpr and xperf are not found"},
		{"", false, recorder.Session, "needs no tool"},
		{"logman", true, "", "use wpr or xperf"},
	} {
		world, err := recordertest.New(t.TempDir(), filepath.Join("..", "..", "testdata", "leaky-service.etl"))
		if err == nil {
			err = world.Install(os.Args[0], strings.Fields(c.tools)...)
		}
		if err != nil {
			t.Fatal(err)
		}
		plan, err := recorder.NewPlan(world.Machine(), recorder.Options{Duration: time.Minute, Pool: c.pool, Output: "/tmp/a.etl"})
		switch {
		case c.want == "" && (!errors.Is(err, recipe.ErrCannot) || !strings.Contains(err.Error(), c.why)):
			t.Errorf("%q: error %v", c.tools, err)
		case c.want != "" && (err != nil || plan.Tool != c.want || !strings.Contains(plan.Chosen, c.why)):
			t.Errorf("%q: %+v, %v", c.tools, plan, err)
		}
	}
}

// The session of this program's own records what the profile says, with the buffers of the recipes.
func TestOwnSessionIsTheProfile(t *testing.T) {
	b := newBench(t, ways[6])
	xperf, err := recipe.For(recipe.XPerf, recipe.Options{Stacks: true, Processors: b.world.Machine().Processors()})
	b.must(err)
	own, like := b.plan.Sessions[0], xperf.Sessions[0]
	if own.EnableFlags != recipe.EnableFlags() || own.BufferKB != like.BufferKB || own.MinBuffers != like.MinBuffers ||
		own.MaxBuffers != like.MaxBuffers || own.MaxBuffers == 0 {
		t.Errorf("%+v, the recipe has %+v", own, like)
	}
}

func TestPlansThatMakeNoSense(t *testing.T) {
	for _, o := range []recorder.Options{
		{Duration: time.Second, Output: "/tmp/a.etl"}, {Duration: 3 * time.Hour, Output: "/tmp/a.etl"}, {Duration: time.Minute, Output: "/tmp/a"},
		{Duration: time.Minute, Output: "/tmp/a.etl", Tool: "notepad"},
	} {
		if _, err := recorder.NewPlan(recorder.ThisMachine(), o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
}
