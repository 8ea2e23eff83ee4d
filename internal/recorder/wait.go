package recorder

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"etledger/report/recipe"
)

// wait lets the sessions record. It ends early when the disk is nearly full or one of them is not running any more, and fails when the
// context ends.
func (p *Plan) wait(ctx context.Context, m Machine, at *place, c *Control) (early string, err error) {
	begin := time.Now()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	end := m.After(p.Duration)
	for over := false; ; {
		elapsed := time.Since(begin)
		c.tell(Progress{Phase: Waiting, Elapsed: elapsed, Left: max(0, p.Duration-elapsed)})
		if ended := p.endedSessions(m, at); ended != "" {
			return fmt.Sprintf("%s after %s: stopped by someone else, or by Windows when there was no room to write on",
				ended, elapsed.Round(time.Second)), nil
		}
		if over {
			return "", nil
		}
		if free, err := m.FreeBytes(filepath.Dir(p.Output)); err == nil && free < nearlyFull {
			return fmt.Sprintf("the disk had only %d MiB left after %s", free>>20, elapsed.Round(time.Second)), nil
		}
		select {
		case <-ctx.Done():
			return "", context.Cause(ctx)
		case <-end:
			over = true
		case <-tick.C:
		}
	}
}

// endedSessions says which of the sessions are not running any more, "" when all are.
func (p *Plan) endedSessions(m Machine, at *place) string {
	var ended []string
	for _, name := range slices.Sorted(maps.Keys(at.sessions)) {
		if state, err := m.Query(name); err == nil && (state == nil || !at.owns(state)) {
			at.ended[name] = true
			ended = append(ended, `"`+name+`"`)
		}
	}
	switch len(ended) {
	case 0:
		return ""
	case 1:
		return "session " + ended[0] + " was not running any more"
	}
	return "sessions " + strings.Join(ended, " and ") + " were not running any more"
}

// stop runs the steps that stop the sessions, to the last one whether or not one fails, unless the context ends.
func (p *Plan) stop(ctx context.Context, m Machine, at *place, c *Control, result *Result) error {
	var failed error
	for _, step := range p.Stop {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if p.allEnded(at, &step) {
			continue // their files are as whole as they can be
		}
		c.tell(Progress{Phase: Stopping, Step: &step})
		err := p.spares(m, at, &step)
		if err != nil {
			err = fmt.Errorf("step %q: %w", step.Does, err)
		} else {
			err = p.perform(ctx, m, at, &step, c)
		}
		switch {
		case err == nil:
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case step.Optional:
			result.Notes = append(result.Notes, "Left out: "+err.Error()+".")
		default:
			failed = errors.Join(failed, err)
		}
	}
	if failed != nil {
		at.stopped = true // or is, when it has been cleaned up
		if p.Tool == recipe.WPR && len(at.ended) > 0 {
			failed = fmt.Errorf("%w; 'wpr -cancel' ends what wpr itself may hold of this recording, if nobody else records with it by now", failed)
		}
		return failed
	}
	if running, _ := p.owned(m, at); len(running) > 0 {
		return fmt.Errorf("%s said that it stopped the recording, but session %s is running", p.Tool, strings.Join(running, ", "))
	}
	at.stopped, at.undo = true, nil
	return nil
}

// allEnded tells that there is nothing left to do for a step that stops sessions, and does not merge.
func (p *Plan) allEnded(at *place, step *Step) bool {
	return (p.Tool == recipe.Logman || p.Tool == Session) &&
		!slices.ContainsFunc(p.touches(at, step), func(name string) bool { return !at.ended[name] })
}
