package rounds

import (
	"context"
	"errors"
	"math"
	"os"
	"runtime"
	"testing"
	"time"
)

func TestMedianAndRatio(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{{nil, 0}, {[]float64{3}, 3}, {[]float64{9, 1}, 5}, {[]float64{5, 1, 100}, 5}} {
		if got := Median(c.values); got != c.want {
			t.Errorf("median of %v is %g, expected %g", c.values, got, c.want)
		}
	}
	// One disturbed round in five changes nothing: the walk took twice as long in it, and so did the layer.
	if got := Ratio([]float64{1, 1, 2, 1, 1}, []float64{4, 4, 8, 4, 4}); got != 0.25 {
		t.Errorf("ratio %g, expected 0.25", got)
	}
}

func TestInterleaveTakesTurns(t *testing.T) {
	var order string
	step := func(name string) Work { return func() error { order += name; return nil } }
	times, err := Interleave(context.Background(), Plan{Least: 3}, step("a"), step("b"))
	if err != nil {
		t.Fatal(err)
	}
	if order != "ab"+"ab"+"ba"+"ab" {
		t.Errorf("order %q: expected a pass each to warm up and three rounds in turning order", order)
	}
	if len(times) != 2 || len(times[0]) != 3 || len(times[1]) != 3 {
		t.Errorf("times %v", times)
	}
	for _, s := range append(times[0], times[1]...) {
		if s <= 0 || math.IsInf(s, 0) {
			t.Errorf("a pass took %g s", s)
		}
	}
}

func TestInterleaveStops(t *testing.T) {
	ctx := context.Background()
	n := 0
	count := func() error { n++; return nil }
	if _, err := Interleave(ctx, Plan{Least: 1, Most: 4, Budget: time.Hour}, count); err != nil || n != 5 {
		t.Errorf("%d passes, %v: expected one to warm up and four rounds", n, err)
	}
	broken := errors.New("broken")
	if _, err := Interleave(ctx, Plan{}, count, func() error { return broken }); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Interleave(ended, Plan{Least: 1}, count); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestPeak(t *testing.T) {
	if got, ok := highWater([]byte("Name:\tx\nVmPeak:\t 9 kB\nVmHWM:\t  1234 kB\n")); !ok || got != 1234<<10 {
		t.Errorf("%d, %v", got, ok)
	}
	for _, bad := range []string{"", "VmHWM:\n", "VmHWM: x kB\n", "VmHWM: 1 MB\n"} {
		if got, ok := highWater([]byte(bad)); ok {
			t.Errorf("%q gives %d", bad, got)
		}
	}
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("the system has no /proc/self/status")
	}
	touched := make([]byte, 64<<20)
	for i := range touched {
		touched[i] = 1
	}
	if peak, ok := Peak(); !ok || peak < 64<<20 {
		t.Errorf("%d, %v: expected at least the 64 MiB that were touched", peak, ok)
	}
	runtime.KeepAlive(touched)
}

func TestWaited(t *testing.T) {
	if got, ok := runQueueDelay([]byte("1234 567 8\n")); !ok || got != 567 {
		t.Errorf("%d, %v", got, ok)
	}
	for _, bad := range []string{"", "1", "1 x 2"} {
		if got, ok := runQueueDelay([]byte(bad)); ok {
			t.Errorf("%q gives %d", bad, got)
		}
	}
	if _, err := os.Stat("/proc/self/schedstat"); err != nil {
		t.Skip("the system has no /proc/self/schedstat")
	}
	before, ok := Waited()
	after, _ := Waited()
	if !ok || before < 0 || after < before {
		t.Errorf("%d, then %d, %v", before, after, ok)
	}
}
