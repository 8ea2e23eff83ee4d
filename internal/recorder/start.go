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
	return p.confirmStarted(m)
}

// startOne does a step that starts sessions, and notes which are running since then and what undoes it: also when the step does
// not come to its end, but not when it says that nothing was started, for what kept it from that may be somebody else's session.
func (p *Plan) startOne(ctx context.Context, m Machine, at *place, c *Control, step *Step, undo Step) (err error) {
	before := p.running(m)
	nothing := false
	defer func() {
		if nothing {
			return
		}
		at.undo = append([]Step{undo}, at.undo...)
		for name := range p.running(m) {
			if !before[name] {
				at.sessions[name] = true
			}
		}
	}()
	err = p.perform(ctx, m, at, step, c)
	nothing = err != nil && saysNothingBegan(step, at, err)
	return err
}

// running gives those of the names that sessions are running under.
func (p *Plan) running(m Machine) map[string]bool {
	found := map[string]bool{}
	for _, name := range p.Names {
		if state, err := m.Query(name); err == nil && state != nil {
			found[name] = true
		}
	}
	return found
}

// confirmStarted fails when a tool says that it started the sessions and one is not running, so that nobody waits for nothing.
// How wpr calls its sessions differs between versions.
func (p *Plan) confirmStarted(m Machine) error {
	for _, s := range p.Sessions {
		if state, err := m.Query(s.Name); p.Tool != recipe.WPR && err == nil && state == nil {
			return fmt.Errorf("%s said that it started the recording, but session %q is not running", p.Tool, s.Name)
		}
	}
	return nil
}

// saysNothingBegan tells that a step which failed did not start its session: the program ended by itself with an error, or the
// system did not start the session of our own.
func saysNothingBegan(step *Step, at *place, err error) bool {
	if step.Args == nil {
		return !at.begun
	}
	return errors.As(err, new(*programError)) || errors.As(err, new(*notRunError))
}
