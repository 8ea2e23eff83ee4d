package report

import (
	"fmt"
	"strings"

	"etledger/report/recipe"
)

// nextCapture says how to make a better capture than this one, with the tool that made it, as far as that is known and able to.
func (e *evidence) nextCapture(d *Doctor) NextCapture {
	o := recipe.Options{
		Stacks: true, Minutes: recipe.DefaultMinutes,
		KernelMemory: e.snapshotEvents() == 0 || e.ids(providerMemory, 1, 3) > 0,
		Pool:         e.hooks(0x0E20, 0x0E27) > 0 || e.inForce("POOL"),
	}
	tool := e.tool()
	if _, err := recipe.For(tool, o); err != nil {
		tool = recipe.WPR
	}
	next := NextCapture{Advice: "Nothing needs to change.", Command: []string{"etledger", "recipe", "--tool", string(tool), "--minutes",
		fmt.Sprint(o.Minutes), "--stacks"}}
	if o.KernelMemory {
		next.Command = append(next.Command, "--kernel-memory")
	}
	if o.Pool {
		next.Command = append(next.Command, "--pool")
	}
	if len(e.headers) > 0 && e.headers[0].Processors > 0 && e.headers[0].Processors <= mostProcessors {
		next.Command = append(next.Command, "--processors", fmt.Sprint(e.headers[0].Processors))
	}
	if first := d.first(); first != nil {
		next.Advice = first.NextTime
	}
	return next
}

// tool guesses what recorded, from the names of the sessions.
func (e *evidence) tool() recipe.Tool {
	for _, h := range e.headers {
		switch {
		case strings.HasPrefix(h.SessionName, "WPR_"):
			return recipe.WPR
		case strings.HasPrefix(h.SessionName, "PerfView"):
			return recipe.PerfView
		case h.SessionName == kernelLoggerName:
			return recipe.XPerf
		}
	}
	return recipe.WPR
}
