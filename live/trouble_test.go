package live

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"etledger/live/spool"
)

// A source that does not wait loses what the queue has no room for; the number is in the capture.
func TestFullQueue(t *testing.T) {
	q := newQueue(4, 1000)
	for range 6 {
		q.offer(&spool.Event{Payload: make([]byte, 100)})
	}
	large := spool.Event{Payload: make([]byte, 901)}
	q.offer(&large)
	e := <-q.events
	q.taken(&e)
	q.offer(&large) // room for one event, but not for its bytes
	if got := q.takeDropped(); got != 4 {
		t.Errorf("%d dropped, want 4", got)
	}
	q.offer(&spool.Event{Payload: make([]byte, 600)})
	if got := q.takeDropped(); got != 0 {
		t.Errorf("%d dropped with room", got)
	}

	// The recorder is kept busy by a conversion that cannot begin; meanwhile the source goes on.
	folder := filepath.Join(t.TempDir(), "ds")
	var events []spool.Event
	for i := range queueEvents + 5000 {
		events = append(events, memoryInfo(start+int64(i)*second, 1, 8, uint64(i)))
	}
	summary, _ := watch(t, folder, &script{events: events, live: true}, Options{Roll: 24 * time.Hour})
	captures := read(t, folder)
	rows := len(captures[0].tables["memory_info"])
	if got := captures[0].about.Losses.EventsLost; uint64(rows)+got != uint64(len(events)) || got != summary.Dropped || summary.Written != uint64(rows) {
		t.Errorf("%d rows and %d lost of %d: %+v", rows, got, len(events), summary)
	}
}

// While the dataset cannot be written the recordings are kept, up to a bound, and converted when it can again.
func TestDatasetThatCannotBeWritten(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "ds")
	obstacle := obstruct(t, folder)
	event := func(i int) spool.Event { return workingSets(start+int64(i)*hour, 2, 2, 8, uint32(i)) }
	var events []spool.Event
	for i := range 6 {
		events = append(events, event(i))
	}
	// Each recording has two buffers, so that three of them are more than may wait. A recording is begun when its first event
	// comes, and handed over when the next comes.
	summary, texts := watch(t, folder, &script{events: events, live: true}, Options{Most: 5 * spool.BufferSize, Retry: time.Hour})
	if summary.Left != 3 || summary.Written != 3 || summary.Dropped != 3 || len(spools(t, folder)) != 3 {
		t.Errorf("%+v, %d recordings", summary, len(spools(t, folder)))
	}
	said := strings.Join(texts, "\n")
	if !strings.Contains(said, "tried again every 1h0m0s") || !strings.Contains(said, "counts as lost") || !strings.Contains(said, "3 events and 0 buffers were lost outside") {
		t.Errorf("said %s", said)
	}
	if err := os.Remove(obstacle); err != nil {
		t.Fatal(err)
	}
	summary, texts = watch(t, folder, &script{events: []spool.Event{event(10)}}, Options{})
	if summary.Captures != 4 || summary.Left != 0 || len(texts) != 0 {
		t.Errorf("%+v %q", summary, texts)
	}
	if got := ids(t, folder); strings.Join(got, " ") != "0 1 2 10" {
		t.Errorf("rows of %v", got)
	}
}

// A conversion that failed is tried again while the Watch goes on.
func TestRetry(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "ds")
	obstacle := obstruct(t, folder)
	converted, failed := make(chan struct{}, 2), make(chan struct{}, 9)
	source := &script{events: []spool.Event{memoryInfo(start, 1, 8, 1), memoryInfo(start+hour, 1, 8, 2), memoryInfo(start+hour+second, 1, 8, 3)}, live: true,
		before: func(i int) {
			if i == 2 {
				<-failed
				os.Remove(obstacle)
				<-converted
			}
		}}
	summary, err := Watch(t.Context(), source, Options{Dataset: folder, Host: "H", Retry: 10 * time.Millisecond,
		Say: func(string) { failed <- struct{}{} }, Written: func(Segment) { converted <- struct{}{} }})
	if err != nil || summary.Captures != 2 || summary.Left != 0 {
		t.Errorf("%+v %v", summary, err)
	}
}

// The end of the context is the end of the Watch, in good order.
func TestInterrupted(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "ds")
	ctx, stop := context.WithCancel(t.Context())
	source := &script{live: true, events: []spool.Event{memoryInfo(start, 1, 8, 1), memoryInfo(start+second, 1, 8, 2)}, before: func(i int) {
		if i == 1 {
			stop()
		}
	}}
	summary, err := Watch(ctx, source, Options{Dataset: folder, Host: "H"})
	if err != nil || summary.Captures != 1 || summary.Written == 0 {
		t.Errorf("%+v %v", summary, err)
	}
}

// A Watch that cannot work at all says so at once.
func TestNoFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Watch(t.Context(), &script{}, Options{Dataset: path, Host: "H"}); err == nil {
		t.Error("no error")
	}
}

// listing is a source that lists processes.
type listing struct {
	script
	listed []spool.Event
}

func (l *listing) Processes() []spool.Event { return l.listed }

// Processes that no event has named get their names from the list of the system, and those that have keep theirs.
func TestListedProcesses(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "ds")
	var texts said
	r := &recorder{folder: folder, tag: "t", roll: time.Hour, rollSize: 1 << 30, most: 1 << 30, say: texts.add, waiting: func() int64 { return 0 }}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	named := processStart(start, 5, 7, `\d\named.exe`)
	r.record(&named)
	r.list(&listing{listed: []spool.Event{processRundown(start+second, 7, "wrong.exe"), processRundown(start+second, 8, "listed.exe")}})
	r.list(&script{})
	if r.counts.Written != 2 || len(texts) != 1 || !strings.Contains(texts[0], "named 1 processes; 1 others have") {
		t.Errorf("%+v %q", r.counts, texts)
	}
	if err := r.current.Close(); err != nil {
		t.Fatal(err)
	}
}
