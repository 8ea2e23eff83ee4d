package report

import (
	"fmt"
	"slices"

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

// recordAgain is the advice where a signal of the profile is missing.
const recordAgain = "Record with what 'etledger recipe --tool wpr --stacks' or '--tool xperf --stacks' says"

// coverageFindings are those that tell what was not recorded, or not for long enough.
func coverageFindings() []FindingKind {
	return slices.Concat(recordedFindings(), stackFindings(), besideFindings(), recordingsFindings())
}

// recordedFindings tell what of the account's own events is missing.
func recordedFindings() []FindingKind {
	return []FindingKind{
		{Code: codeNoMemoryEvents, Severity: SeverityError, detect: virtualAllocMissing,
			Weakens: "every verdict: without these events no leak can be found or ruled out",
			NextTime: recordAgain + " for three minutes: it switches on VIRT_ALLOC (xperf), VirtualAllocation (WPR), virtalloc (logman) or " +
				"VirtualAlloc (PerfView).", advise: virtualAllocOn},
		{Code: "short", Severity: SeverityWarning, Grade: GradePoor, detect: short,
			Weakens:  "verdicts: below 60 s none is leak, since start-up and churn look like one",
			NextTime: "Record for three minutes at least ('etledger recipe --minutes 3'), and longer where memory grows slowly."},
		{Code: "processes-not-recorded", Severity: SeverityWarning, Grade: GradePoor, detect: processesNotRecorded,
			Weakens: "names and lifetimes of every process: a verdict is about a number, two processes that had it one after the other count " +
				"as one, and what an ended process held looks outstanding",
			NextTime: recordAgain + ": PROC_THREAD (xperf), ProcessThread (WPR), process (logman) or Process (PerfView) has to be on.", advise: processesOn},
		{Code: "process-rundown-missing", Severity: SeverityWarning, detect: processRundownMissing,
			Weakens: "the names of processes, and which process number is which lifetime: their verdicts are about a number",
			NextTime: "Let the recording tool start and stop the session itself, with PROC_THREAD on from the beginning: the lists are written " +
				"at the start and at the stop of a kernel session, and a ring overwrites the first."},
		{Code: "start-rundown-missing", Severity: SeverityInfo, detect: startRundownMissing,
			Weakens: "names and images of processes that ran before the capture and ended in it: nothing tells them; those that still ran at " +
				"the end are known from the list there",
			NextTime: "Keep the beginning of the session: record to a file and not into a ring, with PROC_THREAD and LOADER on from the start."},
		{Code: "end-rundown-missing", Severity: SeverityWarning, detect: endRundownMissing,
			Weakens: "the audit of every process: counters, memory lists and stack keys are written at the end, so no account can be held " +
				"against the kernel's own, and a residual is not known",
			NextTime: "Stop the session with the tool that started it ('wpr -stop FILE', 'xperf -d FILE') and wait until it has ended: it writes " +
				"the lists then. Do not let a file size limit or a shutdown end it."},
		{Code: "processes-unannounced", Severity: SeverityWarning, detect: processesUnannounced,
			Weakens: "the names and lifetimes of these processes, and so their verdicts",
			NextTime: "Switch on PROC_THREAD from the start of the session to its stop (" +
				"'etledger recipe' does); with loss, make the buffers larger."},
		{Code: "process-ends-lost", Severity: SeverityWarning, detect: processEndsLost,
			Weakens:  "when these processes ended, and what belongs to them: what the earlier one held may count for the later",
			NextTime: moreBuffers, advise: notSeenAdvice},
		{Code: "virtual-alloc-rundown-missing", Severity: SeverityInfo, detect: virtualRundownMissing,
			Weakens: "no verdict; what is known of memory from before the capture, and the audit of outstanding bytes region by region",
			NextTime: "Newer Windows writes the list at the stop of a session with VIRT_ALLOC (xperf) or VirtualAllocation (WPR) on; older " +
				"versions never do. Nothing else has to change."},
		{Code: "counters-missing", Severity: SeverityWarning, detect: countersMissing, advise: countersOn,
			Weakens: "the audit of every process: the account cannot be held against the kernel's own counts, so memory that no event tells of " +
				"stays unseen",
			NextTime: recordAgain + ": PERF_COUNTER (xperf), ProcessCounter (WPR), proccntr (logman) or ProcessCounters (PerfView) has to be " +
				"on when the session stops."},
		{Code: "images-not-recorded", Severity: SeverityWarning, detect: imagesNotRecorded,
			Weakens: "attribution in every process: which module allocated is not known even where there are stacks, and builds are not told " +
				"apart",
			NextTime: recordAgain + ": LOADER (xperf), Loader (WPR), img (logman) or ImageLoad (PerfView) has to be on.", advise: imagesOn},
	}
}

// besideFindings tell what is missing beside the account.
func besideFindings() []FindingKind {
	return []FindingKind{
		{Code: "hard-faults-not-recorded", Severity: SeverityInfo, detect: hardFaultsNotRecorded,
			Weakens: "no verdict; whether the machine was short of memory and paged, and from which files, is not known",
			NextTime: recordAgain + ": HARD_FAULTS (xperf), HardFaults (WPR), hf (logman) or MemoryHardFaults (PerfView) has to be on; it costs " +
				"next to nothing."},
		{Code: "threads-not-recorded", Severity: SeverityInfo, detect: threadsNotRecorded,
			Weakens: "no verdict; hard faults belong to no process, and thread stacks, which no event tells of, stay in the residuals",
			NextTime: recordAgain + ": PROC_THREAD (xperf) and ProcessThread (WPR) include threads; of logman and PerfView the keyword Thread " +
				"has to be on beside Process.", advise: threadsOn},
		{Code: "snapshots-not-recorded", Severity: SeverityInfo, detect: snapshotsNotRecorded,
			Weakens: "no verdict; there is no curve of the machine's commit, none of the pool's, and losses cannot be placed in time by them",
			NextTime: "Add the memory snapshots: 'etledger recipe --kernel-memory' records Microsoft-Windows-Kernel-Memory beside the rest; with " +
				"xperf MEMINFO+MEMINFO_WS does the same.", advise: snapshotsOn},
		{Code: "hard-faults-unclaimed", Severity: SeverityInfo, detect: hardFaultsUnclaimed,
			Weakens: "no verdict; the hard faults of processes are counted too low",
			NextTime: "Switch on threads with the processes (PROC_THREAD of xperf, ProcessThread of WPR), from the start of the session to its " +
				"stop."},
		{Code: "odd-frees", Severity: SeverityWarning, detect: oddFrees,
			Weakens:  "outstanding bytes of the processes concerned: these frees changed nothing in the account, so it may be too high",
			NextTime: "Nothing that is known of; if a capture of the same machine with its newest tools has them too, the format has changed."},
		{Code: "heap-not-decoded", Severity: SeverityInfo, detect: heapNotDecoded,
			Weakens: "nothing: the account counts pages, not heap blocks",
			NextTime: "Leave heap tracing off ('wpr -heaptracingconfig PROGRAM disable'): it is not needed for the account, and one busy heap " +
				"floods the buffers."},
		{Code: "keywords-not-recorded", Severity: SeverityInfo, detect: keywordsNotRecorded,
			Weakens: "no verdict; whether something did not happen or was not recorded",
			NextTime: "Merge the recording on the machine that was recorded ('xperf -d FILE', 'wpr -stop FILE'): that keeps the masks of the " +
				"session. Ordinary sessions have none."},
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
	if e.inForce("VIRT_ALLOC") {
		return "The capture holds no VirtualAlloc events; they were switched on (VIRT_ALLOC), but none occurred or the session did not " +
			"deliver them. Leaks can be neither found nor ruled out."
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
	if e.accounts.Coverage.CounterRecords > 0 || endRundownMissing(e) != "" && e.inForce("PERF_COUNTER") {
		return ""
	}
	const unchecked = "the accounts cannot be checked against the private bytes that the kernel counted"
	if e.inForce("PERF_COUNTER") {
		return "The capture holds no process counters, although PERF_COUNTER was on, so " + unchecked + ": " + countersCome +
			e.whatOfTheStop() + "."
	}
	return "The capture holds no process counters, so " + unchecked + ". Record with PERF_COUNTER (xperf) or ProcessCounter (WPR)."
}

func hardFaultsUnclaimed(e *evidence) string {
	if e.accounts.Coverage.HardFaultsUnclaimed == 0 || threadsNotRecorded(e) != "" {
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
