package recorder_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"etledger/internal/recorder"
	"etledger/internal/recorder/recordertest"
	"etledger/report/recipe"
)

// The tools that are run here are this program under their names.
func TestMain(m *testing.M) {
	recordertest.RunTool()
	os.Setenv("GORACE", recordertest.NoDelay)
	os.Exit(m.Run())
}

// way is one of the ways to record, with the calls that it makes.
type way struct {
	tool        recipe.Tool
	memory      bool
	start, stop []string // what the calls begin with
	files       int
}

var ways = []way{
	{recipe.WPR, false, []string{"wpr -start"}, []string{"wpr -stop"}, 1},
	{recipe.WPR, true, []string{"wpr -start"}, []string{"wpr -stop"}, 1},
	{recipe.XPerf, false, []string{"xperf -on"}, []string{"xperf -stop -d"}, 1},
	{recipe.XPerf, true, []string{"xperf -start etledger-memory", "xperf -on"}, []string{"xperf -stop -stop etledger-memory -d"}, 1},
	{recipe.Logman, false, []string{"logman create trace NT"}, []string{"logman stop NT"}, 1},
	{recipe.Logman, true, []string{"logman create trace etledger-memory", "logman create trace NT"},
		[]string{"logman stop NT", "logman stop etledger-memory"}, 2},
	{recorder.Session, false, []string{"StartSession", "TraceStacks"}, []string{"StopSession"}, 1},
}

func (w way) String() string { return fmt.Sprintf("%s memory=%t", w.tool, w.memory) }

// bench is a world, with a folder for the output.
type bench struct {
	*testing.T
	world  *recordertest.World
	folder string
	plan   *recorder.Plan
}

// newBench makes a world in which a way can be gone.
func newBench(t *testing.T, w way) *bench {
	t.Helper()
	world, err := recordertest.New(t.TempDir(), filepath.Join("..", "..", "testdata", "leaky-service.etl"))
	if err != nil {
		t.Fatal(err)
	}
	if err := world.Install(os.Args[0], "wpr", "xperf", "logman"); err != nil {
		t.Fatal(err)
	}
	b := &bench{t, world, t.TempDir(), nil}
	b.plan, err = recorder.NewPlan(world.Machine(), recorder.Options{
		Tool: w.tool, Duration: time.Minute, KernelMemory: w.memory, Stacks: w.tool != recipe.Logman, Output: filepath.Join(b.folder, "out put.ETL"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *bench) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

func (b *bench) record(ctx context.Context, c recorder.Control) (*recorder.Result, error) {
	return recorder.Record(ctx, b.world.Machine(), b.plan, c)
}

// leftNothing checks that no session is running and that the folder of the output holds these files and nothing else.
func (b *bench) leftNothing(files ...string) {
	b.Helper()
	if left := b.world.Sessions(); len(left) > 0 {
		b.Errorf("sessions are left: %q", left)
	}
	var names []string
	entries, err := os.ReadDir(b.folder)
	b.must(err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if fmt.Sprint(names) != fmt.Sprint(files) {
		b.Errorf("files are %q, want %q", names, files)
	}
}

func TestRecording(t *testing.T) {
	for _, w := range ways {
		t.Run(w.String(), func(t *testing.T) {
			b := newBench(t, w)
			result, err := b.record(t.Context(), recorder.Control{})
			b.must(err)
			files := []string{"out put.ETL", "out put.memory.etl"}[:w.files]
			b.leftNothing(files...)
			want, err := os.ReadFile(filepath.Join("..", "..", "testdata", "leaky-service.etl"))
			b.must(err)
			if len(result.Files) != w.files || result.Bytes != int64(w.files*len(want)) || result.Early != "" || len(result.Notes) > 0 {
				t.Errorf("%+v", result)
			}
			for _, file := range result.Files {
				if got, err := os.ReadFile(file); err != nil || string(got) != string(want) {
					t.Errorf("%s has %d bytes, %v", file, len(got), err)
				}
			}
			for _, call := range b.world.Calls() {
				if strings.Contains(call, " -f memory") || strings.Contains(call, " -o memory") || strings.Contains(call, " -d memory") {
					t.Errorf("%s writes to a place that the tool chooses", call)
				}
			}
		})
	}
}

// Whatever a step does instead of what it should, no session is left; the error names the step, and the output is not there, but
// when the session's own file is worth keeping.
func TestStepsThatFail(t *testing.T) {
	for _, w := range ways {
		calls := append(slices.Clone(w.start), w.stop...)
		for i, call := range calls {
			for _, how := range []string{recordertest.Fail, recordertest.Partial, recordertest.Hang, recordertest.Stall, recordertest.Lie} {
				if w.tool == recorder.Session && (how != recordertest.Fail || call == "StopSession") {
					continue // the system's own calls do not hang, and TestWhatCannotBeStopped has those that do not stop
				}
				t.Run(fmt.Sprint(w, " ", call, " ", how), func(t *testing.T) {
					t.Parallel()
					b := newBench(t, w)
					b.must(b.world.Misbehave(call, how))
					phase := recorder.Starting
					if i >= len(w.start) {
						phase = recorder.Stopping
					}
					var c recorder.Control
					if how == recordertest.Hang || how == recordertest.Stall {
						c = hasty(phase)
					}
					result, err := b.record(t.Context(), c)
					if err == nil {
						t.Fatalf("no error; %+v", result)
					}
					b.explains(err, call, how, phase)
				})
			}
		}
	}
}

// soon is long enough for a step that does not hang, also on a busy machine.
const soon = time.Second

// hasty has steps of a phase, and those of cleaning up, ended soon.
func hasty(phase recorder.Phase) recorder.Control {
	return recorder.Control{Limits: map[recorder.Phase]time.Duration{phase: soon, recorder.Cancelling: soon}, Grace: 50 * time.Millisecond}
}

// explains checks what is left after a step failed, and what the error says of it.
func (b *bench) explains(err error, call, how string, phase recorder.Phase) {
	b.Helper()
	if how != recordertest.Lie && !strings.Contains(err.Error(), strings.Fields(call)[0]) && !strings.Contains(err.Error(), "step \"") {
		b.Errorf("the error does not name the step: %v", err)
	}
	if said := how == recordertest.Fail || how == recordertest.Partial; said && b.plan.Tool != recorder.Session &&
		!strings.Contains(err.Error(), "status 3; it said: first line | it was told to fail | Error code: 0xc5583001") {
		b.Errorf("the error does not have what the tool said: %v", err)
	}
	if limited := how == recordertest.Hang || how == recordertest.Stall; limited && !strings.Contains(err.Error(), "took longer than "+soon.String()) {
		b.Errorf("the error does not tell of the limit: %v", err)
	}
	var left *recorder.LeftError
	if errors.As(err, &left) {
		b.Errorf("something was left: %v", err)
	}
	_, keeping, kept := strings.Cut(err.Error(), "is kept in ")
	switch {
	case !kept:
		b.leftNothing()
	case phase == recorder.Starting:
		b.Errorf("what a recording that did not start wrote is kept: %v", err)
	default:
		path, _, _ := strings.Cut(keeping, ", and")
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			b.Errorf("what is kept: %v", err)
		}
		b.must(os.RemoveAll(filepath.Dir(path)))
		b.leftNothing()
	}
}
