package textform

import "math"

var (
	blocks = []rune("▁▂▃▄▅▆▇█")
	marks  = []rune("_.:-=+*#") // for terminals that have ASCII only
)

// Spark draws values as a line of characters, one for each: from zero, or the least value if that is below zero, to the
// greatest. A value that is no finite number gives a blank. It is "" when none is one.
func Spark(values []float64, ascii bool) string {
	steps := blocks
	if ascii {
		steps = marks
	}
	low, high, known := 0.0, 0.0, false
	for _, v := range values {
		if finite(v) {
			low, high, known = min(low, v), max(high, v), true
		}
	}
	if !known {
		return ""
	}
	line := make([]rune, len(values))
	for i, v := range values {
		switch {
		case !finite(v):
			line[i] = ' '
		case high > low:
			line[i] = steps[int(math.Round((v-low)/(high-low)*float64(len(steps)-1)))]
		default:
			line[i] = steps[0]
		}
	}
	return string(line)
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
