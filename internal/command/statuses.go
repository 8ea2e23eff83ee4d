package command

import (
	"errors"
	"fmt"
	"strings"
)

// Exit statuses.
const (
	statusFine    = 0
	statusFailed  = 1
	statusUsage   = 2
	statusVerdict = 3
	statusDamaged = 4
)

// exitStatuses tells what each status means. docs/report.md and docs/terminal.md say the same.
var exitStatuses = []struct {
	status  int
	meaning string
}{
	{statusFine, "fine"},
	{statusFailed, "failed, or interrupted: no file is left half written; the line on standard error says what to do"},
	{statusUsage, "wrong usage: the command line is not understood; nothing was done"},
	{statusVerdict, "done, and --fail-on found what it was told to fail on"},
	{statusDamaged, "done, but the input is damaged (cut, or not readable in parts): the output holds what could be read, and " +
		"its findings say what is missing"},
}

// statusTopic explains the exit statuses.
func statusTopic() topic {
	var b strings.Builder
	for _, s := range exitStatuses {
		fmt.Fprintf(&b, "= %d : %s\n", s.status, s.meaning)
	}
	fmt.Fprintf(&b, "\nWhere both %d and %d hold it is %d: a verdict from a damaged capture is a verdict all the same, and the findings "+
		"tell of the damage.\n\nAfter Ctrl-C or SIGTERM the status is %d, within a second; a second Ctrl-C ends the program as the "+
		"system does it. While capture records it takes as long as stopping the sessions takes, and a second Ctrl-C changes nothing; watch "+
		"writes what it has and ends with 0. Events that the session lost while it recorded are no damage of the file: the status stays 0, and findings "+
		"tell of them.\n", statusVerdict, statusDamaged, statusVerdict, statusFailed)
	b.WriteString("\nA gate on --fail-on leak passes a capture that can show no leak, because it is short or lacks the events; then " +
		"a line on standard error says so.\n")
	return topic{"exit-statuses", "What the exit statuses say", b.String()}
}

// statusOf gives the exit status for what a command returned; started tells whether its command line was well-formed.
func statusOf(err error, started bool) int {
	switch {
	case err == nil:
		return statusFine
	case isUsage(err) || !started:
		return statusUsage
	case errors.As(err, new(*verdictError)):
		return statusVerdict
	case errors.Is(err, errDamaged):
		return statusDamaged
	}
	return statusFailed
}
