package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"etledger/etl"
	"etledger/internal/textform"
	"etledger/model"
)

// Thresholds of what is too much; docs/doctor.md tells how they were chosen.
const (
	muchFaults = 0.25   // share of soft faults from which they are a flood
	stormShare = 0.2    // share of all events that a kind has in a storm
	stormRate  = 1_000  // events per second over the capture
	burstRate  = 10_000 // events per second where the kind has most
	leastStorm = 10_000 // events that are a storm at all
)

// excessFindings are those that tell of what should not have been recorded, or not in this kind of session.
func excessFindings() []FindingKind {
	const fills = "no verdict by itself; but it fills the buffers, so that events are lost sooner and a ring holds less time"
	return []FindingKind{
		{Code: "page-fault-tracing", Severity: SeverityInfo, Raised: SeverityWarning, detect: pageFaultTracing, raise: pageFaultFlood,
			Weakens: fills,
			NextTime: "Leave ALL_FAULTS (xperf), AllFaults (WPR), pf (logman) or Memory (PerfView) off: HARD_FAULTS tells whether the " +
				"machine pages, and 'etledger recipe' records no soft fault."},
		{Code: "event-storm", Severity: SeverityInfo, Raised: SeverityWarning, detect: eventStorm, raise: lossKnown,
			Weakens: fills, NextTime: "Leave off what makes these events: 'etledger recipe' records only what memory needs.",
			advise: stormAdvice},
		{Code: "kernel-logger-keywords", Severity: SeverityInfo, detect: kernelLoggerKeywords,
			Weakens: "no verdict; what these keywords tell is missing, although they were switched on",
			NextTime: "Record them with WPR, or on the session named NT Kernel Logger, which xperf and tracelog use: system loggers of a name " +
				"of their own are known to accept REFSET and OB_HANDLE and to deliver nothing; of PROFILE sources differ."},
	}
}

func lossKnown(e *evidence) bool {
	_, known := e.lostShare()
	return known
}

// softFaults counts page faults that needed no disk, and what else ALL_FAULTS delivers.
func (e *evidence) softFaults() uint64 { return e.hooks(0x020A, 0x020F) }

func pageFaultTracing(e *evidence) string {
	switch faults := e.softFaults(); {
	case faults > 0:
		return fmt.Sprintf("Every page fault was recorded (%s): soft faults tell nothing of who keeps memory, and crowd out what does.",
			e.shareText(faults))
	case e.inForce("ALL_FAULTS"):
		return "Page-fault tracing was on (ALL_FAULTS), although no fault is in the capture: soft faults tell nothing of who keeps " +
			"memory, and crowd out what does."
	}
	return ""
}

func pageFaultFlood(e *evidence) bool {
	faults := e.softFaults()
	return float64(faults) >= muchFaults*float64(e.stats.Events) || faults > 0 && lossKnown(e)
}

// storm is a kind of event that floods a capture.
type storm struct {
	model.KindCount
	rhythm *etl.KindRhythm // nil where the capture does not tell
}

// storms gives the kinds that flood the capture and are no signal of the profile, the most frequent first.
func (e *evidence) storms() (found []storm) {
	for i := range e.stats.Kinds {
		s := storm{KindCount: e.stats.Kinds[i]}
		if s.Count < leastStorm || float64(s.Count) < stormShare*float64(e.stats.Events) || needed(&s.KindKey) {
			continue
		}
		s.rhythm = e.rhythmOf(s.KindKey)
		if s.rate(e) >= stormRate || e.peakRate(&s) >= burstRate {
			found = append(found, s)
		}
	}
	slices.SortStableFunc(found, func(a, b storm) int { return cmp.Compare(b.Count, a.Count) })
	return found
}

func (e *evidence) rhythmOf(key model.KindKey) *etl.KindRhythm {
	for i := range e.stats.Rhythm.Kinds {
		if k := &e.stats.Rhythm.Kinds[i]; k.KindKey == key {
			return k
		}
	}
	return nil
}

// rate is events per second over the whole capture.
func (s *storm) rate(e *evidence) float64 {
	if d := e.durationS(); d > 0 {
		return float64(s.Count) / d
	}
	return 0
}

// peakRate is events per second where the kind has most.
func (e *evidence) peakRate(s *storm) float64 {
	if bin := e.stats.Rhythm.BinNano; s.rhythm != nil && bin > 0 {
		return float64(s.rhythm.PeakCount) * 1e9 / float64(bin)
	}
	return 0
}

// bins is the number of bins of the rhythm that the capture reaches into.
func (e *evidence) bins() int {
	r := &e.stats.Rhythm
	if r.BinNano <= 0 {
		return 0
	}
	return int((r.To-r.From)/r.BinNano) + 1
}

// needed tells whether a kind of event is one that reports are made of, or that tells what others are.
func needed(k *model.KindKey) bool {
	if k.Kind == etl.KindEvent {
		return k.Provider == providerProcess || k.Provider == providerMemory
	}
	hook, kernel := hookOf(k)
	if !kernel {
		return k.Kind == etl.KindClassic && strings.HasPrefix(model.KindName(*k), "ImageID/")
	}
	switch hook >> 8 {
	case 0x00, 0x03, 0x0B, 0x0E, 0x14, 0x18: // headers, processes, configuration, pool, images, stacks
		return true
	case 0x02: // soft faults have a finding of their own
		return hook >= 0x020A && hook <= 0x020F || hook == 0x0220 || hook == 0x0262 || hook == 0x0263 || hook == 0x0270 ||
			hook >= 0x027D && hook <= 0x0281
	case 0x04:
		return hook == 0x0400 || hook >= 0x0420 && hook <= 0x0428
	case 0x05:
		return hook <= 0x0504
	}
	return false
}

func eventStorm(e *evidence) string {
	storms := e.storms()
	if len(storms) == 0 {
		return ""
	}
	var parts []string
	for i := range storms {
		s := &storms[i]
		parts = append(parts, fmt.Sprintf("%s (%s, %s)", textform.Printable(kindName(s.KindKey)), e.shareText(s.Count), s.when(e)))
	}
	return "The capture is flooded by events that say nothing of who keeps memory: " + strings.Join(parts, "; ") + "."
}

// when says how a storm lies in time.
func (s *storm) when(e *evidence) string {
	if s.rhythm != nil && s.rhythm.Bins < e.bins()/2 {
		from, _ := e.stats.Rhythm.Bin(s.rhythm.PeakBin)
		return fmt.Sprintf("most of them in a burst of %s a second from %.1f s on", textform.Count(uint64(e.peakRate(s))),
			secondsBetween(e.startNano, from))
	}
	return textform.Count(uint64(s.rate(e))) + " a second"
}

func stormAdvice(e *evidence) string {
	var parts []string
	for _, s := range e.storms() {
		if text := sourceOf(&s.KindKey); !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	return "Leave off " + joined(parts) + ": 'etledger recipe' records only what memory needs."
}

// sourceOf names what has to be left off so that a kind of event does not occur.
func sourceOf(k *model.KindKey) string {
	if k.Kind == etl.KindEvent || k.Kind == etl.KindMessage {
		name, _, _ := strings.Cut(model.KindName(*k), "/")
		if k.Kind == etl.KindMessage || name == "" {
			name = "the provider"
		}
		if k.Kind == etl.KindMessage {
			return name + " of the WPP messages"
		}
		return name + " {" + k.Provider.String() + "}"
	}
	if hook, kernel := hookOf(k); kernel {
		for _, s := range stormSources {
			if hook >= s.first && hook <= s.last {
				return fmt.Sprintf("%s (xperf; %s in WPR)", s.xperf, s.wpr)
			}
		}
		return "the kernel keyword that makes " + textform.Printable(kindName(*k))
	}
	return "the provider {" + k.Provider.String() + "}"
}

// stormSources are the keywords that make the kinds of kernel events which flood captures (format notes, 5.1 and 7.2).
var stormSources = []struct {
	first, last uint16
	xperf, wpr  string
}{
	{0x0100, 0x01FF, "DISK_IO", "DiskIO"}, {0x0200, 0x02FF, "MEMORY, FOOTPRINT and REFSET", "Memory, FootPrint and ReferenceSet"},
	{0x0400, 0x04FF, "FILE_IO", "FileIO"}, {0x0524, 0x0524, "CSWITCH", "CSwitch"}, {0x0525, 0x0525, "COMPACT_CSWITCH", "CompactCSwitch"},
	{0x0532, 0x0532, "DISPATCHER", "ReadyThread"}, {0x0600, 0x06FF, "NETWORKTRACE", "NetworkTrace"},
	{0x0800, 0x08FF, "NETWORKTRACE", "NetworkTrace"}, {0x0900, 0x09FF, "REGISTRY", "Registry"},
	{0x0F2E, 0x0F2E, "PROFILE", "SampledProfile"}, {0x0F2F, 0x0F2F, "PMC_PROFILE", "PmcProfile"},
	{0x0F33, 0x0F34, "SYSCALL", "SystemCall"}, {0x0F32, 0x0F32, "INTERRUPT", "Interrupt"}, {0x0F43, 0x0F43, "INTERRUPT", "Interrupt"},
	{0x0F42, 0x0F45, "DPC", "DPC"}, {0x1000, 0x10FF, "heap tracing", "heap tracing"}, {0x1120, 0x1127, "OB_HANDLE", "Handle"},
	{0x1130, 0x1133, "OB_OBJECT", "Object"}, {0x1A00, 0x1AFF, "ALPC", "ALPC"},
}

// notEverywhere are the keywords that NT Kernel Logger and WPR deliver and other system loggers may not, with their events.
var notEverywhere = []struct {
	keyword     string // of xperf
	first, last uint16
}{
	{"OB_HANDLE", 0x1120, 0x1127}, {"PROFILE", 0x0F2E, 0x0F2E}, {"REFSET", 0x0276, 0x0279},
}

func kernelLoggerKeywords(e *evidence) string {
	if !e.onlySystemLoggers() {
		return ""
	}
	var silent []string
	for _, k := range notEverywhere {
		if e.inForce(k.keyword) && e.hooks(k.first, k.last) == 0 {
			silent = append(silent, k.keyword)
		}
	}
	if len(silent) == 0 {
		return ""
	}
	return fmt.Sprintf("The session %s, a system logger of its own name, had %s on, but not one event came of it.",
		textform.Printable(e.headers[slices.Index(e.sessionKinds(), SessionSystemLogger)].SessionName), joined(silent))
}
