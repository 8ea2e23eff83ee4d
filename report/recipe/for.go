package recipe

import (
	"errors"
	"fmt"
	"strings"
)

// ErrCannot is what an error of For wraps when the tool cannot record what the options ask for. That error says which tool can.
var ErrCannot = errors.New("this tool cannot record it")

// For gives the recipe of a tool. It fails when the tool is not known, when it cannot record what the options ask for (ErrCannot),
// and when the options make no sense.
func For(tool Tool, o Options) (*Recipe, error) {
	o, err := o.checked()
	if err != nil {
		return nil, err
	}
	b := &builder{options: o, recipe: &Recipe{
		Schema: SchemaName, Tool: tool, Minutes: o.Minutes, Output: o.Output, Captures: []string{o.Output}, Stacks: o.Stacks,
		Sessions: []Session{}, Files: []File{}, Scripts: []File{},
		Wait: fmt.Sprintf("Let it record for %s while the memory grows.", minutes(o.Minutes)),
	}}
	for _, s := range Signals() {
		if !s.Optional || o.KernelMemory && s.Provider == KernelMemory || o.Pool && s.Keyword == "POOL" {
			b.recipe.Signals = append(b.recipe.Signals, s)
		}
	}
	build := map[Tool]func() error{
		WPR: b.wpr, XPerf: b.xperf, Logman: b.logman, TraceLog: b.tracelog, PerfView: b.perfView,
	}[tool]
	if build == nil {
		return nil, fmt.Errorf("there is no tool %q; the tools are wpr, xperf, logman, tracelog and perfview", tool)
	}
	if err := build(); err != nil {
		return nil, err
	}
	b.recipe.Check = []Command{{
		Args: []string{"logman", "query", "-ets"},
		Does: "lists the sessions that run; none of these may be among them: " + strings.Join(b.recipe.busyNames(), ", "),
	}}
	b.addCosts()
	b.addCommon()
	b.addScripts()
	return b.recipe, nil
}

// busyNames lists the names of sessions that keep the recipe from starting while they run. WPR's ordinary sessions never run
// without that of its kernel.
func (r *Recipe) busyNames() []string {
	if r.Tool == WPR {
		return []string{KernelLogger, WPRKernelSession}
	}
	var names []string
	for _, s := range r.Sessions {
		names = append(names, s.Name)
	}
	return names
}

// builder puts a recipe together.
type builder struct {
	options Options
	recipe  *Recipe
}

func (b *builder) require(sentence string) { b.recipe.Requires = append(b.recipe.Requires, sentence) }
func (b *builder) warn(sentence string)    { b.recipe.Warnings = append(b.recipe.Warnings, sentence) }

// names gives what a tool calls the signals of the kernel session, each name once.
func (b *builder) names(of func(Signal) string) []string {
	var names []string
	for _, s := range b.recipe.Signals {
		if name := of(s); s.Provider == (Provider{}) && (len(names) == 0 || names[len(names)-1] != name) {
			names = append(names, name)
		}
	}
	return names
}

// memoryKeywords are the keywords of the manifest provider.
func (b *builder) memoryKeywords() uint64 {
	var keywords uint64
	for _, s := range b.recipe.Signals {
		keywords |= s.ProviderKeywords
	}
	return keywords
}

// kernelSession adds the kernel session, which writes to a file, "" when the tool chooses it.
func (b *builder) kernelSession(file string) Buffers {
	size := b.options.kernelBuffers()
	b.recipe.Sessions = append(b.recipe.Sessions, Session{
		Name: KernelLogger, Kernel: true, BufferKB: size.KB, MinBuffers: size.Minimum, MaxBuffers: size.Maximum,
		MemoryMB: size.megabytes(), EnableFlags: EnableFlags(), File: file,
	})
	return size
}

// memorySession adds the ordinary session, of a name.
func (b *builder) memorySession(name, file string) Buffers {
	size := b.options.memoryBuffers()
	b.recipe.Sessions = append(b.recipe.Sessions, Session{
		Name: name, BufferKB: size.KB, MinBuffers: size.Minimum, MaxBuffers: size.Maximum, MemoryMB: size.megabytes(), File: file,
	})
	return size
}

// cannot says that a tool lacks something, and which tools have it.
func (b *builder) cannot(what string, tools ...Tool) error {
	var can []string
	for _, t := range tools {
		can = append(can, string(t))
	}
	last := len(can) - 1
	return cannotError(fmt.Sprintf("%s cannot record %s; use %s or %s, or leave it out", b.recipe.Tool, what,
		strings.Join(can[:last], ", "), can[last]))
}

// cannotError is an ErrCannot that says what and which tools can.
type cannotError string

func (e cannotError) Error() string { return string(e) }

func (e cannotError) Unwrap() error { return ErrCannot }
