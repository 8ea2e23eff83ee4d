package growth

import (
	"fmt"
	"math"

	"etledger/internal/textform"
	"etledger/ledger/memoryseries"
	"etledger/trend"
)

// What a capture has to show: the growth that page-exact accounts need, and how long anybody records.
const (
	captureBytes  = 1 << 20
	leastMinutes  = 3
	mostMinutes   = 60
	hoursTogether = 3
)

// adviceFor says when and how to record a capture of what grows worst; nil where nothing grows.
func adviceFor(hosts []*host, programs []*program) *Advice {
	if len(programs) > 0 && programs[0].rank() == 0 {
		p := programs[0]
		last := p.last()
		a := &Advice{Host: p.host.Host, Of: p.image}
		if last.Ending == memoryseries.EndNone {
			a.PID = &last.PID
		}
		a.fill(&p.levels[memoryseries.Commit], p.host, false)
		watch := fmt.Sprintf("Watch %s", p.image)
		if a.PID != nil {
			watch += fmt.Sprintf(", process %d when the last snapshot was taken", *a.PID)
		}
		a.Sentences = append(a.Sentences, watch+": 'etledger analyze CAPTURE --process "+textform.ShellWord(p.image)+
			"' says what of it stays, and from which module.")
		return a
	}
	for _, h := range hosts {
		for _, name := range []string{popNonpaged, popPaged} {
			if p := h.population(name); p.known && p.level.Verdict == trend.Growth {
				a := &Advice{Host: h.Host, Of: name}
				a.fill(&p.level, h.Machine, true)
				a.Sentences = append(a.Sentences, "'etledger pool' says which tag grows, from the capture or, cheaper, from snapshots by tag over hours.")
				return a
			}
		}
	}
	return nil
}

// fill reckons hours, minutes and the command.
func (a *Advice) fill(j *trend.SeasonJudgement, m *memoryseries.Machine, pool bool) {
	rate := j.Slope.Rate
	from, best := bestHours(&j.Hours)
	if from >= 0 && j.Basis != trend.Plain {
		to := (from + hoursTogether) % 24
		a.FromHour, a.ToHour = &from, &to
		a.Sentences = append(a.Sentences, fmt.Sprintf("The level rises most from %d:00 to %d:00 at %s, the local time that was recorded (recordings "+
			"leave daylight saving out), by %s an hour with the load of the day in it; start there.", from, to, offset(m.BiasMinutes), textform.Size(best)))
	}
	if j.Recent.Interval {
		now := j.Recent.Low > 0
		a.GrowsNow = &now
		if now {
			a.Sentences = append(a.Sentences, fmt.Sprintf("It still grows: by %s a day over the last two days.", textform.Size(j.Recent.Rate*aDay)))
		} else {
			a.Sentences = append(a.Sentences, "The last two days by themselves do not show the growth: too short, or over.")
		}
	}
	need := max(captureBytes, 2*j.Jitter) / max(rate, 1e-9) / 60
	a.Minutes = int(max(leastMinutes, min(mostMinutes, math.Ceil(need))))
	switch {
	case need > mostMinutes:
		a.Sentences = append(a.Sentences, fmt.Sprintf("At %s an hour it takes %s until the growth shows beside the noise of the level (%s), longer than a "+
			"capture can last: record an hour when it grows most, with stacks; what stays is then told by its age, not by the level.",
			textform.Size(rate*3600), textform.Span(need*60), textform.Size(j.Jitter)))
	default:
		a.Sentences = append(a.Sentences, fmt.Sprintf("At %s an hour, %d minutes are long enough for the growth to show beside the noise of the "+
			"level (%s).",
			textform.Size(rate*3600), a.Minutes, textform.Size(j.Jitter)))
	}
	a.Command = fmt.Sprintf("etledger recipe --tool wpr --minutes %d --stacks", a.Minutes)
	if pool {
		a.Command += " --pool"
	}
}

// bestHours gives the hour at which the three hours begin that rise most, and by how much an hour; -1 where too few are known.
func bestHours(hours *[24]float64) (from int, rise float64) {
	from = -1
	for h := range hours {
		sum := 0.0
		for k := range hoursTogether {
			sum += hours[(h+k)%24]
		}
		if !math.IsNaN(sum) && (from < 0 || sum > rise) {
			from, rise = h, sum
		}
	}
	return from, rise / hoursTogether
}

// offset writes local time's distance from UTC.
func offset(biasMinutes int) string {
	sign, minutes := "+", -biasMinutes
	if minutes < 0 {
		sign, minutes = "-", -minutes
	}
	return fmt.Sprintf("UTC%s%02d:%02d", sign, minutes/60, minutes%60)
}
