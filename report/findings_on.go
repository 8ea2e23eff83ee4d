package report

// This file tells what to do about events that were switched on and did not come: to switch them on again is no help.

// although says of a keyword that it was on, if it is known to have been.
func (e *evidence) although(keywords ...string) string {
	for _, k := range keywords {
		if e.inForce(k) {
			return ", although " + k + " was on"
		}
	}
	return ""
}

// stoppedInOrder tells whether the capture has what a session writes when it is stopped.
func (e *evidence) stoppedInOrder() bool {
	return notClosed(e) == "" && e.accounts.Coverage.ProcessRundownEnd
}

const (
	letToolStop = "let the session be stopped by the tool that started it ('wpr -stop FILE', 'xperf -d FILE'), not by a crash, a shutdown " +
		"or a size limit"
	recordOnce = " was on, and nothing else about the recording is known to be wrong: record once more as 'etledger recipe' says, and keep " +
		"the keyword on until the session has stopped."
)

func virtualAllocOn(e *evidence) string {
	if !e.inForce("VIRT_ALLOC") {
		return ""
	}
	return "Leave VIRT_ALLOC on, and record for three minutes while the programs in question run, in a session as 'etledger recipe' makes " +
		"it."
}

func countersOn(e *evidence) string {
	switch {
	case !e.inForce("PERF_COUNTER"):
		return ""
	case e.stoppedInOrder():
		return "PERF_COUNTER" + recordOnce
	}
	return "Leave PERF_COUNTER on, and " + letToolStop + ": the counters are written then."
}

func imagesOn(e *evidence) string {
	switch {
	case !e.inForce("LOADER"):
		return ""
	case e.stoppedInOrder():
		return "LOADER" + recordOnce
	}
	return "Leave LOADER on, and " + letToolStop + ": the list of images is written then. A ring overwrites the one at the start."
}

func processesOn(e *evidence) string {
	if !e.inForce("PROC_THREAD") {
		return ""
	}
	return "Leave PROC_THREAD on, and " + letToolStop + ": the list of processes is written then. A ring overwrites the one at the start."
}

func threadsOn(e *evidence) string {
	if !e.inForce("PROC_THREAD") || e.processEvents() == 0 {
		return ""
	}
	return "PROC_THREAD was on, which has threads too, but of logman and PerfView it may have been Process alone: there the keyword Thread " +
		"has to be on beside it. 'etledger recipe' switches both on."
}

func snapshotsOn(e *evidence) string {
	if e.although("MEMINFO", "MEMINFO_WS") == "" {
		return ""
	}
	return "The keyword was on; record for some seconds at least, since Windows takes two snapshots a second, or take them from the " +
		"provider: 'etledger recipe --kernel-memory' records Microsoft-Windows-Kernel-Memory beside the rest."
}
