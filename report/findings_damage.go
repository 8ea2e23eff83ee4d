package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"etledger/internal/textform"
	"etledger/model"
)

// damageFindings are those that tell of a file which is not as it was written, or not as this program understands it.
func damageFindings() []FindingKind {
	const copyAgain = "Copy the file again from where it was recorded, after the session was stopped, and compare sizes or hashes."
	return []FindingKind{
		{Code: "truncated", Severity: SeverityWarning, Damage: true, loss: true, detect: truncated,
			Weakens:  "the end of the capture: later events and the state at the end are missing, so there is no audit and steady may be short",
			NextTime: copyAgain},
		{Code: "buffers-missing", Severity: SeverityWarning, Damage: true, loss: true, detect: buffersMissing,
			Weakens:  "every verdict: a part of the capture, most often its end, is not in the file, and lost frees look like leaks",
			NextTime: copyAgain},
		{Code: "trailing-bytes", Severity: SeverityWarning, Damage: true, detect: trailingBytes,
			Weakens: "completeness: what follows may have been events", NextTime: copyAgain},
		{Code: "duplicate-buffers", Severity: SeverityInfo, detect: duplicateBuffers,
			Weakens:  "nothing: what stands in the file twice happened once, and is counted once",
			NextTime: "Nothing needs to change; whatever put the file together wrote some buffers twice."},
		{Code: "undecodable", Severity: SeverityWarning, Damage: true, loss: true, detect: undecodable,
			Weakens:  "verdicts and outstanding bytes of processes that lived over the damaged buffers: their lost frees look like leaks",
			NextTime: copyAgain},
		{Code: "malformed-payloads", Severity: SeverityWarning, Damage: true, loss: true, detect: malformedPayloads,
			Weakens: "the accounts that these events belonged to: they lack an allocation, a free or a name",
			NextTime: "If a copy of the file has the same, the tool that wrote or merged it is at fault: merge on the machine that was " +
				"recorded, with that machine's own tools."},
		{Code: "unknown-events", Severity: SeverityInfo, detect: unknownEvents,
			Weakens: "nothing that is known of: memory events use known headers", NextTime: ""},
		{Code: "out-of-order", Severity: SeverityWarning, detect: outOfOrder,
			Weakens: "the order of allocations and frees near these events: a free taken before its allocation leaves memory outstanding",
			NextTime: "Let the session use the performance counter (ClientContext 1, the default of the tools), and merge with 'xperf -merge' or " +
				"'wpr -merge' instead of joining files."},
	}
}

func truncated(e *evidence) string {
	if e.losses.TruncatedBytes == 0 {
		return ""
	}
	return fmt.Sprintf("The file is truncated: its last buffer is incomplete by %s or unusable. All whole buffers "+
		"before it count; later events, and the state at the end, may be missing.", textform.Plural(e.losses.TruncatedBytes,
		"byte"))
}

func buffersMissing(e *evidence) string {
	if e.losses.BuffersMissing == 0 {
		return ""
	}
	return fmt.Sprintf("The file is incomplete: its header tells of %s more than it holds, as if it had been cut. "+
		"Their events, and perhaps the state at the end, are missing.", textform.Plural(e.losses.BuffersMissing, "buffer"))
}

func trailingBytes(e *evidence) string {
	if e.losses.TrailingBytes == 0 {
		return ""
	}
	return fmt.Sprintf("%s after the last buffer are no buffer and were left out: if they were events once, those are "+
		"lost.",
		textform.Plural(e.losses.TrailingBytes, "byte"))
}

func undecodable(e *evidence) string {
	l := e.losses
	var parts []string
	if l.UndecodableBuffers > 0 {
		parts = append(parts, textform.Counted(l.UndecodableBuffers, "buffer", "holds", "hold")+" data that cannot be understood")
	}
	if l.UndecodableEvents > 0 {
		parts = append(parts, textform.Counted(l.UndecodableEvents, "event", "has", "have")+" a header that contradicts itself")
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("%s (%s in all): what they held is lost, so accounts that were busy then are approximate.",
		strings.Join(parts, ", and "), textform.Plural(l.UndecodableBytes, "byte"))
}

func duplicateBuffers(e *evidence) string {
	if e.losses.DuplicateBuffers == 0 {
		return ""
	}
	return fmt.Sprintf("%s in the file more than once, byte for byte; each is read once.",
		textform.Counted(e.losses.DuplicateBuffers, "buffer", "stands", "stand"))
}

func malformedPayloads(e *evidence) string {
	if e.stats.Malformed == 0 {
		return ""
	}
	return fmt.Sprintf("%s of a known kind but too short or contradictory, and left out (%s of all events: %s). The "+
		"accounts that they belonged to are approximate.", textform.Counted(e.stats.Malformed, "event", "is", "are"),
		textform.Percent(float64(e.stats.Malformed)/float64(e.stats.Events)), malformedKinds(e.stats.Kinds))
}

// malformedKinds names the kinds that have most of the malformed events.
func malformedKinds(kinds []model.KindCount) string {
	const shown = 3
	bad := slices.DeleteFunc(slices.Clone(kinds), func(k model.KindCount) bool { return k.Malformed == 0 })
	slices.SortStableFunc(bad, func(a, b model.KindCount) int { return cmp.Compare(b.Malformed, a.Malformed) })
	var parts []string
	for _, k := range bad[:min(len(bad), shown)] {
		name := model.KindName(k.KindKey)
		if name == "" {
			name = "without a name"
		}
		parts = append(parts, textform.Count(k.Malformed)+" "+name)
	}
	if len(bad) > shown {
		parts = append(parts, "...")
	}
	return strings.Join(parts, ", ")
}

func unknownEvents(e *evidence) string {
	if e.losses.UnknownEvents == 0 {
		return ""
	}
	return fmt.Sprintf("%s stepped over, because the kind of header is not known to this program. Memory events use "+
		"known headers.",
		textform.Counted(e.losses.UnknownEvents, "event", "was", "were"))
}

func outOfOrder(e *evidence) string {
	if e.losses.EventsOutOfOrder == 0 {
		return ""
	}
	return fmt.Sprintf("%s a time stamp that contradicts the neighbouring events: the order of allocations and frees "+
		"near them is uncertain.", textform.Counted(e.losses.EventsOutOfOrder, "event", "has", "have"))
}
