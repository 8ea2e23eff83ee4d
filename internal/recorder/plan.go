package recorder

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"etledger/report/recipe"
)

// Session is the way to record with no tool but this program: a system logger session of its own.
const Session recipe.Tool = "session"

// Tools lists the ways to record, the best first.
func Tools() []recipe.Tool { return []recipe.Tool{recipe.WPR, recipe.XPerf, recipe.Logman, Session} }

// automatic are the ways that are tried where none is named. What logman writes is not better than what a session of our own does,
// and takes one more program.
var automatic = []recipe.Tool{recipe.WPR, recipe.XPerf, Session}

// Bounds of how long a recording may last.
const (
	Shortest = 30 * time.Second
	Longest  = 2 * time.Hour
)

// Options say what is recorded.
type Options struct {
	Tool         recipe.Tool // "" for the best that the machine has
	Duration     time.Duration
	Stacks       bool
	KernelMemory bool
	Pool         bool
	Output       string // file that the capture ends in
}

// Phase is a part of a recording.
type Phase string

// The phases, in order. Cancelling comes only where one of the others fails or is interrupted.
const (
	Starting   Phase = "start"
	Waiting    Phase = "wait"
	Stopping   Phase = "stop"
	Cancelling Phase = "cancel"
)

// Step is something that is done on the machine.
type Step struct {
	Phase Phase
	Does  string // a short phrase
	// Args are a command line, the program first; nil for what this program does itself, as act.
	Args     []string
	Optional bool // the recording goes on when it fails
	act      func(m Machine, at *place) error
}

// Plan is what a recording will do.
type Plan struct {
	Options                    // with the tool that was chosen
	Chosen   string            // a clause: why this tool
	Programs map[string]string // absolute paths, by the names that steps begin with
	Sessions []recipe.Session
	// Names are what the sessions may be called by the system. Nothing is started while one of these runs.
	Names    []string
	Files    []recipe.File // for the tool, in the folder in which its commands run
	Captures []Capture
	Start    []Step
	Stop     []Step
	Cancel   []Step // undoes Start, the last step first, one for one
	Requires []string
	Costs    []string
	Warnings []string
	Expected uint64 // bytes that the disk has to have room for: see expectedBytes
}

// Capture is a file that a recording ends in.
type Capture struct {
	Path string // where it will be
	made string // its name in the folder of the recording
}

// FolderArgument stands in steps for the folder of the recording, which is made when the recording begins.
const FolderArgument = "<folder of the recording>"

// NewPlan chooses the tool and lists the steps. It starts nothing. On a machine that cannot record the plan is that of one which
// has all the tools.
func NewPlan(m Machine, o Options) (*Plan, error) {
	if o.Duration < Shortest || o.Duration > Longest {
		return nil, fmt.Errorf("a recording lasts from %s to %s", Shortest, Longest)
	}
	if !strings.EqualFold(filepath.Ext(o.Output), ".etl") {
		return nil, fmt.Errorf("the capture %s needs a name that ends in .etl", o.Output)
	}
	p := &Plan{Options: o, Programs: map[string]string{}, Expected: expectedBytes(o)}
	if err := p.choose(m); err != nil {
		return nil, err
	}
	if err := p.fill(m.Processors()); err != nil {
		return nil, err
	}
	return p, p.find(m)
}

// choose takes the tool that was named, or the best one that the machine has and that can record what is asked for.
func (p *Plan) choose(m Machine) error {
	supported := m.Supported() == nil
	if p.Tool != "" {
		p.Chosen = "as --tool says"
		if p.Tool != Session && supported {
			if _, err := m.FindProgram(string(p.Tool)); err != nil {
				return fmt.Errorf("%s is not found on PATH (%w); leave out --tool, or give --tool session, which needs none", p.Tool, err)
			}
		}
		return nil
	}
	var missing []string
	for _, tool := range automatic {
		if tool == Session {
			p.Tool = Session
			p.Chosen = strings.Join(missing, " and ") + " are not found on PATH; a session of this program's own needs no tool, but leaves out " +
				"the versions of modules, which a merge would add"
			return nil
		}
		if !supported {
			p.Tool, p.Chosen = tool, "the first choice on Windows, of which it is a part since version 10"
			return nil
		}
		if _, err := m.FindProgram(string(tool)); err == nil {
			p.Tool, p.Chosen = tool, map[recipe.Tool]string{
				recipe.WPR:   "it is on this machine, and merges the identities of modules into the capture",
				recipe.XPerf: "wpr is not found on PATH, and xperf merges the identities of modules into the capture too",
			}[tool]
			return nil
		}
		missing = append(missing, string(tool))
	}
	return nil
}

// fill lists the steps of the tool.
func (p *Plan) fill(processors int) error {
	// The file has a name of its own until it is done, since not every name goes through every tool.
	o := recipe.Options{
		Minutes: int(math.Ceil(p.Duration.Minutes())), Stacks: p.Stacks, KernelMemory: p.KernelMemory, Pool: p.Pool,
		Processors: processors,
	}
	if p.Tool == Session {
		return p.ownSession(o)
	}
	r, err := recipe.For(p.Tool, o)
	if err != nil {
		return err
	}
	p.Sessions, p.Files, p.Requires, p.Costs, p.Warnings = r.Sessions, r.Files, r.Requires, r.Costs, r.Warnings
	for _, s := range r.Sessions {
		p.Names = append(p.Names, s.Name)
	}
	for _, made := range r.Captures {
		path := p.Output
		if ending, another := strings.CutPrefix(made, strings.TrimSuffix(r.Output, ".etl")); another && made != r.Output {
			path = strings.TrimSuffix(p.Output, filepath.Ext(p.Output)) + ending
		}
		p.Captures = append(p.Captures, Capture{path, made})
	}
	p.Start, p.Stop, p.Cancel = stepsOf(Starting, r.Start), stepsOf(Stopping, r.Stop), stepsOf(Cancelling, r.Cancel)
	if p.Tool == recipe.WPR {
		p.forWPR()
	}
	for _, step := range slices.Concat(p.Start, p.Stop, p.Cancel) {
		if len(step.Args) == 0 {
			return fmt.Errorf("the recipe of %s has an empty command", p.Tool)
		}
	}
	if len(p.Cancel) != len(p.Start) {
		return fmt.Errorf("the recipe of %s starts with %d commands and cancels with %d", p.Tool, len(p.Start), len(p.Cancel))
	}
	return nil
}

// wprPrefix begins the names of sessions that wpr starts.
const wprPrefix = "WPR_initiated_"

// forWPR has the recorder write where this program looks for room and for files, not in a temporary folder of its own, and knows
// what it calls the sessions: newer versions take no notice of the names in the profile, older ones record with NT Kernel Logger.
func (p *Plan) forWPR() {
	p.Start[0].Args = append(p.Start[0].Args, "-recordtempto", FolderArgument)
	p.Warnings = slices.DeleteFunc(p.Warnings, func(s string) bool { return strings.Contains(s, "-recordtempto") })
	p.Names = append(p.Names, recipe.WPRKernelSession)
	if p.KernelMemory {
		p.Names = append(p.Names, wprPrefix+"WprApp_WPR Event Collector", wprPrefix+"WprApp_"+recipe.MemorySession)
	}
}

func stepsOf(phase Phase, commands []recipe.Command) []Step {
	steps := make([]Step, len(commands))
	for i, c := range commands {
		steps[i] = Step{Phase: phase, Does: c.Does, Args: slices.Clone(c.Args), Optional: c.Optional}
	}
	return steps
}

// find looks where the programs of the steps are.
func (p *Plan) find(m Machine) error {
	if m.Supported() != nil {
		return nil
	}
	for _, step := range slices.Concat(p.Start, p.Stop, p.Cancel) {
		if step.Args == nil || p.Programs[step.Args[0]] != "" {
			continue
		}
		path, err := m.FindProgram(step.Args[0])
		if err != nil {
			return fmt.Errorf("step %q takes %s, which is not found on PATH: %w", step.Does, step.Args[0], err)
		}
		p.Programs[step.Args[0]] = path
	}
	return nil
}

// expectedBytes is how much disk a recording takes at most, with 32 MiB for the lists of processes and modules; twice, since merging
// makes a second file before the first is removed.
func expectedBytes(o Options) uint64 {
	return uint64(2 * (eventBytes(o)*eventRate(o)*o.Duration.Seconds() + 32<<20))
}

// eventBytes is how long an event is on average, with its call stack if there is one: as in recordings of bench/makecapture.
func eventBytes(o Options) float64 {
	if o.Stacks {
		return 265
	}
	return 40
}

// eventRate is how many events a second are reckoned with: fifteen times what Microsoft's TraceEvent library expects of a whole
// machine, and ten times that where the pool is recorded, whose events are by far the most frequent ones.
func eventRate(o Options) float64 {
	if o.Pool {
		return 150e3
	}
	return 15e3
}
