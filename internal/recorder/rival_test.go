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

// sessionOf is the session that a call starts.
func sessionOf(call string) string {
	switch {
	case strings.HasPrefix(call, "wpr"):
		return recipe.WPRKernelSession
	case strings.Contains(call, recipe.MemorySession):
		return recipe.MemorySession
	case strings.HasPrefix(call, "StartSession"):
		return "etledger-memory-growth"
	}
	return recipe.KernelLogger
}

// rival has somebody else start a session when a call is made, and gives the file of that.
func (b *bench) rival(session, call, how string) string {
	b.Helper()
	theirs := filepath.Join(b.TempDir(), "theirs.etl")
	b.must(b.world.Rival(session, theirs))
	b.must(b.world.Misbehave(call, how))
	return theirs
}

// spared checks that of all sessions only the rival's is running, with its file as it was.
func (b *bench) spared(session, theirs string) {
	b.Helper()
	if left := b.world.Sessions(); !slices.Equal(left, []string{session}) {
		b.Errorf("running: %q; calls %q", left, b.world.Calls())
	}
	if text, err := os.ReadFile(theirs); err != nil || string(text) != "events so far" {
		b.Errorf("their file has %d bytes, %v; calls %q", len(text), err, b.world.Calls())
	}
}

// Somebody else starts a session after the last look and before the tool does, which therefore fails by itself: in time, after it
// was interrupted or had taken too long, or not before it is killed. Theirs records on.
func TestRivalThatIsQuicker(t *testing.T) {
	const inTime, interrupted, late, killed = "in time", "interrupted", "late", "killed"
	for _, w := range ways {
		for _, call := range w.start {
			for _, end := range []string{inTime, interrupted, late, killed} {
				if call == "TraceStacks" || w.tool == recorder.Session && end == killed {
					continue
				}
				t.Run(fmt.Sprint(w, " ", call, " ", end), func(t *testing.T) {
					t.Parallel()
					b := newBench(t, w)
					session := sessionOf(call)
					theirs := b.rival(session, call, recordertest.Beaten)
					ctx, cancel := context.WithCancelCause(t.Context())
					cause := errors.New("enough")
					c := recorder.Control{Grace: time.Minute}
					if end == late || end == killed {
						c.Limits = map[recorder.Phase]time.Duration{recorder.Starting: time.Second}
					}
					if end == killed {
						c.Grace = 100 * time.Millisecond
					}
					released := make(chan error, 1)
					go func() {
						err := recordertest.Await(func() bool { _, running := b.world.Running(session); return running })
						switch end {
						case interrupted:
							cancel(cause)
							time.Sleep(50 * time.Millisecond) // so that it ends after it was interrupted
						case late:
							time.Sleep(1300 * time.Millisecond)
						case killed:
							released <- err
							return
						}
						released <- errors.Join(err, b.world.Release())
					}()
					_, err := b.record(ctx, c)
					b.must(<-released)
					if err == nil || end == interrupted && !errors.Is(err, cause) {
						t.Errorf("error %v", err)
					}
					if w.tool != recorder.Session && errors.As(err, new(*recorder.LeftError)) {
						t.Errorf("error %v", err)
					}
					b.spared(session, theirs)
				})
			}
		}
	}
}

// Somebody else starts a session of one of the names while ours start. Where ours can record beside it, they do, and are stopped
// alone when that is interrupted.
func TestRivalBeside(t *testing.T) {
	for _, c := range []struct {
		w       way
		call    string
		session string
		fine    bool
	}{
		{ways[0], "wpr -start", recipe.KernelLogger, true},
		{ways[1], "wpr -start", recipe.KernelLogger, true},
		{ways[1], "wpr -start", recipe.MemorySession, true},
		{ways[2], "xperf -on", recipe.MemorySession, true}, // not a name of this recording
		{ways[3], "xperf -start", recipe.KernelLogger, false},
		{ways[4], "logman create", recipe.MemorySession, true},
		{ways[5], "logman create trace etledger-memory", recipe.KernelLogger, false},
		{ways[6], "StartSession", recipe.KernelLogger, true},
	} {
		for _, stopped := range []bool{false, true} {
			t.Run(fmt.Sprint(c.w, " ", c.session, " interrupted=", stopped), func(t *testing.T) {
				b := newBench(t, c.w)
				theirs := b.rival(c.session, c.call, recordertest.Beside)
				ctx, cancel := context.WithCancel(t.Context())
				result, err := b.record(ctx, recorder.Control{Watch: func(p recorder.Progress) {
					if stopped && p.Phase == recorder.Waiting {
						cancel()
					}
				}})
				if (err == nil) != (c.fine && !stopped) || err == nil && result.Early != "" || errors.As(err, new(*recorder.LeftError)) {
					t.Errorf("error %v, %+v", err, result)
				}
				b.spared(c.session, theirs)
			})
		}
	}
}

// Somebody else starts a session of the name of ours as soon as that is stopped: the capture is there all the same.
func TestRivalThatFollows(t *testing.T) {
	for _, w := range ways {
		t.Run(w.String(), func(t *testing.T) {
			b := newBench(t, w)
			session := sessionOf(w.start[0])
			theirs := b.rival(session, w.stop[len(w.stop)-1], recordertest.Followed)
			result, err := b.record(t.Context(), recorder.Control{})
			b.must(err)
			if len(result.Files) != w.files {
				t.Errorf("%+v", result)
			}
			b.spared(session, theirs)
		})
	}
}

// A session of ours ends while it should record, and perhaps somebody else starts one of its name: the recording ends early, what there
// is is kept, and theirs records on.
func TestSessionThatEnds(t *testing.T) {
	for _, w := range ways {
		for _, taken := range []bool{false, true} {
			for _, call := range w.start {
				if call != "TraceStacks" {
					t.Run(fmt.Sprint(w, " ", call, " ", taken), func(t *testing.T) { sessionThatEnds(newBench(t, w), w, sessionOf(call), taken) })
				}
			}
		}
	}
}

func sessionThatEnds(b *bench, w way, session string, taken bool) {
	b.must(b.world.Set("time", "stands still"))
	theirs := filepath.Join(b.TempDir(), "theirs.etl")
	first := true
	result, err := b.record(b.Context(), recorder.Control{Watch: func(p recorder.Progress) {
		if p.Phase == recorder.Waiting && first {
			first = false
			b.must(b.world.End(session))
			if taken {
				b.must(b.world.Open(session, theirs))
			}
		}
	}})
	if fine := w.tool == recipe.Logman || w.tool == recorder.Session; fine != (err == nil) { // the others cannot merge then
		b.Fatalf("error %v", err)
	}
	want := fmt.Sprintf("session %q was not running any more", session)
	if err == nil {
		if !strings.Contains(result.Early, want) || len(result.Files) != w.files {
			b.Errorf("%+v", result)
		}
	} else if _, keeping, kept := strings.Cut(err.Error(), "is kept in "); !kept || !strings.Contains(err.Error(), want) {
		b.Errorf("error %v", err)
	} else if path, _, _ := strings.Cut(keeping, ", and"); filepath.Dir(filepath.Dir(path)) != b.folder {
		b.Errorf("kept is %s", path)
	}
	if taken {
		b.spared(session, theirs)
	} else if left := b.world.Sessions(); len(left) > 0 {
		b.Errorf("running: %q", left)
	}
}

// --replace ends what is stale and nothing else: no command of a tool that could end more.
func TestReplacingOneSession(t *testing.T) {
	for _, w := range []way{ways[1], ways[3], ways[5]} {
		t.Run(w.String(), func(t *testing.T) {
			b := newBench(t, w)
			b.must(b.world.Open(recipe.MemorySession, filepath.Join(t.TempDir(), "memory.etl")))
			another, theirs := "WPR_initiated_Another", filepath.Join(t.TempDir(), "theirs.etl")
			b.must(b.world.Open(another, theirs))
			_, err := b.record(t.Context(), recorder.Control{Replace: true})
			b.must(err)
			calls := b.world.Calls()
			if calls[0] != "StopSession "+recipe.MemorySession || !strings.HasPrefix(calls[1], w.start[0]) {
				t.Errorf("calls %q", calls)
			}
			b.spared(another, theirs)
		})
	}
}

// The stale recording of wpr is ended by wpr, which then knows of it.
func TestReplacingARecordingOfWPR(t *testing.T) {
	b := newBench(t, ways[0])
	old := filepath.Join(b.folder, "etledger-recording-1")
	b.must(os.Mkdir(old, 0o777))
	b.must(b.world.Open(recipe.WPRKernelSession, filepath.Join(old, "x.etl")))
	_, err := b.record(t.Context(), recorder.Control{Replace: true})
	b.must(err)
	if calls := b.world.Calls(); calls[0] != "wpr -cancel" {
		t.Errorf("calls %q", calls)
	}
	b.leftNothing("out put.ETL")
}
