package main

import (
	"io"
	"os"
	"sync"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"
)

// progress shows on a terminal how far the reading of a capture has come; anywhere else it is silent.
type progress struct {
	bars *mpb.Progress // nil when silent

	mu  sync.Mutex
	bar *mpb.Bar // of the reading, made at its first step
}

// newProgress shows progress on w if that is a terminal.
func newProgress(w io.Writer) *progress {
	if !isTerminal(w) {
		return &progress{}
	}
	return &progress{bars: mpb.New(mpb.WithOutput(w), mpb.WithWidth(40))}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// update is an etl.Options.Progress.
func (p *progress) update(done, total int64) {
	if p.bars == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar == nil {
		p.bar = p.bars.AddBar(total, mpb.BarRemoveOnComplete(),
			mpb.PrependDecorators(decor.CountersKibiByte("% .1f of % .1f ")),
			mpb.AppendDecorators(decor.AverageSpeed(decor.SizeB1024(0), "% .1f"), decor.AverageETA(decor.ET_STYLE_GO)))
	}
	p.bar.SetCurrent(done)
}

// end takes the bar off the terminal, so that the output begins on a clean line.
func (p *progress) end() {
	if p.bars == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		p.bar.Abort(true)
	}
	p.bars.Wait()
}
