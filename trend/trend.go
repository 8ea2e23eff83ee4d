package trend

// Verdict is the judgement of one account; the words are those of the report contract.
type Verdict string

// The verdicts.
const (
	Leak         Verdict = "leak"         // survivors are born evenly: memory is taken and not given back
	Growth       Verdict = "growth"       // rises, but is not shown to be a leak
	Step         Verdict = "step"         // rose at once and stayed
	WarmUp       Verdict = "warm-up"      // survivors are all old
	Churn        Verdict = "churn"        // is taken and given back
	Steady       Verdict = "steady"       // hardly moves
	Shrinking    Verdict = "shrinking"    // gives back more than it takes
	Inconclusive Verdict = "inconclusive" // what was seen does not suffice
)

// Input is one account to be judged. Times are seconds from the first event of the capture, amounts bytes.
type Input struct {
	CaptureStart, CaptureEnd float64 // what was observed
	Start, End               float64 // this account's own part of it: from its birth, or the capture's start, to its end
	Ended                    bool    // the account ended inside the capture: what was left then is no leak

	// Cohorts are what was born in successive bins of equal width that cover [Start, End], in order of time.
	Cohorts []Cohort
	// Deaths is the distribution of ages at death, by bytes, of what was born and died inside the capture.
	Deaths []Death
	// Level is the outstanding amount over time, in order of time, with or without what is older than the account; the
	// only witness when Cohorts is nil.
	Level []Sample

	// LostShare is the estimated share of frees that were lost, 0 when none is known to be. LossKnown tells that
	// something was lost at all: verdicts that depend on every free being seen claim less.
	LostShare float64
	LossKnown bool
	// Unpaired are the bytes that were freed without having been seen taken, less those of frees that were lost but could
	// be inferred: about as much is outstanding only because its free was lost. HasUnpaired tells that it is known.
	Unpaired    float64
	HasUnpaired bool
	// Audited tells that an independent count of what is outstanding agrees with the account to the byte: whatever was
	// lost, it left nothing that only seems to stay and hides nothing that does.
	Audited bool

	// Limit is the amount at which the account fails (commit limit, address space), 0 when unknown. It is compared with
	// the last value of Level: what that leaves out, such as older memory, is to be taken off the limit.
	Limit float64
}

// Cohort is what was born in one bin of time.
type Cohort struct {
	From, To  float64 // seconds
	Born      float64 // bytes
	Surviving float64 // bytes of Born that were outstanding at Input.End
	Count     int     // births
	// OlderFreed is what was freed in this bin of memory that is in no cohort: taken before the account was observed.
	// Leave it 0 when it is not known.
	OlderFreed float64 // bytes
}

// Death is one bin of the distribution of ages at death.
type Death struct {
	Age   float64 // seconds, upper edge of the bin
	Bytes float64
}

// Sample is one point of a level: its least and greatest value, and the last, in the bin that ends at Time.
type Sample struct {
	Time           float64
	Low, High, End float64
}

// Result is a verdict with its evidence.
type Result struct {
	Verdict Verdict
	// Slope is the rate at which survivors accumulate, in bytes per second, and [SlopeLow, SlopeHigh] its 95 % interval.
	Slope, SlopeLow, SlopeHigh float64
	// FitFrom and FitTo are the seconds between which what the slope was fitted to was born; where only a level is known,
	// and for Shrinking, they bound the level. They are equal when no slope was fitted.
	FitFrom, FitTo float64
	Churn          float64 // bytes: amplitude of what is taken and given back
	Confidence     float64 // 0 to 1
	Reason         string  // one sentence with numbers
	// SecondsToExhaustion is the time from the end until Limit at Slope; valid for Leak with a known Limit.
	SecondsToExhaustion float64
	HasExhaustion       bool
	// ExhaustionEarliest and ExhaustionLatest are that time in seconds at SlopeHigh and SlopeLow.
	ExhaustionEarliest, ExhaustionLatest float64
}

// Judge gives the verdict for one account. It is a pure function: the same input gives the same result, no input makes
// it panic, and what is not a number, negative or out of order in it is left out or put in order.
func Judge(in Input) Result {
	a := clean(in)
	switch {
	case a.length() < leastWindow:
		return Result{
			Verdict: Inconclusive,
			Reason:  shortWindowReason(a.length()),
		}
	case len(a.bins) == 0:
		return judgeLevel(in, a)
	}
	return judgeCohorts(in, a)
}
