package live

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"etledger/live/spool"
	"etledger/model/dataset"
)

// played gives the events that the child plays.
func played() []spool.Event {
	var events []spool.Event
	for i := range childEvents {
		events = append(events, childEvent(i))
	}
	return append(events, memoryInfo(start+(childEvents-1)*3*minute+second, 1, 8, 1))
}

// A replay that was killed and is played again leaves every event once: the captures that it had made are there already.
func TestKilledReplay(t *testing.T) {
	t.Setenv(childReplays, "1")
	folder := filepath.Join(t.TempDir(), "ds")
	child := startChild(t, folder)
	child.Process.Kill()
	child.Wait()
	var outcomes []dataset.Outcome
	summary, err := Watch(t.Context(), &script{events: played(), lost: 7}, Options{Dataset: folder, Host: "HOST", Every: 10 * time.Second,
		Written: func(s Segment) { outcomes = append(outcomes, s.Result.Outcome) }})
	if err != nil || fmt.Sprint(outcomes) != fmt.Sprint([]dataset.Outcome{dataset.Kept, dataset.Written}) {
		t.Errorf("%+v %v: %v", summary, err, outcomes)
	}
	var want []string
	for i := range childEvents {
		want = append(want, fmt.Sprint(i), fmt.Sprint(i+10000))
	}
	if got := ids(t, folder); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("processes %v\nwant %v", got, want)
	}
	if c := read(t, folder); c[0].about.Losses.EventsLost != 7 || c[1].about.Losses.EventsLost != 0 {
		t.Error("losses are not those of the first capture")
	}
}

// The same events with the same options are the same captures, also where recordings end for their size, and where they have to
// wait for the conversion of others.
func TestPlayedTwice(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "ds")
	var events []spool.Event
	for i := range 100 {
		events = append(events, workingSets(start+int64(i)*second, 2, 2, 8, make([]uint32, 300)...))
	}
	captures := 0
	for round, o := range []Options{{}, {Most: 1}} {
		o.Dataset, o.Host, o.RollSize = folder, "H", 1<<19
		o.Written = func(s Segment) {
			if round == 1 && s.Result.Outcome != dataset.Kept {
				t.Errorf("%s: outcome %d", s.Recording, s.Result.Outcome)
			}
		}
		summary, err := Watch(t.Context(), &script{events: events, lost: uint64(5)}, o)
		if err != nil || summary.Dropped != 0 || round == 1 && summary.Captures != captures {
			t.Errorf("%+v %v", summary, err)
		}
		captures = summary.Captures
	}
	if captures < 4 || len(ids(t, folder)) != 100*300 {
		t.Errorf("%d captures, %d rows", captures, len(ids(t, folder)))
	}
}

// A replay that is interrupted has whole captures in the dataset, and playing it again adds the rest.
func TestInterruptedReplay(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "ds")
	ctx, interrupt := context.WithCancel(t.Context())
	var texts said
	source := &script{events: played(), before: func(i int) {
		if i == 25 {
			interrupt()
		}
	}}
	summary, err := Watch(ctx, source, Options{Dataset: folder, Host: "H", Say: texts.add})
	if rows := len(ids(t, folder)); err != nil || summary.Captures != 1 || rows == 0 || rows >= 2*26 || len(spools(t, folder)) != 0 {
		t.Errorf("%+v %v, %d rows", summary, err, rows)
	}
	if len(texts) != 1 || !strings.Contains(texts[0], "the one under way is left out") {
		t.Errorf("said %q", texts)
	}
	if _, err := Watch(t.Context(), &script{events: played()}, Options{Dataset: folder, Host: "H"}); err != nil {
		t.Fatal(err)
	}
	if rows := len(ids(t, folder)); rows != 2*childEvents { // the last event is thinned
		t.Errorf("played again: %d rows, want %d", rows, 2*childEvents)
	}
}

// A replay that cannot record ends: it leaves nothing out, and its recording is not taken for a whole one.
func TestReplayThatCannotBeRecorded(t *testing.T) {
	full := errors.New("disk full")
	r := &recorder{folder: filepath.Join(t.TempDir(), "missing"), tag: "t", roll: time.Hour, rollSize: 1 << 30, say: func(string) {},
		waiting: func() int64 { return 0 }, await: func() error { return nil },
		finished: func(path string) { t.Errorf("%s is handed over", path) }}
	if err := r.run(t.Context(), &script{events: played()}, nil); err == nil || r.counts.Dropped != 0 || r.counts.Delivered != 1 {
		t.Errorf("%v, %+v", err, r.counts)
	}
	r = &recorder{folder: t.TempDir(), tag: "t", roll: time.Hour, rollSize: 1 << 30, say: func(string) {}, waiting: func() int64 { return 0 },
		await: func() error { return full }}
	if err := r.run(t.Context(), &script{events: played()}, nil); !errors.Is(err, full) || r.current != nil {
		t.Error(err)
	}
	// One that could be begun and not be closed.
	r = &recorder{folder: t.TempDir(), tag: "t", roll: time.Hour, rollSize: 1 << 30, say: func(string) {}, waiting: func() int64 { return 0 },
		await: func() error { return nil }, finished: func(path string) { t.Errorf("%s is handed over", path) }}
	first := memoryInfo(start, 1, 8, 1)
	r.record(&first)
	if err := r.current.Close(); err != nil {
		t.Fatal(err)
	}
	if err := r.run(t.Context(), &script{events: []spool.Event{memoryInfo(start+hour, 1, 8, 2)}}, nil); err == nil || r.counts.Segments != 1 {
		t.Errorf("%v, %+v", err, r.counts)
	}
}

// While nothing can be converted a replay does not go on beyond what may wait, and leaves nothing.
func TestReplayThatCannotBeConverted(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "ds")
	obstruct(t, folder)
	summary, err := Watch(t.Context(), &script{events: played()}, Options{Dataset: folder, Host: "H", Most: 1, Retry: time.Hour})
	if err == nil || summary.Left != 1 || summary.Dropped != 0 || len(spools(t, folder)) != 0 {
		t.Errorf("%+v %v", summary, err)
	}
}
