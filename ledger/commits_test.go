package ledger

import (
	"context"
	"testing"

	"etledger/etl"
	"etledger/model"
)

// TestCommitsWithStack counts the allocations that commit memory, and those of them that have a stack: not the stacks of frees
// and reservations, and both parts of one stack once.
func TestCommitsWithStack(t *testing.T) {
	for name, c := range map[string]struct {
		rows          func(b *books)
		commits, with uint64
	}{
		"all": {func(b *books) {
			b.alloc(1, 8, 0x10000, 0x3000)
			b.stack(direct, 1.1, 1, 8, 1, 0, 0, inKernel)
			b.stack(direct, 1.2, 1, 8, 1, 0, 0, inNtdll, inOne)
			b.alloc(2, 8, 0x20000, 0x3000)
			b.stack(keyUser, 2.1, 2, 8, 1, 0, 77)
		}, 2, 2},
		"frees and reservations": {func(b *books) {
			b.alloc(1, 8, 0x10000, 0x3000)
			b.virtual(model.VirtualOpAlloc, 1.5, 8, 0x40000, 0x3000, memReserve)
			b.stack(direct, 1.6, 1.5, 8, 1, 0, 0, inNtdll, inOne)
			b.free(2, 8, 0x10000, 0x3000)
			b.stack(direct, 2.1, 2, 8, 1, 0, 0, inNtdll, inOne)
		}, 1, 0},
		"some": {func(b *books) {
			for i := range uint64(9) {
				b.alloc(float64(i), 8, 0x10000*(i+1), 0x1000)
			}
			b.stack(direct, 9, 8, 8, 1, 0, 0, inNtdll, inTwo)
			b.virtual(model.VirtualOpAlloc, 10, 8, 0x10000, 0x1000, memReset|memCommit)
		}, 9, 1},
	} {
		b := newBooks(t, Options{})
		b.process(opListed, 0, 8, 4, "app.exe")
		b.loadImages(8)
		c.rows(b)
		if got := b.finish(100).Coverage; got.Commits != c.commits || got.CommitsWithStack != c.with {
			t.Errorf("%s: %d of %d, want %d of %d", name, got.CommitsWithStack, got.Commits, c.with, c.commits)
		}
	}
}

// TestCommitsOfARecording counts the rows of a recording of which all allocations have a stack.
func TestCommitsOfARecording(t *testing.T) {
	c, err := etl.Open(context.Background(), etl.Options{}, "../testdata/leaky-service.etl")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	l, commits := New(Options{}), uint64(0)
	for chunk, err := range model.NewReader(c, model.Options{}).Chunks(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		if batch := chunk.Batch(model.TableVirtualAlloc); batch != nil {
			rows := batch.VirtualAlloc()
			for i, op := range rows.Op {
				if op == model.VirtualOpAlloc && rows.AllocFlags[i]&0x1000 != 0 {
					commits++
				}
			}
		}
		if err := l.Add(chunk); err != nil {
			t.Fatal(err)
		}
		chunk.Release()
	}
	if got := l.Finish().Coverage; commits == 0 || got.Commits != commits || got.CommitsWithStack != commits {
		t.Errorf("%d of %d have a stack, and there are %d", got.CommitsWithStack, got.Commits, commits)
	}
}
