package command

import (
	"embed"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"etledger/internal/textform"
	"etledger/report"
)

// topicFiles are the topics that are written by hand. The first line of each is what it is about; the rest is marked up as
// renderTopic reads it.
//
//go:embed topics/*.txt
var topicFiles embed.FS

// topic is something that help explains beside the commands.
type topic struct{ name, short, body string }

// topics gives all topics in the order in which they are read best.
func topics() []topic {
	all := []topic{
		written("verdicts"), written("account"), written("reconciliation"), findingsTopic(), columnsTopic(),
		written("windows"), written("capturing"), written("datasets"), written("archives"), statusTopic(), written("environment"),
	}
	list := topic{name: "topics", short: "This list", body: "'etledger help TOPIC' explains:\n\n"}
	for _, t := range all {
		list.body += fmt.Sprintf("= %s : %s\n", t.name, t.short)
	}
	return append(all, list)
}

// written gives a topic of topicFiles.
func written(name string) topic {
	text, err := topicFiles.ReadFile("topics/" + name + ".txt")
	if err != nil {
		panic(err) // the file is part of the program
	}
	short, body, _ := strings.Cut(string(text), "\n\n")
	return topic{name, short, body}
}

// findingsTopic lists the findings that there are.
func findingsTopic() topic {
	var b strings.Builder
	b.WriteString("A finding says what weakens the conclusions. It stands beside them, and the verdicts know of it: they claim " +
		"less. An info takes nothing away; a warning weakens or removes some conclusions; an error means that the main question " +
		"cannot be answered. Each weakens:\n\n")
	var damages []string
	for _, kind := range report.FindingKinds() {
		fmt.Fprintf(&b, "= %s : (%s) %s\n", kind.Code, kind.Severities(), kind.Weakens)
		if kind.Damage {
			damages = append(damages, kind.Code)
		}
	}
	fmt.Fprintf(&b, "\nThe file itself is damaged, and commands end with status %d, with %s.\n", statusDamaged, enumerated(damages))
	return topic{"findings", "What was lost, damaged or not recorded, and what each weakens", b.String()}
}

// columnsTopic lists the columns of the table of processes.
func columnsTopic() topic {
	var b strings.Builder
	b.WriteString("A table as text has the first of these, as far as they fit its width, unless --columns names others; CSV has " +
		"all but history. --sort orders by one: numbers from the greatest to the least, texts from A to Z, unless :asc or :desc follows, as in " +
		"--sort pid:asc. What is not known comes last. Unsorted, the worst comes first.\n\n")
	for _, c := range report.Columns() {
		fmt.Fprintf(&b, "= %s : %s\n", c.Name, c.Meaning)
	}
	b.WriteString("\nCSV names columns as JSON does (" + report.Columns()[0].Field + ", ...); both flags take those names too. 'etledger " +
		"help account' tells what is counted.\n")
	return topic{"columns", "Columns of the table of processes, for --columns and --sort", b.String()}
}

// newTopicCommands makes a command of each topic, which help explains and which does nothing.
func newTopicCommands(c console) (commands []*cobra.Command) {
	for _, t := range topics() {
		cmd := &cobra.Command{Use: t.name, Short: t.short}
		cmd.SetHelpFunc(func(*cobra.Command, []string) {
			fmt.Fprint(c.out, textform.Wrapped("", t.short+".", readingWidth(c.out))+"\n")
			renderTopic(c.out, t.body, readingWidth(c.out))
		})
		commands = append(commands, cmd)
	}
	return commands
}

// renderTopic writes the text of a topic in lines of a width. Lines that begin with blanks stay as they are, "= a : b"
// begins an item of a list, and all other lines go on with what stands before them, an item or a paragraph.
func renderTopic(w io.Writer, body string, width int) {
	for i, block := range strings.Split(strings.Trim(body, "\n"), "\n\n") {
		if i > 0 {
			fmt.Fprintln(w)
		}
		renderBlock(w, joined(strings.Split(block, "\n")), width)
	}
}

// joined puts lines together that are one paragraph or one item.
func joined(lines []string) (parts []string) {
	for _, line := range lines {
		last := len(parts) - 1
		if last < 0 || strings.HasPrefix(line, " ") || strings.HasPrefix(line, "= ") || strings.HasPrefix(parts[last], " ") {
			parts = append(parts, line)
		} else {
			parts[last] += " " + line
		}
	}
	return parts
}

// renderBlock writes what stands between two empty lines.
func renderBlock(w io.Writer, parts []string, width int) {
	longest := 0
	for _, part := range parts {
		if term, _, ok := listItem(part); ok {
			longest = max(longest, len(term))
		}
	}
	for _, part := range parts {
		term, text, item := listItem(part)
		switch {
		case item:
			fmt.Fprint(w, textform.Wrapped(fmt.Sprintf("  %-*s  ", longest, term), text, width))
		case strings.HasPrefix(part, " "):
			fmt.Fprintln(w, part)
		default:
			fmt.Fprint(w, textform.Wrapped("", part, width))
		}
	}
}

// listItem takes an item of a list apart.
func listItem(line string) (term, text string, ok bool) {
	rest, ok := strings.CutPrefix(line, "= ")
	if !ok {
		return "", "", false
	}
	return strings.Cut(rest, " : ")
}
