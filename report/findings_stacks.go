package report

import (
	"fmt"

	"etledger/internal/textform"
)

// enoughStacks is the share of allocations with a stack from which attribution is taken for whole: what a module may have beyond
// what is known of it is then no more than a tenth of all, which is less than a suspect of note has.
const enoughStacks = 0.9

// stackFindings tell what is missing of the stacks of allocations.
func stackFindings() []FindingKind {
	return []FindingKind{
		{Code: "stacks-missing", Severity: SeverityWarning, detect: stacksMissing,
			Weakens: "attribution: which module of a process leaks or grows cannot be told; whether it does is not affected",
			NextTime: "Record with call stacks of VirtualAlloc and VirtualFree: 'etledger recipe --tool wpr --stacks', or with xperf -stackwalk " +
				"VirtualAlloc+VirtualFree."},
		{Code: "stacks-few", Severity: SeverityWarning, detect: stacksFew, advise: stacksFewAdvice,
			Weakens: "attribution: of the memory without a stack no module is known, so analyze names none, or not the one that has most; " +
				"whether a process leaks is not affected",
			NextTime: "Walk the stacks of VirtualAlloc through the whole session, from its start on ('etledger recipe --stacks' does), and " +
				"without a cache of stacks (StackCaching of a WPR profile) that is too small."},
		{Code: "stack-keys-unresolved", Severity: SeverityWarning, detect: stackKeysUnresolved,
			Weakens: "attribution of a part of the memory: the suspects of a process may lack one",
			NextTime: "Stop the session with its tool: what the keys stand for is written at the end. A ring that is too small loses it too, " +
				"and so does a cache of stacks with too few bytes (StackCaching of a WPR profile)."},
		{Code: "stacks-dropped", Severity: SeverityWarning, detect: stacksDropped,
			Weakens:  "attribution of a part of the memory: the suspects of a process may lack one",
			NextTime: "Nothing about the recording: this program's own ceiling was reached. A shorter capture stays below it."},
	}
}

func stacksMissing(e *evidence) string {
	if c := &e.accounts.Coverage; !e.hasMemoryEvents() || c.CommitsWithStack > 0 || c.Commits == 0 && c.StacksMatched > 0 {
		return ""
	}
	return "No allocation has a stack, so the module that allocates cannot be told. Record with stack walking on " +
		"VirtualAlloc and VirtualFree."
}

func stacksFew(e *evidence) string {
	c := &e.accounts.Coverage
	share := float64(c.CommitsWithStack) / float64(max(c.Commits, 1))
	if c.CommitsWithStack == 0 || share >= enoughStacks {
		return ""
	}
	return fmt.Sprintf("Only %s of the allocations that commit memory have a stack (%s of %s): the module behind the others is not known.",
		textform.Percent(share), textform.Count(c.CommitsWithStack), textform.Count(c.Commits))
}

func stacksFewAdvice(e *evidence) string {
	if lossKnown(e) {
		return "Stacks were lost with other events: lose none. " + bufferAdvice(e)
	}
	return ""
}

func stackKeysUnresolved(e *evidence) string {
	if e.accounts.Coverage.StackKeysUnresolved == 0 {
		return ""
	}
	return fmt.Sprintf("%s to a stack key that the capture never defines: the memory behind them is attributed to no "+
		"module.",
		textform.Counted(e.accounts.Coverage.StackKeysUnresolved, "stack", "refers", "refer"))
}

func stacksDropped(e *evidence) string {
	if e.accounts.Coverage.StacksDropped == 0 {
		return ""
	}
	return fmt.Sprintf("%s not kept, because the ceiling for stacks was reached: the memory behind them is attributed "+
		"to no module.",
		textform.Counted(e.accounts.Coverage.StacksDropped, "stack", "was", "were"))
}
