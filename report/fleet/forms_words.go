package fleet

import (
	"fmt"
	"strconv"
	"strings"

	"etledger/internal/textform"
	"etledger/report"
)

// textOr gives a text safe to show, "-" for none.
func textOr(s *string) string {
	if s == nil {
		return "-"
	}
	return textform.Printable(*s)
}

func withRole(name string, role *string) string {
	if role == nil || *role == "" {
		return textform.Printable(name)
	}
	return textform.Printable(name + " [" + *role + "]")
}

// shortName tells a group without its version: "svchost.exe [netsvcs]".
func (g *Group) shortName() string { return withRole(g.Name, g.Role) }

// stampText writes a build stamp as the names of builds have it.
func stampText(stamp *uint32) string {
	if stamp == nil {
		return "-"
	}
	return fmt.Sprintf("%08x", *stamp)
}

// build tells one of the builds of an update: by its version, and where the other has the same by its stamp too.
func (p *Update) build(b, other *Build) string {
	stamp := "build " + stampText(b.BuildStamp)
	switch {
	case p.By == "version" && b.Version != nil:
		return textform.Printable(*b.Version)
	case b.FileVersion != nil && other.FileVersion != nil && *b.FileVersion == *other.FileVersion && b.BuildStamp != nil:
		return textform.Printable(*b.FileVersion) + " " + stamp
	case b.FileVersion != nil:
		return textform.Printable(*b.FileVersion)
	case b.BuildStamp != nil:
		return stamp
	}
	return textOr(b.Version)
}

func (c *Chain) process() string { return withRole(c.Image, c.Role) + fmt.Sprintf(" (%d)", c.PID) }

// spanS is the time from the first to the last capture of a chain, in seconds.
func (c *Chain) spanS() float64 { return c.Last.Sub(c.First.Time).Seconds() }

// ofJudged is how many leak of those that were judged: "10/90"; "-" where none was.
func ofJudged(c Counts) string {
	if c.Judged == 0 {
		return "-"
	}
	return textform.Count(c.Leaking) + "/" + textform.Count(c.Judged)
}

// ofJudgedText is the same in words.
func ofJudgedText(c Counts) string {
	return textform.Count(c.Leaking) + " of " + textform.Count(c.Judged)
}

// shareText is a share with its interval: "9.4 % [4.4, 18]".
func shareText(i *Interval) string {
	if i == nil {
		return "-"
	}
	short := func(v float64) string { return strings.TrimSuffix(textform.Percent(v), " %") }
	return textform.Percent(i.Value) + " [" + short(i.Low) + ", " + short(i.High) + "]"
}

func pooledText(p *Pooled, u textform.Units) string {
	switch {
	case p == nil:
		return "-"
	case p.Low == nil || p.High == nil:
		return u.Rate(p.Rate)
	}
	return u.RateInterval(p.Rate, *p.Low, *p.High)
}

func rateText(i *Interval, u textform.Units) string {
	if i == nil {
		return "-"
	}
	return u.RateInterval(i.Value, i.Low, i.High)
}

func i2Text(p *Pooled) string {
	if p == nil || p.I2 == nil {
		return "-"
	}
	return textform.Percent(*p.I2)
}

// unlike says in words how much estimates differ beyond their errors, by the usual borders of I2 (Higgins et al., BMJ 327,
// 2003).
func unlike(i2 float64) string {
	switch {
	case i2 < 0.25:
		return "differ little"
	case i2 < 0.75:
		return "differ somewhat"
	}
	return "differ much"
}

// chanceText is a probability with two digits: "0.043", "1.2e-11".
func chanceText(p *float64) string {
	if p == nil {
		return "-"
	}
	return strconv.FormatFloat(*p, 'g', 2, 64)
}

func momentText(t report.Time) string { return t.UTC().Format("2006-01-02 15:04") }

func dateText(t *report.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format("2006-01-02")
}

func dayText(s *Sighting) string {
	if s == nil {
		return "-"
	}
	return dateText(&s.Time)
}

func spanText(seconds *float64) string {
	if seconds == nil {
		return "-"
	}
	return textform.Span(*seconds)
}

// leftText is what a host has left, with its interval, which may have no upper end.
func (h *Host) leftText() string {
	text := spanText(h.Seconds)
	switch {
	case h.SecondsLow != nil && h.SecondsHigh != nil:
		text += " [" + textform.Span(*h.SecondsLow) + " to " + textform.Span(*h.SecondsHigh) + "]"
	case h.SecondsLow != nil:
		text += " [" + textform.Span(*h.SecondsLow) + " or more]"
	}
	return text
}

// known gives what a pointer points to as a value of a cell; nil for none.
func known[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

func valueOf(i *Interval) any {
	if i == nil {
		return nil
	}
	return i.Value
}

func rateOf(p *Pooled) any {
	if p == nil {
		return nil
	}
	return p.Rate
}

func timeValue(t *report.Time) any {
	if t == nil {
		return nil
	}
	return t.UTC().Format("2006-01-02T15:04:05.0000000Z")
}

func sightingTime(s *Sighting) any {
	if s == nil {
		return nil
	}
	return timeValue(&s.Time)
}

// listed joins names, those beyond the bound counted: "a, b and 7 more".
func listed(names []string, most, all int) string {
	shown := names[:min(len(names), most)]
	text := strings.Join(shown, ", ")
	if rest := max(all, len(names)) - len(shown); rest > 0 {
		text += " and " + textform.Count(rest) + " more"
	}
	return text
}
