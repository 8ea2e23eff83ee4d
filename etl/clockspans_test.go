package etl

import (
	"context"
	"encoding/binary"
	"path/filepath"
	"testing"
	"time"

	"etledger/internal/etlwriter"
)

// TestClockDrift writes sessions whose wall clock does, or does not, what the counter does.
func TestClockDrift(t *testing.T) {
	const seconds = 100
	session := func(settings etlwriter.Settings) []byte {
		return write(t, settings, func(s *etlwriter.Session) {
			rate := int64(s.Settings().TicksPerSecond())
			for i := range int64(seconds) {
				s.Write(0, s.Settings().StartTicks+i*rate/2, numbered(uint32(i))) // the second half has no event
			}
			s.Flush(0, s.Settings().StartTicks+seconds*rate)
		})
	}
	end := func(after time.Duration) func([]byte) {
		return func(b []byte) {
			binary.LittleEndian.PutUint64(b[bufferHeaderSize+32+16:], etlwriter.Settings{}.Defaults().StartTime+uint64(after/100))
		}
	}
	merge := func(b []byte) { // gives the stamps of buffers as a merge does
		start := etlwriter.Settings{}.Defaults().StartTime
		for at := 1024; at < len(b); at += 1024 {
			binary.LittleEndian.PutUint64(b[at+0x10:], start+10_000_000*(seconds+3))
		}
	}
	whole := session(etlwriter.Settings{BufferSize: 1024})
	for _, lost := range []int{500, 1024} {
		if _, _, ok := open(t, "torn", whole[:len(whole)-lost]).recordings[0].ClockDrift(); ok {
			t.Errorf("known without the last %d bytes", lost)
		}
	}
	for name, v := range map[string]struct {
		settings etlwriter.Settings
		change   func([]byte)
		wall     time.Duration // 0: not known
	}{
		"they agree":             {etlwriter.Settings{}, end(seconds * time.Second), seconds * time.Second},
		"in cycles":              {etlwriter.Settings{Clock: etlwriter.CPUCycle}, end(seconds * time.Second), seconds * time.Second},
		"two hours asleep":       {etlwriter.Settings{}, end(2 * time.Hour), 2 * time.Hour},
		"set back":               {etlwriter.Settings{}, end(70 * time.Second), 70 * time.Second},
		"set back by a day":      {etlwriter.Settings{}, end(-24 * time.Hour), 0},
		"stamps of wall time":    {etlwriter.Settings{Clock: etlwriter.SystemTime}, nil, 0},
		"not closed":             {etlwriter.Settings{NeverClosed: true}, nil, 0},
		"merged":                 {etlwriter.Settings{}, merge, 0},
		"merged, counter of GHz": {etlwriter.Settings{Frequency: 3_000_000_000}, merge, 0},
	} {
		v.settings.BufferSize = 1024
		b := session(v.settings)
		if v.change != nil {
			v.change(b)
		}
		wall, counter, ok := open(t, name, b).recordings[0].ClockDrift()
		if ok != (v.wall != 0) || ok && ((wall-v.wall).Abs() > time.Millisecond || counter != seconds*time.Second) {
			t.Errorf("%s: %v by the wall clock, %v by the counter, %v; want %v", name, wall, counter, ok, v.wall)
		}
	}
}

// TestClockDriftOfCorpus holds real recordings against what is known of their clocks: they agree.
func TestClockDriftOfCorpus(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(sharedFolder(t, "corpus"), "*.etl"))
	known := 0
	for _, file := range files {
		c, err := Open(context.Background(), Options{}, file)
		if err != nil {
			continue
		}
		defer c.Close()
		for _, r := range c.recordings {
			wall, counter, ok := r.ClockDrift()
			if !ok {
				continue
			}
			known++
			t.Logf("%s: %v by the wall clock, %v less by the counter", filepath.Base(file), wall, wall-counter)
			if apart := (wall - counter).Abs(); apart > 100*time.Millisecond+wall/10_000 {
				t.Errorf("%s: %v by the wall clock, %v by the counter", filepath.Base(file), wall, counter)
			}
		}
	}
	if known < 8 {
		t.Errorf("known of %d recordings", known)
	}
}
