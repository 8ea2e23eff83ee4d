package trend_test

import (
	"encoding/binary"
	"math"
	"testing"

	"etledger/trend"
)

// reader takes numbers from bytes: small ones, so that they mean something, or any at all.
type reader struct{ data []byte }

func (r *reader) byte() byte {
	if len(r.data) == 0 {
		return 0
	}
	b := r.data[0]
	r.data = r.data[1:]
	return b
}

func (r *reader) number() float64 {
	kind := r.byte()
	if kind >= 8 || len(r.data) < 8 {
		return float64(kind) * math.Exp2(float64(r.byte()%24))
	}
	v := math.Float64frombits(binary.LittleEndian.Uint64(r.data))
	r.data = r.data[8:]
	return v
}

// input makes an account: a byte of flags, the window, and then bins, deaths and samples.
func (r *reader) input() trend.Input {
	flags := r.byte()
	length := r.number()
	in := trend.Input{CaptureEnd: length, End: length, Ended: flags&1 != 0, LossKnown: flags&2 != 0}
	if flags&4 != 0 {
		in.Start, in.LostShare, in.Limit = r.number(), r.number(), r.number()
	}
	bins := float64(r.byte())
	for i := range int(bins) {
		c := trend.Cohort{From: length * float64(i) / bins, To: length * float64(i+1) / bins, Born: r.number(), Count: int(r.byte())}
		c.Surviving = c.Born * float64(r.byte()) / 255
		if flags&8 != 0 {
			c.OlderFreed = r.number()
		}
		s := trend.Sample{Time: c.To, Low: r.number(), High: r.number()}
		s.End = s.High
		if flags&16 == 0 {
			in.Cohorts = append(in.Cohorts, c)
		}
		in.Level = append(in.Level, s)
	}
	for len(r.data) > 0 {
		in.Deaths = append(in.Deaths, trend.Death{Age: r.number(), Bytes: r.number()})
	}
	return in
}

func FuzzJudge(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0, 100, 0, 8, 255, 16, 4, 255, 16, 16, 255, 16})
	even := []byte{0, 200, 0, 64}
	for range 64 {
		even = append(even, 64, 16, 1, 255, 0, 0, 64, 16)
	}
	f.Add(even)
	f.Add(append(even, 16, 0, 64, 16))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := reader{data}
		in := r.input()
		result := trend.Judge(in)
		if err := checkResult(result); err != nil {
			t.Fatalf("%v of %+v", err, in)
		}
		if result.Verdict == trend.Leak && (in.Ended || !(in.CaptureEnd-in.CaptureStart >= 60)) {
			t.Fatalf("leak of %+v", in)
		}
	})
}
