package report

import (
	"slices"

	"etledger/internal/textform"
)

// This file tells which signals of the memory-growth profile are missing, one by one. Where there is no account all of that is
// beside the point, and the finding that tells so stands alone.

// inForce tells whether the recording says that a kernel keyword was in force.
func (e *evidence) inForce(keyword string) bool {
	return e.accounts.KeywordsKnown && slices.Contains(e.accounts.Keywords, keyword)
}

// notSwitchedOn tells whether a keyword is known not to have been in force.
func (e *evidence) notSwitchedOn(keyword string) bool {
	return e.accounts.KeywordsKnown && !slices.Contains(e.accounts.Keywords, keyword)
}

func (e *evidence) processEvents() uint64 {
	return e.hooks(0x0301, 0x0304) + e.hooks(0x0327, 0x0327) + e.ids(providerProcess, 1, 2) + e.ids(providerProcess, 15, 15)
}

func (e *evidence) imageEvents() uint64 {
	return e.hooks(hookImageLoad, hookImageLoad) + e.hooks(0x1402, 0x1404) + e.ids(providerProcess, 5, 6)
}

func (e *evidence) threadEvents() uint64 {
	return e.hooks(0x0501, 0x0504) + e.ids(providerProcess, 3, 4)
}

func (e *evidence) snapshotEvents() uint64 {
	return e.hooks(0x0270, 0x0270) + e.hooks(0x027D, 0x027E) + e.ids(providerMemory, 1, 3)
}

func imagesNotRecorded(e *evidence) string {
	if !e.hasMemoryEvents() || e.imageEvents() > 0 {
		return ""
	}
	text := "The capture holds no image events" + e.although("LOADER")
	if e.accounts.Coverage.CommitsWithStack > 0 {
		text += ": allocations have stacks, but no address in them can be told to be in a module."
	} else {
		text += ": builds of programs are not known, nor which module an address lies in."
	}
	if e.inForce("LOADER") {
		text += " This may be why: " + imagesCome + e.whatOfTheStop() + "."
	}
	return text
}

func hardFaultsNotRecorded(e *evidence) string {
	if !e.hasMemoryEvents() || !e.notSwitchedOn("HARD_FAULTS") || e.hooks(0x0220, 0x0220) > 0 {
		return ""
	}
	return "Hard faults were not recorded: whether processes had to wait for memory to be read from disk is not known."
}

func threadsNotRecorded(e *evidence) string {
	if !e.hasMemoryEvents() || e.threadEvents() > 0 || processesNotRecorded(e) != "" {
		return ""
	}
	text := "The capture holds no thread events" + e.although("PROC_THREAD") + ": memory of thread stacks, which no event tells of, cannot be explained"
	if faults := e.hooks(0x0220, 0x0220); faults > 0 {
		text += ", and " + textform.Counted(faults, "hard fault", "belongs", "belong") + " to a thread of which the process is not known"
	}
	return text + "."
}

func snapshotsNotRecorded(e *evidence) string {
	if !e.hasMemoryEvents() || e.snapshotEvents() > 0 {
		return ""
	}
	return "The capture holds no memory snapshots" + e.although("MEMINFO", "MEMINFO_WS") + ": how the commit of the machine and of each process and its pool moved over time is not " +
		"known apart from what was allocated."
}
