package report

import (
	"math"

	"etledger/trend"
)

// levelSeries is the committed memory of a lifetime over the time that the report is about. It is no part of the JSON.
type levelSeries struct {
	from, to   float64        // of the capture or its window, seconds
	start, end float64        // of the lifetime
	samples    []trend.Sample // in order of time, each until its Time
}

func levelOf(in trend.Input) levelSeries {
	s := levelSeries{from: in.CaptureStart, to: in.CaptureEnd, start: in.Start, end: in.End, samples: in.Level}
	if len(s.samples) > 2 { // bins are equally wide, and before the first of memory snapshots nothing is known
		s.start = max(s.start, 2*s.samples[0].Time-s.samples[1].Time)
	}
	return s
}

// existsIn tells whether the lifetime exists between two times, the later of which is not between them unless it is the last.
func (s *levelSeries) existsIn(from, to float64) bool {
	begins := s.start < to || s.start == to && to == s.to
	return begins && (s.end > from || s.end == from && s.start == s.end)
}

// Level gives the committed memory of the lifetime for a small chart: the time that the report is about in n equal parts,
// and of each part the greatest level in it, in bytes as far as the account knows them; NaN where the lifetime did not
// exist or nothing tells its level. The slice is the caller's. Reports that were read from JSON have no levels.
func (p *Process) Level(n int) []float64 {
	points := make([]float64, max(n, 0))
	s := &p.level
	width := (s.to - s.from) / float64(len(points))
	next := 0
	for i := range points {
		points[i] = math.NaN()
		from, to := s.from+float64(i)*width, s.from+float64(i+1)*width
		if i == len(points)-1 {
			to = s.to
		}
		if !s.existsIn(from, to) {
			continue
		}
		for next < len(s.samples)-1 && s.samples[next].Time <= from {
			next++
		}
		for j := next; j < len(s.samples); j++ {
			begin := s.start
			if j > 0 {
				begin = s.samples[j-1].Time
			}
			if j > next && begin >= to {
				break
			}
			if high := s.samples[j].High; !(points[i] >= high) {
				points[i] = high
			}
		}
	}
	return points
}
