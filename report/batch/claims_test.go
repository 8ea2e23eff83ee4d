package batch

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"time"
)

// Whoever is fastest, the first in order stands for a content.
func TestClaims(t *testing.T) {
	const inputs = 200
	id := func(i int) string { return string(rune('a' + i%7)) }
	c := newClaims(inputs)
	owners := make([]int, inputs)
	var group sync.WaitGroup
	for _, i := range rand.New(rand.NewPCG(1, 2)).Perm(inputs) {
		group.Go(func() {
			if i%5 == 3 {
				c.none(i) // it could not be read
				return
			}
			owners[i], _ = c.claim(context.Background(), i, id(i))
		})
	}
	group.Wait()
	first := map[string]int{}
	for i := range inputs {
		if i%5 == 3 {
			continue
		}
		if _, ok := first[id(i)]; !ok {
			first[id(i)] = i
		}
		if owners[i] != first[id(i)] {
			t.Errorf("input %d is stood for by %d, expected %d", i, owners[i], first[id(i)])
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(10*time.Millisecond, cancel)
	if _, err := newClaims(2).claim(ctx, 1, "a"); !errors.Is(err, context.Canceled) {
		t.Errorf("one that waits when the context ends: %v", err)
	}
}
