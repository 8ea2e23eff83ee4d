package recordertest

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"etledger/internal/recorder"
)

// Machine gives the world as a machine that can be recorded.
func (w *World) Machine() recorder.Machine { return machine{w} }

type machine struct{ w *World }

func (m machine) Supported() error { return nil }

func (m machine) Processors() int { return 4 }

// After waits a thousandth of what it should, or for ever where the world says so.
func (m machine) After(d time.Duration) <-chan time.Time {
	if m.w.get("time") == "stands still" {
		return nil
	}
	return time.After(d / 1000)
}

func (m machine) Elevated() (bool, error) { return m.w.get("rights") != "none", nil }

func (m machine) FreeBytes(string) (uint64, error) {
	if free := m.w.get("free"); free != "" {
		return strconv.ParseUint(free, 10, 64)
	}
	return 1 << 40, nil
}

// FindProgram looks into the world's folder only, so that tests depend on nothing else.
func (m machine) FindProgram(name string) (string, error) {
	return exec.LookPath(filepath.Join(m.w.Bin(), name))
}

func (m machine) Query(session string) (*recorder.State, error) {
	if m.w.behaviour("Query "+session) == Fail {
		return nil, errors.New("it cannot be asked")
	}
	file, running := m.w.Running(session)
	if !running {
		return nil, nil
	}
	return &recorder.State{Name: session, File: file}, nil
}

func (m machine) Sessions() ([]recorder.State, error) {
	if m.w.behaviour("Query all") == Fail {
		return nil, errors.New("they cannot be asked")
	}
	var states []recorder.State
	for _, name := range m.w.Sessions() {
		if file, running := m.w.Running(name); running {
			states = append(states, recorder.State{Name: name, File: file})
		}
	}
	return states, nil
}

// call notes a call, and tells whether it is to be carried out.
func (m machine) call(text string) (bool, error) {
	if err := m.w.log(text); err != nil {
		return false, err
	}
	switch how := m.w.behaviour(text); how {
	case Hang:
		select {}
	case Beside, Beaten:
		return true, m.w.intrude(how)
	case Fail:
		return false, errors.New("it was told to fail")
	case Panic:
		panic(text)
	case Lie:
		return false, nil
	}
	return true, nil
}

func (m machine) StartSession(p *recorder.Properties) (uint64, error) {
	do, err := m.call("StartSession " + p.Name)
	if do && err == nil {
		err = m.w.Open(p.Name, p.File)
	}
	return 1, err
}

func (m machine) TraceStacks(_ uint64, kinds []recorder.ClassicEventID) error {
	_, err := m.call(fmt.Sprintf("TraceStacks %d", len(kinds)))
	return err
}

func (m machine) StopSession(session string) (*recorder.State, error) {
	do, err := m.call("StopSession " + session)
	if _, running := m.w.Running(session); do && running {
		_, err = m.w.shut(session)
		if m.w.behaviour("StopSession "+session) == Followed {
			err = errors.Join(err, m.w.openRival())
		}
		return &recorder.State{Name: session}, err
	}
	return nil, err
}
