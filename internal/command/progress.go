package command

import (
	"context"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"etledger/model"
	"etledger/model/dataset"
)

// progress shows on a terminal how far the reading of a capture has come; anywhere else it is silent.
type progress struct {
	bars *mpb.Progress // nil when silent

	mu  sync.Mutex
	bar *mpb.Bar // of the reading, made at its first step
}

// newProgress shows progress on w if that is a terminal.
func newProgress(w io.Writer) *progress {
	if !isTerminal(w) || os.Getenv("TERM") == "dumb" { // which cannot take a line back
		return &progress{}
	}
	return &progress{bars: mpb.New(mpb.WithOutput(w), mpb.WithWidth(40))}
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
			mpb.AppendDecorators(decor.AverageSpeed(decor.SizeB1024(0), "% .1f, "), decor.AverageETA(decor.ET_STYLE_GO),
				decor.Name(" left")))
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

// chunksOf gives the chunks of a capture of a dataset, and shows how far the reading has come: in bytes of the recording,
// as where that is read, by the share of its events.
func chunksOf(ctx context.Context, c console, capture *dataset.Capture, decoding model.Options) chunks {
	var events, done uint64
	for _, kind := range capture.Stats.Kinds {
		if table, ok := model.TableOf(kind.KindKey); ok && (decoding.Tables == nil || slices.Contains(decoding.Tables, table)) {
			events += kind.Count
		}
	}
	return func(yield func(*model.Chunk, error) bool) {
		show := newProgress(c.err)
		defer show.end()
		for chunk, err := range capture.Chunks(ctx, decoding) {
			if err == nil {
				done = min(done+uint64(len(chunk.Order())), events) // some events have several rows
				show.update(int64(float64(capture.Bytes())*float64(done)/float64(max(events, 1))), int64(capture.Bytes()))
			}
			if !yield(chunk, err) {
				return
			}
		}
	}
}
