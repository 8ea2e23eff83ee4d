package trend

import (
	"math"
	"slices"
)

// This file and its neighbours judge levels that go up and down with the hour of the day: is there a slope beneath.

// LevelPoint is a level at a moment.
type LevelPoint struct {
	Time  float64 // seconds since 1970, in local time: a day begins at a multiple of 86,400
	Value float64 // bytes
}

// Episode is a level from where something began, such as the lifetime of a process, to its end.
type Episode struct {
	Points []LevelPoint // in order of time
	Begun  bool         // its beginning was seen, so what it takes at first is a warm-up
}

// Seasonal is a level over hours to weeks: one episode, or several that are expected to do the same.
type Seasonal struct {
	Episodes []Episode // in order of time
	Width    float64   // seconds between points, where none are missing
	// Least is the rise over an episode, in bytes, below which nothing is called a trend; 0 means 1 MiB. A two-hundredth of the
	// level takes its place where that is more.
	Least float64
}

// Basis is what a seasonal slope rests on.
type Basis string

// SeasonJudgement is a verdict on a seasonal level with its evidence. Rates are bytes per second.
type SeasonJudgement struct {
	Verdict    Verdict
	Reason     string
	Confidence float64
	Basis      Basis
	Slope      Slope
	Days       float64 // that were judged, from the first point of each episode to its last, without warm-ups
	Longest    float64 // of these the longest episode, in seconds
	Episodes   int     // that the slope is made of
	Rising     int     // of these, with a rate above zero
	Rise       float64 // bytes: at the rate, in the longest episode
	// Swing is how much the level goes up and down with the hours, from the 5th to the 95th percentile of the profile, SwingShare the
	// part of the variance that the profile explains, and Noise the standard deviation of what neither profile nor slope
	// explain. Known with Basis SameHours.
	Swing, SwingShare, Noise float64
	// Jitter is the standard deviation of what the level does by chance from one value to the next.
	Jitter float64
	// WarmUp is what an episode takes at first, the median, and WarmUpSeconds how long it is left out for.
	WarmUp, WarmUpSeconds float64
	Steps                 []LevelStep
	// Since is the moment from which on the slope is, where it surely was another before; 0 where the slope is that of all the time. The
	// slope before is Earlier. SinceRestart tells that the slope is that of the episodes that began then or later.
	Since        float64
	SinceRestart bool
	Earlier      Slope
	// Filled is by how much the level rose to where it came to rest, and FilledSeconds how long that took; the median of episodes that
	// did, 0 where none did. The slope is that after it.
	Filled, FilledSeconds float64
	// Returned is the share of an episode's rise that the next one begins without, the median. Valid with two episodes that rise.
	Returned    float64
	HasReturned bool
	Late        Slope // of the later half of the time; without interval where that is too short
	// Recent is the rate over the last two days of the last episode, at the same hours; without interval where that is too short.
	Recent Slope
	// Hours is by how much the level rises in each hour of the day, the mean, in bytes; NaN for hours that were not seen.
	// It has the swing of the day in it.
	Hours  [24]float64
	Level  float64 // median
	Chance float64 // that a level without a slope seems to have one as great, one way
	// Adjusted is the chance with all levels taken into account that were judged at once. It is Chance until ControlSeasons is called.
	Adjusted float64
	Tested   bool

	fallback Verdict
}

// LevelStep is a rise at once, or a fall.
type LevelStep struct {
	Time  float64 // seconds, as in LevelPoint
	Bytes float64
}

const (
	aDay   = 86400.0
	anHour = 3600.0
)

// JudgeSeason gives the verdict on one level. It is a pure function and takes any input. Where many levels are judged at once,
// ControlSeasons must see all judgements before they are believed.
//
// The slope of an episode of two days or more is the median of the slopes between all pairs of values at the same hour of two
// days of a kind, working days or days of the weekend, weighted by the time between them: the seasonal slope of Hirsch, Slack and
// Smith (Water Resources Research 18, 1982) with the weights of Sievers (JASA 73, 1978). An episode may therefore begin and
// end at any hour. Its error is the greatest of three: that of a regression within the hours, whose scores may depend on each other
// over a day or a sixth of the time (Newey and West, Econometrica 55, 1987), in the spirit of Hirsch and Slack (Water Resources
// Research 20, 1984); that of the sum of steps of which the level would consist if it wandered; and one that lets the interval hold the
// slope of the means of whole days, at which a swing of any period shorter than a day does not look like a slope (daily). Growth needs
// lowest and mean levels of whole days that rise as well. Episodes of about a day tell by their return to the same hour, shorter ones by
// all hours alike. Slopes of episodes are taken together by a random-effects model (CombineGroups), those before a restart
// left out where they surely differ. Where there is no growth over all the time, the last episode is searched for a moment from which on
// there is (SeasonJudgement.Since).
func JudgeSeason(s Seasonal) SeasonJudgement {
	e := newSeasonEvidence(&s)
	e.measure()
	e.decide()
	e.j.Adjusted = e.j.Chance
	return e.j
}

// ControlSeasons takes into account that many levels were judged at once, as ControlChance does: growth and shrinking that chance may
// explain are taken back. It gives the number of tests.
func ControlSeasons(list []*SeasonJudgement) int {
	var tested []*SeasonJudgement
	var chances []float64
	for _, j := range list {
		if j.Tested {
			tested = append(tested, j)
			chances = append(chances, j.Chance)
		}
	}
	for i, adjusted := range AdjustChances(chances) {
		j := tested[i]
		j.Adjusted = adjusted
		j.takeBack(len(tested))
	}
	return len(tested)
}

// seasonEvidence is all that a verdict on a seasonal level rests on.
type seasonEvidence struct {
	s        *Seasonal
	least    float64
	episodes []*seasonEpisode
	chosen   []*seasonEpisode // that the slope is made of
	used     []estimate
	late     []estimate
	j        SeasonJudgement
}

// estimate is a rate with its standard error and how many degrees of freedom that has.
type estimate struct {
	rate, error, degrees float64
	// begin and end are by how much the rate would be off if the level did at the hour that is missing what it does beside it, after
	// the beginning and before the end. Estimates share that, so taking many together does not help.
	begin, end float64
}

// seasonEpisode is an episode on a grid.
type seasonEpisode struct {
	grid
	begun    bool
	warm     int // values that are left out
	fit      seasonFit
	basis    Basis
	estimate estimate
	steps    []LevelStep
	fill     filling
	late     estimate
	hasLate  bool
	// early and ending are the rates from two hours after the beginning to three and a half, and over the last five hours, of episodes of
	// about a day, and before over the former half of these five.
	early, ending, before float64
}

// pointWidth is the distance of points, within bounds.
func (s *Seasonal) pointWidth() float64 {
	if !(s.Width >= 1) {
		return 1
	}
	return min(s.Width, 4*anHour)
}

func newSeasonEvidence(s *Seasonal) *seasonEvidence {
	e := &seasonEvidence{s: s}
	span := 0.0
	for _, p := range s.Episodes {
		if n := len(p.Points); n > 0 {
			span = max(span, p.Points[n-1].Time-p.Points[0].Time)
		}
	}
	width := gridWidth(s.pointWidth(), span)
	var all []float64
	for _, p := range s.Episodes {
		g := newGrid(p.Points, width)
		if len(g.values) == 0 {
			continue
		}
		all = append(all, g.known()...)
		e.episodes = append(e.episodes, &seasonEpisode{grid: g, begun: p.Begun})
	}
	e.j.Level = median(all)
	e.least = s.Least
	if e.least <= 0 {
		e.least = 1 << 20
	}
	e.least = max(e.least, math.Abs(e.j.Level)/200)
	for i := range e.j.Hours {
		e.j.Hours[i] = math.NaN()
	}
	e.j.Chance = 1
	return e
}

// medianOf is the median of what is no NaN.
func medianOf(values []float64) float64 {
	return median(slices.DeleteFunc(slices.Clone(values), math.IsNaN))
}
