package recorder

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"etledger/internal/textform"
)

const (
	// reserve is how much room a session of our own leaves on the disk. The kernel stops one that has come to its limit, and then the
	// last events, which say what processes and modules there are, are not written.
	reserve = 512 << 20
	// nearlyFull is how much room is left when a recording ends early: so much more that it is over before the kernel stops it.
	nearlyFull = reserve + 256<<20
)

// check looks, before anything is started, whether the recording can work. It stops what an earlier one left if that is asked for.
func (p *Plan) check(ctx context.Context, m Machine, c *Control) error {
	if err := m.Supported(); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if elevated, err := m.Elevated(); err != nil {
		return fmt.Errorf("whether this process has the rights of an administrator: %w", err)
	} else if !elevated {
		return errors.New("recording needs the rights of an administrator; start this in a console that was opened with " +
			"'Run as administrator'")
	}
	folder := filepath.Dir(p.Output)
	if info, err := os.Stat(folder); err != nil {
		return fmt.Errorf("output %s: %w", p.Output, err)
	} else if !info.IsDir() {
		return fmt.Errorf("output %s: %s is not a folder; choose another place", p.Output, folder)
	}
	for _, capture := range p.Captures {
		if err := checkNew(capture.Path); err != nil {
			return err
		}
	}
	if err := p.checkRoom(m, folder); err != nil {
		return err
	}
	return p.checkSessions(m, c)
}

// checkNew refuses an output that is there already, since a capture cannot be made again.
func checkNew(path string) error {
	_, err := os.Lstat(path)
	switch {
	case err == nil:
		return fmt.Errorf("output %s is there already, and a capture is never overwritten; name another file with -o", path)
	case errors.Is(err, fs.ErrNotExist):
		return nil
	}
	return fmt.Errorf("output %s: %w", path, err)
}

// checkRoom refuses a disk without room for what is expected.
func (p *Plan) checkRoom(m Machine, folder string) error {
	free, err := m.FreeBytes(folder)
	if err != nil {
		return err
	}
	if free < p.Room() {
		return fmt.Errorf("%s has %s free; the recording may take %s, and leaves %s; make room there, or name another place with -o",
			folder, textform.Size(free), textform.Size(p.Expected), textform.Size(uint64(nearlyFull)))
	}
	return nil
}

// limitMB is the size at which a session of our own stops writing, in MiB, so that it leaves room on the disk even where nobody is
// left to stop it.
func (p *Plan) limitMB(m Machine) uint32 {
	free, err := m.FreeBytes(filepath.Dir(p.Output))
	if err != nil || free < reserve {
		return 0
	}
	return uint32(min((free-reserve)>>20, 1<<31))
}

// Room is how many bytes the disk has to have free.
func (p *Plan) Room() uint64 { return p.Expected + nearlyFull }
