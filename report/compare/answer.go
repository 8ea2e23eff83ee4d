package compare

import (
	"fmt"
	"math"
	"strings"

	"etledger/internal/textform"
)

// answerNames is how many processes the answer names.
const answerNames = 3

// answer says in a sentence or two what changed, the worst first.
func (r *Report) answer() string {
	if len(r.Against) > 0 {
		return "Before and after cannot be compared: " + strings.Join(r.Against, "; ") + "."
	}
	var bad, good []string
	for i := range r.Processes {
		p := &r.Processes[i]
		switch {
		case p.Status == Worse:
			bad = append(bad, p.changedText("more"))
		case p.newLeak():
			bad = append(bad, fmt.Sprintf("%s is new and leaks %s%s", p.name(), textform.Rate(p.After.slope()), p.fromText()))
		case p.Status == Better:
			good = append(good, p.changedText("less"))
		}
	}
	text := ""
	switch {
	case len(bad) > 0:
		text = listed(bad) + "."
		if len(good) > 0 {
			text += " " + listed(good) + "."
		}
	case len(good) > 0:
		text = listed(good) + "; nothing is shown to be worse."
	case r.Counts.Unchanged+r.Counts.New+r.Counts.Gone == 0:
		text = fmt.Sprintf("None of %s can be compared", textform.Plural(len(r.Processes), "process"))
		if len(r.Processes) == 1 {
			text = r.Processes[0].name() + " cannot be compared: " + strings.TrimSuffix(r.Processes[0].Reason, ".")
		}
		return text + "."
	default:
		text = fmt.Sprintf("No process is shown to leak more or less than before, of %s compared.",
			textform.Plural(r.Counts.Unchanged, "process"))
	}
	if n := r.Doubtful(); n > 0 {
		text += fmt.Sprintf(" %s that %s cannot be compared.", textform.Plural(n, "process"), map[bool]string{true: "grows",
			false: "grow"}[n == 1])
	}
	return text
}

// Doubtful counts the processes that grow on a side and cannot be compared.
func (r *Report) Doubtful() (n int) {
	for i := range r.Processes {
		if p := &r.Processes[i]; p.Status == NotComparable && (p.Before != nil && p.Before.rises || p.After != nil && p.After.rises) {
			n++
		}
	}
	return n
}

// changedText is "worker.exe leaks 180 KiB/s more than before (95 % interval 150 to 210 KiB/s), from cache.dll".
func (p *Process) changedText(direction string) string {
	d := p.SlopeDifference
	low, high := *d.Low, *d.High
	f := p.After
	if direction == "less" {
		low, high, f = -*d.High, -*d.Low, p.Before
	}
	text := fmt.Sprintf("%s %s %s %s than before (95 %% interval %s)%s", p.name(), verb(f), textform.Rate(math.Abs(d.Value)),
		direction, rateRange(0, low, high), p.fromText())
	if direction == "less" && !p.After.rises {
		text += ", and is not shown to grow any more"
	}
	return text
}

func (p *Process) fromText() string {
	if module := p.from(); module != "" {
		return ", from " + textform.Printable(module)
	}
	return ""
}

// listed joins the first texts and counts the rest.
func listed(texts []string) string {
	text := strings.Join(texts[:min(len(texts), answerNames)], "; ")
	if rest := len(texts) - answerNames; rest > 0 {
		text += "; and " + textform.Count(rest) + " more"
	}
	return text
}
