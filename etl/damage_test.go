package etl

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"etledger/internal/etlwriter"
)

// threeBuffers is a recording of 60 events in data buffers of 1 KiB, 24 of them in each (39 bytes rounded up to 40).
func threeBuffers(t testing.TB, mode uint32) []byte {
	return write(t, etlwriter.Settings{BufferSize: 1024, Mode: mode}, func(s *etlwriter.Session) {
		for i := range byte(60) {
			k := mark(i)
			k.Payload = append(k.Payload, bytes.Repeat([]byte{0xAA}, 15)...)
			s.Write(0, tick0+int64(i), k)
		}
	})
}

const perBuffer = (1024 - bufferHeaderSize) / 40

// TestOneBadEvent damages one event of a buffer: every other event must still come.
func TestOneBadEvent(t *testing.T) {
	at := 1024 + bufferHeaderSize + 5*40
	for name, change := range map[string]func(b []byte){
		"size 0":              func(b []byte) { binary.LittleEndian.PutUint16(b[4:], 0) },
		"size below header":   func(b []byte) { binary.LittleEndian.PutUint16(b[4:], 12) },
		"size past the end":   func(b []byte) { binary.LittleEndian.PutUint16(b[4:], 0xFFF0) },
		"unknown header kind": func(b []byte) { b[2] = 0x77 },
		"marker of zeros":     func(b []byte) { copy(b, []byte{0, 0, 0, 0}) },
		"marker of ones":      func(b []byte) { copy(b, []byte{255, 255, 255, 255}) },
	} {
		t.Run(name, func(t *testing.T) {
			b := threeBuffers(t, etlwriter.ModeSequential)
			change(b[at:])
			c := open(t, name, b)
			events, damage := readAll(t, c)
			got := marks(events)
			want := make([]byte, 0, 60)
			for i := range byte(60) {
				if i != 5 {
					want = append(want, i)
				}
			}
			if !bytes.Equal(got, want) {
				t.Errorf("events %v", got)
			}
			l := c.Losses()
			if len(damage) != 1 || damage[0].Buffer != 1024 || damage[0].Offset != uint32(bufferHeaderSize+5*40) {
				t.Errorf("damage %v", damage)
			}
			if l.UndecodableBytes != 40 || l.UndecodableBuffers != 1 {
				t.Errorf("losses %+v", l)
			}
		})
	}
}

func TestUnknownHeaderIsSteppedOver(t *testing.T) {
	b := write(t, etlwriter.Settings{}, func(s *etlwriter.Session) {
		s.Write(0, tick0+1, mark(1))
		s.Write(0, tick0+2, etlwriter.Opaque{Type: 0x0E, Flag: 0xC0, Body: make([]byte, 50)})
		s.Write(0, tick0+3, mark(2))
		s.Write(0, tick0+4, etlwriter.Opaque{Type: 0x01, Flag: 0xB0, Body: make([]byte, 20)})
	})
	c := open(t, "unknown", b)
	events, damage := readAll(t, c)
	if got := marks(events); !bytes.Equal(got, []byte{1, 2}) || len(damage) != 0 {
		t.Errorf("events %v, damage %v", got, damage)
	}
	if l := c.Losses(); l.UnknownEvents != 2 || l.UndecodableBytes != 0 {
		t.Errorf("losses %+v", l)
	}
}

func TestErrorHeaderIsDelivered(t *testing.T) {
	b := write(t, etlwriter.Settings{}, func(s *etlwriter.Session) {
		s.Write(0, tick0+1, mark(1))
		s.Write(0, tick0+2, etlwriter.Opaque{Type: 0x0D, Flag: 0xC0, Body: []byte{1, 0, 0, 0, 9}})
	})
	events, damage := readAll(t, open(t, "error", b))
	if len(events) != 2 || len(damage) != 0 || events[1].Kind != KindError || events[1].UnixNano != events[0].UnixNano {
		t.Errorf("events %+v, damage %v", events, damage)
	}
}

func TestBadBuffer(t *testing.T) {
	for name, v := range map[string]struct {
		change func(b []byte) // of the second data buffer
		lost   int            // events
	}{
		"size 0":        {func(b []byte) { binary.LittleEndian.PutUint32(b, 0) }, perBuffer},
		"size 1 GiB":    {func(b []byte) { binary.LittleEndian.PutUint32(b, 1<<30) }, perBuffer},
		"type 99":       {func(b []byte) { binary.LittleEndian.PutUint16(b[0x36:], 99) }, perBuffer},
		"offset beyond": {func(b []byte) { binary.LittleEndian.PutUint32(b[0x30:], 1<<30) }, 0}, // SavedOffset serves
	} {
		t.Run(name, func(t *testing.T) {
			b := threeBuffers(t, etlwriter.ModeSequential)
			v.change(b[2048:])
			c := open(t, name, b)
			events, damage := readAll(t, c)
			if len(events) != 60-v.lost {
				t.Errorf("%d events, expected %d", len(events), 60-v.lost)
			}
			if l := c.Losses(); v.lost > 0 && (len(damage) != 1 || l.UndecodableBytes != 1024 || l.SequenceMissing != 1) {
				t.Errorf("damage %v, losses %+v", damage, l)
			}
		})
	}
}

func TestUnusedSlotIsNoDamage(t *testing.T) {
	b := write(t, etlwriter.Settings{BufferSize: 1024, NeverClosed: true}, func(s *etlwriter.Session) {
		for i := range byte(60) {
			s.Write(0, tick0+int64(i), mark(i))
		}
	})
	b = slices.Insert(b, 2048, make([]byte, 1024)...)
	b = append(b, make([]byte, 4096)...) // space that was allocated for the file and never used
	c := open(t, "slots", b)
	events, damage := readAll(t, c)
	if len(events) != 60 || len(damage) != 0 || c.Losses().Any() {
		t.Errorf("%d events, damage %v, losses %+v", len(events), damage, c.Losses())
	}
}

// TestCompressedDamage cuts the compressed bytes of one buffer short: what decompressed before must be there, and the next
// buffer is found though nothing aligns it.
func TestCompressedDamage(t *testing.T) {
	b := threeBuffers(t, etlwriter.ModeCompressed)
	c := open(t, "whole", b)
	second := c.recordings[0].buffers[2]
	for name, change := range map[string]func(b []byte){
		"match before the beginning": func(b []byte) { copy(b[bufferHeaderSize+30:], []byte{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}) },
		"size of the buffer":         func(b []byte) { binary.LittleEndian.PutUint32(b, 20) },
	} {
		t.Run(name, func(t *testing.T) {
			d := bytes.Clone(b)
			change(d[second.pos:])
			c := open(t, name, d)
			events, damage := readAll(t, c)
			if n := len(events); n < 60-perBuffer || n >= 60 || len(damage) == 0 {
				t.Errorf("%d events, damage %v", n, damage)
			}
			if c.Losses().UndecodableBuffers != 1 {
				t.Errorf("losses %+v", c.Losses())
			}
			if last := events[len(events)-1].Payload[0]; last != 59 {
				t.Errorf("the last event is %d, expected 59", last)
			}
		})
	}
}

// TestCutAnywhere cuts a recording at every byte: an error that names the file, or what is before the cut and a loss.
func TestCutAnywhere(t *testing.T) {
	for _, mode := range []uint32{etlwriter.ModeSequential, etlwriter.ModeCompressed} {
		whole := threeBuffers(t, mode)
		for cut := range whole {
			checkDamaged(t, whole[:cut])
			c, err := New(context.Background(), Options{}, Input{"cut", bytes.NewReader(whole[:cut]), int64(cut)})
			if err != nil {
				continue
			}
			events, _ := readAll(t, c)
			if !c.Losses().Any() {
				t.Fatalf("cut at %d of %d: no loss, %d events", cut, len(whole), len(events))
			}
			for i, m := range marks(events) {
				if int(m) != i {
					t.Fatalf("cut at %d: events %v", cut, marks(events))
				}
			}
			if complete := (cut/1024 - 1) * perBuffer; mode == etlwriter.ModeSequential && len(events) < min(complete, 60) {
				t.Fatalf("cut at %d: %d events, expected at least %d", cut, len(events), complete)
			}
		}
	}
}

// checkDamaged reads whatever b is, within bounds: an error that names the input, or events.
func checkDamaged(t testing.TB, b []byte) {
	c, err := New(context.Background(), Options{MaxMemory: 64 << 20, MaxExtract: 1 << 20}, Input{"damaged", bytes.NewReader(b), int64(len(b))})
	if err != nil {
		if !strings.Contains(err.Error(), "damaged") {
			t.Fatalf("error does not name the input: %v", err)
		}
		return
	}
	last := int64(-1 << 63)
	for e, err := range c.Events(context.Background()) {
		var corrupt *CorruptError
		if err != nil {
			if !errors.As(err, &corrupt) {
				if !strings.Contains(err.Error(), "damaged") {
					t.Fatalf("error does not name the input: %v", err)
				}
				return
			}
			if e.Kind != KindUnknown || e.Payload != nil {
				t.Fatalf("an event beside an error: %+v, %v", e, err)
			}
			continue
		}
		if e.UnixNano < last {
			t.Fatalf("time falls from %d to %d", last, e.UnixNano)
		}
		last = e.UnixNano
		for range e.Extended() {
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestFlippedBytes flips bytes of a small recording at every place, and of each real recording at random ones.
func TestFlippedBytes(t *testing.T) {
	for _, mode := range []uint32{etlwriter.ModeSequential, etlwriter.ModeCompressed} {
		b := threeBuffers(t, mode)
		for i := range b {
			for _, flip := range []byte{0xFF, 0x01, 0x80} {
				b[i] ^= flip
				checkDamaged(t, b)
				b[i] ^= flip
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(sharedFolder(t, "corpus"), "*.etl"))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(7, 7))
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		b = b[:min(len(b), 1<<20)]
		for range 30 {
			d := bytes.Clone(b)
			for range 1 + random.IntN(20) {
				d[random.IntN(len(d))] ^= byte(1 + random.IntN(255))
			}
			checkDamaged(t, d[:1+random.IntN(len(d))])
		}
	}
}

// FuzzCapture reads arbitrary bytes as a capture.
func FuzzCapture(f *testing.F) {
	f.Add(threeBuffers(f, etlwriter.ModeSequential))
	f.Add(threeBuffers(f, etlwriter.ModeCompressed))
	f.Add([]byte("PK\x03\x04"))
	f.Fuzz(func(t *testing.T, b []byte) { checkDamaged(t, b) })
}

// TestZerosAfterTheEnd appends much more empty space than there are events; looking through it must cost little.
func TestZerosAfterTheEnd(t *testing.T) {
	b := threeBuffers(t, etlwriter.ModeSequential)
	b = append(b, make([]byte, 64<<20)...)
	c := open(t, "preallocated", b)
	events, damage := readAll(t, c)
	if len(events) != 60 || len(damage) != 0 || c.Losses().Any() {
		t.Errorf("%d events, damage %v, losses %+v", len(events), damage, c.Losses())
	}
}
