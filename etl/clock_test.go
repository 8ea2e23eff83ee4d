package etl

import (
	"math"
	"math/big"
	"testing"
	"time"
)

const testStart = 133541046000000000 // 2024-03-05 09:30:00 UTC

func TestFiletime(t *testing.T) {
	if got := filetimeToTime(testStart); !got.Equal(time.Date(2024, 3, 5, 9, 30, 0, 0, time.UTC)) {
		t.Errorf("got %v", got)
	}
	if !filetimeToTime(0).IsZero() {
		t.Error("0 is not a time")
	}
	for filetime, want := range map[int64]int64{
		filetimeUnixEpoch:     0,
		filetimeUnixEpoch - 1: -100,
		math.MaxInt64:         math.MaxInt64,
		0:                     math.MinInt64, // 1601 is out of int64's reach
		-1:                    math.MaxInt64, // FILETIME is unsigned
	} {
		if got := filetimeToUnixNano(filetime); got != want {
			t.Errorf("%d: got %d, expected %d", filetime, got, want)
		}
	}
}

func TestClockKinds(t *testing.T) {
	startNano := time.Date(2024, 3, 5, 9, 30, 0, 0, time.UTC).UnixNano()
	for _, v := range []struct {
		name  string
		h     Header
		ticks int64
		want  int64
	}{
		{"10 MHz counter", Header{Clock: 1, PerfFreq: 10_000_000, StartTicks: 1000}, 1001, startNano + 100},
		{"counter before the anchor", Header{Clock: 1, PerfFreq: 10_000_000, StartTicks: 1000}, 900, startNano - 10_000},
		{"odd frequency", Header{Clock: 1, PerfFreq: 3_579_545, StartTicks: 0}, 3_579_545 * 3600, startNano + 3600*1e9},
		{"a day of a 3 GHz counter", Header{Clock: 1, PerfFreq: 3_000_000_000}, 3_000_000_000 * 86400, startNano + 86400*1e9},
		{"system time", Header{Clock: 2, StartTicks: testStart}, testStart + 10_000_000, startNano + 1e9},
		{"not set is system time", Header{Clock: 0, StartTicks: testStart}, testStart - 10, startNano - 1000},
		{"cycles", Header{Clock: 3, CPUMHz: 2500, StartTicks: 77}, 77 + 2_500_000_000*10, startNano + 10*1e9},
	} {
		t.Run(v.name, func(t *testing.T) {
			c, err := newClock(&v.h, testStart)
			if err != nil {
				t.Fatal(err)
			}
			if got := c.unixNano(v.ticks); got != v.want {
				t.Errorf("got %d, expected %d", got, v.want)
			}
		})
	}
	for _, h := range []Header{{Clock: 1}, {Clock: 3}, {Clock: 4}} {
		if _, err := newClock(&h, testStart); err == nil {
			t.Errorf("clock %d without a rate: no error", h.Clock)
		}
	}
}

// FuzzClock compares with arithmetic that cannot overflow.
func FuzzClock(f *testing.F) {
	f.Add(int64(5_000_000_000_000), int64(5_000_000_000_100), uint64(10_000_000))
	f.Add(int64(math.MinInt64), int64(math.MaxInt64), uint64(1))
	f.Add(int64(0), int64(-1), uint64(math.MaxUint64))
	f.Fuzz(func(t *testing.T, start, ticks int64, frequency uint64) {
		if frequency == 0 {
			return
		}
		c, err := newClock(&Header{Clock: 1, PerfFreq: frequency, StartTicks: start}, testStart)
		if err != nil {
			t.Fatal(err)
		}
		d := new(big.Int).Sub(big.NewInt(ticks), big.NewInt(start))
		d.Mul(d, big.NewInt(1_000_000_000))
		d.Quo(d, new(big.Int).SetUint64(frequency))
		d.Add(d, big.NewInt(c.startNano))
		want := int64(math.MaxInt64)
		switch {
		case d.IsInt64():
			want = d.Int64()
		case d.Sign() < 0:
			want = math.MinInt64
		}
		if got := c.unixNano(ticks); got != want {
			t.Errorf("start %d, ticks %d, frequency %d: got %d, expected %d", start, ticks, frequency, got, want)
		}
	})
}

func TestSpan(t *testing.T) {
	cases := []struct {
		name     string
		header   Header
		from, to int64
		want     int64
		known    bool
	}{
		{"10 MHz counter", Header{Clock: ClockPerformanceCounter, PerfFreq: 1e7}, 5, 15, 1000, true},
		{"3 MHz counter", Header{Clock: ClockPerformanceCounter, PerfFreq: 3e6}, 0, 1, 333, true},
		{"no frequency", Header{Clock: ClockPerformanceCounter}, 0, 1, 0, false},
		{"a year", Header{Clock: ClockPerformanceCounter, PerfFreq: 1e7}, 0, 365 * 86400 * 1e7, 365 * 86400 * 1e9, true},
		{"system time", Header{Clock: ClockSystemTime}, 100, 103, 300, true},
		{"clock not set", Header{}, 100, 103, 300, true},
		{"cycles", Header{Clock: ClockCPUCycle, CPUMHz: 2000}, 0, 3000, 1500, true},
		{"backwards", Header{Clock: ClockSystemTime}, 2, 1, 0, false},
		{"too long", Header{Clock: ClockSystemTime}, 0, math.MaxInt64, 0, false},
		{"all there is", Header{Clock: ClockSystemTime}, math.MinInt64, math.MaxInt64, 0, false},
		{"1 Hz", Header{Clock: ClockPerformanceCounter, PerfFreq: 1}, 0, math.MaxInt64, 0, false},
	}
	for _, c := range cases {
		if got, known := c.header.Span(c.from, c.to); known != c.known || known && got != time.Duration(c.want) {
			t.Errorf("%s: %v, %v, want %d ns, %v", c.name, got, known, c.want, c.known)
		}
	}
}
