package pool

// advice is what a kind of finding does to the answer, and what to do so that the next input does not have it.
type advice struct{ weakens, nextTime string }

// adviceOf is about every code that findings of this package have.
var adviceOf = map[string]advice{
	codeUnusable: {"the levels of the tags in these lines", "Write the output of the tool to the file itself ('poolmon -n FILE'), and do not " +
		"edit it."},
	codeLate: {
		"verdicts on the time of these snapshots",
		"Give fewer files at once, in the order in which they were taken.",
	},
	codeNoSnapshots: {
		"every verdict on tags: none can be given",
		"Take snapshots by tag while the pool grows: 'poolmon -n FILE' every few minutes.",
	},
	codeFewSamples: {"leak and growth: with few snapshots waves and walks pass for them, and with one nothing is judged",
		"Take sixteen snapshots or more, evenly over the time."},
	codeShort: {
		"leak and growth: what a start or a burst takes cannot be told from them",
		"Take snapshots over an hour or more.",
	},
	codeOrderOnly: {
		"rates, forecasts and phases: there are none",
		"Keep the time with each snapshot: name files after it, or put it in a line before.",
	},
	codeMixedTimes: {
		"verdicts on the time of these snapshots",
		"Keep the time with each snapshot: name files after it, or put it in a line before.",
	},
	codeFileTimes: {"every rate and forecast, if the files were copied", "Put the time into the name of the file or a line before the snapshot, and " +
		"copy with times kept ('robocopy /COPY:DAT')."},
	codePartial: {
		"tags that are missing from these snapshots: nothing is concluded of them",
		"Write all tags: no filter, and a file instead of a console.",
	},
	codeReboot: {
		"what happened in the shorter times between starts: only the longest is judged",
		"Take the snapshots between two starts of the machine.",
	},
	codeCopies: {"nothing: copies count once", "Give each snapshot once."},
	codeConflicts: {
		"the tags in these rows at that moment",
		"Give the snapshots of one machine only, each with its own time.",
	},
	codeWraps:    {"nothing: the wraps are counted on", ""},
	codeRestarts: {"allocations and frees of these tags, which are too low; levels are not affected", ""},
	codeHosts: {
		"nothing: each machine is judged alone",
		"Give the snapshots of one machine to have the answer about that one.",
	},
	codeNoRecovery: {
		"leak against demand: whether what grew comes back after the workload is not known",
		"Tell the phases of the workload with --phases.",
	},
	codeNoCounters: {
		"whether process commit or working sets grow, and the sum of the pools",
		"Log the counters of Memory beside the snapshots ('typeperf' or Performance Monitor).",
	},
	codeNoBaseline: {"comparison with the baseline: there is none", "Take the baseline on the same machine."},
	codePhasesOutside: {
		"leak against demand: no phase is in the time of the snapshots",
		"Check the dates and the time zone of both.",
	},
	codeManyTests: {"nothing: each verdict allows for it", ""},
	codeNoOwners: {
		"components: they are named only as far as the input itself does",
		"Give a tag file (--tags) or the drivers (--drivers).",
	},
	codeTagFile: {"the components of tags in lines that could not be used", "Correct these lines of the tag file."},
	codeSkipped: {
		"nothing, if the files are not snapshots",
		"Name the files that hold snapshots, or keep others out of the folder.",
	},
	codeIncoherent: {"the commit of processes: it is not known", "Log commit and pool counters of one machine together."},
	codeAfterEarlier: {
		"what is said of the correction: it may be the wrong way round",
		"Check which snapshots are from after the correction.",
	},

	"no-pool-events": {
		"every verdict on tags from this recording",
		"Record pool events with stacks: 'etledger recipe --tool wpr --pool --stacks'.",
	},
	"zone-assumed":       {"phases and comparisons with other times", "Say the zone with --time-zone."},
	"date-order-assumed": {"rates over more than a day", "Say the order with --date-order."},
	"dates-without-time": {"rates over less than a few days", "Keep the time of day with each snapshot."},
	"ambiguous-tags": {
		"the names of these tags",
		"Write the output of the tool to the file itself, not through a console of another code page.",
	},
	"inconsistent-rows": {"the counts of the tags in these rows", ""},
	"clipped-rows":      {"nothing: the figures are whole", "Write the output of the tool to a file, not through a console."},
	"wrapped-rows": {
		"nothing: the figures prove each other",
		"Write the output of the tool to a file, not through a console.",
	},
}
