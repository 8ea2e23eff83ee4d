package scenario

import (
	"container/heap"
	"time"
)

// action is something that happens at a moment of the capture.
type action struct {
	at    time.Duration
	order int // among equal times, the order of planning
	do    func()
}

// queue holds what is planned, the earliest first.
type queue struct {
	actions []action
	planned int
}

func (q *queue) plan(at time.Duration, do func()) {
	heap.Push(q, action{at: at, order: q.planned, do: do})
	q.planned++
}

func (q *queue) next() action { return heap.Pop(q).(action) }

// Len, Less, Swap, Push and Pop make the queue a heap.Interface.
func (q *queue) Len() int { return len(q.actions) }

func (q *queue) Less(i, j int) bool {
	a, b := q.actions[i], q.actions[j]
	return a.at < b.at || a.at == b.at && a.order < b.order
}

func (q *queue) Swap(i, j int) { q.actions[i], q.actions[j] = q.actions[j], q.actions[i] }

func (q *queue) Push(x any) { q.actions = append(q.actions, x.(action)) }

func (q *queue) Pop() any {
	last := q.actions[len(q.actions)-1]
	q.actions = q.actions[:len(q.actions)-1]
	return last
}
