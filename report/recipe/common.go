package recipe

// addCommon adds what belongs to every recipe.
func (b *builder) addCommon() {
	o := &b.options
	b.require(administrator)
	if o.KernelMemory {
		b.require("For memory of each process over time a Windows whose " + KernelMemory.Name + " has the keyword 0x40. That of " +
			"Windows 7 has only 0x20, the machine's memory; Windows 10 has both. For versions between it is not known.")
	}
	if o.Pool {
		b.require("For the pool Windows 7 or later.")
	}

	b.warn("Page-fault tracing (ALL_FAULTS of xperf, AllFaults of WPR, pf of logman, Memory of PerfView) stays off, and " +
		"sampled profile and context switches too: they drown what is needed, and events are lost.")
	b.warn("Record in the steady state, while the memory grows: not right after the machine or the process has started, and " +
		"without starting the process anew, unless it is known to leak from its first minute. What was allocated before is " +
		"known from the counters only as a sum.")
	b.warn("Stop with the commands given, on the machine that was recorded: the lists of processes, modules and counters are " +
		"written at stop. A recording that ends because the machine or the session goes down has none.")
	b.warn("Leave no kernel session running: it takes memory and fills the disk until the machine restarts, and keeps other " +
		"tools from recording.")
	if b.recipe.Stacks {
		b.warn("On 64-bit Windows 7 and Windows Server 2008 R2 call stacks break off in paged-out code unless " +
			"DisablePagingExecutive is 1 (`wpr -disablepagingexecutive on`) and the machine was restarted after that. Later " +
			"versions need no such thing.")
	}
	if o.Pool {
		b.warn("Pool events are many. Record them for a minute, apart from the rest, once the account of processes has been " +
			"looked at; `etledger pool` needs no recording at all to tell which tag grows.")
	}
	if o.Minutes > 10 {
		b.warn("More than ten minutes make a large file that tells little more. For growth over hours take snapshots with " +
			"`etledger watch`, and record for three minutes when they grow.")
	}
	b.warn(confidential)
	b.warn(untried)
}

// Sentences that a folder to be handed on needs too, or does without.
const (
	administrator = "An administrator: start cmd.exe or PowerShell with \"Run as administrator\"."
	confidential  = "A capture names every process of the machine with its command line, the files it loaded and its user: treat it " +
		"as confidential."
	untried = "Put together from what Microsoft documents. It has not been run on Windows by the authors of etledger: look at " +
		"what `etledger doctor` says of the first capture."
)
