package live

import (
	"sync/atomic"

	"etledger/live/spool"
)

// Bounds of a queue. A snapshot of a machine with 10,000 processes takes 0.7 MB.
const (
	queueEvents = 4096
	queueBytes  = 32 << 20
)

// queue holds events between the source, which must not be kept waiting, and the recorder.
type queue struct {
	events  chan spool.Event
	room    int64
	bytes   atomic.Int64
	dropped atomic.Uint64
}

func newQueue(events int, room int64) *queue {
	return &queue{events: make(chan spool.Event, events), room: room}
}

// offer puts an event into the queue, or counts it as dropped where there is no room.
func (q *queue) offer(e *spool.Event) {
	n := int64(len(e.Payload))
	if q.bytes.Add(n) > q.room {
		q.bytes.Add(-n)
		q.dropped.Add(1)
		return
	}
	select {
	case q.events <- *e:
	default:
		q.bytes.Add(-n)
		q.dropped.Add(1)
	}
}

// put waits for room.
func (q *queue) put(e *spool.Event) {
	q.bytes.Add(int64(len(e.Payload)))
	q.events <- *e
}

// taken makes room again for an event that was taken out.
func (q *queue) taken(e *spool.Event) { q.bytes.Add(-int64(len(e.Payload))) }

// takeDropped gives how many events were dropped since it was asked last.
func (q *queue) takeDropped() uint64 { return q.dropped.Swap(0) }
