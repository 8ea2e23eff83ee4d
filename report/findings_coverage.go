package report

import (
	"fmt"
	"slices"
	"strings"

	"etledger/etl"
	"etledger/internal/textform"
)

// leakMinimumS is the length below which no capture yields the verdict leak (docs/report.md).
const leakMinimumS = 60

// howToRecord names what to switch on, in the words of the recording tools.
const howToRecord = "xperf -on PROC_THREAD+LOADER+VIRT_ALLOC+PERF_COUNTER -stackwalk VirtualAlloc+VirtualFree, or a " +
	"WPR profile with the keywords ProcessThread, Loader, VirtualAllocation and ProcessCounter"

// codeNoMemoryEvents is the code of the finding that the capture holds nothing of what the account is made of.
const codeNoMemoryEvents = "virtual-alloc-missing"

// coverageFindings are those that tell what was not recorded, or not for long enough.
func coverageFindings() []FindingKind {
	return []FindingKind{
		{Code: codeNoMemoryEvents, Severity: SeverityError, detect: virtualAllocMissing,
			Weakens: "everything: without these events no leak can be found or ruled out"},
		{Code: "short", Severity: SeverityWarning, detect: short,
			Weakens: "verdicts: below 60 s none is leak"},
		{Code: "process-rundown-missing", Severity: SeverityWarning, detect: processRundownMissing,
			Weakens: "the names of processes, and which process number is which lifetime"},
		{Code: "processes-unannounced", Severity: SeverityWarning, detect: processesUnannounced,
			Weakens: "the names and lifetimes of these processes"},
		{Code: "process-ends-lost", Severity: SeverityWarning, detect: processEndsLost,
			Weakens: "when these processes ended, and what belongs to them"},
		{Code: "virtual-alloc-rundown-missing", Severity: SeverityInfo, detect: virtualRundownMissing,
			Weakens: "what is known of memory from before the capture"},
		{Code: "counters-missing", Severity: SeverityWarning, detect: countersMissing,
			Weakens: "the audit: the account cannot be held against the kernel's own counts"},
		{Code: "stacks-missing", Severity: SeverityWarning, detect: stacksMissing,
			Weakens: "attribution: the module that allocated cannot be told"},
		{Code: "stack-keys-unresolved", Severity: SeverityWarning, detect: stackKeysUnresolved,
			Weakens: "attribution of a part of the memory"},
		{Code: "stacks-dropped", Severity: SeverityWarning, detect: stacksDropped,
			Weakens: "attribution of a part of the memory"},
		{Code: "hard-faults-unclaimed", Severity: SeverityInfo, detect: hardFaultsUnclaimed,
			Weakens: "the hard faults of processes"},
		{Code: "odd-frees", Severity: SeverityWarning, detect: oddFrees,
			Weakens: "outstanding bytes: these frees changed nothing in the account"},
		{Code: "heap-not-decoded", Severity: SeverityInfo, detect: heapNotDecoded,
			Weakens: "nothing: the account counts pages, not heap blocks"},
		{Code: "keywords-not-recorded", Severity: SeverityInfo, detect: keywordsNotRecorded,
			Weakens: "whether something did not happen or was not recorded"},
		{Code: "several-recordings", Severity: SeverityInfo, detect: severalRecordings,
			Weakens: "nothing, if they overlap in time; gaps between them are not seen"},
	}
}

// hasMemoryEvents tells whether there is an account to speak of.
func (e *evidence) hasMemoryEvents() bool {
	return e.accounts.Coverage.VirtualAllocEvents > 0
}

func virtualAllocMissing(e *evidence) string {
	if e.hasMemoryEvents() {
		return ""
	}
	why := "they were probably not switched on"
	if e.accounts.KeywordsKnown && slices.Contains(e.accounts.Keywords, "VIRT_ALLOC") {
		why = "they were switched on (VIRT_ALLOC), but none occurred or the session did not deliver them"
	} else if e.accounts.KeywordsKnown {
		why = "the keyword VIRT_ALLOC was not in force"
	}
	return "The capture holds no VirtualAlloc events; " + why + ". Leaks can be neither found nor ruled out. Record " +
		"again for three minutes with " + howToRecord + "."
}

func short(e *evidence) string {
	switch {
	case e.lookedAtS() >= leakMinimumS:
		return ""
	case e.window != nil && e.durationS() >= leakMinimumS:
		return fmt.Sprintf("The window is short (%s of %s): below %d s start-up and churn cannot be told from a leak, so no "+
			"verdict here is leak. Look at a longer part of the capture.", textform.Span(e.lookedAtS()),
			textform.Span(e.durationS()), leakMinimumS)
	}
	return fmt.Sprintf("The capture is short (%s): below %d s start-up and churn cannot be told from a leak, so no "+
		"verdict here is leak. Three minutes are enough as a rule.", textform.Span(e.durationS()), leakMinimumS)
}

func processRundownMissing(e *evidence) string {
	if e.accounts.Coverage.ProcessRundownStart || e.accounts.Coverage.ProcessRundownEnd {
		return ""
	}
	return "The capture holds no process rundown (the list of running processes that a session writes at its start " +
		"and end): processes that were running before it have no name here unless another event tells it."
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

func virtualRundownMissing(e *evidence) string {
	if !e.hasMemoryEvents() {
		return ""
	}
	c := e.accounts.Coverage
	if c.VirtualRundownStart+c.VirtualRundownEnd > 0 {
		return ""
	}
	return "The capture holds no rundown of the memory that was allocated before it: that memory is known only " +
		"through the process counters, and frees of it count as unknown_freed_bytes."
}

func countersMissing(e *evidence) string {
	if e.accounts.Coverage.CounterRecords > 0 {
		return ""
	}
	return "The capture holds no process counters, so the accounts cannot be checked against the private bytes that " +
		"the kernel counted. Record with PERF_COUNTER (xperf) or ProcessCounter (WPR)."
}

func stacksMissing(e *evidence) string {
	if !e.hasMemoryEvents() || e.accounts.Coverage.StacksMatched > 0 {
		return ""
	}
	return "No allocation has a stack, so the module that allocates cannot be told. Record with stack walking on " +
		"VirtualAlloc and VirtualFree."
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

func hardFaultsUnclaimed(e *evidence) string {
	if e.accounts.Coverage.HardFaultsUnclaimed == 0 {
		return ""
	}
	return fmt.Sprintf("%s to threads that nothing ties to a process, and are in no process's count.",
		textform.Counted(e.accounts.Coverage.HardFaultsUnclaimed, "hard fault", "belongs", "belong"))
}

func oddFrees(e *evidence) string {
	if e.accounts.Coverage.OddFrees == 0 {
		return ""
	}
	return fmt.Sprintf("%s neither decommit nor release, or of unknown size, and changed nothing in the account.",
		textform.Counted(e.accounts.Coverage.OddFrees, "free", "is", "are"))
}

func heapNotDecoded(e *evidence) string {
	heap := uint64(0)
	for _, k := range e.stats.Kinds {
		if k.Kind == etl.KindKernel && (k.Group == groupHeap ||
			k.Group == groupMemory && k.Opcode >= opcodeHeapFirst && k.Opcode <= opcodeHeapLast) {
			heap += k.Count
		}
	}
	if heap == 0 {
		return ""
	}
	return fmt.Sprintf("The capture holds %s, which this program does not decode: it counts the pages that heaps take "+
		"from the system, not the blocks that they give out.", textform.Plural(heap, "heap event"))
}

func keywordsNotRecorded(e *evidence) string {
	if e.accounts.KeywordsKnown {
		return ""
	}
	return "The capture does not say which kernel keywords were in force; those listed are proved by events that " +
		"occur, and others may have been on."
}

func severalRecordings(e *evidence) string {
	if len(e.headers) < 2 {
		return ""
	}
	return fmt.Sprintf("%d recordings were read as one capture in time order; what happened in times that none of "+
		"them covers is not known.",
		len(e.headers))
}
