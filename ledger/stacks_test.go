package ledger

import (
	"math/rand/v2"
	"slices"
	"testing"

	"etledger/model"
)

const (
	direct     = model.StackOpDirect
	keyKernel  = model.StackOpKeyKernel
	keyUser    = model.StackOpKeyUser
	keyCreate  = model.StackOpKeyCreate
	keyDelete  = model.StackOpKeyDelete
	keyRundown = model.StackOpKeyRundown
)

// Addresses in the images that loadImages makes known.
const (
	inKernel = kernelBase + 0x111
	inDriver = kernelBase + 0x100000 + 0x222
	inNtdll  = codeBase + 0x111
	inHeap   = codeBase + 0x100000 + 0x333
	inApp    = codeBase + 0x200000 + 0x444
	inOne    = codeBase + 0x300000 + 0x555
	inTwo    = codeBase + 0x400000 + 0x666
	inNone   = codeBase + 0x900000
)

func (b *books) loadImages(pid uint32) {
	for i, name := range []string{"ntdll.dll", "ucrtbase.dll", "app.exe", "one.dll", "two.dll"} {
		b.image(model.OpRundownStart, 0, pid, codeBase+uint64(i)<<20, 0x100000, `\Device\HarddiskVolume3\bin\`+name)
	}
	b.image(model.OpRundownStart, 0, 4, kernelBase, 0x100000, `\SystemRoot\system32\ntoskrnl.exe`)
	b.image(model.OpRundownStart, 0, 0, kernelBase+0x100000, 0x100000, `\SystemRoot\system32\drivers\filter.sys`)
}

func texts(s []Suspect) (list []string) {
	for _, x := range s {
		list = append(list, x.Module+" "+x.Frame)
	}
	return list
}

// TestStackMatching gives for each script of rows the suspects of number 8. Every allocation has another size, so that
// the order of suspects is known.
func TestStackMatching(t *testing.T) {
	one, two, unknown := "one.dll one.dll+0x555", "two.dll two.dll+0x666", "unknown "
	tests := []struct {
		name      string
		rows      func(b *books)
		want      []string
		unmatched uint64
	}{
		{"the next record", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x3000)
			b.stack(direct, 1.1, 1, 8, 1, 0, 0, inKernel, inNtdll, inOne)
		}, []string{one}, 0},
		{"much later, from another processor", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x3000)
			for i := range 200 {
				b.alloc(2+float64(i)/100, 12, 0x10000+uint64(i)<<16, 0x1000)
			}
			b.stack(direct, 5, 1, 8, 1, 7, 0, inOne)
		}, []string{one}, 0},
		{"from another processor, of another process", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x3000)
			b.stack(direct, 5, 1, 16, 1, 7, 0, inOne)
		}, nil, 1},
		{"equal stamps told apart by thread", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x3000, tid(1))
			b.alloc(1, 8, 0x20000, 0x2000, tid(2))
			b.stack(direct, 1.1, 1, 8, 1, 0, 0, inOne)
			b.stack(direct, 1.1, 1, 8, 2, 0, 0, inTwo)
		}, []string{one, two}, 0},
		{"equal stamps told apart by processor", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x3000, on(1))
			b.alloc(1, 8, 0x20000, 0x2000, on(2))
			b.stack(direct, 1.1, 1, 8, 1, 1, 0, inOne)
			b.stack(direct, 1.1, 1, 8, 2, 2, 0, inTwo)
		}, []string{one, two}, 0},
		{"a thread that differs", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x3000, tid(1))
			b.stack(direct, 1.1, 1, 8, 2, 0, 0, inOne)
		}, nil, 1},
		{"one stack serves one event", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x3000)
			b.alloc(1, 8, 0x20000, 0x2000)
			b.stack(direct, 1.1, 1, 8, 1, 0, 0, inOne)
		}, []string{one, unknown}, 0},
		{"an event takes one stack", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x3000)
			b.stack(direct, 1.1, 1, 8, 1, 0, 0, inOne)
			b.stack(direct, 1.2, 1, 8, 1, 0, 0, inTwo)
		}, []string{one}, 1},
		{"a free takes its own stack", func(b *books) {
			b.alloc(0.5, 8, 0x20000, 0x3000)
			b.alloc(1, 8, 0x10000, 0x2000)
			b.free(1, 8, 0x20000, 0x3000)
			b.stack(direct, 1.1, 1, 8, 1, 0, 0, inTwo)
			b.stack(direct, 1.1, 1, 8, 1, 0, 0, inOne)
		}, []string{one}, 0},
		{"kernel part and user part in two records", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x3000)
			b.stack(direct, 1.1, 1, 8, 1, 0, 0, inKernel)
			b.stack(direct, 4, 1, 8, 1, 3, 0, inNtdll, inOne)
		}, []string{one}, 0},
		{"user part first", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x3000)
			b.stack(direct, 1.1, 1, 8, 1, 0, 0, inOne)
			b.stack(direct, 1.2, 1, 8, 1, 0, 0, inKernel)
		}, []string{one}, 0},
		{"the stack of memory that was freed meanwhile", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x3000)
			b.free(1.05, 8, 0x10000, 0x3000)
			b.alloc(1.06, 8, 0x10000, 0x3000)
			b.stack(direct, 1.1, 1, 8, 1, 0, 0, inOne)
			b.stack(direct, 1.1, 1.06, 8, 1, 0, 0, inTwo)
		}, []string{two}, 0},
		{"keys, defined when they are evicted", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x3000)
			b.stack(keyKernel, 1.1, 1, 8, 1, 0, 100)
			b.stack(keyUser, 1.2, 1, 8, 1, 0, 200)
			b.stack(keyDelete, 2, 0, noNumber, noNumber, 0, 200, inNtdll, inOne)
			b.alloc(3, 8, 0x20000, 0x2000) // the key is used again
			b.stack(keyUser, 3.1, 3, 8, 1, 0, 200)
			b.stack(keyRundown, 9, 0, noNumber, noNumber, 0, 100, inKernel)
			b.stack(keyRundown, 9, 0, noNumber, noNumber, 0, 200, inTwo)
		}, []string{one, two}, 0},
		{"a key defined at its creation only", func(b *books) {
			b.stack(keyCreate, 0.5, 0, noNumber, noNumber, 0, 200, inOne)
			b.alloc(1, 8, 0x10000, 0x3000)
			b.stack(keyUser, 1.1, 1, 8, 1, 0, 200)
		}, []string{one}, 0},
		{"a key that is deleted before it is used again", func(b *books) {
			b.stack(keyCreate, 0.5, 0, noNumber, noNumber, 0, 200, inOne)
			b.stack(keyDelete, 0.6, 0, noNumber, noNumber, 0, 200, inOne)
			b.alloc(1, 8, 0x10000, 0x3000)
			b.stack(keyUser, 1.1, 1, 8, 1, 0, 200)
		}, []string{unknown}, 0},
		{"memory without a stack comes last", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x9000)
			b.alloc(2, 8, 0x20000, 0x1000)
			b.stack(direct, 2.1, 2, 8, 1, 0, 0, inOne)
		}, []string{one, unknown}, 0},
		{"pages that two sites commit", func(b *books) {
			b.alloc(1, 8, 0x10000, 0x3000)
			b.stack(direct, 1.1, 1, 8, 1, 0, 0, inOne)
			b.virtual(model.VirtualOpAlloc, 2, 8, 0x10000, 0x3000, commit)
			b.stack(direct, 2.1, 2, 8, 1, 0, 0, inTwo)
		}, []string{one}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBooks(t, Options{})
			b.process(opListed, 0, 8, 4, "app.exe")
			b.loadImages(8)
			test.rows(b)
			a := b.finish(100)
			if got := texts(lifetime(t, a, 8, 0).Suspects); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if a.Coverage.StacksUnmatched != test.unmatched {
				t.Errorf("%d unmatched, want %d", a.Coverage.StacksUnmatched, test.unmatched)
			}
		})
	}
}

// TestUnresolvedKeys counts the references to keys without a definition.
func TestUnresolvedKeys(t *testing.T) {
	b := newBooks(t, Options{})
	for i := range 3 {
		at := 1 + float64(i)
		b.alloc(at, 8, uint64(i+1)<<16, 0x1000)
		b.stack(keyKernel, at, at, 8, 1, 0, 100)
		b.stack(keyUser, at, at, 8, 1, 0, 200)
	}
	b.stack(keyRundown, 9, 0, noNumber, noNumber, 0, 100, inKernel)
	if got := b.finish(10).Coverage; got.StackKeysUnresolved != 3 || got.StacksMatched != 6 {
		t.Errorf("got %+v", got)
	}
}

// TestPendingIndexForgets checks that an event leaves the index when enough others have come, and not before.
func TestPendingIndexForgets(t *testing.T) {
	b := newBooks(t, Options{PendingStacks: 1024})
	b.loadImages(8)
	b.alloc(0.5, 8, 0x10000, 0x1000)
	b.stack(direct, 0.6, 0.5, 8, 1, 0, 0, inOne) // the index has its full size from here on
	b.alloc(1, 8, 0x20000, 0x2000)
	b.alloc(2, 8, 0x30000, 0x3000)
	for i := range 1023 {
		s := b.stamp(3 + float64(i)/1000)
		r := s.virtual(model.VirtualOpFree, 8)
		r.base, r.flags = 0x10000, memRelease
		b.l.virtualRow(&r)
	}
	b.stack(direct, 9, 1, 8, 1, 0, 0, inTwo)
	b.stack(direct, 9, 2, 8, 1, 0, 0, inTwo)
	a := b.finish(10)
	if a.Coverage.StacksMatched != 2 || a.Coverage.StacksUnmatched != 1 {
		t.Errorf("got %+v", a.Coverage)
	}
}

// TestPendingIndexGrows keeps the events of the small index when the first stack record makes it large.
func TestPendingIndexGrows(t *testing.T) {
	b := newBooks(t, Options{})
	const n = 1000
	for i := range n {
		b.alloc(1+float64(i)/1000, 8, uint64(i+1)<<16, 0x1000)
	}
	for i := range n {
		b.stack(direct, 3, 1+float64(i)/1000, 8, 1, 0, 0, inOne)
	}
	if a := b.finish(10); a.Coverage.StacksMatched != fewPending {
		t.Errorf("%d matched, want %d", a.Coverage.StacksMatched, fewPending)
	}
}

// TestStackFramesAreBounded keeps no more addresses than the options allow.
func TestStackFramesAreBounded(t *testing.T) {
	b := newBooks(t, Options{StackFrames: 100})
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 50 {
		at := 1 + float64(i)/10
		b.alloc(at, 8, uint64(i+1)<<16, 0x1000)
		b.stack(direct, at, at, 8, 1, 0, 0, inOne, inOne+r.Uint64N(1<<12), inOne+uint64(i), inOne, inOne)
	}
	kept := b.l.stacks.frames
	a := b.finish(10)
	if a.Coverage.StacksDropped != 30 || kept != 100 {
		t.Errorf("%d dropped, %d addresses kept", a.Coverage.StacksDropped, kept)
	}
	if s := lifetime(t, a, 8, 0).Suspects; len(s) == 0 || s[len(s)-1].OutstandingBytes != 30*0x1000 {
		t.Errorf("memory of dropped stacks: %+v", s)
	}
}

func TestKernelAddressesOf32Bit(t *testing.T) {
	b := newBooks(t, Options{})
	if b.l.isKernel(0x80001000) {
		t.Error("an address of a 32-bit process on a 64-bit system is taken as the kernel's")
	}
	b.image(model.OpRundownStart, 0, 4, 0x82600000, 0x400000, `\SystemRoot\system32\ntkrnlpa.exe`)
	if !b.l.isKernel(0x80001000) || b.l.isKernel(0x7fff0000) {
		t.Error("kernel addresses of a 32-bit system are not told")
	}
	b.process(opListed, 0, 8, 4, "app.exe")
	b.image(model.OpRundownStart, 0, 8, 0x400000, 0x10000, `\Device\HarddiskVolume1\app.exe`)
	b.alloc(1, 8, 0x10000, 0x1000)
	b.stack(direct, 1.1, 1, 8, 1, 0, 0, 0x82600123, 0x400456)
	if got := texts(lifetime(t, b.finish(2), 8, 0).Suspects); !slices.Equal(got, []string{"app.exe app.exe+0x456"}) {
		t.Errorf("got %q", got)
	}
}
