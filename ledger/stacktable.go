package ledger

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// stackTable keeps each distinct stack once. A stack has a kernel and a user part, which are recorded together or apart;
// a part is a row of addresses, or stands for a key that a later record defines (rule 21).
type stackTable struct {
	parts  []stackPart // from 1
	sites  []site      // from 1
	bySite index       // by kernel and user part
	byHash index       // latest part with that hash
	seeds  [4]uint64   // of the hashes, random, so that no recording can be made to have many of one hash
	keys   map[uint64]stackKey
	frames int // addresses kept
	most   int // addresses to keep
	full   uint64
}

// stackPart is one part of a stack: addresses, the innermost first, or what stands for them.
type stackPart struct {
	frames []uint64
	before uint32 // part with the same hash before this one
	same   uint32 // of a key that is defined: the part with its frames
	uses   uint64 // of a key: events that refer to it
	keyed  bool
}

// site is a whole stack: its kernel and user part, 0 for none.
type site struct{ kernel, user uint32 }

// stackKey is the state of a key, which may stand for several stacks one after the other.
type stackKey struct {
	open  uint32 // part of the references since the last definition, 0 for none
	prior uint32 // part of the last definition that was made before use, 0 for none
}

func newStackTable(most int) stackTable {
	return stackTable{
		parts: make([]stackPart, 1), sites: make([]site, 1), keys: map[uint64]stackKey{}, most: most,
		seeds: [4]uint64{rand.Uint64(), rand.Uint64(), rand.Uint64(), rand.Uint64()},
	}
}

// part gives the part with the given frames, 0 when there are none or no more may be kept.
func (t *stackTable) part(frames []uint64) uint32 {
	if len(frames) == 0 {
		return 0
	}
	hash := t.hash(frames)
	head := t.byHash.get(hash)
	for id := head; id != 0; id = t.parts[id].before {
		if slices.Equal(t.parts[id].frames, frames) {
			return id
		}
	}
	if t.frames+len(frames) > t.most {
		t.full++
		return 0
	}
	t.frames += len(frames)
	t.parts = append(t.parts, stackPart{frames: slices.Clone(frames), before: head})
	id := uint32(len(t.parts) - 1)
	t.byHash.set(hash, id)
	return id
}

// hash folds the products of pairs of frames, in two chains that do not wait for one another.
func (t *stackTable) hash(frames []uint64) uint64 {
	a, b := uint64(len(frames)), uint64(0)
	for ; len(frames) >= 4; frames = frames[4:] {
		a = fold(frames[0]^t.seeds[0]^a, frames[1]^t.seeds[1])
		b = fold(frames[2]^t.seeds[2]^b, frames[3]^t.seeds[3])
	}
	for _, f := range frames {
		a = fold(f^t.seeds[0]^a, t.seeds[1])
	}
	return fold(a^t.seeds[2], b^t.seeds[3])
}

func fold(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	return hi ^ lo
}

// reference gives the part that stands for a key from its last definition to the next.
func (t *stackTable) reference(key uint64) uint32 {
	k := t.keys[key]
	if k.open == 0 {
		t.parts = append(t.parts, stackPart{keyed: true, same: k.prior})
		k.open = uint32(len(t.parts) - 1)
		t.keys[key] = k
	}
	t.parts[k.open].uses++
	return k.open
}

// define enters the frames of a key. They are those of all references since the definition before; a definition at the
// key's creation serves those after it as well, when nothing better comes.
func (t *stackTable) define(key uint64, frames []uint64, creation bool) {
	k := t.keys[key]
	if k.open == 0 && !creation {
		if k.prior != 0 {
			delete(t.keys, key)
		}
		return
	}
	part := t.part(frames)
	if k.open != 0 {
		t.parts[k.open].same = part
	}
	k = stackKey{}
	if creation {
		k.prior = part
	}
	if k == (stackKey{}) {
		delete(t.keys, key)
		return
	}
	t.keys[key] = k
}

// site gives the number of a whole stack, 0 for none.
func (t *stackTable) site(kernel, user uint32) uint32 {
	s := site{kernel, user}
	if s == (site{}) {
		return 0
	}
	key := uint64(kernel)<<32 | uint64(user)
	id := t.bySite.get(key)
	if id == 0 {
		t.sites = append(t.sites, s)
		id = uint32(len(t.sites) - 1)
		t.bySite.set(key, id)
	}
	return id
}

// stack gives the frames of a whole stack, the innermost first: the kernel part, then the user part.
func (t *stackTable) stack(id uint32) []uint64 {
	s := t.sites[id]
	return slices.Concat(t.framesOf(s.kernel), t.framesOf(s.user))
}

func (t *stackTable) framesOf(part uint32) []uint64 { return t.parts[t.resolvedPart(part)].frames }

// resolvedPart gives the part that has the frames: of a key that was defined, that of its definition.
func (t *stackTable) resolvedPart(part uint32) uint32 {
	if p := &t.parts[part]; p.keyed {
		return p.same
	}
	return part
}

// resolved gives the parts of a whole stack that have its frames. They are equal for equal addresses.
func (t *stackTable) resolved(id uint32) site {
	s := t.sites[id]
	return site{t.resolvedPart(s.kernel), t.resolvedPart(s.user)}
}

// unresolved counts the references to keys that nothing defined.
func (t *stackTable) unresolved() (n uint64) {
	for i := range t.parts {
		if p := &t.parts[i]; p.keyed && p.same == 0 {
			n += p.uses
		}
	}
	return n
}
