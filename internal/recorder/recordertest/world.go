// Package recordertest stands in for a Windows machine that can be recorded: for its recording tools, which are the test's own
// program under other names, and for its trace sessions, which are files in a folder. Tools and machine can be told to misbehave.
package recordertest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Environment is the variable that names the folder of a World to a program that shall take it for its machine. Tools know it from
// where they lie.
const Environment = "ETLEDGER_RECORDED_WORLD"

// World is a folder that holds what the machine knows.
type World struct{ Folder string }

// What a step can do instead of what it should.
const (
	Fail    = "fail"    // end with an error, without having done anything
	Partial = "partial" // do it, and end with an error
	Hang    = "hang"    // do nothing, for ever, whatever it is told
	Stall   = "stall"   // do it, and then nothing, for ever
	Lie     = "lie"     // say that it is done, without having done anything
	Empty   = "empty"   // do it, but leave files empty
	Panic   = "panic"   // of the machine's own calls only

	// The others have the rival (World.Rival) start a session: before the step, which goes on at once or when World.Release is called,
	// or after it.
	Beside   = "beside"
	Beaten   = "beaten"
	Followed = "followed"
)

// New makes a world in an empty folder. Recordings in it are copies of the capture.
func New(folder, capture string) (*World, error) {
	w := &World{folder}
	content, err := os.ReadFile(capture)
	if err != nil {
		return nil, err
	}
	return w, errors.Join(os.Mkdir(w.path("sessions"), 0o777), os.Mkdir(w.path("bin"), 0o777),
		os.WriteFile(w.path("capture"), content, 0o666))
}

// Here gives the world that the environment names, nil where it names none.
func Here() *World {
	if folder := os.Getenv(Environment); folder != "" {
		return &World{folder}
	}
	return nil
}

func (w *World) path(name string) string { return filepath.Join(w.Folder, name) }

// Bin is the folder for PATH in which the tools are.
func (w *World) Bin() string { return w.path("bin") }

// Install puts tools on PATH: links to the program, or copies of it where links are for administrators only.
func (w *World) Install(program string, tools ...string) error {
	var errs []error
	for _, tool := range tools {
		if runtime.GOOS != "windows" {
			errs = append(errs, os.Symlink(program, filepath.Join(w.Bin(), tool)))
			continue
		}
		name := filepath.Join(w.Bin(), tool+".exe")
		if os.Link(program, name) != nil {
			content, err := os.ReadFile(program)
			errs = append(errs, err, os.WriteFile(name, content, 0o777))
		}
	}
	return errors.Join(errs...)
}

// Misbehave has the calls whose text contains a part do something else.
func (w *World) Misbehave(part, how string) error {
	f, err := os.OpenFile(w.path("misbehave"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, "%s\t%s\n", part, how)
	return errors.Join(err, f.Close())
}

// behaviour says what a call does, "" for what it should.
func (w *World) behaviour(call string) string {
	text, _ := os.ReadFile(w.path("misbehave"))
	for line := range strings.Lines(string(text)) {
		if part, how, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); strings.Contains(call, part) {
			return how
		}
	}
	return ""
}

// Rival says which session somebody else starts, and which file that writes.
func (w *World) Rival(session, file string) error { return w.Set("rival", session+"\t"+file) }

// Release lets a step go on that the rival was quicker than.
func (w *World) Release() error { return w.Set("released", "yes") }

// intrude has the rival start its session, if it is to be before a step.
func (w *World) intrude(how string) error {
	if how != Beside && how != Beaten {
		return nil
	}
	err := w.openRival()
	if how == Beaten {
		err = errors.Join(err, Await(func() bool { return w.get("released") != "" }))
	}
	return err
}

func (w *World) openRival() error {
	session, file, _ := strings.Cut(w.get("rival"), "\t")
	return w.Open(session, file)
}

// End stops a session from outside.
func (w *World) End(session string) error {
	_, err := w.shut(session)
	return err
}

// Set puts a value of the machine: "free" bytes of its disk, "rights" of the process.
func (w *World) Set(name, value string) error {
	return os.WriteFile(w.path(name), []byte(value), 0o666)
}

func (w *World) get(name string) string {
	text, _ := os.ReadFile(w.path(name))
	return string(text)
}

// log notes a call.
func (w *World) log(call string) error {
	f, err := os.OpenFile(w.path("calls"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(f, call)
	return errors.Join(err, f.Close())
}

// Calls gives the calls of tools and of the machine that change something, in order.
func (w *World) Calls() []string {
	return strings.Split(strings.TrimSuffix(w.get("calls"), "\n"), "\n")
}

// Open starts a session that writes a file. One of its name must not be running.
func (w *World) Open(session, file string) error {
	file, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(w.Folder, "session") // whole or not at all, also when the tool is killed
	if err != nil {
		return err
	}
	_, err = f.WriteString(file)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := os.Link(f.Name(), w.sessionPath(session)); err != nil {
		return fmt.Errorf("session %s: %w", session, err)
	}
	return os.WriteFile(file, []byte("events so far"), 0o666)
}

// shut ends a session, whose file then holds a capture, and gives that.
func (w *World) shut(session string) (file string, err error) {
	name, err := os.ReadFile(w.sessionPath(session))
	if err != nil {
		return "", fmt.Errorf("session %s: %w", session, err)
	}
	return string(name), errors.Join(w.write(string(name)), os.Remove(w.sessionPath(session)))
}

// write makes a file a capture.
func (w *World) write(file string) error {
	return os.WriteFile(file, []byte(w.get("capture")), 0o666)
}

func (w *World) sessionPath(session string) string { return w.path(filepath.Join("sessions", session)) }

// Sessions lists what is running.
func (w *World) Sessions() []string {
	entries, _ := os.ReadDir(w.path("sessions"))
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// Running tells whether a session is running, and which file it writes.
func (w *World) Running(session string) (file string, running bool) {
	if !slices.Contains(w.Sessions(), session) {
		return "", false
	}
	return w.get(filepath.Join("sessions", session)), true
}

// Await waits until a condition holds, for a long time at most.
func Await(condition func() bool) error {
	for range 3000 {
		if condition() {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return os.ErrDeadlineExceeded
}
