package recorder

import (
	"context"
	"fmt"
	"os"
	"path"
	"strings"

	"etledger/internal/textform"
	"etledger/report/recipe"
)

// folderPrefix begins the names of the folders in which recordings are made. A session that writes into one is one of ours,
// whatever its name.
const folderPrefix = "etledger-recording-"

// StaleError tells that sessions are running that an earlier recording of this program left.
type StaleError struct {
	Session string
	File    string // that it writes, as the system names it
}

func (e *StaleError) Error() string {
	return fmt.Sprintf("session %q is running, which another recording of etledger runs or has left%s; if none is under way, give --replace "+
		"to stop it and throw away what it recorded, or stop it by hand: %s", e.Session, writing(e.File), StopByHand(e.Session))
}

// BusyError tells that someone else records with a session that the tool needs. It is never stopped from here.
type BusyError struct {
	Session string
	File    string // that it writes, as the system names it
}

func (e *BusyError) Error() string {
	return fmt.Sprintf("session %q is used by someone else%s; wait until that recording ends, or record with a session of another name: "+
		"--tool session. Whoever started it can stop it: %s", e.Session, writing(e.File), StopByHand(e.Session))
}

func writing(file string) string {
	if file == "" {
		return ""
	}
	return " and writes " + textform.Printable(file)
}

// StopByHand is the command that stops a session, whatever started it.
func StopByHand(session string) string {
	return CommandLine([]string{"logman", "stop", session, "-ets"})
}

// ours tells whether a session was started by this program, or by commands of 'etledger recipe'.
func ours(name string, state *State) bool {
	return name == ownName || name == recipe.MemorySession || recordingFolder(state.File) != ""
}

// recordingFolder gives the folder of the recording that a file belongs to, "" for other files.
func recordingFolder(file string) string {
	folder := path.Dir(strings.ReplaceAll(strings.TrimPrefix(file, `\??\`), `\`, "/"))
	if strings.HasPrefix(path.Base(folder), folderPrefix) {
		return folder
	}
	return ""
}

// checkSessions refuses to start while a session is running that the tool would use. What is ours it stops, if that is asked for.
func (p *Plan) checkSessions(m Machine, c *Control) error {
	stale := map[string]*State{}
	for _, name := range p.Names {
		state, err := m.Query(name)
		switch {
		case err != nil:
			return fmt.Errorf("whether session %q is running: %w", name, err)
		case state == nil:
		case !ours(name, state) && p.Tool == recipe.WPR && name == recipe.KernelLogger:
			// Newer versions of wpr do without it, and older ones say that they cannot start.
		case !ours(name, state):
			return &BusyError{name, state.File}
		case !c.Replace:
			return &StaleError{name, state.File}
		default:
			stale[name] = state
		}
	}
	if len(stale) == 0 {
		return nil
	}
	p.cancelStale(m, c, stale)
	var left LeftError
	for _, name := range p.Names {
		state := stale[name]
		if state == nil {
			continue
		}
		if err := stopOnly(m, name, func(now *State) bool { return now.File == state.File }); err != nil {
			left.add(name, err)
		} else if folder := recordingFolder(state.File); folder != "" {
			_ = os.RemoveAll(folder) // which only takes room
		}
	}
	return left.orNil()
}

// cancelStale tells wpr that its recording is over, if that is the stale one: wpr has one recording, whose sessions have names that
// only it gives. Other tools keep nothing beside their sessions, and those of others must not end with the stale ones.
func (p *Plan) cancelStale(m Machine, c *Control, stale map[string]*State) {
	stopping := p.Tool == recipe.WPR
	found := false
	for _, name := range p.Names {
		if state := stale[name]; strings.HasPrefix(name, wprPrefix) && state != nil {
			found = true
			stopping = stopping && recordingFolder(state.File) != ""
		}
	}
	if !stopping || !found {
		return
	}
	for _, step := range p.Cancel {
		c.tell(Progress{Phase: Cancelling, Step: &step})
		_ = p.perform(context.Background(), m, &place{folder: os.TempDir()}, &step, c) // the system is asked to stop what is left
	}
}
