package pool

import (
	"fmt"
	"strings"

	"etledger/internal/textform"
	"etledger/trend"
)

// times writes how often.
func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

// candidateText names a component for people: "widget.sys 1.2.3 (Widget Corp.)".
func candidateText(c *Candidate) string {
	text := textform.Printable(c.Name)
	if c.Version != nil {
		text += " " + textform.Printable(*c.Version)
	}
	if c.Vendor != nil {
		text += " (" + textform.Printable(*c.Vendor) + ")"
	}
	return text
}

// ownerText names the component, or says that it is uncertain.
func ownerText(o *Owner) string {
	switch {
	case o == nil:
		return ""
	case len(o.Candidates) == 0:
		return "component uncertain: " + o.Why
	case !o.Uncertain:
		return "candidate " + candidateText(&o.Candidates[0])
	}
	var names []string
	for i := range o.Candidates[:min(len(o.Candidates), 3)] {
		names = append(names, textform.Printable(o.Candidates[i].Name))
	}
	text := "component uncertain: " + strings.Join(names, ", ")
	if rest := len(o.Candidates) - len(names); rest > 0 {
		text += fmt.Sprintf(" and %d more", rest)
	}
	return text
}

// isLeak tells whether a verdict in a report is that of a leak.
func isLeak(verdict string) bool { return verdict == string(trend.Leak) }
