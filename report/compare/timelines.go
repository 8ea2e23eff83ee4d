package compare

import "etledger/report"

// Bounds of the timelines.
const (
	mostPoints    = 256 // of each
	mostTimelines = 4   // captures of each side
)

// timelines give the committed bytes of the members over time, for the first captures of a side that have details.
func (s groupSide) timelines(side string) (list []Timeline) {
	for _, c := range s {
		if len(list) == mostTimelines {
			break
		}
		if levels := c.levels(); levels != nil {
			step := (len(levels)-1)/mostPoints + 1
			t := Timeline{Side: side, Capture: c.index, StepS: rounded(c.report.Details.BinS*float64(step), 1e-9)}
			t.FirstS = t.StepS
			for i := step - 1; i < len(levels)+step-1; i += step {
				t.Bytes = append(t.Bytes, levels[min(i, len(levels)-1)])
			}
			list = append(list, t)
		}
	}
	return list
}

// levels adds up the levels of the members at the end of each bin of the report; nil where the report has no details, or
// nothing moved. What a member holds at its exit goes back to the system.
func (c *groupCapture) levels() []int64 {
	d := c.report.Details
	if d == nil || d.Bins <= 0 || d.Bins > 1<<16 {
		return nil
	}
	levels, moved := make([]int64, d.Bins), false
	for _, p := range c.members {
		if p.Details == nil || p.Details.Timeline == nil {
			continue
		}
		moved = true
		addLevels(levels, p, d.BinS)
	}
	if !moved {
		return nil
	}
	return levels
}

func addLevels(levels []int64, p *report.Process, bin float64) {
	t := p.Details.Timeline
	change := make([]int64, len(levels)+1)
	at := func(i int) *int64 { return &change[max(0, min(i, len(levels)))] }
	for i, bytes := range t.Committed {
		*at(t.FirstBin + i) += int64(bytes)
	}
	for i, bytes := range t.BeforeFreed {
		*at(t.FirstBin + i) -= int64(bytes)
	}
	for _, f := range t.Freed {
		*at(t.FirstBin + int(f[1])) -= int64(f[2])
	}
	end := len(levels)
	if p.EndS != nil && bin > 0 {
		end = min(end, int(*p.EndS/bin))
	}
	var sum int64
	for i := range levels {
		if sum += change[i]; i < end {
			levels[i] += sum
		}
	}
}
