package trend

// A heap that is collected grows and then gives most of it back at once. Its growth since the last collection looks like
// a leak, and so does, after one collection, what happened to survive that one.

const (
	toothFall  = 1.0 / 20 // part of the window within which a tooth falls
	toothDepth = 1.0 / 5  // part of the range of the level by which it falls at least
	// toothSlant is the part of its time that a tooth takes at least to rise from a third to two thirds of its height:
	// an even rise takes a third of the time, a burst that is held for a while hardly any.
	toothSlant = 0.15
)

// teeth lists the times at which a level falls that had grown gradually before.
func teeth(level []Sample, length float64) []float64 {
	low, high := levelRange(level)
	depth := toothDepth * (high - low)
	if !(depth > 0) {
		return nil
	}
	var list []float64
	first, ended := 0, 0 // first sample in reach; the sample at which the tooth before ended
	for i := 1; i < len(level); i++ {
		for level[i].Time-level[first].Time > toothFall*length {
			first++
		}
		top := 0.0
		for j := max(first, ended); j <= i; j++ {
			top = max(top, level[j].High)
		}
		falling := i+1 < len(level) && level[i+1].End < level[i].End
		if fall := top - level[i].End; fall < depth || falling {
			continue
		}
		if roseGradually(level[ended : i+1]) {
			list = append(list, level[i].Time)
		}
		ended = i
	}
	return list
}

// roseGradually tells whether a level took its time to rise to its top, from which it falls to its last sample.
func roseGradually(level []Sample) bool {
	end := level[len(level)-1]
	top := 0
	for i, s := range level {
		if s.High >= level[top].High {
			top = i
		}
	}
	third := (level[top].High - end.End) / 3
	begin := max(0, lastBelow(level[:top], end.End+third))
	late := lastBelow(level[:top], end.End+2*third)
	return late > begin && level[late].Time-level[begin].Time >= toothSlant*(end.Time-level[begin].Time)
}

// lastBelow is the index of the last sample that goes below a value, or -1.
func lastBelow(level []Sample, value float64) int {
	for i := len(level) - 1; i >= 0; i-- {
		if level[i].Low < value {
			return i
		}
	}
	return -1
}
