package live

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"etledger/live/spool"
)

// backwards is how far the time of events may go back before the clock is taken to have been set: processors deliver their
// buffers up to a second or so apart.
const backwards = 10 * time.Second

// syncEvery is after how much time of the events the recording is brought to the disk.
const syncEvery = time.Minute

// recorder chooses what to keep of delivered events and writes it as one recording after another. It is for one goroutine.
type recorder struct {
	folder   string // of the recordings
	tag      string // in their names
	session  string
	machine  spool.Machine
	roll     time.Duration
	rollSize int64
	most     int64 // bytes that recordings may take that are not converted yet
	say      func(string)
	finished func(path string) // takes over a recording
	waiting  func() int64      // bytes of those that were handed over and are not converted
	// await waits until another recording may be begun. It is nil where events do not wait. Where they do, nothing is left
	// out for want of room: what cannot be written ends the recorder, as err, since the source has the events still.
	await func() error
	err   error

	thin      thinner
	names     processes
	counts    Counts
	snapshots uint64 // events of such that came, kept or not
	ofMemory  uint64 // of them those with the memory of processes

	current     *spool.Writer
	path        string
	until       int64 // end of the interval of the clock that the recording is for
	latest      int64 // greatest time of an event
	synced      int64
	number      int
	lostEvents  uint64 // not in a recording yet
	lostBuffers uint64
	failing     bool // the last write failed
}

// Counts are what became of the events that a source delivered.
type Counts struct {
	Delivered uint64 // to the recorder
	Written   uint64 // kept, in recordings; names at the beginning of recordings are not counted
	Thinned   uint64 // left out because a snapshot of the interval is there
	Unknown   uint64 // of no kind that is recorded
	Malformed uint64 // with a time or a size that cannot be
	Dropped   uint64 // for which there was no room, in the queue or on the disk
	Segments  uint64 // recordings begun
}

// record takes one event. It keeps its payload where the event names a process.
func (r *recorder) record(e *spool.Event) {
	r.counts.Delivered++
	k := kindOf(e)
	if e.UnixNano <= 0 || e.PointerSize != 4 && e.PointerSize != 8 {
		r.counts.Malformed++
		return
	}
	if k == kindOther {
		r.counts.Unknown++
		return
	}
	keep, goesOn := true, false
	if k.snapshot() {
		keep, goesOn = r.thin.choose(k, e)
		r.snapshots++
		if k == kindWorkingSets {
			r.ofMemory++
		}
	}
	if e.UnixNano < r.latest-int64(backwards) {
		r.say(fmt.Sprintf("the clock was set back by %s; a new recording begins",
			time.Duration(r.latest-e.UnixNano).Round(time.Second)))
		r.finish()
		r.latest = e.UnixNano
	}
	r.latest = max(r.latest, e.UnixNano)
	if r.current != nil && !goesOn && (e.UnixNano >= r.until || r.current.Size() >= r.rollSize) {
		r.finish()
	}
	if r.err != nil {
		return
	}
	if keep {
		r.keep(e)
	} else {
		r.counts.Thinned++
	}
	if k == kindProcessStart || k == kindProcessStop {
		r.names.note(k, e)
	}
}

// keep writes an event, into a new recording if none is open.
func (r *recorder) keep(e *spool.Event) {
	err := r.begin(e.UnixNano)
	if err == nil {
		err = r.current.Write(e)
	}
	if err != nil && r.await != nil && !errors.Is(err, spool.ErrTooLarge) {
		r.err = err
		return
	}
	if err != nil {
		r.counts.Dropped++
		r.lost(1, 0)
		if !r.failing {
			r.say(fmt.Sprintf("an event could not be kept, and counts as lost: %v; recording goes on when there is room", err))
		}
		r.failing = true
		return
	}
	r.counts.Written++
	r.failing = false
	if e.UnixNano-r.synced >= int64(syncEvery) {
		r.synced = e.UnixNano
		if err := r.current.Sync(); err != nil {
			r.say(fmt.Sprintf("bringing %s to the disk: %v", r.path, err))
		}
	}
}

// begin makes sure that a recording is open. A new one begins with the names of the processes that live, and the
// machine.
func (r *recorder) begin(unixNano int64) error {
	if r.current != nil {
		return nil
	}
	if r.await != nil {
		if err := r.await(); err != nil {
			return err
		}
	} else if r.waiting() >= r.most {
		return fmt.Errorf("recordings of %d bytes wait for their conversion, as many as there may be", r.waiting())
	}
	r.number++
	at := time.Unix(0, unixNano).UTC()
	path := filepath.Join(r.folder, fmt.Sprintf("watch-%s-%s-%04d.etl", at.Format("20060102T150405Z"), r.tag, r.number))
	w, err := spool.Create(path, spool.Options{SessionName: r.session, Start: unixNano, Machine: r.machine})
	if err != nil {
		return err
	}
	r.current, r.path, r.synced = w, path, unixNano
	r.until = (floorDiv(unixNano, int64(r.roll)) + 1) * int64(r.roll)
	r.counts.Segments++
	first := r.names.all(unixNano)
	if e, ok := r.machine.Configuration(unixNano); ok {
		first = append(first, e)
	}
	for i := range first {
		if err := w.Write(&first[i]); err != nil {
			if r.await != nil {
				return err
			}
			r.say(fmt.Sprintf("the names of processes are not all in %s: %v", path, err))
			r.lost(uint64(len(first)-i), 0)
			break
		}
	}
	r.lost(0, 0)
	return nil
}

// lost counts what is missing. It goes into the recording that is open, or else into the next.
func (r *recorder) lost(events, buffers uint64) {
	r.lostEvents += events
	r.lostBuffers += buffers
	if r.current != nil {
		r.current.Lost(r.lostEvents, r.lostBuffers)
		r.lostEvents, r.lostBuffers = 0, 0
	}
}

// finish closes the recording that is open and hands it over.
func (r *recorder) finish() {
	if r.current == nil {
		return
	}
	if err := r.current.Close(); err != nil {
		if r.await != nil {
			r.err = err
			r.abandon()
			return
		}
		r.say(fmt.Sprintf("closing %s: %v", r.path, err))
	}
	r.current = nil
	r.finished(r.path)
}

// abandon closes the recording that is open and leaves it where it is.
func (r *recorder) abandon() {
	if r.current != nil {
		r.current.Close() // its failure is known, or does not matter
		r.current = nil
	}
}
