package trend

// A Demand is judged where only samples of a level are known, such as the outstanding bytes or objects of a pool tag in
// snapshots. Beside what Judge asks of a level it knows two more answers, and asks two more questions: does the growth
// follow work, and does it come back when the work is over.
//
//   - Windows. Up to 16 windows of samples are looked at, each by its floor, the least value in it; fewer samples are
//     looked at one by one.
//   - The rate is the median slope of Theil (1950) with the interval of Sen (1968), widened to what the noise of the
//     residuals allows.
//   - Chance. Whether the level rises is tested by least squares with noise that may be anything from white to a random
//     walk: the persistence of the residuals is estimated, corrected for its bias (Shaman and Stine, JASA 83, 1988) and,
//     where it is near one, taken to be one, after Perron and Yabu (J. Econometrics 151, 2009). No n samples prove more
//     than that one order of n! was met. Few samples do not give a random walk away: one without trend gets a chance below
//     0.01 in up to 4 of 100 cases.
//   - Work. Where phases are known the level is regressed a second time, on the work done until then: operations, or
//     seconds under workload. Growth that stands still without work is a duty, not a stop.
//   - Return. What a workload added, from the level at its begin to its highest, is held against what is left at the
//     end of the phases without work after it.
//
// A leak takes a rise all through the time or the work, to its end, that does not slow down, does not come back, and
// withstands that many levels were judged at once (ControlChance). Two samples never make one.

// The verdicts on a demand, beside Leak, Growth, Steady and Inconclusive.
const (
	Held    Verdict = "held"    // grew, or is large, and stands still: it did not come back, and does not grow
	Returns Verdict = "returns" // demand that comes and goes
)

// Unit is what a demand is counted in.
type Unit uint8

// The units.
const (
	Bytes Unit = iota
	Objects
)

// Demand is a level over time. Times are seconds from any origin, or, when Ordinal, numbers of samples.
type Demand struct {
	Unit    Unit
	Points  []Point
	Ordinal bool    // only the order of the samples is known: there are no rates per second
	Phases  []Phase // in order of time, without overlap; none when not known
	// Notable is the amount from which a level that does not move at all is worth a word: it is Held, not Steady. 0: none is.
	Notable float64
	// NeverFreed tells that of all that was ever taken nothing was given back.
	NeverFreed bool
	// Churns tells that nearly all that is taken is given back: two samples of such a level that differ by little show
	// demand at two moments, not growth.
	Churns bool
}

// Point is one sample, or a bin of successive samples.
type Point struct {
	From, To               float64 // of the first and of the last sample
	First, Last, Low, High float64 // values
	Samples                int     // 0 counts as 1
}

// PhaseKind says what goes on in a phase.
type PhaseKind uint8

// The kinds of phases.
const (
	Work     PhaseKind = iota // a workload runs
	Idle                      // nothing was asked for yet
	Recovery                  // the workload is over
)

// Phase is a part of the time with a known kind.
type Phase struct {
	Kind     PhaseKind
	From, To float64
	// Volume is the number of operations done in the phase, 0 when not known.
	Volume float64
}

// Slope is a rate with its 95 % interval. Low and High mean something only when Interval is set: few samples have none.
type Slope struct {
	Rate, Low, High float64
	Interval        bool
}

// Judgement is the verdict on a demand with its evidence. Rates are per second, or per sample for ordinal times.
type Judgement struct {
	Verdict    Verdict
	Reason     string  // one sentence with numbers
	Confidence float64 // 0 to 1

	Samples                int
	First, Last, Low, High float64
	Rise                   float64 // from the first floor to the last
	Slope                  Slope   // valid with two samples or more at different times
	HasSlope               bool
	// Chance is how likely at most a level without trend would rise like this; 1 where that cannot be told. Adjusted is
	// the same with all others that were judged along (ControlChance).
	Chance, Adjusted float64
	Tested           bool // the level moved, and had enough samples: it counts among those judged at once

	// Duty tells that the level rises under workload and stands still without. WorkSlope is the rate per second under
	// workload, OperationSlope that per operation.
	Duty              bool
	WorkSlope         Slope
	HasWorkSlope      bool
	OperationSlope    Slope
	HasOperationSlope bool
	Recovery          Return
	Stop              Stop // of a level that is Held because it grew and stopped

	trendReason string   // the reason of a leak as one of growth, for ControlChance
	fallback    *opinion // what growth that rests on the test alone is without it, likewise
}

// Stop tells when and by how much a level grew that then stood still at what it had reached. The zero value is that of
// levels that did not.
type Stop struct {
	Grew        float64 // from the first value to the last; 0 for none
	From, Until float64 // the time in which nearly all of it was added
}

// opinion is a verdict that was not given.
type opinion struct {
	verdict    Verdict
	reason     string
	confidence float64
}

// Return is what phases without work gave back of the growth under the workloads before them.
type Return struct {
	Known    bool    // there were workloads with such a phase after them, and samples in both
	Cycles   int     // workloads that were followed to their recovery
	Growth   float64 // from the begin of each workload to the highest level
	Returned float64 // of it, gone at the end of the recovery

	left []floor // what was there before the first of these workloads, and at the end of each recovery
}

// Share is the part of the growth that came back, 0 to 1.
func (r Return) Share() float64 {
	if r.Growth <= 0 {
		return 0
	}
	return max(0, min(1, r.Returned/r.Growth))
}
