package batch

import "sync"

// progress sums up how far the captures of a run have come.
type progress struct {
	tell  func(Progress)
	mu    sync.Mutex
	state Progress
	sizes []int64
	read  []int64 // of each capture, as far as its size
}

func newProgress(captures []Capture, tell func(Progress)) *progress {
	p := &progress{tell: tell, sizes: make([]int64, len(captures)), read: make([]int64, len(captures))}
	p.state.Total = len(captures)
	for i := range captures {
		p.sizes[i] = max(0, captures[i].Size)
		p.state.TotalBytes += p.sizes[i]
	}
	return p
}

// of gives what is told how far one capture has come, in bytes of its recordings, which may be packed.
func (p *progress) of(i int) func(done, total int64) {
	if p.tell == nil {
		return nil
	}
	return func(done, total int64) {
		if total <= 0 {
			return
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.reach(i, int64(float64(p.sizes[i])*min(1, float64(done)/float64(total))))
	}
}

// reach enters that a capture was read so far, and tells it. It never goes back.
func (p *progress) reach(i int, bytes int64) {
	if bytes <= p.read[i] {
		return
	}
	p.state.Bytes += bytes - p.read[i]
	p.read[i] = bytes
	p.tell(p.state)
}

// through enters that a capture is through.
func (p *progress) through(i int, failed bool) {
	if p.tell == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state.Done++
	if failed {
		p.state.Failed++
	}
	p.state.Bytes += p.sizes[i] - p.read[i]
	p.read[i] = p.sizes[i]
	p.tell(p.state)
}
