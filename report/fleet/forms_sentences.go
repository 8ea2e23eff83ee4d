package fleet

import (
	"fmt"
	"math"

	"etledger/internal/textform"
)

// sentence tells of an update in one line: what its reason says, with where and when.
func (p *Update) sentence() string {
	when := ""
	if p.Since != nil {
		when = " (first seen " + dateText(p.Since) + ")"
	}
	return fmt.Sprintf("%s: the leak %s with %s%s: %s hosts before, %s after, chance %s.", withRole(p.Name, p.Role), p.Change,
		p.build(&p.To, &p.From), when, ofJudgedText(p.From.Hosts), ofJudgedText(p.To.Hosts), chanceText(&p.Adjusted))
}

// spark draws the levels of a chain above the lowest of them.
func (c *Chain) spark(ascii bool) string {
	values := make([]float64, len(c.Levels))
	lowest := math.Inf(1)
	for _, l := range c.Levels {
		lowest = min(lowest, float64(l.PrivateBytes))
	}
	for i, l := range c.Levels {
		values[i] = float64(l.PrivateBytes) - lowest
	}
	return textform.Spark(values, ascii)
}

// spanText says from when to when a chain reaches.
func (c *Chain) spanText() string { return momentText(c.First) + " to " + momentText(c.Last) + " UTC" }

// levelsText says what a chain held first and last.
func (c *Chain) levelsText(u textform.Units) string {
	return fmt.Sprintf("%s at %s to %s at %s UTC", u.Size(c.FirstBytes), momentText(c.First), u.Size(c.LastBytes),
		momentText(c.Last))
}

// legend says what the columns mean and by which rules groups were judged.
func (r *Report) legend() []string {
	return []string{
		"HOSTS and CAPTURES are those that leak of those that were judged. SLOPE is the rate on the hosts where it leaks, pooled. " +
			"CHANCE is how likely so many leaking hosts are if every leak verdict is a false one, as many as were tested at once. " +
			"I2 is how far hosts differ beyond the errors of their rates.",
		fmt.Sprintf("Leak verdicts are taken to be false for %s of lifetimes; of what is said to leak, at most %s is expected to be chance "+
			"(%s, %s and %s tested).", textform.Percent(r.Method.FalseLeakRate), textform.Percent(r.Method.FalseShare),
			textform.Plural(r.Method.Tested, "group"), textform.Plural(r.Method.TestedUpdates, "update"),
			textform.Plural(r.Method.TestedChains, "process")),
	}
}
