package batch

import (
	"context"
	"math"

	"golang.org/x/sync/semaphore"
)

// memory admits captures as long as all that are worked on need less than a ceiling by estimate. A nil memory has none.
type memory struct {
	ceiling int64
	free    *semaphore.Weighted
}

func newMemory(ceiling int64) *memory {
	if ceiling <= 0 {
		return nil
	}
	return &memory{ceiling, semaphore.NewWeighted(ceiling)}
}

// acquire waits until there is room. Who needs more than all of it waits for all of it.
func (m *memory) acquire(ctx context.Context, need int64) error {
	if m == nil {
		return ctx.Err()
	}
	return m.free.Acquire(ctx, min(need, m.ceiling))
}

// fitting is how many captures of one need may be worked on at once.
func (m *memory) fitting(need int64) int {
	if m == nil || need <= 0 {
		return math.MaxInt
	}
	return int(max(1, m.ceiling/need))
}

func (m *memory) release(need int64) {
	if m != nil {
		m.free.Release(min(need, m.ceiling))
	}
}
