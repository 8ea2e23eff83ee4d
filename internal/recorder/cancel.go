package recorder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"etledger/report/recipe"
)

// LeftError tells which sessions could not be stopped.
type LeftError struct {
	Sessions []string
	Cause    error // what the attempts to stop them said
}

func (e *LeftError) Error() string {
	commands := make([]string, len(e.Sessions))
	for i, session := range e.Sessions {
		commands[i] = StopByHand(session)
	}
	return fmt.Sprintf("STILL RUNNING: %s; stop it by hand: %s (%v)", strings.Join(e.Sessions, ", "), strings.Join(commands, " & "), e.Cause)
}

func (e *LeftError) Unwrap() error { return e.Cause }

func (e *LeftError) add(session string, cause error) {
	e.Sessions, e.Cause = append(e.Sessions, session), errors.Join(e.Cause, cause)
}

func (e *LeftError) orNil() error {
	if len(e.Sessions) == 0 {
		return nil
	}
	return e
}

// clean ends the sessions that may be running and removes what was recorded, unless that is worth keeping. It gives the error of
// the recording with what became of that.
func (p *Plan) clean(m Machine, at *place, c *Control, err error) error {
	if left := p.cancel(m, at, c); left != nil {
		return fmt.Errorf("%w; then remove the folder %s", errors.Join(err, left), at.folder)
	}
	if kept := recordedFile(at.folder); at.stopped && kept != "" {
		return fmt.Errorf("%w; what the sessions wrote is kept in %s, and 'etledger doctor' says what it is worth", err, kept)
	}
	if removing := os.RemoveAll(at.folder); removing != nil {
		return errors.Join(err, fmt.Errorf("the folder %s is left, remove it: %w", at.folder, removing))
	}
	return err
}

// cancel ends the sessions that were started: by the commands of the tool, which also clean up what that keeps elsewhere, and where
// these leave one, through the system. Those of others it spares. It takes no context, because it has to be done whoever is impatient.
func (p *Plan) cancel(m Machine, at *place, c *Control) error {
	var failed error
	due := map[string]bool{}
	for _, step := range at.undo {
		for _, name := range p.touches(at, &step) {
			due[name] = true
		}
		if !p.needed(m, at, &step) {
			continue
		}
		c.tell(Progress{Phase: Cancelling, Step: &step})
		failed = errors.Join(failed, p.perform(context.Background(), m, at, &step, c))
	}
	var left LeftError
	ours, unknown := p.owned(m, at)
	for _, name := range ours {
		if err := stopOnly(m, name, at.owns); err != nil {
			left.add(name, cmp.Or(failed, err))
		}
	}
	for _, name := range p.Names {
		if err := unknown[name]; err != nil && (at.sessions[name] || due[name]) {
			left.add(name, cmp.Or(failed, err))
		}
	}
	if at.unanswered != nil && !at.sessions[ownName] && len(ours) == 0 && len(unknown) == 0 { // it may still begin
		left.add(ownName, at.unanswered)
	}
	return left.orNil() // a command that found nothing to cancel did not fail at what matters
}

// needed tells whether a step that undoes something is to be run: if it has something to undo that is ours, and ends nothing else.
func (p *Plan) needed(m Machine, at *place, step *Step) bool {
	if p.spares(m, at, step) != nil {
		return false
	}
	if p.Tool == recipe.WPR && at.began {
		return len(at.ended) == 0 // it also removes the files, which are worth keeping when a session has ended by itself
	}
	ours, _ := p.owned(m, at)
	names := p.touches(at, step)
	return slices.ContainsFunc(ours, func(name string) bool { return p.Tool == recipe.WPR || slices.Contains(names, name) })
}

// recordedFile gives a file that holds events in the folder of a recording, "" when there is none: what a failure to merge leaves.
func recordedFile(folder string) string {
	found := ""
	_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || found != "" || entry.IsDir() || !strings.EqualFold(filepath.Ext(path), ".etl") {
			return nil
		}
		if info, err := entry.Info(); err == nil && info.Size() > 0 {
			found = path
		}
		return nil
	})
	return found
}

// moveNew gives a file a name that no file has, and tells its size.
func moveNew(from, to string) (int64, error) {
	info, err := os.Stat(from)
	if err != nil {
		return 0, fmt.Errorf("the recording ended without an error, but left no capture: %w", err)
	}
	if info.Size() == 0 {
		return 0, errors.New("the recording ended without an error, but the capture is empty")
	}
	err = os.Link(from, to) // which, other than renaming, never takes the place of a file
	if err == nil {
		return info.Size(), nil
	}
	if _, there := os.Lstat(to); there == nil {
		return 0, fmt.Errorf("%s has appeared meanwhile, and a capture is never overwritten", to)
	}
	return info.Size(), os.Rename(from, to) // a file system without links
}
