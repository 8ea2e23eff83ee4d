package fleet

import (
	"fmt"

	"etledger/internal/textform"
)

// unknownHost is the host of captures of which neither metadata nor the recording names one.
const unknownHost = "unknown"

// fewHosts is how many hosts it takes to speak of a share of them.
const fewHosts = 10

// unnamedCount counts processes that no event names.
type unnamedCount struct{ lifetimes, leaking int }

// find lists what weakens the report.
func (v *view) find() {
	f := &v.report.Fleet
	v.findCaptures()
	v.findHosts()
	if n := v.unnamed; n.lifetimes > 0 {
		v.note("unnamed-processes", "%s no event names, so nothing tells which image they are of; %s of them %s called a leak.",
			textform.Plural(n.lifetimes, "lifetime"), textform.Count(n.leaking), isOrAre(n.leaking))
	}
	if v.unbuilt > 0 {
		v.note("builds-unknown", "Of %s of %s neither file version nor build stamp of the image is known: all builds of such an image "+
			"count as one.", textform.Plural(v.unbuilt, "lifetime"), textform.Count(f.Lifetimes))
	}
}

func (v *view) note(code, format string, args ...any) {
	v.report.Findings = append(v.report.Findings, Note{Code: code, Message: fmt.Sprintf(format, args...)})
}

// findUnreadable notes results that were left out because they could not be read. It is first, for what leaks there is missing.
func (v *view) findUnreadable() {
	n := v.options.Unreadable
	if n == 0 {
		return
	}
	v.note("unreadable-results", "%s %s results that cannot be read and %s left out: what leaks there is not counted. etledger batch "+
		"makes them anew.", textform.Plural(n, "capture"), hasOrHave(n), isOrAre(n))
}

// findCaptures notes what is wrong with captures.
func (v *view) findCaptures() {
	f := &v.report.Fleet
	if len(v.captures) == 0 {
		v.note("no-captures", "There are no results of captures; etledger batch makes them.")
	}
	if f.Failed > 0 {
		v.note("failed-captures", "%s could not be analysed and %s left out; etledger batch says why, and takes them up again with "+
			"--retry-failed.", textform.Plural(f.Failed, "capture"), isOrAre(f.Failed))
	}
	if n := v.options.LeftOut; n > 0 {
		v.note("left-out", "%s %s left out, as was asked for: this is about the others only.", textform.Plural(n, "capture"),
			wasOrWere(n))
	}
	var blind, idle, stackless, differing int
	for _, c := range v.captures {
		blind += oneIf(c.blind)
		idle += oneIf(!c.blind && c.judged == 0)
		stackless += oneIf(!c.stacks && c.leaking > 0)
		differing += oneIf(c.held.differs)
	}
	if f.Damaged > 0 {
		v.note("damaged-captures", "%s of %s %s damaged: what could not be read may have shown more.", textform.Count(f.Damaged),
			textform.Plural(f.Captures, "capture"), isOrAre(f.Damaged))
	}
	if f.Lossy > 0 {
		v.note("lossy-captures", "%s of %s lost events or buffers: a lost free looks like a leak, so there a leak is called only where "+
			"losses cannot explain it, and some leaks are missed.", textform.Count(f.Lossy), textform.Plural(f.Captures, "capture"))
	}
	if blind > 0 {
		v.note("virtual-alloc-missing", "%s of %s %s no VirtualAlloc events and can show no leak of a process.", textform.Count(blind),
			textform.Plural(f.Captures, "capture"), hasOrHave(blind))
	}
	if idle > 0 {
		v.note("nothing-judged", "In %s of %s no lifetime could have been called a leak: none was observed for 60 s, or all verdicts are "+
			"inconclusive.", textform.Count(idle), textform.Plural(f.Captures, "capture"))
	}
	if stackless > 0 {
		v.note("stacks-missing", "In %s in which something leaks no stacks tell which module allocated.",
			textform.Plural(stackless, "capture"))
	}
	if f.Repeated > 0 {
		v.note("repeated-captures", "%s %s given from several places; each counts once.", textform.Plural(f.Repeated, "capture"),
			wasOrWere(f.Repeated))
	}
	if differing > 0 {
		v.note("differing-results", "Of %s results were given that differ, as by two versions of etledger; those with more judged lifetimes "+
			"count.", textform.Plural(differing, "capture"))
	}
	if n := v.replaced(); n > 0 {
		v.note("replaced-captures", "From %s several contents were read, as of files that were replaced or uploaded in parts: each counts. "+
			"Remove the folders capture=ID of those that are void.", textform.Plural(n, "location"))
	}
	if n := v.overlapping(); n > 0 {
		v.note("overlapping-captures", "%s of %s at the same time as another of the same host: what both show counts twice.",
			textform.Count(n), textform.Counted(uint64(f.Captures), "capture", "was made", "were made"))
	}
}

// findHosts notes what is wrong with hosts and metadata.
func (v *view) findHosts() {
	f := &v.report.Fleet
	var unknown, noBoot, noVersion, noRing int
	for _, c := range v.captures {
		unknown += oneIf(hostKey(c.host) == unknownHost)
		noBoot += oneIf(c.bootCluster == none)
		noVersion += oneIf(c.version == "")
		noRing += oneIf(c.ring == "")
	}
	if unknown > 0 {
		v.note("unknown-hosts", "Of %s neither metadata nor the recording tells the host: they count as one host, named unknown.",
			textform.Plural(unknown, "capture"))
	}
	if f.Hosts > 0 && f.Hosts < fewHosts {
		v.note("few-hosts", "There %s only: shares of hosts are uncertain, as their intervals tell, and what is called a leak once or "+
			"twice may be a false verdict.", isHosts(f.Hosts))
	}
	if 0 < noVersion && noVersion < f.Captures {
		v.note("versions-missing", "Of %s of %s metadata does not tell the version.", textform.Count(noVersion),
			textform.Plural(f.Captures, "capture"))
	}
	if 0 < noRing && noRing < f.Captures {
		v.note("rings-missing", "Of %s of %s metadata does not tell the ring.", textform.Count(noRing),
			textform.Plural(f.Captures, "capture"))
	}
	if noBoot > 0 {
		v.note("boots-unknown", "Of %s of %s the time of the boot is not known: their processes cannot be followed from capture to "+
			"capture.", textform.Count(noBoot), textform.Plural(f.Captures, "capture"))
	}
}

// replaced counts the locations from which captures of different content were read.
func (v *view) replaced() (n int) {
	captures := map[string]int{}
	for _, c := range v.captures {
		if c.location == "" {
			continue
		}
		if captures[c.location]++; captures[c.location] == 2 {
			n++
		}
	}
	return n
}

// overlapping counts the captures that begin before one of the same host has ended.
func (v *view) overlapping() (n int) {
	ends := make([]int64, len(v.hosts))
	known := make([]bool, len(v.hosts))
	for _, c := range v.captures { // in order of time
		h := c.hostIndex
		if hostKey(v.hosts[h]) == unknownHost {
			continue
		}
		n += oneIf(known[h] && c.start < ends[h])
		if !known[h] || c.end > ends[h] {
			ends[h], known[h] = c.end, true
		}
	}
	return n
}

func hasOrHave(n int) string {
	if n == 1 {
		return "has"
	}
	return "have"
}

func wasOrWere(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

func isHosts(n int) string { return isOrAre(n) + " " + textform.Plural(n, "host") }
