package recorder

import (
	"context"
	"errors"
	"fmt"

	"etledger/report/recipe"
)

// start runs the steps that start sessions, and notes what undoes them.
func (p *Plan) start(ctx context.Context, m Machine, at *place, c *Control, result *Result) error {
	for i, step := range p.Start {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		c.tell(Progress{Phase: Starting, Step: &step})
		err := p.startOne(ctx, m, at, c, &step, p.Cancel[len(p.Cancel)-1-i])
		switch {
		case err == nil:
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case !step.Optional:
			return err
		default:
			result.Notes = append(result.Notes, "Left out: "+err.Error()+".")
		}
	}
	return p.confirmStarted(m, at)
}

// startOne does a step that starts sessions, and notes which sessions are ours since then and what undoes it: also when the step does
// not come to its end, but not when it says that nothing was started, for what kept it from that may be somebody else's session.
func (p *Plan) startOne(ctx context.Context, m Machine, at *place, c *Control, step *Step, undo Step) (err error) {
	err = p.spares(m, at, &undo)
	if taken := new(takenError); errors.As(err, &taken) {
		return fmt.Errorf("step %q: %w", step.Does, &BusyError{taken.session, taken.file})
	} else if err != nil {
		return err
	}
	nothing := false
	defer func() {
		if !nothing {
			at.undo = append([]Step{undo}, at.undo...)
		}
		ours, _ := p.owned(m, at)
		for _, name := range ours {
			at.sessions[name] = true
		}
	}()
	err = p.perform(ctx, m, at, step, c)
	at.began = at.began || err == nil
	if errors.As(err, new(*unansweredError)) {
		at.unanswered = err
	}
	nothing = err != nil && saysNothingBegan(step, err)
	return err
}

// confirmStarted fails when a tool says that it started the sessions and one is not running, so that nobody waits for nothing.
// How wpr calls its sessions differs between versions.
func (p *Plan) confirmStarted(m Machine, at *place) error {
	for _, s := range p.Sessions {
		state, err := m.Query(s.Name)
		if p.Tool != recipe.WPR && err == nil && (state == nil || !at.owns(state)) {
			return fmt.Errorf("%s said that it started the recording, but session %q is not running, or is somebody else's", p.Tool, s.Name)
		}
	}
	return nil
}

// saysNothingBegan tells that a step which failed did not start its session: the program ended by itself with an error, whatever it
// was told meanwhile.
func saysNothingBegan(step *Step, err error) bool {
	return step.Args != nil && (errors.As(err, new(*programError)) || errors.As(err, new(*notRunError)))
}
