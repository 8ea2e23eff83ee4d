package recorder

import (
	"context"
	"fmt"
	"time"
)

// bounded is a machine of which sessions are asked, started and stopped within a limit of time and until a context ends: the
// system's own calls wait without end when it cannot write to a disk.
type bounded struct {
	Machine
	ctx   context.Context
	limit time.Duration
}

// within gives the machine with other bounds.
func within(ctx context.Context, m Machine, limit time.Duration) Machine {
	if b, ok := m.(bounded); ok {
		m = b.Machine
	}
	return bounded{m, ctx, limit}
}

// unansweredError tells that the system was asked for something and has not answered: it may do it yet.
type unansweredError struct {
	asked string
	cause error
}

func (e *unansweredError) Error() string { return fmt.Sprintf("%s: %v", e.asked, e.cause) }

func (e *unansweredError) Unwrap() error { return e.cause }

// answer calls the machine, and leaves the call to itself when that takes too long. A panic of the call is one of the caller.
func answer[T any](b bounded, asked string, call func() (T, error)) (T, error) {
	var nothing T
	if b.ctx.Err() != nil {
		return nothing, context.Cause(b.ctx)
	}
	ctx, cancel := context.WithTimeoutCause(b.ctx, b.limit, fmt.Errorf("it took longer than %s, and Windows has not answered", b.limit))
	defer cancel()
	type outcome struct {
		value   T
		err     error
		failure any
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			o.failure = recover()
			done <- o
		}()
		o.value, o.err = call()
	}()
	select {
	case o := <-done:
		if o.failure != nil {
			panic(o.failure)
		}
		return o.value, o.err
	case <-ctx.Done():
		return nothing, &unansweredError{asked, context.Cause(ctx)}
	}
}

func (b bounded) Query(session string) (*State, error) {
	return answer(b, "asking for session "+session, func() (*State, error) { return b.Machine.Query(session) })
}

func (b bounded) Sessions() ([]State, error) {
	return answer(b, "asking for the sessions", b.Machine.Sessions)
}

func (b bounded) StartSession(p *Properties) (uint64, error) {
	return answer(b, "starting session "+p.Name, func() (uint64, error) { return b.Machine.StartSession(p) })
}

func (b bounded) TraceStacks(handle uint64, kinds []ClassicEventID) error {
	_, err := answer(b, "asking for call stacks", func() (struct{}, error) { return struct{}{}, b.Machine.TraceStacks(handle, kinds) })
	return err
}

func (b bounded) StopSession(session string) (*State, error) {
	return answer(b, "stopping session "+session, func() (*State, error) { return b.Machine.StopSession(session) })
}
