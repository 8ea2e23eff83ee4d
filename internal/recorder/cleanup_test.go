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

	"etledger/internal/recorder"
	"etledger/internal/recorder/recordertest"
	"etledger/report/recipe"
)

// moments counts what a recording tells of itself.
func moments(t *testing.T, w way) int {
	n := 0
	b := newBench(t, w)
	_, err := b.record(t.Context(), recorder.Control{Watch: func(recorder.Progress) { n++ }})
	b.must(err)
	return n
}

// A recording that is interrupted, or in which something panics, at whatever moment, leaves neither session nor file.
func TestInterruptedAtEveryMoment(t *testing.T) {
	for _, w := range ways {
		for moment := range moments(t, w) {
			t.Run(fmt.Sprint(w, " ", moment), func(t *testing.T) {
				b := newBench(t, w)
				ctx, cancel := context.WithCancelCause(t.Context())
				cause := errors.New("enough")
				n := 0
				_, err := b.record(ctx, recorder.Control{Watch: func(p recorder.Progress) {
					if n == moment {
						cancel(cause)
					}
					n++
				}})
				if n <= moment {
					return // this time it waited for a moment less
				}
				if !errors.Is(err, cause) {
					t.Errorf("error %v", err)
				}
				b.leftNothing()
			})
			t.Run(fmt.Sprint(w, " ", moment, " panic"), func(t *testing.T) {
				b := newBench(t, w)
				n := 0
				func() {
					defer func() {
						if n <= moment {
							return
						}
						if failure := fmt.Sprint(recover()); !strings.Contains(failure, "a fault") {
							t.Errorf("it panics with %q", failure)
						}
					}()
					_, _ = b.record(t.Context(), recorder.Control{Watch: func(p recorder.Progress) {
						if n++; n == moment+1 {
							panic("a fault")
						}
					}})
				}()
				if n > moment {
					b.leftNothing()
				}
			})
		}
	}
}

// What the tool does not stop the system is asked to stop.
func TestToolsThatDoNotCancel(t *testing.T) {
	for _, w := range ways {
		for _, how := range []string{recordertest.Fail, recordertest.Hang, recordertest.Lie} {
			if w.tool == recorder.Session {
				continue
			}
			t.Run(fmt.Sprint(w, " ", how), func(t *testing.T) {
				t.Parallel()
				b := newBench(t, w)
				for _, call := range []string{"wpr -cancel", "xperf -stop", "logman stop"} {
					b.must(b.world.Misbehave(call, how))
				}
				ctx, cancel := context.WithCancel(t.Context())
				c := hasty(recorder.Cancelling)
				c.Watch = func(p recorder.Progress) {
					if p.Phase == recorder.Waiting {
						cancel()
					}
				}
				_, err := b.record(ctx, c)
				if !errors.Is(err, context.Canceled) || errors.As(err, new(*recorder.LeftError)) {
					t.Errorf("error %v", err)
				}
				b.leftNothing()
			})
		}
	}
}

// What cannot be stopped at all is named, with the command that stops it.
func TestWhatCannotBeStopped(t *testing.T) {
	for _, w := range ways {
		t.Run(w.String(), func(t *testing.T) {
			b := newBench(t, w)
			for _, call := range []string{"wpr -cancel", "wpr -stop", "xperf -stop", "logman stop", "StopSession"} {
				b.must(b.world.Misbehave(call, recordertest.Fail))
			}
			_, err := b.record(t.Context(), recorder.Control{})
			var left *recorder.LeftError
			if !errors.As(err, &left) {
				t.Fatalf("error %v", err)
			}
			running := b.world.Sessions()
			slices.Sort(left.Sessions)
			if len(running) == 0 || !slices.Equal(left.Sessions, running) {
				t.Errorf("named are %q, running %q", left.Sessions, running)
			}
			for _, name := range running {
				command := "logman stop " + name + " -ets"
				if strings.Contains(name, " ") {
					command = `logman stop "` + name + `" -ets`
				}
				if !strings.Contains(err.Error(), command) {
					t.Errorf("no %s in %v", command, err)
				}
			}
		})
	}
}

// A session that someone else started while ours failed to start is left alone.
func TestOthersAreLeftAlone(t *testing.T) {
	for _, w := range ways {
		t.Run(w.String(), func(t *testing.T) {
			b := newBench(t, w)
			other := "NT Kernel Logger"
			switch w.tool {
			case recipe.WPR:
				other = "WPR_initiated_WprApp_WPR System Collector"
			case recorder.Session:
				other = "etledger-memory-growth"
			}
			theirs := filepath.Join(t.TempDir(), "theirs.etl")
			_, err := b.record(t.Context(), recorder.Control{Watch: func(p recorder.Progress) {
				if p.Phase == recorder.Starting && slices.Equal(b.world.Sessions(), nil) {
					b.must(b.world.Open(other, theirs))
				}
			}})
			if err == nil || errors.As(err, new(*recorder.LeftError)) {
				t.Errorf("error %v", err)
			}
			if left := b.world.Sessions(); !slices.Equal(left, []string{other}) {
				t.Errorf("running: %q", left)
			}
			if text, err := os.ReadFile(theirs); err != nil || string(text) != "events so far" {
				t.Errorf("their file has %d bytes, %v", len(text), err)
			}
		})
	}
}

// WPR of today has a system logger session of its own, and NT Kernel Logger is whose it is.
func TestWPRBesideNTKernelLogger(t *testing.T) {
	for _, how := range []string{"", recordertest.Stall} {
		b := newBench(t, ways[0])
		b.must(b.world.Open(recipe.KernelLogger, filepath.Join(t.TempDir(), "theirs.etl")))
		b.must(b.world.Misbehave("wpr -start", how))
		var c recorder.Control
		if how != "" {
			c = hasty(recorder.Starting)
		}
		if _, err := b.record(t.Context(), c); (err == nil) != (how == "") {
			t.Errorf("%q: error %v", how, err)
		}
		if left := b.world.Sessions(); !slices.Equal(left, []string{recipe.KernelLogger}) {
			t.Errorf("%q: running: %q", how, left)
		}
	}
}

// The system that does not answer is not waited for without end, and what may be running is named with the command that stops it.
func TestSystemThatDoesNotAnswer(t *testing.T) {
	for call, phase := range map[string]recorder.Phase{
		"StartSession": recorder.Starting, "TraceStacks": recorder.Starting, "StopSession": recorder.Stopping,
	} {
		t.Run(call, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, ways[6])
			b.must(b.world.Misbehave(call, recordertest.Hang))
			_, err := b.record(t.Context(), hasty(phase))
			var left *recorder.LeftError
			if named := errors.As(err, &left); named != (call != "TraceStacks") || err == nil || !strings.Contains(err.Error(), "longer than "+soon.String()) {
				t.Fatalf("error %v", err)
			}
			if left == nil {
				b.leftNothing()
			} else if text := err.Error(); !strings.Contains(text, "STILL RUNNING: etledger-memory-growth; stop it by hand: "+
				"logman stop etledger-memory-growth -ets") {
				t.Errorf("error %v", err)
			}
		})
	}
}
