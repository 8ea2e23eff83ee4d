package ledger

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"etledger/model"
)

// playBooks enters rows of all kinds about few processes, addresses and keys, as a script of bytes has them. Whatever the
// rows say, the books must hold together after each, and be the same when rows are carried out together, also by several
// goroutines.
func playBooks(t *testing.T, script []byte) {
	want := playScript(newBooks(t, Options{PendingStacks: 256, StackFrames: 500, Concurrency: 1}), script)
	for _, concurrency := range []int{1, 3} {
		for _, most := range []int{1, 8, mostSegments} {
			b := newBooks(t, Options{PendingStacks: 256, StackFrames: 500, Concurrency: concurrency})
			b.unverified = true
			b.l.inBatchesOf(most)
			if got := playScript(b, script); !reflect.DeepEqual(got, want) {
				t.Errorf("accounts differ: concurrency %d, %d segments in a batch", concurrency, most)
			}
		}
	}
}

// inBatchesOf sets how many segments make a batch, and has even small ones carried out by several goroutines.
func (l *Ledger) inBatchesOf(segments int) {
	l.most, l.batch.most, l.carrier.few = segments, segments, 0
}

// playScript enters the rows of a script and finishes.
func playScript(b *books, script []byte) *Accounts {
	at := 0.0
	next := func() uint64 {
		if len(script) == 0 {
			return 0
		}
		v := script[0]
		script = script[1:]
		return uint64(v)
	}
	names := []string{"", "a.exe", "b.exe", "SearchFilterHo", "SearchFilterHost.exe"}
	pids := []uint32{0, 4, 8, 12, noNumber}
	pid := func() uint32 { return pids[next()%uint64(len(pids))] }
	address := func() uint64 { return codeBase + next()<<12 + next()%3 }
	allocs := []uint32{reserve, commit, both, both, holder, replace, memReset, both | memLarge, 0}
	frees := []uint32{decommit, release, release, preserve, coalesce, 0}
	var events []float64
	for len(script) > 0 {
		what := next()
		at += []float64{0, 0.001, 0.1, 0.7, 3}[next()%5]
		s := b.stamp(at)
		s.processor = uint16(next() % 2)
		if next()%3 == 0 {
			s.pid, s.tid = pid(), uint32(next()%3)
		}
		switch what % 12 {
		case 0, 1:
			r := processRow{nano: s.nano, by: s.pid, op: uint8(next()%6) + 1, number: pid(), parent: pid(),
				parentKnown: next()%2 == 0, name: names[next()%5], key: next() % 3, manifest: next()%4 == 0}
			b.l.processRow(&r)
		case 2, 3, 4, 5:
			r := s.virtual(uint8(next()%2)+1, pid())
			r.base, r.size = address(), next()<<10
			if next()%8 == 0 {
				r.op = uint8(next()%2) + 3
				r.commitSize, r.hasCommitSize = next()<<11, next()%2 == 0
			}
			r.flags = allocs[next()%uint64(len(allocs))]
			if r.op == model.VirtualOpFree {
				r.flags = frees[next()%uint64(len(frees))]
			}
			events = append(events, at)
			b.l.virtualRow(&r)
		case 6, 7:
			event := at
			if len(events) > 0 {
				event = events[uint64(len(events)-1)-next()%uint64(min(len(events), 256))]
			}
			frames := make([]uint64, next()%5)
			for i := range frames {
				frames[i] = []uint64{codeBase, kernelBase, 0}[next()%3] + next()<<12
			}
			r := stackRow{processor: s.processor, op: uint8(next()%6) + 1, event: nanos(event), process: pid(),
				thread: uint32(next() % 3), key: next() % 3, frames: frames}
			b.l.stackRow(&r)
		case 8:
			r := imageRow{nano: s.nano, op: uint8(next()%4) + 1, process: pid(), base: address(), size: next() << 10,
				name: names[next()%5]}
			b.l.imageRow(&r)
		case 9:
			r := threadRow{nano: s.nano, op: uint8(next()%4) + 1, process: pid(), thread: uint32(next() % 4),
				stackBase: address(), stackLimit: address()}
			b.l.threadRow(&r)
			f := faultRow{nano: s.nano, process: pid(), thread: uint32(next() % 4), bytes: 1, duration: -5}
			b.l.faultRow(&f)
		case 10:
			r := viewRow{nano: s.nano, op: uint8(next()%4) + 1, process: pid(), base: address(), size: next() << 10,
				section: uint16(next())}
			b.l.viewRow(&r)
			p := poolRow{nano: s.nano, op: uint8(next()%3) + 1, kind: uint32(next()), tag: uint32(next() % 3), bytes: next(),
				entry: next() % 5, session: noNumber}
			b.l.poolRow(&p)
		case 11:
			b.counters(at, pid(), next()%2 == 0, next()<<12)
			b.snapshot(at, pid(), next()<<12)
		}
		b.verify()
	}
	return b.finish(at + 1)
}

func FuzzBooks(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) < 8192 {
			playBooks(t, script)
		}
	})
}

func TestBooksOfRandomRows(t *testing.T) {
	for seed := range rounds(150) {
		r := rand.New(rand.NewPCG(seed, 4))
		script := make([]byte, 8000)
		for i := range script {
			script[i] = byte(r.Uint32())
		}
		playBooks(t, script)
	}
}
