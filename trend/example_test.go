package trend_test

import (
	"fmt"

	"etledger/trend"
)

// A process takes 2 MiB every second and gives all but 64 KiB of it back within a second and a half.
func ExampleJudge() {
	in := trend.Input{CaptureEnd: 120, End: 120, Limit: 4 << 30}
	for second := range 120 {
		t := float64(second)
		in.Cohorts = append(in.Cohorts, trend.Cohort{From: t, To: t + 1, Born: 2 << 20, Surviving: 64 << 10, Count: 32})
		level := 3<<20 + (t+1)*(64<<10)
		in.Level = append(in.Level, trend.Sample{Time: t + 1, Low: level - 1<<20, High: level, End: level})
	}
	in.Deaths = []trend.Death{{Age: 1, Bytes: 40 << 20}, {Age: 1.5, Bytes: 192.5 * (1 << 20)}}
	r := trend.Judge(in)
	fmt.Println(r.Verdict, r.Slope)
	fmt.Println(r.Reason)
	fmt.Printf("exhausted in %.1f h\n", r.SecondsToExhaustion/3600)
	// Output:
	// leak 65536
	// It keeps 64 KiB/s (63.2 to 64.8 KiB/s) of what it takes: 7.44 MiB taken all through 119 s are still there, while nine tenths of what it gives back live no longer than 1.50 s.
	// exhausted in 18.2 h
}
