package command

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"etledger/internal/recorder"
	"etledger/internal/textform"
	"etledger/report/recipe"
)

// privateData says what a capture tells of the machine and of those who use it.
var privateData = []string{
	"the command line of every process, with whatever passwords and tokens stand in it, its user (SID), start, end and memory",
	"the path of every module that is loaded, which has names of users, programs and projects in it",
	"the names of the machine, its domain, processor, disks and network cards, its version of Windows, when it was started, and its time zone",
	"no contents of memory, of files or of the network",
}

// planText writes a plan for people.
type planText struct {
	b     strings.Builder
	width int
	paint textform.Paint
	shown string // the output as the person named it
}

// of gives the text of a plan for a machine.
func (t *planText) of(p *recorder.Plan, m recorder.Machine, flags *recordFlags) []byte {
	t.say("", fmt.Sprintf("This would record the memory growth of this machine for %s into %s, and %s. Nothing has been started.",
		spanOf(p.Duration), textform.Printable(t.shown), afterwards(flags)))
	if m.Supported() != nil {
		t.say("", "This machine cannot: "+m.Supported().Error()+". On one that can it would be as follows.")
	}
	t.heading("How")
	tool := string(p.Tool)
	if path := p.Programs[tool]; path != "" {
		tool += " (" + textform.Printable(path) + ")"
	} else if p.Tool == recorder.Session {
		tool = "a session of this program's own"
	}
	t.say("  - ", fmt.Sprintf("By %s: %s.", tool, p.Chosen))
	t.list(p.Requires)

	t.heading("Step by step")
	t.steps(p)

	t.heading("Sessions, until they are stopped")
	for _, s := range p.Sessions {
		t.say("  - ", sessionText(s))
	}
	if p.Tool == recipe.WPR {
		t.say("", fmt.Sprintf("These are the names in the profile. Older versions of wpr record the kernel with %q, newer ones with %q, "+
			"whatever the profile says.", recipe.KernelLogger, recipe.WPRKernelSession))
	}

	t.heading("What it costs")
	t.list(p.Costs)
	t.say("  - ", fmt.Sprintf("It starts only with %s free on the disk, and ends early when the disk is nearly full, or a session is stopped from outside.",
		textform.Size(p.Room())))

	t.heading("What is in a capture")
	for _, s := range privateData {
		t.say("  - ", s)
	}
	t.say("", "It stays on this machine: nothing is sent anywhere.")

	t.heading("If it does not come to its end")
	t.say("  - ", "Ctrl-C, the end of the console, or a step that fails: what was started is stopped, what was recorded is removed, and "+
		"what could not be stopped is named with the command that does it.")
	t.say("  - ", "This program killed, or its user logged off: the session runs on. `etledger capture --replace` with the same --tool stops it, or by hand, "+
		"of what `logman query -ets` lists, what is yours:")
	for _, name := range p.Names {
		t.b.WriteString("      " + recorder.StopByHand(name) + "\n")
	}
	t.say("  - ", "Windows crashed or was shut down: sessions end with it. A folder etledger-recording-... beside the output may be left; remove it.")

	t.heading("Beware")
	t.list(p.Warnings)
	return []byte(t.b.String())
}

// afterwards says what becomes of the capture.
func afterwards(flags *recordFlags) string {
	switch {
	case flags.unopened:
		return "leave it unread"
	case flags.page != "":
		return "analyse it, with a page in " + textform.Printable(flags.page)
	}
	return "analyse it"
}

// steps lists the steps, with their command lines unbroken.
func (t *planText) steps(p *recorder.Plan) {
	n := 0
	step := func(does string, args []string) {
		n++
		t.say(fmt.Sprintf("%3d ", n), does)
		if args != nil {
			t.b.WriteString("      " + recorder.CommandLine(args) + "\n")
		}
	}
	var quoted []string
	for _, name := range p.Names {
		if p.Tool != recipe.WPR || name != recipe.KernelLogger {
			quoted = append(quoted, `"`+name+`"`)
		}
	}
	looks := "looks for the rights of an administrator, for room on the disk, for the output, which must not be there, and whether a session " +
		strings.Join(quoted, ", ") + " is running, which would be an error"
	if p.Tool == recipe.WPR { // which of the two it records with only wpr knows
		looks += fmt.Sprintf("; so would %q be if it writes for an earlier capture, but that of someone else is left to wpr, of which "+
			"only older versions need it", recipe.KernelLogger)
	}
	step(looks, nil)
	files := make([]string, len(p.Files))
	for i, f := range p.Files {
		files[i] = f.Name
	}
	where := "makes a folder etledger-recording-... beside the output, in which the next steps run"
	if len(files) > 0 {
		where += ", and writes " + strings.Join(files, ", ") + " there"
	}
	step(where, nil)
	for _, s := range p.Start {
		step(s.Does, s.Args)
	}
	step("waits for "+spanOf(p.Duration), nil)
	for _, s := range p.Stop {
		step(s.Does, s.Args)
	}
	outputs := make([]string, len(p.Captures))
	for i, c := range p.Captures {
		outputs[i] = textform.Printable(filepath.Join(filepath.Dir(t.shown), filepath.Base(c.Path)))
	}
	step("makes "+strings.Join(outputs, " and ")+" of what was recorded, and removes the folder", nil)
	t.say("    ", "If one of them fails or is interrupted, for each that starts something the one that undoes it:")
	for _, s := range p.Cancel {
		if s.Args != nil {
			t.b.WriteString("      " + recorder.CommandLine(s.Args) + "\n")
		} else {
			t.say("      ", s.Does)
		}
	}
}

// sessionText says what a session is and holds.
func sessionText(s recipe.Session) string {
	kind := "an ordinary session"
	if s.Kernel {
		kind = fmt.Sprintf("of the kernel, with flags 0x%x", s.EnableFlags)
	}
	if s.BufferKB == 0 {
		return fmt.Sprintf("%q, %s; buffers of %d MiB in all", s.Name, kind, s.MemoryMB)
	}
	return fmt.Sprintf("%q, %s; %d to %d buffers of %d KiB, which is %s at most", s.Name, kind, s.MinBuffers, s.MaxBuffers, s.BufferKB,
		textform.Size(uint64(s.MaxBuffers)*uint64(s.BufferKB)<<10))
}

// spanOf gives a time as words.
func spanOf(d time.Duration) string {
	if d%time.Minute == 0 {
		return textform.Plural(int64(d/time.Minute), "minute")
	}
	return textform.Span(d.Seconds())
}

func (t *planText) say(lead, s string) { t.b.WriteString(textform.Wrapped(lead, s, t.width)) }

func (t *planText) heading(s string) {
	t.b.WriteString("\n" + t.paint.In(textform.Heading, s) + "\n")
}

func (t *planText) list(sentences []string) {
	for _, s := range sentences {
		t.say("  - ", s)
	}
}
