package report

import (
	"fmt"
	"strings"

	"etledger/report/recipe"
)

// nextCapture says how to make a better capture than this one, with WPR, which Windows has, or PerfView where that made it and is
// able to.
func (e *evidence) nextCapture(d *Doctor) NextCapture {
	o := recipe.Options{
		Stacks: true, Minutes: recipe.DefaultMinutes,
		KernelMemory: true, // snapshots cost next to nothing
		Pool:         e.hooks(0x0E20, 0x0E27) > 0 || e.inForce("POOL"),
	}
	tool := e.tool()
	if _, err := recipe.For(tool, o); err != nil {
		tool = recipe.WPR
	}
	next := NextCapture{Advice: "Nothing needs to change.", Command: []string{"etledger", "recipe", "--tool", string(tool), "--minutes",
		fmt.Sprint(o.Minutes), "--stacks", "--kernel-memory"}}
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

// tool chooses what to record with: WPR, unless the names of the sessions say that it was PerfView.
func (e *evidence) tool() recipe.Tool {
	for _, h := range e.headers {
		switch {
		case strings.HasPrefix(h.SessionName, wprName):
			return recipe.WPR
		case strings.HasPrefix(h.SessionName, "PerfView"):
			return recipe.PerfView
		}
	}
	return recipe.WPR
}
