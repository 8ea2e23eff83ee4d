package fleet

import (
	"fmt"
	"strconv"

	"etledger/internal/textform"
)

// name names a group for people: "svc.exe [role] 5.2.1 (build 66a1b2c3)".
func (g *collected) name() string { return buildName(&g.build) }

func buildName(b *build) string {
	s := textform.Printable(b.name)
	if b.role != "" {
		s += " [" + textform.Printable(b.role) + "]"
	}
	if b.version != "" {
		s += " " + textform.Printable(b.version)
	}
	if b.stamp != nil {
		s += fmt.Sprintf(" (build %08x)", *b.stamp)
	}
	return s
}

// chanceWords prints a chance with two significant digits.
func chanceWords(x float64) string {
	if x = chanceOf(x); x >= 0.001 || x == 0 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'e', 1, 64)
}

// reason says why a group of images or tags has its status.
func (v *view) reason(g *collected, r *Group) string {
	judged := textform.Plural(r.Hosts.Judged, "host")
	switch r.Status {
	case Leaks:
		return fmt.Sprintf("It leaks on %s of the %s on which it was judged; false verdicts would make %s look so (chance %s, adjusted "+
			"for %s %s).%s", textform.Count(r.Hosts.Leaking), judged, expectedText(g.expected), chanceWords(g.chance),
			textform.Plural(v.report.Method.Tested, "group"), chanceWords(g.adjusted), v.recurrenceText(g))
	case Suspected:
		return v.suspicion(g, r) + v.workloadText(g)
	case Grows:
		return fmt.Sprintf("It grows on %s of the %s on which it was judged, %s.", textform.Count(r.Hosts.Growing), judged, g.calledText(r))
	case Clear:
		return fmt.Sprintf("It was judged on %s in %s and on none grows in half of the captures, %s.", judged,
			textform.Plural(r.Captures.Judged, "capture"), g.calledText(r))
	}
	return "No capture could have shown a leak: it was observed for too short a time, or its verdicts are inconclusive."
}

// expectedText says how many hosts false verdicts are expected to make look as if something leaked on them.
func expectedText(hosts float64) string {
	if hosts < 0.01 {
		return "fewer than 0.01"
	}
	return textform.Number(hosts)
}

// calledText tells of leak verdicts that false ones explain.
func (g *collected) calledText(r *Group) string {
	n := g.called()
	if n == 0 {
		return "and is nowhere called a leak"
	}
	return fmt.Sprintf("and %s of its %s %s called a leak, as false verdicts explain", textform.Count(n),
		textform.Plural(r.Lifetimes.Judged, "judged lifetime"), isOrAre(n))
}

// recurrenceText says how often a leak is seen again.
func (v *view) recurrenceText(g *collected) string {
	recurs, known := v.recurrence(g)
	if !known {
		return " Hosts have too few captures to tell whether it recurs on them."
	}
	return fmt.Sprintf(" Where one capture calls it a leak, %s of the others of the host show it leak or grow.", textform.Percent(recurs))
}

// suspicion says why a group that is called a leak somewhere does not count as one that leaks.
func (v *view) suspicion(g *collected, r *Group) string {
	called := fmt.Sprintf("%s of its %s %s called a leak", textform.Count(g.called()),
		textform.Plural(r.Lifetimes.Judged, "judged lifetime"), isOrAre(g.called()))
	recurs, known := v.recurrence(g)
	merely := v.merely(g)
	chance := fmt.Sprintf("chance %s, adjusted for %s %s", chanceWords(g.chance), textform.Plural(v.report.Method.Tested, "group"),
		chanceWords(g.adjusted))
	switch {
	case r.Hosts.Leaking == 0:
		return called + ", but on no host in half of its captures there and more often than false verdicts explain."
	case r.Hosts.Leaking < r.Hosts.Growing:
		return fmt.Sprintf("%s, but it merely grows on %s and counts as leaking on %s only: what grows without end is now and then "+
			"called a leak.", called, textform.Plural(r.Hosts.Growing, "host"), textform.Count(r.Hosts.Leaking))
	case r.Hosts.Leaking < merely:
		return fmt.Sprintf("%s, on %s, but on %s it grows or is still warming up: what grows ever more slowly is now and then called a "+
			"leak, and no host has several captures, which would tell whether it recurs.", called,
			textform.Plural(r.Hosts.Leaking, "host"), textform.Count(merely))
	case g.adjusted <= falseShare && known && recurs < leastRecurrence:
		return fmt.Sprintf("%s, but it hardly recurs: where one capture calls it a leak, only %s of the others of the host show it leak or "+
			"grow.", called, textform.Percent(recurs))
	case r.Captures.Judged == 1:
		return fmt.Sprintf("%s. One capture cannot tell a false verdict from a leak here (%s); others of this host or of others would.",
			called, chance)
	case r.Hosts.Judged == 1:
		return fmt.Sprintf("%s, all on one host, which false verdicts may explain (%s); more captures would tell.", called, chance)
	}
	return fmt.Sprintf("%s, on %s of %s, which false verdicts may explain (%s).", called, textform.Count(r.Hosts.Leaking),
		textform.Plural(r.Hosts.Judged, "host"), chance)
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
