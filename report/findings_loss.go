package report

import (
	"fmt"
	"strings"

	"etledger/etl"
	"etledger/internal/textform"
	"etledger/ledger"
)

// lossFindings are those that tell of events which never reached the file.
func lossFindings() []FindingKind {
	const frees = "outstanding bytes, leak and growth: lost frees look like leaks, lost allocations like frees of unknown memory, " +
		"so slow growth is no proof, and what churns is called leak less readily"
	return []FindingKind{
		{Code: "events-lost", Severity: SeverityWarning, loss: true, detect: eventsLost, Weakens: frees, NextTime: moreBuffers,
			advise: bufferAdvice},
		{Code: "buffers-lost", Severity: SeverityWarning, loss: true, detect: buffersLost, Weakens: frees, NextTime: moreBuffers,
			advise: bufferAdvice},
		{Code: "buffers-flagged", Severity: SeverityWarning, loss: true, detect: buffersFlagged,
			Weakens:  "outstanding bytes near the flagged buffers, and every verdict: how much was lost is not known, and a fifth is assumed",
			NextTime: moreBuffers, advise: bufferAdvice},
		{Code: "lost-event-records", Severity: SeverityWarning, loss: true, detect: lostEventRecords, Weakens: frees,
			NextTime: moreBuffers, advise: bufferAdvice},
		{Code: "sequence-gaps", Severity: SeverityWarning, loss: true, detect: sequenceGaps,
			Weakens:  "verdicts and outstanding bytes of processes that lived over a gap: their lost frees look like leaks",
			NextTime: moreBuffers, advise: bufferAdvice},
		{Code: "lost-frees-inferred", Severity: SeverityWarning, loss: true, detect: lostFreesInferred,
			Weakens:  "outstanding bytes and leaks of the processes concerned: more frees may have been lost than show",
			NextTime: moreBuffers, advise: notSeenAdvice},
		{Code: "rundown-disagrees", Severity: SeverityWarning, loss: true, detect: rundownDisagrees,
			Weakens:  "outstanding bytes of the processes concerned: memory was given back or taken by events that were lost",
			NextTime: moreBuffers, advise: notSeenAdvice},
		{Code: "snapshots-disagree", Severity: SeverityWarning, loss: true, detect: snapshotsDisagree,
			Weakens:  "outstanding bytes of the processes concerned, from that time on: frees were lost",
			NextTime: moreBuffers, advise: notSeenAdvice},
		{Code: "not-closed", Severity: SeverityWarning, detect: notClosed,
			Weakens: "what is said of loss, which is final only at the close, and the audit of every process: the state at the end is missing",
			NextTime: "Stop the session with the tool that started it ('wpr -stop FILE', 'xperf -d FILE', 'logman stop NAME -ets') before the " +
				"machine is shut down or the file is copied."},
		{Code: "circular", Severity: SeverityWarning, detect: circular,
			Weakens: "warm-up, step and steady: what was taken before the window counts as from before, so only growth within it shows",
			NextTime: "Record to a file: 'etledger recipe' does, 'wpr -start ... -filemode' and 'xperf -f FILE' without -FileMode Circular " +
				"do. If it has to be a ring, make it larger, so that it holds three minutes."},
	}
}

func eventsLost(e *evidence) string {
	if e.losses.EventsLost == 0 {
		return ""
	}
	return fmt.Sprintf("%s lost while recording, as the file header counts them: frees among them make memory look "+
		"leaked, and allocations among them go uncounted, so outstanding bytes are approximate and slow growth is no "+
		"proof.",
		textform.Counted(e.losses.EventsLost, "event", "was", "were"))
}

func buffersLost(e *evidence) string {
	if e.losses.BuffersLost == 0 {
		return ""
	}
	return fmt.Sprintf("%s lost while recording with all events in them, as the file header counts them: outstanding "+
		"bytes are approximate and slow growth is no proof.", textform.Counted(e.losses.BuffersLost, "buffer", "was", "were"))
}

func buffersFlagged(e *evidence) string {
	events, buffers := e.losses.BuffersFlaggedEventsLost, e.losses.BuffersFlaggedBuffersLost
	if events+buffers == 0 {
		return ""
	}
	return fmt.Sprintf("%s the mark that events were lost before it was written, and %s the mark that a whole buffer "+
		"was: accounts that were busy at those moments are approximate.", textform.Counted(events, "buffer", "carries", "carry"),
		textform.Counted(buffers, "buffer", "carries", "carry"))
}

func lostEventRecords(e *evidence) string {
	l := e.losses
	if l.LostEventRecords+l.LostBufferRecords+l.LostFileRecords == 0 {
		return ""
	}
	return fmt.Sprintf("The recording itself reports loss: %s, %s and %s. Outstanding bytes are approximate and slow "+
		"growth is no proof.",
		textform.Plural(l.LostEventRecords, "lost-event record"), textform.Plural(l.LostBufferRecords, "lost-buffer record"),
		textform.Plural(l.LostFileRecords, "lost-file record"))
}

func sequenceGaps(e *evidence) string {
	l := e.losses
	if l.SequenceMissing == 0 {
		return ""
	}
	where := ""
	if len(l.Gaps) > 0 {
		where = " (" + atLeast(len(l.Gaps), "gap")
		if first := l.Gaps[0]; first.From != 0 && first.To != 0 {
			where += fmt.Sprintf(", the first between %.3f s and %.3f s", secondsBetween(e.startNano, first.From),
				secondsBetween(e.startNano, first.To))
		}
		where += ")"
	}
	return fmt.Sprintf("%s missing from the numbered sequence%s: allocations and frees in them are lost, so accounts "+
		"that were busy then are approximate%s.", textform.Counted(l.SequenceMissing, "buffer", "is", "are"), where,
		busyText(e.busyOverGaps()))
}

// busyText names the lifetimes that were busy over gaps, the busiest first.
func busyText(busy []*ledger.Lifetime) string {
	const shown = 5
	if len(busy) == 0 {
		return ""
	}
	var names []string
	for _, l := range busy[:min(len(busy), shown)] {
		names = append(names, processName(l))
	}
	text := ": " + strings.Join(names, ", ")
	if rest := len(busy) - shown; rest > 0 {
		text += " and " + textform.Count(rest) + " more"
	}
	return text
}

// atLeast prints the number of gaps, of which a capture keeps a bounded number only.
func atLeast(n int, noun string) string {
	if n == etl.MaxGaps {
		return "at least " + textform.Plural(n, noun)
	}
	return textform.Plural(n, noun)
}

func lostFreesInferred(e *evidence) string {
	if e.accounts.Coverage.InferredLostFrees == 0 {
		return ""
	}
	c := e.accounts.Coverage
	how := "were lost"
	if gap := e.uncoveredText(); gap != "" && lossKnown(e) {
		how += ", or happened in the " + gap
	} else if gap != "" {
		how = "happened in the " + gap + ", which none of them covers"
	}
	return fmt.Sprintf("%s at addresses that the account still held (%s), so the frees before them %s: they "+
		"were accounted as freed, and as many more may have been lost unnoticed.", textform.Counted(c.InferredLostFrees,
		"allocation", "happened", "happened"), textform.Size(c.InferredLostFreeBytes), how)
}

// rundownDisagrees sums what the account holds but the kernel's own list at the end does not, and the other way round. The
// latter tells of loss only where loss is known: of some memory, such as thread stacks, no event tells anyway.
func rundownDisagrees(e *evidence) string {
	_, lost := e.lostShare()
	var stale, missed, tooHigh, tooLow uint64
	for _, l := range e.accounts.Lifetimes {
		if l.Audit == nil {
			continue
		}
		if l.Audit.StaleBytes > 0 {
			stale += l.Audit.StaleBytes
			tooHigh++
		}
		if lost && l.Audit.MissedBytes > 0 {
			missed += l.Audit.MissedBytes
			tooLow++
		}
	}
	var parts []string
	if tooHigh > 0 {
		parts = append(parts, fmt.Sprintf("The rundown at the end does not list %s that the account of %s holds as "+
			"committed: frees were lost, and the outstanding bytes are too high by as much.", textform.Size(stale),
			textform.Plural(tooHigh, "process")))
	}
	if tooLow > 0 {
		parts = append(parts, fmt.Sprintf("The rundown at the end lists %s, taken in the capture, that the account of %s "+
			"lacks: allocations were lost, and the outstanding bytes are too low by as much.", textform.Size(missed),
			textform.Plural(tooLow, "process")))
	}
	return strings.Join(parts, " ")
}

// snapshotsDisagree tells of accounts that hold more than the memory snapshots show. That they show more than the account
// is common: thread stacks and image pages become private without an event.
func snapshotsDisagree(e *evidence) string {
	var first, worst *ledger.Lifetime
	processes := uint64(0)
	for _, l := range e.accounts.Lifetimes {
		if l.Series == nil || l.Series.ResidualBytes >= 0 {
			continue
		}
		processes++
		if first == nil || l.Series.PartNano < first.Series.PartNano {
			first = l
		}
		if worst == nil || l.Series.ResidualBytes < worst.Series.ResidualBytes {
			worst = l
		}
	}
	if processes == 0 {
		return ""
	}
	return fmt.Sprintf("The memory snapshots show less than the account of %s holds: frees were lost. The first to part is "+
		"%s at %.3f s; most is missing from %s, %s.", textform.Plural(processes, "process"), processName(first),
		secondsBetween(e.startNano, first.Series.PartNano), processName(worst), textform.Size(-worst.Series.ResidualBytes))
}

// memoryEvents counts VirtualAlloc and VirtualFree events by whether their payload could be decoded.
func (e *evidence) memoryEvents() (malformed, sound uint64) {
	for _, k := range e.stats.Kinds {
		if k.Kind == etl.KindKernel && k.Group == groupMemory && (k.Opcode == opcodeVirtualAlloc ||
			k.Opcode == opcodeVirtualFree) {
			malformed += k.Malformed
			sound += k.Count - k.Malformed
		}
	}
	return malformed, sound
}

// Kernel events that findings look for by group and opcode (format notes, 5.1 and 5.6).
const (
	groupMemory        = 0x02
	groupHeap          = 0x10
	opcodeVirtualAlloc = 98
	opcodeVirtualFree  = 99
	opcodeHeapFirst    = 100 // heap ranges, in the memory group
	opcodeHeapLast     = 104
)
