package trend

import "testing"

func TestUnits(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{inBytes(0), "0 B"},
		{inBytes(999), "999 B"},
		{inBytes(1000), "0.98 KiB"},
		{inBytes(1536), "1.50 KiB"},
		{inBytes(64 << 10), "64 KiB"},
		{inBytes(1023.9 * 1024), "1.00 MiB"},
		{inBytes(-12.34 * (1 << 20)), "-12.3 MiB"},
		{inBytes(5 << 40), "5 TiB"},
		{inBytes(1 << 60), "1048576 TiB"},
		{inRate(100 << 10), "100 KiB/s"},
		{inRates(1000, 3<<20), "0.00 to 3 MiB/s"},
		{inRates(-4096, 8192), "-4 to 8 KiB/s"},
		{inSeconds(0), "0 s"},
		{inSeconds(0.0345), "34.5 ms"},
		{inSeconds(59.97), "60.0 s"},
		{inSeconds(119), "119 s"},
		{inSeconds(180), "3 min"},
		{inSeconds(4000), "66.7 min"},
		{inSeconds(9000), "2.50 h"},
		{inSeconds(10 * 86400), "10 days"},
		{inPercent(0.125), "12.5 %"},
		{inPercent(1), "100 %"},
	} {
		if c.got != c.want {
			t.Errorf("%q, expected %q", c.got, c.want)
		}
	}
}
