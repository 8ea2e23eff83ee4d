package compare

import (
	"fmt"
	"slices"
	"strings"

	"etledger/internal/textform"
	"etledger/report"
)

// leastCapture is how long a capture must be, in seconds: on less no leak is called.
const leastCapture = 60.0

// lossCodes are the findings that tell of events that are missing.
var lossCodes = []string{
	"events-lost", "buffers-lost", "buffers-flagged", "lost-event-records", "sequence-gaps", "lost-frees-inferred",
	"rundown-disagrees", "snapshots-disagree", "truncated", "buffers-missing", "undecodable", "malformed-payloads",
}

func sideOf(reports []*report.Report) Side {
	s := Side{Captures: []Capture{}}
	for _, r := range reports {
		s.Captures = append(s.Captures, captureOf(r))
	}
	return s
}

func captureOf(r *report.Report) Capture {
	c := Capture{
		Files: append([]string{}, r.Capture.Files...), Start: r.Capture.Start, DurationS: r.Capture.DurationS,
		ComputerName: r.System.ComputerName, OSBuild: r.Capture.OSBuild, Architecture: r.System.Architecture,
		PointerSize: r.Capture.PointerSize, Processes: len(r.Processes), Damaged: r.Damaged(),
		Losses: r.Capture.EventsLost > 0 || r.Capture.BuffersLost > 0,
	}
	if r.Window != nil {
		c.DurationS = rounded(r.Window.ToS-r.Window.FromS, secondStep)
	}
	for _, f := range r.Capture.Findings {
		c.Losses = c.Losses || slices.Contains(lossCodes, f.Code)
		if f.Code == "virtual-alloc-missing" {
			c.unused("it holds no VirtualAlloc events")
		}
	}
	for i := range r.Processes {
		for k := range r.Processes[i].Suspects {
			c.Stacks = c.Stacks || r.Processes[i].Suspects[k].Module != unknownModule
		}
	}
	if c.DurationS < leastCapture && c.Unused == nil {
		c.unused(fmt.Sprintf("it spans only %s, and no leak is called on less than %s", textform.Span(c.DurationS),
			textform.Span(leastCapture)))
	}
	return c
}

func (c *Capture) unused(why string) { c.Unused = &why }

// used are the captures of a side that are compared.
func (s *Side) used() (used []*Capture) {
	for i := range s.Captures {
		if s.Captures[i].Unused == nil {
			used = append(used, &s.Captures[i])
		}
	}
	return used
}

// against lists what speaks against comparing two sides at all.
func against(before, after []*report.Report, b, a *Side) []string {
	list := []string{}
	for side, s := range []*Side{b, a} {
		switch {
		case len(s.Captures) == 0:
			list = append(list, "there is no capture from "+sideName(side))
		case len(s.used()) == 0:
			list = append(list, fmt.Sprintf("no capture from %s can be used: %s", sideName(side), *s.Captures[0].Unused))
		}
	}
	for side, reports := range [][]*report.Report{before, after} {
		for i, one := range reports {
			if slices.ContainsFunc(reports[:i], func(r *report.Report) bool { return sameCapture(r, one) }) {
				list = append(list, fmt.Sprintf("%s is given twice %s", filesText([]*Side{b, a}[side].Captures[i].Files), sideName(side)))
			}
		}
	}
	for i, one := range before {
		for k, other := range after {
			if sameCapture(one, other) {
				list = append(list, fmt.Sprintf("%s and %s are the same capture", filesText(b.Captures[i].Files),
					filesText(a.Captures[k].Files)))
			}
		}
	}
	if one, other := pointerSizes(b), pointerSizes(a); len(one) == 1 && len(other) == 1 && one[0] != other[0] {
		list = append(list, fmt.Sprintf("pointers are %d bytes wide before and %d after, and memory with them", one[0], other[0]))
	}
	return list
}

// sameCapture tells one capture given twice: the same part of the same events.
func sameCapture(one, other *report.Report) bool {
	a, b := &one.Capture, &other.Capture
	windows := one.Window == nil && other.Window == nil || one.Window != nil && other.Window != nil && *one.Window == *other.Window
	return windows && a.Start.Equal(b.Start.Time) && a.End.Equal(b.End.Time) && a.Events == b.Events &&
		slices.EqualFunc(one.Processes, other.Processes, func(p, q report.Process) bool {
			return p.PID == q.PID && p.VirtualAlloc == q.VirtualAlloc
		})
}

func pointerSizes(s *Side) (sizes []uint32) {
	for _, c := range s.used() {
		if c.PointerSize != nil {
			sizes = append(sizes, *c.PointerSize)
		}
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

// notes lists what weakens the comparison as a whole.
func notes(b, a *Side) []string {
	list := []string{}
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	for side, s := range []*Side{b, a} {
		lost := 0
		for i := range s.Captures {
			if c := &s.Captures[i]; c.Unused != nil && len(s.used()) > 0 {
				add("%s, from %s, is left out: %s", filesText(c.Files), sideName(side), *c.Unused)
			}
		}
		for _, c := range s.used() {
			if c.Losses {
				lost++
			}
		}
		if lost > 0 {
			of := fmt.Sprintf("%d of %d captures %s", lost, len(s.used()), sideName(side))
			if len(s.used()) == 1 {
				of = "the capture " + sideName(side)
			}
			add("events are missing from %s: slopes there are less certain, and what is outstanding may only seem to be", of)
		}
	}
	if !sameLength(b, a) && len(b.used()) > 0 && len(a.used()) > 0 {
		add("the captures differ in length, %s before and %s after: rates are compared, what was outstanding at the end is not",
			lengthsText(b), lengthsText(a))
	}
	for _, about := range []struct {
		what string
		of   func(*Capture) string
	}{
		{"Windows", func(c *Capture) string { return numberText("build ", c.OSBuild) }},
		{"the machine", func(c *Capture) string { return orZero(c.ComputerName) }},
		{"the architecture", func(c *Capture) string { return orZero(c.Architecture) }},
	} {
		if one, other := distinct(b, about.of), distinct(a, about.of); one != "" && other != "" && one != other {
			add("%s differs: %s before, %s after", about.what, textform.Printable(one), textform.Printable(other))
		}
	}
	if n, m := len(b.used()), len(a.used()); n == 1 && m == 1 {
		add("one capture on each side tells nothing of how captures of one state differ; several on each side do")
	}
	return list
}

func numberText(lead string, n *uint32) string {
	if n == nil {
		return ""
	}
	return fmt.Sprintf("%s%d", lead, *n)
}

// distinct lists the different values of the captures of a side.
func distinct(s *Side, of func(*Capture) string) string {
	var values []string
	for _, c := range s.used() {
		if v := of(c); v != "" {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	return strings.Join(slices.Compact(values), ", ")
}

// lengths are the shortest and the longest capture of a side.
func lengths(s *Side) (least, most float64) {
	for i, c := range s.used() {
		if i == 0 {
			least = c.DurationS
		}
		least, most = min(least, c.DurationS), max(most, c.DurationS)
	}
	return least, most
}

// sameLength tells whether all captures of both sides are about as long.
func sameLength(b, a *Side) bool {
	least, most := lengths(b)
	least2, most2 := lengths(a)
	return max(most, most2) <= sameLengthBy*min(least, least2)
}

func lengthsText(s *Side) string {
	least, most := lengths(s)
	if one, other := textform.Span(least), textform.Span(most); one != other {
		return one + " to " + other
	}
	return textform.Span(most)
}

// filesText names a capture by its first recording.
func filesText(files []string) string {
	if len(files) == 0 {
		return "a capture"
	}
	text := textform.Printable(files[0])
	if rest := len(files) - 1; rest > 0 {
		text += " and " + textform.Count(rest) + " more"
	}
	return text
}

// unknownModule is how reports name the module of a frame that no image covers.
const unknownModule = "unknown"
