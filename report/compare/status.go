package compare

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"etledger/internal/textform"
	"etledger/trend"
)

// onOneSide gives the status of a process that only one side has.
func (p *Process) onOneSide() {
	f, side := p.After, "after"
	p.Status = New
	if p.After == nil {
		f, side, p.Status = p.Before, "before", Gone
	}
	p.Reason = fmt.Sprintf("It ran %s only", side)
	switch {
	case f.Slope == nil:
		p.Reason += ", and what was seen does not tell a slope."
	case f.rises:
		p.Reason += fmt.Sprintf(", and %s %s%s.", verb(f), textform.Rate(f.Slope.Value), intervalText(f.Slope, rateRange))
	default:
		p.Reason += fmt.Sprintf(", and is not shown to grow (%s).", strings.Join(f.Verdicts, ", "))
	}
}

// Limits of what can be compared.
const (
	leastAlive = 30.0 // seconds that a process must have been seen on each side
	mostLost   = 0.2  // share of its frees
)

// obstacle says why a process cannot be compared; empty where it can.
func (c *comparison) obstacle(p *Process, g *group) string {
	switch {
	case !c.comparable:
		return "The two sides cannot be compared: " + strings.Join(c.report.Against, "; ") + "."
	case p.Image == nil:
		return "No event names these processes, so nothing tells which after is which before."
	}
	for side, f := range []*Figures{p.Before, p.After} {
		name := sideName(side)
		switch {
		case f.AliveS < leastAlive:
			return fmt.Sprintf("It was seen for only %s %s; that takes %s on each side.", textform.Span(f.AliveS), name,
				textform.Span(leastAlive))
		case f.Slope == nil:
			return fmt.Sprintf("What was seen %s does not tell a slope: %s", name, g.sides[side][0].members[0].Trend.Reason)
		case f.LostShare != nil && *f.LostShare > mostLost:
			return fmt.Sprintf("An estimated %s of its frees were lost %s.", textform.Percent(*f.LostShare), name)
		}
	}
	return ""
}

// judge gives the status of a process that can be compared; tests is how many were tested at once.
func (p *Process) judge(sameWorkload bool, tests int) {
	d := &p.d
	rising := map[trend.Change]bool{trend.Faster: p.After.rises, trend.Slower: p.Before.rises}[d.change]
	switch {
	case d.change == trend.Faster && rising && d.adjusted <= level:
		p.Status = Worse
		p.Reason = p.changeText("more")
	case d.change == trend.Slower && rising && d.adjusted <= level:
		p.Status = Better
		p.Reason = p.changeText("less")
	case p.shown(p.Before, d.before) != p.shown(p.After, d.after) && math.Abs(d.Rate) >= d.floor:
		p.Status = NotComparable
		one, other, sure, unsure := p.Before, p.After, "before", "after"
		if !p.shown(p.Before, d.before) {
			one, other, sure, unsure = p.After, p.Before, "after", "before"
		}
		p.Reason = fmt.Sprintf("It grows by %s%s %s; %s%s %s is too uncertain to tell whether that differs.",
			textform.Rate(one.Slope.Value), intervalText(one.Slope, rateRange), sure, textform.Rate(other.Slope.Value),
			intervalText(other.Slope, rateRange), unsure)
	case p.tooWide():
		p.Status = NotComparable
		p.Reason = fmt.Sprintf("It grows, and its slopes are too uncertain to tell whether they differ by half: %s", p.slopesText())
	default:
		p.Status = Unchanged
		p.Reason = p.unchangedText(tests)
	}
	p.weighWork(sameWorkload)
}

// mostUnseen is how much of the greater slope the interval of a difference may reach to, if a process that grows is to be called
// unchanged.
const mostUnseen = 0.5

// tooWide tells whether a process that grows may, going by the interval of the difference, as well have changed by more than
// that.
func (p *Process) tooWide() bool {
	reach := max(math.Abs(p.d.Low), math.Abs(p.d.High))
	return (p.Before.rises || p.After.rises) && p.d.chance > level && reach > p.d.floor &&
		reach > mostUnseen*max(math.Abs(p.d.before.Rate), math.Abs(p.d.after.Rate))
}

// shown tells whether a side is shown to grow.
func (p *Process) shown(f *Figures, s trend.Slope) bool { return f.rises && s.Low > 0 }

// weighWork takes into account that the two sides may have done different work.
func (p *Process) weighWork(sameWorkload bool) {
	d := &p.d
	if d.load == 1 || p.Status == NotComparable {
		return
	}
	text := fmt.Sprintf("the workload differs, as far as bytes committed and given back tell: %s times as much after", ratioText(d.load))
	switch {
	case sameWorkload:
		p.Notes = append(p.Notes, text+"; it is vouched for as the same")
	case p.Status == Unchanged && !p.Before.rises && !p.After.rises:
		p.Notes = append(p.Notes, text)
	case p.Status != Unchanged && d.perWork():
		p.Notes = append(p.Notes, text+"; for the same work the difference is there too")
	default:
		p.Status = NotComparable
		p.Reason = fmt.Sprintf("T%s, so the slopes cannot be compared (--same-workload vouches for it): %s", text[1:], p.slopesText())
	}
}

// changeText says what became of the slope.
func (p *Process) changeText(direction string) string {
	d := p.SlopeDifference
	size := &Estimate{Value: math.Abs(d.Value), Low: d.Low, High: d.High}
	if d.Value < 0 {
		low, high := -*d.High, -*d.Low
		size.Low, size.High = &low, &high
	}
	f := p.After
	if direction == "less" {
		f = p.Before
	}
	return fmt.Sprintf("It %s %s %s than before%s: %s", verb(f), textform.Rate(size.Value), direction, intervalText(size, rateRange),
		p.slopesText())
}

// slopesText puts the two slopes beside one another.
func (p *Process) slopesText() string {
	return fmt.Sprintf("%s%s before, %s%s after.", textform.Rate(p.Before.Slope.Value), intervalText(p.Before.Slope, rateRange),
		textform.Rate(p.After.Slope.Value), intervalText(p.After.Slope, rateRange))
}

func (p *Process) unchangedText(tests int) string {
	d := &p.d
	text := "No difference of the slope is shown: "
	switch {
	case !p.Before.rises && !p.After.rises:
		text = "It is not shown to grow on either side: "
	case d.chance <= level && d.adjusted > level:
		text = fmt.Sprintf("Among %s tested at once a difference like this is not rare enough: ", textform.Plural(tests, "process"))
	case d.chance <= level:
		text = "The difference of the slopes is too small to matter: "
	}
	text += p.slopesText()
	if e := p.SlopeDifference; e != nil && e.Low != nil {
		text = strings.TrimSuffix(text, ".") + fmt.Sprintf("; 95 %% interval of the difference: %s.", rateRange(e.Value, *e.Low, *e.High))
	}
	return text
}

// verb says what a process does with memory, as surely as its verdicts do.
func verb(f *Figures) string {
	for _, v := range f.Verdicts {
		if trend.Verdict(v) == trend.Leak {
			return "leaks"
		}
	}
	return "grows by"
}

func sideName(side int) string { return [...]string{"before", "after"}[side] }

func rateRange(_, low, high float64) string { return textform.SizeRange(low, high) + "/s" }

// intervalText gives the interval of an estimate in brackets, nothing where there is none.
func intervalText(e *Estimate, between func(value, low, high float64) string) string {
	if e.Low == nil || e.High == nil {
		return ""
	}
	return " (95 %: " + between(e.Value, *e.Low, *e.High) + ")"
}

// ratioText prints how many times as much something is.
func ratioText(r float64) string {
	if r >= 1000 || math.IsInf(r, 0) {
		return "more than 1,000"
	}
	return strconv.FormatFloat(r, 'g', 2, 64)
}
