package population

import (
	"math"
	"reflect"
	"testing"
)

func TestSameSeedSameScene(t *testing.T) {
	for _, k := range Kinds() {
		one, again, other := k.Scene(7), k.Scene(7), k.Scene(8)
		if !reflect.DeepEqual(one.Blocks, again.Blocks) || one.End != again.End {
			t.Errorf("%s: two scenes of one seed differ", k.Name)
		}
		if one.CaptureEnd == other.CaptureEnd {
			t.Errorf("%s: two seeds give the same length", k.Name)
		}
		lossy := Loss{Share: 0.1, Told: HowMuch}
		if !reflect.DeepEqual(one.Observe(lossy), again.Observe(lossy)) {
			t.Errorf("%s: two observations of one seed differ", k.Name)
		}
	}
}

// TestKinds checks what holds of every scene: blocks are whole pages and live for some time, windows lie in the capture,
// only what leaks has a rate.
func TestKinds(t *testing.T) {
	names := map[string]bool{}
	for _, k := range Kinds() {
		if names[k.Name] || k.About == "" {
			t.Errorf("kind %q is listed twice or not explained", k.Name)
		}
		names[k.Name] = true
		for seed := range uint64(6) {
			s := k.Scene(seed)
			if s.Start < 0 || !(s.Start < s.End) || s.End > s.CaptureEnd {
				t.Fatalf("%s, seed %d: window %g to %g of %g", k.Name, seed, s.Start, s.End, s.CaptureEnd)
			}
			if s.Leak != k.Leak || (s.Rate > 0) != k.Leak {
				t.Errorf("%s, seed %d: leak %v at %g", k.Name, seed, s.Leak, s.Rate)
			}
			if k.Leak && s.CaptureEnd < 60 {
				t.Errorf("%s, seed %d: a leak in %g s is to be found", k.Name, seed, s.CaptureEnd)
			}
			for _, b := range s.Blocks {
				if b.Bytes < page || math.Mod(b.Bytes, page) != 0 || !(b.Death > b.Birth) || b.Birth >= s.End {
					t.Fatalf("%s, seed %d: block %+v in a window to %g", k.Name, seed, b, s.End)
				}
			}
		}
	}
}

// TestRates: what leaks for ever comes to the rate that is told as the truth.
func TestRates(t *testing.T) {
	const scenes = 40
	for _, name := range []string{"steady leak", "accelerating leak", "leak per reconnect", "leak per request",
		"leak with bursts given back", "leak in large blocks"} {
		var ratio float64
		for seed := range uint64(scenes) {
			s := kind(t, name).Scene(seed)
			var kept float64
			for _, b := range s.Blocks {
				if math.IsInf(b.Death, 1) {
					kept += b.Bytes
				}
			}
			ratio += kept / s.length() / s.Rate / scenes
		}
		if math.Abs(ratio-1) > 0.05 {
			t.Errorf("%s: on the average %.3f of the rate is kept", name, ratio)
		}
	}
}

func kind(t *testing.T, name string) Kind {
	t.Helper()
	for _, k := range Kinds() {
		if k.Name == name {
			return k
		}
	}
	t.Fatalf("no kind %q", name)
	return Kind{}
}

// outstanding is what a scene holds at a time of what was born in its window.
func (s *Scene) outstanding(at float64) float64 {
	var bytes float64
	for _, b := range s.Blocks {
		if b.Birth >= s.Start && b.Birth <= at && b.Death > at {
			bytes += b.Bytes
		}
	}
	return bytes
}

func TestCacheKeepsItsCapacity(t *testing.T) {
	for seed := range uint64(10) {
		s := kind(t, "cache").Scene(seed)
		full := s.outstanding(s.Start + 0.9*s.length())
		if end := s.outstanding(s.End - 1e-9); full == 0 || math.Abs(end-full) > 1e-9*full {
			t.Errorf("seed %d: %g at nine tenths of the window, %g at its end", seed, full, end)
		}
	}
}

// TestWarmUpIsOver: in the last third nothing more is kept, but in the warm-up without end something is.
func TestWarmUpIsOver(t *testing.T) {
	late := func(s *Scene) (bytes float64) {
		for _, b := range s.Blocks {
			if math.IsInf(b.Death, 1) && b.Birth > s.Start+0.7*s.length() {
				bytes += b.Bytes
			}
		}
		return bytes
	}
	var over, endless float64
	for seed := range uint64(30) {
		over += late(kind(t, "leak that stops").Scene(seed))
		endless += late(kind(t, "warm-up without end").Scene(seed))
	}
	if over != 0 || endless == 0 {
		t.Errorf("kept late: %g of leaks that stop, %g of warm-ups without end", over, endless)
	}
}

func TestDrainIsOlder(t *testing.T) {
	s := kind(t, "drain").Scene(3)
	var older float64
	for _, b := range s.Blocks {
		if b.Birth < s.Start {
			older += b.Bytes
		}
	}
	if older < 1<<20 {
		t.Errorf("%g bytes are older than the capture", older)
	}
}
