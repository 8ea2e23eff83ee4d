package report

import (
	"fmt"
	"slices"
	"strings"

	"etledger/internal/textform"
)

// This file tells what is not known of processes: their names, their lifetimes, and their state at both ends of a capture.

func processesNotRecorded(e *evidence) string {
	if !e.hasMemoryEvents() || e.processEvents() > 0 {
		return ""
	}
	return "The capture holds no process events at all" + e.although("PROC_THREAD") + ": no process has a name, a start or an end here, and what two processes held that " +
		"had the same number is taken together."
}

func processRundownMissing(e *evidence) string {
	if e.accounts.Coverage.ProcessRundownStart || e.accounts.Coverage.ProcessRundownEnd || processesNotRecorded(e) != "" {
		return ""
	}
	return "The capture holds no process rundown (the list of running processes that a session writes at its start " +
		"and end): processes that were running before it have no name here unless another event tells it."
}

func startRundownMissing(e *evidence) string {
	if c := e.accounts.Coverage; !e.hasMemoryEvents() || c.ProcessRundownStart || !c.ProcessRundownEnd || circular(e) != "" {
		return ""
	}
	return "The list of running processes at the start is missing, that at the end is there: processes and images from before the " +
		"capture that were gone by the end have no name."
}

func endRundownMissing(e *evidence) string {
	if c := e.accounts.Coverage; !e.hasMemoryEvents() || !c.ProcessRundownStart || c.ProcessRundownEnd {
		return ""
	}
	if notClosed(e) != "" || truncated(e) != "" || buffersMissing(e) != "" {
		return "" // which tell so already
	}
	missing := "the lists of processes and images"
	if e.inForce("PERF_COUNTER") {
		missing += " and the counters of those still running"
	}
	return "The state at the end is missing, that at the start is there: " + missing + " are written when a session is stopped, so " +
		"accounts have nothing to be checked against, and processes whose end was lost seem to run on."
}

func processesUnannounced(e *evidence) string {
	if e.accounts.Coverage.UnannouncedLifetimes == 0 {
		return ""
	}
	var numbers []uint32
	for _, l := range e.accounts.Lifetimes {
		if !l.Announced {
			numbers = append(numbers, l.PID)
		}
	}
	slices.Sort(numbers)
	const shown = 5
	list := strings.Trim(fmt.Sprint(numbers[:min(len(numbers), shown)]), "[]")
	if len(numbers) > shown {
		list += " ..."
	}
	return fmt.Sprintf("%s unannounced (%s): memory events carry the number, but no start event and no rundown tells "+
		"whose it is, so image, start and possible reuse of the number are unknown.",
		textform.Counted(uint64(len(numbers)), "process", "is", "are"), list)
}

func processEndsLost(e *evidence) string {
	if e.accounts.Coverage.LostProcessEnds == 0 {
		return ""
	}
	return fmt.Sprintf("The end of %s was not recorded and is known only from what came after, such as another start "+
		"with the same number.",
		textform.Plural(e.accounts.Coverage.LostProcessEnds, "process"))
}
