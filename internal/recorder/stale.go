package recorder

import (
	"context"
	"errors"
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
	at := &place{folder: os.TempDir()}
	for _, step := range p.Cancel { // so that the tool, too, knows that it is over; one that finds nothing fails, and that is fine
		c.tell(Progress{Phase: Cancelling, Step: &step})
		_ = p.perform(context.Background(), m, at, &step, c)
	}
	var left LeftError
	for _, name := range p.Names {
		state := stale[name]
		if state == nil {
			continue
		}
		if err := stopped(m, name); err != nil {
			left.add(name, err)
		} else if folder := recordingFolder(state.File); folder != "" {
			_ = os.RemoveAll(folder) // which only takes room
		}
	}
	return left.orNil()
}

// stopped sees to it that a session is not running.
func stopped(m Machine, name string) error {
	state, err := m.Query(name)
	if err == nil && state == nil {
		return nil
	}
	_, stopping := m.StopSession(name)
	if state, err = m.Query(name); err == nil && state == nil {
		return nil
	}
	if err = errors.Join(stopping, err); err != nil {
		return err
	}
	return errors.New("the system said that it stopped it")
}
