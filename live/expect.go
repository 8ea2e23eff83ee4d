package live

import (
	"fmt"
	"time"
)

const (
	// silence is how long a session may deliver no snapshot before that is said. They come twice a second.
	silence = 30 * time.Second
	// listAfter is when a source is asked for the processes that no event has named. Events of those that live come at once.
	listAfter = 5 * time.Second
)

// expectations are what a session delivers if all is well. What is missing is said, each once.
type expectations struct {
	recorder *recorder
	source   Source
	began    time.Time

	listed, silent, tight bool // done, or said
	ofMemory              uint64
	latest                time.Time // when snapshots of processes were found to be more
}

// check is called about once a second.
func (x *expectations) check(now time.Time) {
	r := x.recorder
	if !x.listed && now.Sub(x.began) >= listAfter {
		x.listed = true
		r.list(x.source)
	}
	if !x.tight {
		if text := fit(x.source, len(r.names.table)); text != "" {
			x.tight = true
			r.say(text)
		}
	}
	if x.latest.IsZero() || r.ofMemory != x.ofMemory {
		x.latest, x.ofMemory = now, r.ofMemory
	}
	if !x.source.Live() || x.silent || now.Sub(x.latest) < silence {
		return
	}
	x.silent = true
	switch {
	case r.snapshots == 0:
		r.say(fmt.Sprintf("no memory snapshot has come in %s: this Windows may not have them in such a session", silence))
	case r.ofMemory == 0:
		r.say(fmt.Sprintf("no memory of processes has come in %s, only that of the system: this Windows may not have it, as "+
			"Windows 7 has not, or it has no room in a buffer of the session", silence))
	default:
		r.say(fmt.Sprintf("no more memory of processes has come for %s", silence))
	}
}

// list takes note of the processes that no event has named, if the source can list them.
func (r *recorder) list(source Source) {
	lister, ok := source.(Lister)
	if !ok {
		return
	}
	unnamed := 0
	for _, e := range lister.Processes() {
		if pid, ok := pidOf(&e); ok && !r.names.known(pid) {
			unnamed++
			r.record(&e)
		}
	}
	if unnamed > 0 {
		r.say(fmt.Sprintf("the session named %d processes; %d others have the names that the system lists", len(r.names.table)-unnamed, unnamed))
	}
}
