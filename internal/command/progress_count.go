package command

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// countProgress shows on a terminal how many of some things are done; anywhere else it is silent.
type countProgress struct {
	what string
	bars *mpb.Progress // nil when silent

	mu   sync.Mutex
	bar  *mpb.Bar
	note atomic.Pointer[string] // what stands before the bar

	ended sync.Once
}

// newCountProgress shows progress on w if that is a terminal.
func newCountProgress(w io.Writer, what string) *countProgress {
	if !isTerminal(w) || os.Getenv("TERM") == "dumb" {
		return &countProgress{what: what}
	}
	return &countProgress{what: what, bars: mpb.New(mpb.WithOutput(w), mpb.WithWidth(40))}
}

// update tells how many there are and how many are done.
func (p *countProgress) update(done, total int) {
	p.at(int64(done), int64(total), fmt.Sprintf("%d of %d %s", done, total, p.what))
}

// at moves the bar, and says before it what has been done.
func (p *countProgress) at(done, total int64, note string) {
	if p.bars == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.note.Store(&note)
	if p.bar == nil {
		p.bar = p.bars.AddBar(total, mpb.BarRemoveOnComplete(),
			mpb.PrependDecorators(decor.Any(func(decor.Statistics) string { return *p.note.Load() + " " })),
			mpb.AppendDecorators(decor.AverageETA(decor.ET_STYLE_GO), decor.Name(" left")))
	}
	p.bar.SetTotal(total, false)
	p.bar.SetCurrent(done)
}

// end takes the bar off the terminal. It may be called again.
func (p *countProgress) end() {
	if p.bars == nil {
		return
	}
	p.ended.Do(func() {
		p.mu.Lock()
		if p.bar != nil {
			p.bar.Abort(true)
		}
		p.mu.Unlock()
		p.bars.Wait()
	})
}
