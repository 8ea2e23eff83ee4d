package etl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"etledger/internal/etlwriter"
)

// trace is what an iteration delivered: a line for each event or damage.
type trace struct {
	lines  []string
	kinds  []KindKey // of the events, the zero key for damage
	losses Losses
	counts []KindCount
	met    string
}

func (tr *trace) add(e *Event, err error) {
	if err != nil {
		tr.lines, tr.kinds = append(tr.lines, err.Error()), append(tr.kinds, KindKey{})
		return
	}
	h := fnv.New64a()
	h.Write(e.Payload)
	h.Write(e.extended)
	tr.lines = append(tr.lines, fmt.Sprintf("%d %d %v %d/%d at %d+%d, %d/%d/%v, %d-bit, %d bytes %x", e.Ticks, e.UnixNano,
		KeyOf(e), e.Recording, e.Processor, e.Buffer, e.Offset, e.PID, e.TID, e.HasThread, 8*e.PointerSize, len(e.Payload),
		h.Sum64()))
	tr.kinds = append(tr.kinds, KeyOf(e))
}

// eventTrace reads a capture with Events.
func eventTrace(t testing.TB, c *Capture) *trace {
	t.Helper()
	tr := new(trace)
	for e, err := range c.Events(context.Background()) {
		if corrupt := (*CorruptError)(nil); err != nil && !errors.As(err, &corrupt) {
			t.Fatal(err)
		}
		tr.add(&e, err)
	}
	tr.losses = c.Losses()
	return tr
}

// scanTrace reads a capture with Scan, by single events or in blocks.
func scanTrace(t testing.TB, c *Capture, opts ScanOptions, blocks bool) *trace {
	t.Helper()
	tr := new(trace)
	s := c.Scan(context.Background(), opts)
	for {
		var e *Event
		var b *Block
		var err error
		if blocks {
			b, err = s.NextBlock()
		} else {
			e, err = s.Next()
		}
		if err == io.EOF {
			break
		}
		if corrupt := (*CorruptError)(nil); err != nil && !errors.As(err, &corrupt) {
			t.Fatal(err)
		}
		if err != nil || !blocks {
			tr.add(e, err)
			continue
		}
		for i := range b.Refs {
			e := b.Event(i)
			checkRef(t, &b.Refs[i], e)
			tr.add(e, nil)
		}
	}
	tr.losses, tr.counts = c.Losses(), s.Kinds()
	events, first, last := s.Met()
	tr.met = fmt.Sprint(events, first, last, s.Rhythm())
	if _, err := s.Next(); err != io.EOF {
		t.Errorf("after the end: %v", err)
	}
	s.Close()
	return tr
}

func checkRef(t testing.TB, ref *Ref, e *Event) {
	t.Helper()
	if ref.UnixNano != e.UnixNano || ref.Kind != e.KindNumber || ref.Processor != e.Processor {
		t.Fatalf("ref %+v of event %+v", ref, e)
	}
	if ref.Plain && (ref.Ticks != e.Ticks || string(ref.Payload) != string(e.Payload) || e.HasThread ||
		e.Kind != KindKernel || e.PointerSize != 8) {
		t.Fatalf("plain ref %+v of event %+v", ref, e)
	}
}

// checkScans reads a capture in every way there is. They must agree in all that they tell.
func checkScans(t testing.TB, c *Capture) {
	t.Helper()
	want := eventTrace(t, c)
	all := scanTrace(t, c, ScanOptions{Concurrency: 1}, false)
	counts := map[KindKey]uint64{}
	for _, k := range want.kinds {
		if k != (KindKey{}) {
			counts[k]++
		}
	}
	for _, k := range all.counts {
		if counts[k.KindKey] != k.Count {
			t.Errorf("%d events of kind %v are counted, %d were delivered", k.Count, k.KindKey, counts[k.KindKey])
		}
		delete(counts, k.KindKey)
	}
	if len(counts) > 0 {
		t.Errorf("not counted: %v", counts)
	}
	want.counts, want.met = all.counts, all.met
	for _, concurrency := range []int{1, 4} {
		for _, blocks := range []bool{false, true} {
			got := scanTrace(t, c, ScanOptions{Concurrency: concurrency}, blocks)
			compareTraces(t, fmt.Sprintf("%d goroutines, blocks %v", concurrency, blocks), got, want)
		}
	}
	// Every third kind, and none.
	for _, chosen := range []func(KindKey) bool{
		func(k KindKey) bool { return (int(k.Kind)+int(k.Opcode)+int(k.ID)+int(k.Version))%3 == 0 },
		func(KindKey) bool { return false },
	} {
		some := *want
		some.lines, some.kinds = nil, nil
		for i, k := range want.kinds {
			if k == (KindKey{}) || chosen(k) {
				some.lines, some.kinds = append(some.lines, want.lines[i]), append(some.kinds, k)
			}
		}
		some.damageLast()
		for _, concurrency := range []int{1, 3} {
			got := scanTrace(t, c, ScanOptions{Select: chosen, Concurrency: concurrency}, concurrency > 1)
			got.damageLast()
			compareTraces(t, "some kinds", got, &some)
		}
	}
}

// damageLast puts damage behind the events, in a fixed order: when a buffer with no event to deliver is passed, its damage
// is told earlier.
func (tr *trace) damageLast() {
	var events, damage []string
	for i, line := range tr.lines {
		if tr.kinds[i] == (KindKey{}) {
			damage = append(damage, line)
		} else {
			events = append(events, line)
		}
	}
	slices.Sort(damage)
	tr.lines = append(events, damage...)
}

func compareTraces(t testing.TB, how string, got, want *trace) {
	t.Helper()
	for i := range min(len(got.lines), len(want.lines)) {
		if got.lines[i] != want.lines[i] {
			t.Fatalf("%s: result %d is\n%s, want\n%s", how, i, got.lines[i], want.lines[i])
		}
	}
	if len(got.lines) != len(want.lines) {
		t.Fatalf("%s: %d results, want %d", how, len(got.lines), len(want.lines))
	}
	if !reflect.DeepEqual(got.losses, want.losses) {
		t.Errorf("%s: losses are %+v, want %+v", how, got.losses, want.losses)
	}
	if !slices.Equal(got.counts, want.counts) || got.met != want.met {
		t.Errorf("%s: met %s, %v, want %s, %v", how, got.met, got.counts, want.met, want.counts)
	}
}

func TestScansOfShippedRecordings(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join("..", "testdata", "*.etl"))
	damaged, _ := filepath.Glob(filepath.Join("..", "testdata", "damaged", "*.etl"))
	checkScansOfFiles(t, append(files, damaged...))
}

func TestScansOfCorpus(t *testing.T) {
	var files []string
	for _, name := range []string{"corpus", "cases"} {
		found, _ := filepath.Glob(filepath.Join(sharedFolder(t, name), "*.etl"))
		files = append(files, found...)
	}
	checkScansOfFiles(t, files)
}

func checkScansOfFiles(t *testing.T, files []string) {
	if len(files) < 12 {
		t.Fatalf("only %d recordings", len(files))
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			c, err := Open(context.Background(), Options{}, file)
			if err != nil {
				t.Skip(err)
			}
			defer c.Close()
			checkScans(t, c)
			checkRhythm(t, c)
		})
	}
}

// TestScansOfFlippedBytes damages recordings at random places.
func TestScansOfFlippedBytes(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 9))
	for _, mode := range []uint32{etlwriter.ModeSequential, etlwriter.ModeCompressed} {
		whole := threeBuffers(t, mode)
		for round := range 300 {
			b := bytes.Clone(whole)
			for range 1 + random.IntN(4) {
				b[0x200+random.IntN(len(b)-0x200)] ^= byte(1 + random.IntN(255))
			}
			c, err := New(context.Background(), Options{}, Input{"flipped", bytes.NewReader(b), int64(len(b))})
			if err != nil {
				continue
			}
			if checkScans(t, c); round%4 == 0 {
				checkRhythm(t, c)
			}
		}
	}
}

// TestScanEndsEarly closes scans in the middle, with buffers still on their way.
func TestScanEndsEarly(t *testing.T) {
	c := open(t, "many", write(t, etlwriter.Settings{Processors: 3, BufferSize: 1024}, func(s *etlwriter.Session) {
		for i := range 3000 {
			s.Write(i%3, tick0+int64(i), numbered(uint32(i)))
		}
	}))
	for _, events := range []int{0, 1, 100, 2999} {
		s := c.Scan(context.Background(), ScanOptions{Concurrency: 4})
		for range events {
			if _, err := s.Next(); err != nil {
				t.Fatal(err)
			}
		}
		s.Close()
		if _, err := s.Next(); !errors.Is(err, ErrClosed) {
			t.Errorf("after closing: %v", err)
		}
	}
}
