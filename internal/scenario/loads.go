package scenario

import "time"

// Load loads a module while the program runs, which takes no memory.
type Load struct {
	Module string
	Delay  time.Duration // from the start of the process, or of the capture
}

func (l Load) module() string { return "" }

func (l Load) begin(a *actor) {
	a.after(l.Delay, func() { a.process.loadLate(l.Module) })
}
