package recipe

import (
	"fmt"
	"io"
	"strings"

	"etledger/internal/textform"

	"etledger/internal/jsonform"
)

// TextOptions shape the text form. The zero value gives the defaults.
type TextOptions struct {
	Width int  // columns that prose and tables fill, default 120; below 60 counts as 60. Commands and files are never broken
	Color bool // headings as ANSI escape sequences
	// Folder is where the files have been written: the text then names them, and does not show what is in them. "" shows them.
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
	t.list("What it needs", r.Requires)
	t.files(r, o.Folder)
	t.commands("Before: look whether somebody records already", r.Check)
	t.commands("Start", r.Start)
	t.b.WriteString("\n")
	t.say("", r.Wait)
	t.commands("Stop", r.Stop)
	t.commands("Instead of stopping: throw the recording away", r.Cancel)
	t.heading("Then, where etledger is")
	fmt.Fprintf(&t.b, "  etledger doctor %s\n  etledger analyze %[1]s\n", quotedAll(r.Captures))
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

// files shows what is in the files that the tool reads, or where all have been written.
func (t *textWriter) files(r *Recipe, folder string) {
	if folder != "" {
		t.heading("Files")
		t.say("  ", fmt.Sprintf("%s: %s. Copy the folder to the machine and run %s there as an administrator: it does all of what "+
			"follows.", textform.Printable(folder), strings.Join(r.folderNames(), ", "), recordScript))
		return
	}
	for _, f := range r.Files {
		t.heading("File " + f.Name)
		t.b.WriteString(f.Content)
	}
	t.heading("Ready to run")
	t.say("  ", fmt.Sprintf("--files FOLDER writes %s into a folder to be copied to the machine. %s there checks, starts, waits and "+
		"stops.", strings.Join(r.folderNames(), ", "), recordScript))
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
