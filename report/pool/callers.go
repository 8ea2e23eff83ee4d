package pool

import (
	"context"
	"encoding/binary"
	"slices"

	"etledger/etl"
	"etledger/model"
	"etledger/model/poolsnap"
	"etledger/model/pooltag"
)

// What the matching of stacks to pool allocations may hold at once.
const (
	mostAwaiting = 1 << 16 // allocations that may still get a stack
	mostKeys     = 1 << 20 // stacks known by their key alone
	mostStacks   = 1 << 18 // distinct stacks
	framesKept   = 12      // of each, innermost first
)

// callers finds who allocates under each tag: by the stacks that a recording has of pool allocations.
type callers struct {
	awaiting map[stamp]int // index in ring
	ring     []allocation
	next     int
	stacks   map[string]int // by their frames
	frames   [][]uint64
	sums     map[tagStack]uint64                // bytes allocated by stack
	keyed    map[uint64]map[poolsnap.Tag]uint64 // bytes whose stack is not defined yet, by key
	defined  map[uint64]int                     // stacks of keys that were defined before they are used
	images   []kernelImage
}

// stamp is what a stack tells of its event.
type stamp struct {
	ticks     int64
	processor uint16
}

type allocation struct {
	at    stamp
	tag   poolsnap.Tag
	bytes uint64
}

type tagStack struct {
	tag   poolsnap.Tag
	stack int
}

// callersOf reads a capture once more for its pool allocations and their stacks.
func callersOf(ctx context.Context, capture *etl.Capture) (map[poolsnap.Tag][]pooltag.Stack, error) {
	c := &callers{awaiting: map[stamp]int{}, stacks: map[string]int{}, sums: map[tagStack]uint64{},
		keyed: map[uint64]map[poolsnap.Tag]uint64{}, defined: map[uint64]int{}}
	reader := model.NewReader(capture, model.Options{Tables: []model.Table{model.TablePool, model.TableStack, model.TableFrame,
		model.TableImage}})
	for chunk, err := range reader.Chunks(ctx) {
		if err != nil {
			return nil, err
		}
		if b := chunk.Batch(model.TablePool); b != nil {
			rows := b.Pool()
			c.addAllocations(&rows)
		}
		if b := chunk.Batch(model.TableImage); b != nil {
			rows := b.Image()
			c.addImages(&rows)
		}
		if b, f := chunk.Batch(model.TableStack), chunk.Batch(model.TableFrame); b != nil && f != nil {
			rows := b.Stack()
			c.addStacks(&rows, f.Frame().Address)
		}
		chunk.Release()
	}
	return c.modules(), nil
}

func (c *callers) addAllocations(rows *model.PoolRows) {
	const protected = 0x80000000 // bit of the tag
	for i, op := range rows.Op {
		if op != model.PoolOpAlloc {
			continue
		}
		a := allocation{at: stamp{rows.Ticks[i], rows.Processor[i]}, bytes: rows.Bytes[i]}
		binary.LittleEndian.PutUint32(a.tag[:], rows.Tag[i]&^protected)
		if len(c.ring) < mostAwaiting {
			c.ring = append(c.ring, a)
		} else {
			if old := c.ring[c.next].at; c.awaiting[old] == c.next {
				delete(c.awaiting, old)
			}
			c.ring[c.next] = a
		}
		c.awaiting[a.at] = c.next
		c.next = (c.next + 1) % mostAwaiting
	}
}

func (c *callers) addStacks(rows *model.StackRows, addresses []uint64) {
	for i, op := range rows.Op {
		var frames []uint64
		first, count := rows.FirstFrame[i]-rows.FirstFrame[0], uint64(rows.FrameCount[i])
		if size := uint64(len(addresses)); first <= size && count <= size-first {
			frames = addresses[first : first+count]
		}
		key, _ := rows.Key.At(i)
		switch op {
		case model.StackOpKeyCreate, model.StackOpKeyDelete, model.StackOpKeyRundown:
			c.define(key, frames, op == model.StackOpKeyCreate)
			continue
		}
		ticks, _ := rows.EventTicks.At(i)
		at := stamp{ticks, rows.Processor[i]}
		n, found := c.awaiting[at]
		if !found {
			continue
		}
		switch a := &c.ring[n]; op {
		case model.StackOpDirect:
			delete(c.awaiting, at) // the kernel's part comes first, and it is what matters here
			c.add(a.tag, a.bytes, c.stack(frames))
		case model.StackOpKeyKernel:
			delete(c.awaiting, at)
			c.addKeyed(a, key)
		}
	}
}

// addKeyed gives an allocation the stack of a key, now or when the key is defined.
func (c *callers) addKeyed(a *allocation, key uint64) {
	if stack, ok := c.defined[key]; ok {
		c.add(a.tag, a.bytes, stack)
		return
	}
	if c.keyed[key] == nil {
		if len(c.keyed) == mostKeys {
			return
		}
		c.keyed[key] = map[poolsnap.Tag]uint64{}
	}
	c.keyed[key][a.tag] += a.bytes
}

// define tells the frames of a key: of those who have used it, and, where it has just been made, of those who will.
func (c *callers) define(key uint64, frames []uint64, made bool) {
	waiting := c.keyed[key]
	delete(c.keyed, key)
	delete(c.defined, key)
	if len(waiting) == 0 && !made {
		return
	}
	stack := c.stack(frames)
	for tag, bytes := range waiting {
		c.add(tag, bytes, stack)
	}
	if made && len(c.defined) < mostKeys {
		c.defined[key] = stack
	}
}

// stack gives the number of a stack, -1 when there are too many.
func (c *callers) stack(frames []uint64) int {
	frames = frames[:min(len(frames), framesKept)]
	var key []byte
	for _, f := range frames {
		key = binary.LittleEndian.AppendUint64(key, f)
	}
	if n, ok := c.stacks[string(key)]; ok {
		return n
	}
	if len(c.frames) == mostStacks {
		return -1
	}
	n := len(c.frames)
	c.stacks[string(key)] = n
	c.frames = append(c.frames, slices.Clone(frames))
	return n
}

func (c *callers) add(tag poolsnap.Tag, bytes uint64, stack int) {
	if stack >= 0 {
		c.sums[tagStack{tag, stack}] += bytes
	}
}
