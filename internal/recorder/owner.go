package recorder

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"etledger/report/recipe"
)

// owns tells whether a session belongs to the recording: whether it writes into its folder. Neither its name nor when it was started
// tells that, for somebody else may start one at any time. Only the name of the folder is looked for, which no other folder has: the
// folders above it have more than one name each, and the system may give another than we do.
func (at *place) owns(s *State) bool {
	folder := filepath.Base(at.folder)
	return slices.ContainsFunc(strings.FieldsFunc(s.File, func(r rune) bool { return r == '\\' || r == '/' }), func(part string) bool {
		return strings.EqualFold(part, folder)
	})
}

// owned lists the sessions that write into the folder of the recording, under whatever name, and those of the plan's names of which
// the machine does not say whether they do.
func (p *Plan) owned(m Machine, at *place) (ours []string, unknown map[string]error) {
	unknown = map[string]error{}
	for _, name := range p.Names {
		state, err := m.Query(name)
		if err != nil {
			unknown[name] = err
		} else if state != nil && at.owns(state) {
			ours = append(ours, name)
		}
	}
	all, _ := m.Sessions() // without it the names are known
	for _, s := range all {
		if at.owns(&s) && !slices.ContainsFunc(p.Names, func(name string) bool { return strings.EqualFold(name, s.Name) }) {
			ours = append(ours, s.Name)
		}
	}
	return ours, unknown
}

// touches lists the sessions that a step starts or stops, by the names that the tool gives them.
func (p *Plan) touches(at *place, step *Step) []string {
	switch {
	case step.Args == nil:
		return p.Names
	case p.Tool == recipe.WPR: // NT Kernel Logger only where it is older and uses that
		return slices.DeleteFunc(slices.Clone(p.Names), func(name string) bool {
			return !strings.HasPrefix(name, wprPrefix) && !at.sessions[name]
		})
	}
	var names []string
	kernel := false
	for i, arg := range step.Args {
		if slices.Contains(p.Names, arg) {
			names = append(names, arg)
		}
		bare := i+1 == len(step.Args) || strings.HasPrefix(step.Args[i+1], "-")
		kernel = kernel || p.Tool == recipe.XPerf && arg == "-stop" && bare
	}
	if kernel {
		names = append(names, recipe.KernelLogger)
	}
	return names
}

// takenError tells that a step would end somebody else's session.
type takenError struct {
	session string
	file    string
}

func (e *takenError) Error() string {
	return fmt.Sprintf("session %q is somebody else's%s, and was left alone", e.session, writing(e.file))
}

// spares fails when a step that stops sessions would stop one that is somebody else's, or of which that is not known.
func (p *Plan) spares(m Machine, at *place, step *Step) error {
	if p.Tool == recipe.WPR && at.began && len(at.sessions) == 0 {
		// WPR has one recording, which is ours since it said that it started it, wherever it writes.
		return nil
	}
	for _, name := range p.touches(at, step) {
		state, err := m.Query(name)
		if err != nil {
			return fmt.Errorf("whether session %q is somebody else's: %w", name, err)
		}
		if state != nil && !at.owns(state) {
			return &takenError{name, state.File}
		}
	}
	return nil
}

// stopOnly sees to it that a session is not running, unless it is another one of that name.
func stopOnly(m Machine, name string, ours func(*State) bool) error {
	state, err := m.Query(name)
	if err == nil && (state == nil || !ours(state)) {
		return nil
	}
	if err != nil {
		return err // without knowing whose it is nothing is stopped
	}
	_, stopping := m.StopSession(name)
	state, err = m.Query(name)
	if err == nil && (state == nil || !ours(state)) {
		return nil
	}
	if err = errors.Join(stopping, err); err != nil {
		return err
	}
	return errors.New("the system said that it stopped it")
}
