package growth

import "etledger/report"

// Schema names the version of the JSON contract.
const Schema = "etledger/trend/v1"

// Report is the answer with all that it rests on. Sizes are bytes, rates bytes per day unless the name says otherwise; what is not
// known is null. Its JSON form is documented in docs/trend.md.
type Report struct {
	Schema    string           `json:"schema"`
	Answer    string           `json:"answer"` // in a sentence or two, with figures
	Captures  int              `json:"captures"`
	Snapshots int              `json:"snapshots"` // of processes
	Start     *report.Time     `json:"start"`     // first and last snapshot
	End       *report.Time     `json:"end"`
	Tests     int              `json:"tests"` // levels judged at once: verdicts allow for as many
	Findings  []report.Finding `json:"findings"`
	Programs  []Program        `json:"programs"` // the worst first
	Hosts     []Host           `json:"hosts"`    // by name
	Advice    *Advice          `json:"advice"`   // null where nothing grows

	damaged bool
}

// Damaged tells whether captures of the dataset could not be read.
func (r *Report) Damaged() bool { return r.damaged }

// Interval is a rate with its 95 % interval.
type Interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Level is one figure over time, with its verdict.
type Level struct {
	Verdict    string  `json:"verdict"` // growth, step, warm-up, steady, shrinking, inconclusive
	Reason     string  `json:"reason"`
	Confidence float64 `json:"confidence"` // 0 to 1
	// Basis is what the rate rests on: same-hours, return, plain; empty where there is none.
	Basis  string    `json:"basis"`
	PerDay *Interval `json:"bytes_per_day"`
	First  uint64    `json:"first_bytes"` // means of the first and the last bin
	Last   uint64    `json:"last_bytes"`
	Low    uint64    `json:"low_bytes"`
	High   uint64    `json:"high_bytes"`
	Days   float64   `json:"days"` // that were judged, warm-ups left out
	// Episodes are the lifetimes, or boots, that the rate is made of, and Rising those of them that rise.
	Episodes int     `json:"episodes"`
	Rising   int     `json:"rising"`
	Rise     float64 `json:"rise_bytes"` // at the rate, in the longest of them
	// Swing is how much the level goes up and down with the hours of the day, and SwingShare the part of the variance that it explains.
	Swing      *float64 `json:"swing_bytes"`
	SwingShare *float64 `json:"swing_share"`
	Noise      *float64 `json:"noise_bytes"` // what neither hours nor rate explain, a standard deviation
	WarmUp     *float64 `json:"warm_up_bytes"`
	WarmUpS    *float64 `json:"warm_up_s"` // left out at the beginning of each lifetime
	Steps      []Step   `json:"steps"`
	// Returned is the share of the rise of a lifetime that the next one begins without.
	Returned     *float64  `json:"returned_share"`
	LatePerDay   *Interval `json:"late_bytes_per_day"`   // of the later half
	RecentPerDay *Interval `json:"recent_bytes_per_day"` // of the last two days
	// Since is when the rate began, where it surely was another before, EarlierPerDay; SinceRestart tells that a restart was between,
	// and that the lifetimes since then are judged. Null where the rate is that of all the time.
	Since         *report.Time `json:"since"`
	SinceRestart  bool         `json:"since_restart"`
	EarlierPerDay *Interval    `json:"earlier_bytes_per_day"`
	Chance        *float64     `json:"chance"`   // of so great a rate without any
	Adjusted      *float64     `json:"adjusted"` // the same for as many levels as were judged at once
	// Series is the level at even distances, at most 48 values, null where it is not known.
	Series []*uint64 `json:"series"`
}

// Step is a rise or fall at once.
type Step struct {
	Time  report.Time `json:"time"`
	Bytes float64     `json:"bytes"`
}

// The patterns, of how commit and working set grow.
const (
	PatternActive    = "active"    // both grow
	PatternCold      = "cold"      // commit grows, the working set does not
	PatternCached    = "cached"    // the working set grows, commit does not
	PatternReserving = "reserving" // only the virtual size grows
	PatternSpread    = "spread"    // commit of all instances together grows, and that of none alone is shown to
	PatternRestarts  = "restarts"  // commit grows in each lifetime of hours, and restarts take it back
	PatternNone      = "none"
)

// Program is one instance of an image on one host, a process and its restarts, or all instances of an image together.
type Program struct {
	Host  string `json:"host"`
	Image string `json:"image"` // file name; "pid N" where no row tells
	// Instances is how many there are of the image on the host: as many as ran at once, of each command line that comes back.
	Instances int `json:"instances"`
	// Together tells that the entry is about all instances of the image together; it has the commit alone.
	Together    bool         `json:"together"`
	CommandLine *string      `json:"command_line"` // of the last lifetime
	PID         uint32       `json:"pid"`          // of the last lifetime; 0 for all together
	Started     *report.Time `json:"started"`      // the last lifetime; null when it was there before the captures, and for all together
	Running     bool         `json:"running"`      // it was there to the end
	Lifetimes   int          `json:"lifetimes"`    // that have a series
	Assumed     int          `json:"assumed"`      // captures from which on only number and image speak for a lifetime's going on
	Verdict     string       `json:"verdict"`      // of the commit
	Pattern     string       `json:"pattern"`
	Reason      string       `json:"reason"`
	Commit      *Level       `json:"commit"`
	WorkingSet  *Level       `json:"working_set"`
	Private     *Level       `json:"private_working_set"`
	Virtual     *Level       `json:"virtual_size"`
}

// Host is one machine.
type Host struct {
	Name        string       `json:"name"`
	PageSize    uint64       `json:"page_size"`
	Memory      *uint64      `json:"memory_bytes"` // physical
	BiasMinutes int          `json:"bias_minutes"` // UTC = local time + bias
	Boots       []Boot       `json:"boots"`
	Population  []Population `json:"populations"`
	Sessions    []Session    `json:"sessions"` // of which a figure moves
	Explanation *Explanation `json:"explanation"`
	Exhaustion  *Exhaustion  `json:"exhaustion"`
}

// Boot is one time that a machine ran, as far as captures saw it.
type Boot struct {
	Start      report.Time  `json:"start"` // first and last snapshot
	End        report.Time  `json:"end"`
	Booted     *report.Time `json:"booted"`
	Captures   int          `json:"captures"`
	Snapshots  int          `json:"snapshots"`
	IntervalS  float64      `json:"interval_s"` // between snapshots, the usual one
	GapS       float64      `json:"gap_s"`      // without snapshots
	Lifetimes  int          `json:"lifetimes"`
	ShortLived int          `json:"short_lived"` // lifetimes that ended too early to be judged
}

// Population is a part of the memory of a host.
type Population struct {
	Name string `json:"name"` // commit, processes, paged pool, nonpaged pool, driver pages, other commit, available
	Level
}

// Session is a terminal session.
type Session struct {
	ID         uint32 `json:"id"`
	PagedPool  *Level `json:"paged_pool"`
	Commit     *Level `json:"commit"`
	WorkingSet *Level `json:"working_set"`
}

// Explanation is what the growth of the commit of a host is made of.
type Explanation struct {
	PerDay   Interval `json:"bytes_per_day"`
	Parts    []Part   `json:"parts"`    // processes, paged pool, nonpaged pool, other commit
	Programs []Part   `json:"programs"` // parts of the part of processes, the greatest first
	Rising   []Part   `json:"rising"`   // instances that rise most, where none is shown to grow
	Reason   string   `json:"reason"`
}

// Part is a part of growth.
type Part struct {
	Name   string   `json:"name"`
	PerDay Interval `json:"bytes_per_day"`
	Share  Interval `json:"share"` // of the growth; 1 is all
}

// Exhaustion is when available memory would reach nought.
type Exhaustion struct {
	Available uint64   `json:"available_bytes"` // over the last day, the median
	Seconds   float64  `json:"seconds"`         // from the last snapshot on
	Earliest  float64  `json:"earliest_s"`
	Latest    *float64 `json:"latest_s"` // null where the interval of the rate does not exclude that it never does
	Note      string   `json:"note"`
}

// Advice is when and how to record a capture that tells why the worst grower grows.
type Advice struct {
	Host      string   `json:"host"`
	Of        string   `json:"of"` // image, or pool
	PID       *uint32  `json:"pid"`
	FromHour  *int     `json:"from_hour"` // local time: it rises most between these hours; null where the day is not known
	ToHour    *int     `json:"to_hour"`
	GrowsNow  *bool    `json:"grows_now"` // in the last two days; null where that is not known
	Minutes   int      `json:"minutes"`
	Command   string   `json:"command"`
	Sentences []string `json:"sentences"`
}
