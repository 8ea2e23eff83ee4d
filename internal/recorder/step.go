package recorder

import (
	"context"
	"fmt"
	"path/filepath"
	"time"
)

// ownLimit is how long a step may take at most that this program does itself: it merges nothing.
const ownLimit = 2 * time.Minute

// perform does one step within a limit of time. The error names the step.
func (p *Plan) perform(ctx context.Context, m Machine, at *place, step *Step, c *Control) error {
	limit := c.limit(step.Phase)
	if step.Args == nil {
		limit = min(limit, ownLimit)
		if step.Phase == Starting { // whether it has begun has to be known
			ctx = context.WithoutCancel(ctx)
		}
		if err := step.act(within(ctx, m, limit), at); err != nil {
			return fmt.Errorf("step %q: %w", step.Does, err)
		}
		return nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("it took longer than %s and was ended", limit))
	defer cancel()
	if err := c.runProgram(ctx, at.folder, p.Programs[step.Args[0]], p.within(at.folder, step.Args[1:])); err != nil {
		return fmt.Errorf("step %q, %s: %w", step.Does, CommandLine(step.Args), err)
	}
	return nil
}

// within gives arguments with the files of the recording as absolute paths: not every tool writes to the folder that it runs in.
func (p *Plan) within(folder string, args []string) []string {
	whole := make([]string, len(args))
	for i, arg := range args {
		switch whole[i] = arg; {
		case arg == FolderArgument:
			whole[i] = folder
		case p.writes(arg):
			whole[i] = filepath.Join(folder, arg)
		}
	}
	return whole
}

// writes tells whether a session, or the tool, writes a file of this name.
func (p *Plan) writes(name string) bool {
	for _, s := range p.Sessions {
		if name == s.File && name != "" {
			return true
		}
	}
	for _, c := range p.Captures {
		if name == c.made {
			return true
		}
	}
	return false
}
