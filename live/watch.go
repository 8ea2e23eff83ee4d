package live

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"etledger/model/dataset"
)

// Options say what a Watch keeps, and where.
type Options struct {
	Dataset  string        // folder; made if need be
	Host     string        // in the names of folders
	Tool     string        // program that writes, with its version
	Every    time.Duration // of each interval one snapshot of each kind is kept; 0 keeps all
	Roll     time.Duration // a recording is of one such interval of the clock; 0 means an hour
	RollSize int64         // or ends when it has so many bytes; 0 means 64 MiB
	// Most is how many bytes of recordings may wait for their conversion before events are dropped; 0 means 1 GiB.
	Most int64
	// Retry is after how long a conversion that failed is tried again; 0 means a minute.
	Retry time.Duration
	// Say is told what goes wrong and does not end the Watch, a sentence at a time; Written, of each recording that is in the
	// dataset. They may be called from several goroutines, but not at once.
	Say     func(string)
	Written func(Segment)
	// Progress, if not nil, is told how far a Watch has come, about once a second while events come.
	Progress func(Progress)

	remove func(path string) error // in place of os.Remove, for tests
}

// Progress is how far a Watch has come.
type Progress struct {
	Counts
	Time      time.Time // of the latest event
	Processes int       // whose names are known
	Waiting   int64     // bytes of recordings that are not converted yet
}

// Summary is what came of a Watch.
type Summary struct {
	Counts
	Captures int // recordings that are in the dataset, those that others left counted
	Left     int // recordings that could not be converted, for the next Watch; those of a source that is not live are removed
	Aside    int // files that are no recordings
}

// Watch records what the source delivers until the context or the source ends, and converts what it recorded. An event that
// cannot be kept counts as lost and ends nothing, unless the source is one that waits: then it ends the Watch, so that the
// recordings of a source which is played again with the same options have the same content, and are the same captures. The error is that of the source, or of a dataset that cannot be written at all.
func Watch(ctx context.Context, source Source, o Options) (Summary, error) {
	o = o.defaults()
	if err := os.MkdirAll(o.Dataset, 0o777); err != nil {
		return Summary{}, err
	}
	replay := !source.Live()
	folder, err := openFolder(o.Dataset, origin{Tool: o.Tool, Host: o.Host, Replay: replay})
	if err != nil {
		return Summary{}, err
	}
	defer folder.close()
	c := &converter{folder: o.Dataset, retry: o.Retry, say: o.Say, done: o.Written, remove: o.remove,
		options: dataset.Options{Tables: tables, Tool: o.Tool, Concurrency: 1}}
	converting, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	c.start(converting)
	left, err := folder.adopt(o.Dataset)
	if err != nil {
		o.Say(fmt.Sprintf("recordings that an earlier watch left: %v", err))
	}
	for _, other := range left {
		defer other.close()
		o.takeOver(other, c)
	}

	r := &recorder{folder: folder.path, tag: folder.tag, session: source.Session(), machine: source.Machine(),
		roll: o.Roll, rollSize: o.RollSize, most: o.Most, say: o.Say, finished: func(path string) { c.add(path, o.Host) }, waiting: c.waiting,
		thin: thinner{every: o.Every}}
	if replay {
		r.await = func() error { return c.await(ctx, o.Most) }
	}
	runErr := r.run(ctx, source, o.Progress)
	summary := Summary{Left: c.end(stop), Counts: r.counts}
	summary.Captures, summary.Aside = c.written, c.aside
	if replay {
		if _, err := folder.discard(o.remove); err != nil {
			o.Say(fmt.Sprintf("%v; the next watch removes what is left", err))
		}
	}
	return summary, runErr
}

// takeOver has the recordings of a folder converted that another Watch left, or removes them, where their source has the events still.
func (o Options) takeOver(left *spoolFolder, c *converter) {
	if left.origin.Replay {
		removed, err := left.discard(o.remove)
		if removed > 0 {
			o.Say(fmt.Sprintf("recordings that a replay left and that are removed, since to play its capture again makes them anew: %d", removed))
		}
		if err != nil {
			o.Say(fmt.Sprintf("recordings that a replay left: %v; the next watch removes them", err))
		}
		return
	}
	paths, err := left.recordings()
	if err != nil {
		o.Say(fmt.Sprintf("recordings that an earlier watch left: %v", err))
	}
	for _, path := range paths {
		c.add(path, left.origin.Host)
	}
}

func (o Options) defaults() Options {
	if o.Roll <= 0 {
		o.Roll = time.Hour
	}
	if o.RollSize <= 0 {
		o.RollSize = 64 << 20
	}
	if o.Most <= 0 {
		o.Most = 1 << 30
	}
	if o.Retry <= 0 {
		o.Retry = time.Minute
	}
	if o.remove == nil {
		o.remove = os.Remove
	}
	var mu sync.Mutex
	say, written := o.Say, o.Written
	o.Say = func(text string) {
		mu.Lock()
		defer mu.Unlock()
		if say != nil {
			say(text)
		}
	}
	o.Written = func(s Segment) {
		mu.Lock()
		defer mu.Unlock()
		if written != nil {
			written(s)
		}
	}
	return o
}

// run takes what the source delivers until it ends, and finishes the last recording.
func (r *recorder) run(ctx context.Context, source Source, progress func(Progress)) error {
	q := newQueue(queueEvents, queueBytes)
	deliver := q.put
	if source.Live() {
		deliver = q.offer
	}
	ended := make(chan error, 1)
	running, cancel := context.WithCancel(ctx)
	defer cancel()
	var told sourceLosses
	if !source.Live() { // whose losses are known, and are told at a place that does not depend on the time it takes
		told = r.account(q, source, told)
	}
	go func() {
		defer close(q.events)
		ended <- source.Run(running, deliver)
	}()
	second := time.NewTicker(time.Second)
	defer second.Stop()
	expect := expectations{recorder: r, source: source, began: time.Now()}
	for events := q.events; events != nil; {
		select {
		case e, more := <-events:
			if !more {
				events = nil
				break
			}
			q.taken(&e)
			if r.err == nil {
				r.record(&e)
			}
			if r.err != nil {
				cancel() // what is delivered until the source ends is not wanted
			}
		case <-second.C:
			told = r.account(q, source, told)
			expect.check(time.Now())
			if progress != nil {
				progress(Progress{Counts: r.counts, Time: time.Unix(0, r.latest), Processes: len(r.names.table), Waiting: r.waiting()})
			}
		}
	}
	err := <-ended
	r.account(q, source, told)
	r.end(ctx)
	if r.err != nil {
		err = fmt.Errorf("what is played cannot be recorded: %w; the captures that are whole are in the dataset", r.err)
	}
	if r.names.left > 0 {
		r.say(fmt.Sprintf("%d processes had no room in the table of names", r.names.left))
	}
	if r.lostEvents+r.lostBuffers > 0 {
		r.say(fmt.Sprintf("%d events and %d buffers were lost outside of any recording", r.lostEvents, r.lostBuffers))
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// end finishes the recording that is open, or abandons it where it could not be written or a replay was interrupted.
func (r *recorder) end(ctx context.Context) {
	if r.err != nil {
		r.abandon()
		return
	}
	if r.await != nil && r.current != nil && ctx.Err() != nil {
		// It ends at another place than it will when all is played, and would then be another capture with the same rows.
		r.abandon()
		r.say("the replay was interrupted: the captures before are whole, the one under way is left out; play it again for the rest")
		return
	}
	r.finish()
}

// sourceLosses is what a source told last.
type sourceLosses struct{ events, buffers uint64 }

// account has the recording tell of what was lost since, in the queue and in the source.
func (r *recorder) account(q *queue, source Source, before sourceLosses) (now sourceLosses) {
	now.events, now.buffers = source.Lost()
	dropped := q.takeDropped()
	r.counts.Dropped += dropped
	r.lost(dropped+now.events-before.events, now.buffers-before.buffers)
	return now
}
