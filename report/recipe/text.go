package recipe

import (
	"fmt"
	"io"
	"strings"

	"etledger/internal/jsonform"
	"etledger/internal/textform"
)

// TextOptions shape the text form. The zero value gives the defaults.
type TextOptions struct {
	Width int  // columns that prose and tables fill, default 120; below 60 counts as 60. Commands and files are never broken
	Color bool // headings as ANSI escape sequences
	// Folder is where the files have been written, to be handed on: the text then says in short what to do with it. "" shows the
	// files and commands.
	Folder string
}

// WriteJSON writes the recipe as the documented JSON: indented by two spaces, without HTML escapes.
func (r *Recipe) WriteJSON(w io.Writer) error { return jsonform.Write(w, "recipe", r) }

// WriteText writes the recipe for people: what is needed, the files and the commands, ready to be copied, and then what it
// records, what it costs and what to beware of.
func (r *Recipe) WriteText(w io.Writer, o TextOptions) error {
	if o.Width == 0 {
		o.Width = 120
	}
	t := &textWriter{width: max(o.Width, 60), paint: textform.Paint{On: o.Color}}
	captures := strings.Join(r.Captures, " and ")
	t.heading(fmt.Sprintf("Recording memory growth for %s with %s into %s", minutes(r.Minutes), r.Tool, captures))
	if o.Folder != "" {
		t.handout(r, o.Folder)
		_, err := io.WriteString(w, t.b.String())
		return err
	}
	t.list("What it needs", r.Requires)
	t.heading("Ready to run")
	t.say("  ", fmt.Sprintf("--files FOLDER writes %s into a folder to be copied to the machine. %s there checks, starts, waits and "+
		"stops. By hand it is as follows.", strings.Join(r.folderNames(), ", "), recordScript))
	t.place(r)
	t.commands("Before: look whether somebody records already", r.Check)
	t.commands("Start", r.Start)
	t.b.WriteString("\n")
	t.say("", r.Wait)
	t.commands("Stop", r.Stop)
	t.commands("Instead of stopping: throw the recording away", r.Cancel)
	t.heading("Then, where etledger is")
	t.after("  ", r)
	t.signals(r)
	t.list("What it costs", r.Costs)
	t.list("Beware", r.Warnings)
	_, err := io.WriteString(w, t.b.String())
	return err
}

// textWriter writes lines of a width.
type textWriter struct {
	b     strings.Builder
	width int
	paint textform.Paint
}

func (t *textWriter) say(lead, s string) { t.b.WriteString(textform.Wrapped(lead, s, t.width)) }

// heading begins a part.
func (t *textWriter) heading(s string) {
	if t.b.Len() > 0 {
		t.b.WriteString("\n")
	}
	t.b.WriteString(t.paint.In(textform.Heading, textform.Wrapped("", s, t.width)))
}

func (t *textWriter) list(heading string, sentences []string) {
	t.heading(heading)
	for _, s := range sentences {
		t.say("  - ", s)
	}
}

// commands writes command lines unbroken, each below what it does.
func (t *textWriter) commands(heading string, commands []Command) {
	t.heading(heading)
	for _, c := range commands {
		does := "It " + c.Does + "."
		if c.Optional {
			does += " Go on if it fails."
		}
		t.say("  ", does)
		t.b.WriteString("    " + c.String() + "\n")
	}
}

// place says where to run the commands, and shows the files that have to be there.
func (t *textWriter) place(r *Recipe) {
	t.heading("First: a folder of your own")
	s := `An elevated console begins in C:\Windows\System32, where `
	if len(r.Files) > 0 {
		s += fmt.Sprintf("%s would not find its file, and ", r.program())
	}
	s += "no capture belongs. Make a folder on a local disk, or take one that is there, and go to it: all commands run in it. pushd " +
		"does so in cmd.exe, like cd /d, and in PowerShell."
	if folder := strings.TrimRightFunc(r.Output, func(c rune) bool { return !isSeparator(c) }); folder != "" {
		s += " The folder of " + r.Output + " has to be there too."
	}
	t.say("  ", s)
	t.b.WriteString("    mkdir C:\\memory-growth\n    pushd C:\\memory-growth\n")
	for _, f := range r.Files {
		t.heading(fmt.Sprintf("File %s: save what follows in that folder, by this name", f.Name))
		t.b.WriteString(f.Content)
	}
}

// after writes the commands for what was recorded.
func (t *textWriter) after(indent string, r *Recipe) {
	fmt.Fprintf(&t.b, "%setledger doctor %s\n%[1]setledger analyze %[2]s\n", indent, quotedAll(r.Captures))
}

// Folder lists all files of the recipe's folder: those that the tool reads, and the scripts. Lines end with CR and LF, as cmd.exe
// wants them.
func (r *Recipe) Folder() []File {
	var files []File
	for _, f := range append(append([]File{}, r.Files...), r.Scripts...) {
		files = append(files, File{f.Name, strings.ReplaceAll(f.Content, "\n", "\r\n")})
	}
	return files
}

func (r *Recipe) folderNames() []string {
	var names []string
	for _, f := range r.Folder() {
		names = append(names, f.Name)
	}
	return names
}

// signals says what is recorded, and what for.
func (t *textWriter) signals(r *Recipe) {
	t.heading("What it records")
	names := 0
	for _, s := range r.Signals {
		names = max(names, len(r.nameOf(&s)))
	}
	lead := func(name, here string) string { return fmt.Sprintf("  %-16s  %-*s  ", name, names, here) }
	t.say(lead("signal", "name here"), "answers")
	for _, s := range r.Signals {
		t.say(lead(s.Name, r.nameOf(&s)), s.Answers)
	}
	if r.Stacks {
		t.say("  ", "And call stacks of VirtualAlloc and VirtualFree: which code allocated what was never freed?")
	}
}

// nameOf gives what the tool calls a signal.
func (r *Recipe) nameOf(s *Signal) string {
	if s.Provider != (Provider{}) {
		return fmt.Sprintf("Kernel-Memory 0x%x", s.ProviderKeywords)
	}
	return map[Tool]string{WPR: s.WPR, XPerf: s.Keyword, Logman: s.Logman, TraceLog: s.TraceLog, PerfView: s.PerfView}[r.Tool]
}
