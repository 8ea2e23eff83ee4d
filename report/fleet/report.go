package fleet

import "etledger/report"

// Schema names the form of the JSON that a Report is written as.
const Schema = "etledger/fleet/v1"

// Report is what the results of many captures say together.
type Report struct {
	Schema string `json:"schema"`
	// Answer is the finding in one sentence, the first line of the text form.
	Answer string `json:"answer"`
	Fleet  Fleet  `json:"fleet"`
	// Images are the builds of images (name, file version, build stamp, role), worst first. Modules and PoolTags are ordered
	// in the same way.
	Images   []Group  `json:"images"`
	Modules  []Group  `json:"modules"`
	PoolTags []Group  `json:"pool_tags"`
	Updates  []Update `json:"updates"` // leaks that came, or went, with another build of an image
	Hosts    []Host   `json:"hosts"`   // nearest to exhaustion first
	Chains   []Chain  `json:"chains"`  // processes that grow across captures of one host and boot
	Method   Method   `json:"method"`
	Findings []Note   `json:"findings"` // what weakens all of this
}

// Fleet says what the report is made of.
type Fleet struct {
	Hosts     int `json:"hosts"`
	Captures  int `json:"captures"`
	Judgeable int `json:"judgeable_captures"` // with at least one lifetime that could have been called a leak
	Damaged   int `json:"damaged_captures"`
	Lossy     int `json:"lossy_captures"`  // events or buffers lost
	Failed    int `json:"failed_captures"` // set aside by batch, as the dataset lists them
	// Unreadable are captures whose results could not be read and count for nothing.
	Unreadable int          `json:"unreadable_captures"`
	Repeated   int          `json:"repeated_captures"` // given more than once, counted once
	Lifetimes  int          `json:"lifetimes"`
	Judged     int          `json:"judged_lifetimes"`
	Leaking    int          `json:"leaking_lifetimes"`
	First      *report.Time `json:"first"`      // start of the earliest capture
	Last       *report.Time `json:"last"`       // end of the latest
	DurationS  float64      `json:"duration_s"` // of all captures together
	Rings      []Share      `json:"rings"`
	Versions   []Share      `json:"versions"` // of metadata
	Workloads  []Share      `json:"workloads"`
	OSBuilds   []Share      `json:"os_builds"`
	Period     string       `json:"period"` // length of the periods of Group.OverTime: day, week or month
}

// Share is how many hosts and captures have a value.
type Share struct {
	Value    *string `json:"value"` // null for those without
	Hosts    int     `json:"hosts"`
	Captures int     `json:"captures"`
}

// Status says what a group does in the fleet.
type Status string

// The statuses of groups, worst first.
const (
	Leaks     Status = "leaks"     // it leaks on some hosts, in more captures of them than false verdicts explain
	Suspected Status = "suspected" // it is called a leak more often than false verdicts explain easily, but is not shown to leak
	Grows     Status = "grows"     // it grows, and what leak verdicts it has false ones explain
	Clear     Status = "clear"     // it was judged, and neither leaks nor grows; what leak verdicts it has false ones explain
	Unjudged  Status = "unjudged"  // no capture could have shown a leak
)

// Group is a build of an image, a module or a pool tag over all captures.
type Group struct {
	Name        string  `json:"name"`         // image, module, or tag
	FileVersion *string `json:"file_version"` // null where no capture tells it, and for pool tags
	BuildStamp  *uint32 `json:"build_stamp"`
	Role        *string `json:"role"` // of images that host other code
	Pool        *string `json:"pool"` // of pool tags: paged or nonpaged
	Product     *string `json:"product"`
	Component   *string `json:"component"` // that a pool tag may belong to

	Status Status `json:"status"`
	Reason string `json:"reason"` // a sentence

	Hosts     Counts `json:"hosts"`
	Captures  Counts `json:"captures"`
	Lifetimes Counts `json:"lifetimes"` // of modules and pool tags: their rows
	// Prevalence is the share of judged hosts on which it leaks, with its 95 % interval (Wilson). Null when none was judged.
	Prevalence *Interval `json:"prevalence"`
	// Chance is how likely so many leaking hosts are when every leak verdict is a false one, Adjusted the same when as many
	// groups are judged at once (Benjamini and Hochberg). Null where nothing was judged; modules have none.
	Chance   *float64 `json:"chance"`
	Adjusted *float64 `json:"adjusted_chance"`
	// Slope is the rate on the hosts where it leaks, by a random-effects model; null when it leaks nowhere.
	Slope *Pooled `json:"slope"`
	// OutstandingBytes is what was left outstanding in all its leaking lifetimes, ObservedS how long these were observed.
	OutstandingBytes uint64  `json:"outstanding_bytes"`
	ObservedS        float64 `json:"observed_s"`

	FirstSeen  *Sighting `json:"first_seen"`
	FirstLeak  *Sighting `json:"first_leak"` // the first capture in which it is called a leak
	LastLeak   *Sighting `json:"last_leak"`
	OverTime   []Period  `json:"over_time"` // periods in which it was judged
	ByRing     []Part    `json:"by_ring"`
	ByVersion  []Part    `json:"by_version"` // of metadata
	ByWorkload []Part    `json:"by_workload"`
	ByOSBuild  []Part    `json:"by_os_build"`
	LeakingOn  []string  `json:"leaking_on"` // hosts, at most MaxNamed of Hosts.Leaking, those with the greatest rate first
	// Modules are, of an image, the modules that left most in its leaking lifetimes; of a module, the images that it leaks in.
	Partners []Partner `json:"partners"`
}

// MaxNamed bounds lists of hosts and partners.
const MaxNamed = 20

// Counts are hosts, captures or lifetimes.
type Counts struct {
	Seen    int `json:"seen"`
	Judged  int `json:"judged"`
	Leaking int `json:"leaking"`
	Growing int `json:"growing"` // growth, or a leak that is not counted as one
}

// Interval is a share or rate with its 95 % interval.
type Interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Pooled is a rate in bytes per second over hosts, or over captures of the only host, by the model of trend.Combine.
type Pooled struct {
	Rate      float64  `json:"bytes_per_s"`
	Low       *float64 `json:"low_bytes_per_s"`
	High      *float64 `json:"high_bytes_per_s"`
	Estimates int      `json:"estimates"` // hosts, or captures, that it is made of
	Of        string   `json:"of"`        // hosts or captures
	// Tau is the standard deviation of the true rates, I2 the share of the variation that the errors of the estimates do not
	// explain, Q Cochran's statistic and QChance its chance. Null with one estimate.
	Tau     *float64 `json:"tau_bytes_per_s"`
	I2      *float64 `json:"i2"`
	Q       *float64 `json:"q"`
	QChance *float64 `json:"q_chance"`
	Lowest  float64  `json:"lowest_bytes_per_s"` // of the estimates
	Highest float64  `json:"highest_bytes_per_s"`
}

// Sighting is one capture.
type Sighting struct {
	Time     report.Time `json:"time"` // start of the capture
	Host     string      `json:"host"`
	Capture  string      `json:"capture"`  // ID
	Location string      `json:"location"` // path or URL that batch read it from
}

// Period is a stretch of time.
type Period struct {
	From  report.Time `json:"from"`
	Hosts Counts      `json:"hosts"`
}

// Part is the part of a group with one value of a dimension.
type Part struct {
	Value *string `json:"value"`
	Hosts Counts  `json:"hosts"`
}

// Partner is a module of an image or an image of a module.
type Partner struct {
	Name             string   `json:"name"`
	FileVersion      *string  `json:"file_version"`
	BuildStamp       *uint32  `json:"build_stamp"`
	Hosts            int      `json:"hosts"`
	Captures         int      `json:"captures"`
	OutstandingBytes uint64   `json:"outstanding_bytes"`
	Share            *float64 `json:"share"` // of what the image left outstanding in its leaking lifetimes
}

// Update compares two builds of an image that follow one another.
type Update struct {
	Name     string       `json:"name"`
	Role     *string      `json:"role"`
	By       string       `json:"by"` // what tells the builds apart: build (of the image) or version (of metadata)
	From     Build        `json:"from"`
	To       Build        `json:"to"`
	Change   string       `json:"change"` // came or went
	Chance   float64      `json:"chance"` // Fisher's exact test, one-sided
	Adjusted float64      `json:"adjusted_chance"`
	Since    *report.Time `json:"since"` // first capture with the later build
	Reason   string       `json:"reason"`
}

// Build is one of the builds of an update.
type Build struct {
	FileVersion *string `json:"file_version"`
	BuildStamp  *uint32 `json:"build_stamp"`
	Version     *string `json:"version"` // of metadata
	Hosts       Counts  `json:"hosts"`
}

// Host says how long a host has left, as its latest capture tells.
type Host struct {
	Name     string   `json:"name"`
	Captures int      `json:"captures"`
	Latest   Sighting `json:"latest"`
	Leaking  int      `json:"leaking_lifetimes"` // in the latest capture
	// Rate is what all processes that leak in the latest capture leak together.
	Rate *Interval `json:"bytes_per_s"`
	// Seconds until exhaustion, from the end of the latest capture, at the rate and at the ends of its interval; null when
	// nothing that is known runs out. What says what runs out: address space of a process, or physical memory (available
	// memory, or all there is where available memory was not recorded, which is then an upper bound).
	Seconds     *float64 `json:"seconds_to_exhaustion"`
	SecondsLow  *float64 `json:"seconds_to_exhaustion_low"`
	SecondsHigh *float64 `json:"seconds_to_exhaustion_high"`
	What        *string  `json:"what"`
	Process     *string  `json:"process"` // image of the process whose address space runs out, or that leaks most
	PID         *uint32  `json:"pid"`
	Reason      string   `json:"reason"`
}

// Chain is one process in several captures of one host and boot.
type Chain struct {
	Host        string       `json:"host"`
	Boot        *report.Time `json:"boot"`
	Image       string       `json:"image"`
	FileVersion *string      `json:"file_version"`
	BuildStamp  *uint32      `json:"build_stamp"`
	Role        *string      `json:"role"`
	PID         uint32       `json:"pid"`
	Captures    int          `json:"captures"`
	Leaking     int          `json:"leaking_captures"` // in which it is called a leak by itself
	First       report.Time  `json:"first"`
	Last        report.Time  `json:"last"`
	FirstBytes  uint64       `json:"first_private_bytes"` // private bytes at the end of its first capture
	LastBytes   uint64       `json:"last_private_bytes"`
	// Rate is the slope of private bytes over the ends of the captures (Theil and Sen) with its interval, Chance that of
	// Mann and Kendall's test, Adjusted the same for as many chains as were tested.
	Rate     Interval `json:"bytes_per_s"`
	Chance   float64  `json:"chance"`
	Adjusted float64  `json:"adjusted_chance"`
	Status   string   `json:"status"` // grows
	Reason   string   `json:"reason"`
	// Levels are the points, at most MaxNamed evenly chosen of them.
	Levels []Level `json:"levels"`
}

// Level is one point of a chain.
type Level struct {
	Time         report.Time `json:"time"`
	PrivateBytes uint64      `json:"private_bytes"`
	Capture      string      `json:"capture"`
}

// Method says by which rules the groups were judged.
type Method struct {
	FalseLeakRate float64 `json:"false_leak_rate"` // share of lifetimes that leak verdicts are taken to be false for
	FalseShare    float64 `json:"false_discovery_rate"`
	Tested        int     `json:"tested_groups"`
	TestedUpdates int     `json:"tested_updates"`
	TestedChains  int     `json:"tested_chains"`
}

// Note is something that weakens the report.
type Note struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}
