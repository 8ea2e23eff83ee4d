package recorder

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Progress is how far a recording is.
type Progress struct {
	Phase         Phase
	Step          *Step         // nil while it waits
	Elapsed, Left time.Duration // of waiting
}

// Control says how a recording is run.
type Control struct {
	Replace bool           // stop what an earlier recording of this program left running
	Watch   func(Progress) // called before each step and each second of waiting; may be nil
	// Limits bound how long the steps of a phase may take, each; phases that are not in it have usual limits.
	Limits map[Phase]time.Duration
	// Grace is how long a program may go on by itself once it shall end; 0 means the usual time.
	Grace time.Duration
}

// limit is how long one step may take.
func (c *Control) limit(phase Phase) time.Duration {
	if limit, ok := c.Limits[phase]; ok {
		return limit
	}
	return map[Phase]time.Duration{
		Starting: 2 * time.Minute, Stopping: time.Hour, // merging goes through all of a file
		Cancelling: 20 * time.Second,
	}[phase]
}

func (c *Control) tell(p Progress) {
	if c.Watch != nil {
		c.Watch(p)
	}
}

// Result is what a recording came to.
type Result struct {
	Files []string // the capture; the first is Plan.Output
	Bytes int64    // of all of them
	Early string   // why the recording ended before its time, "" when it did not
	Notes []string // sentences: what did not go as planned and did no harm
}

// place is where a recording is under way, and how far it has come.
type place struct {
	folder  string
	limitMB uint32 // for the file of a session of our own
	began   bool   // a step that starts sessions came to its end, and well
	undo    []Step // what has to be done so that nothing is left running
	stopped bool   // the sessions were stopped as they should be, so that their files are whole
	// sessions are those that were seen to write into the folder, ended those of them that did not any more before they were stopped.
	sessions, ended map[string]bool
	unanswered      error // of a step that starts the session of our own, and that the system may do yet
}

// Record carries out a plan and puts the capture in its place, whole, or gives an error and leaves neither session nor file, but
// for what the error names. An end of the context cancels the recording; cleaning up then goes on under time limits of its own.
func Record(ctx context.Context, m Machine, p *Plan, c Control) (result *Result, err error) {
	m = within(context.Background(), m, c.limit(Cancelling))
	at, err := p.prepare(ctx, m, &c)
	if err != nil {
		return nil, err
	}
	finished := false
	defer func() {
		failure := recover() // cleaning up is due after a panic, too, which then goes on
		if !finished {
			err = p.clean(m, at, &c, err)
		} else if removing := os.RemoveAll(at.folder); removing != nil {
			result.Notes = append(result.Notes, fmt.Sprintf("The folder %s is left, remove it: %v.", at.folder, removing))
		}
		if failure != nil {
			panic(fmt.Sprint(failure, "; ", err))
		}
	}()
	result = &Result{}
	if err := p.start(ctx, m, at, &c, result); err != nil {
		return nil, err
	}
	if result.Early, err = p.wait(ctx, m, at, &c); err != nil {
		return nil, err
	}
	if err := p.stop(ctx, m, at, &c, result); err != nil {
		return nil, early(result, err)
	}
	if ctx.Err() != nil { // what was asked for last counts
		at.stopped = false
		return nil, context.Cause(ctx)
	}
	for _, capture := range p.Captures {
		size, err := moveNew(filepath.Join(at.folder, capture.made), capture.Path)
		if err != nil {
			return nil, early(result, err)
		}
		result.Files, result.Bytes = append(result.Files, capture.Path), result.Bytes+size
	}
	finished = true
	return result, nil
}

// early adds to an error that the recording had ended before its time.
func early(result *Result, err error) error {
	if result.Early == "" {
		return err
	}
	return fmt.Errorf("the recording ended early: %s; then: %w", result.Early, err)
}

// prepare looks whether the recording can work, and makes the folder in which the commands run, beside where the capture will be,
// with what the tool reads.
func (p *Plan) prepare(ctx context.Context, m Machine, c *Control) (*place, error) {
	if err := p.check(ctx, m, c); err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp(filepath.Dir(p.Output), folderPrefix)
	if err != nil {
		return nil, err
	}
	for _, f := range p.Files {
		content := f.Content
		if runtime.GOOS == "windows" {
			content = strings.ReplaceAll(content, "\n", "\r\n")
		}
		if f.Name != filepath.Base(f.Name) {
			err = fmt.Errorf("the recipe of %s has a file %s outside its folder", p.Tool, f.Name)
		} else {
			err = os.WriteFile(filepath.Join(folder, f.Name), []byte(content), 0o666)
		}
		if err != nil {
			return nil, errors.Join(err, os.RemoveAll(folder))
		}
	}
	return &place{folder: folder, limitMB: p.limitMB(m), sessions: map[string]bool{}, ended: map[string]bool{}}, nil
}
