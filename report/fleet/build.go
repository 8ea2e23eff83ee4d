package fleet

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"etledger/report"
)

// Options say how to report. The zero value gives the defaults.
type Options struct {
	// FalseLeakRate is the share of judged lifetimes that are taken to be called a leak falsely, between 0 and 1. 0 stands for
	// DefaultFalseLeakRate.
	FalseLeakRate float64
	// Failed is how many captures were set aside, as the dataset lists them: nothing else is known of them here.
	Failed int
	// Unreadable is how many results of the dataset could not be read and count for nothing.
	Unreadable int
	// LeftOut is how many captures the caller did not add because a filter left them out.
	LeftOut int
}

// DefaultFalseLeakRate is the share of accounts that do not leak which docs/verdicts.md finds called a leak.
const DefaultFalseLeakRate = 0.01

// Bounds of chances, the last two of those that are adjusted for how many there are.
const (
	level      = 0.05 // of a host to count as leaking by false verdicts alone
	falseShare = 0.01 // of a group to leak: so that of what leaks one of a hundred is expected not to
	falseTrend = 0.05 // of updates and of chains
)

// capture is what is kept of a capture while a report is made.
type capture struct {
	*observation // without builds, lifetimes, modules and tags
	id           string
	location     string // the least of those that it was given from
	hostIndex    int
	bootCluster  int // index of the cluster of boots of the host; none where the boot is not known
	lifetimes    int
	judged       int
	leaking      int
	latest       bool // of its host
	held         *held
}

// view is a report that is being made.
type view struct {
	options  Options
	rules    *rules
	report   *Report
	captures []*capture // in order of time
	hosts    []string   // in the least of the spellings that captures have, in order of their keys
	images   collection
	tags     collection
	modules  moduleCollection
	leaks    []leaker // of the latest captures
	points   []point
	unnamed  unnamedCount
	unbuilt  int // lifetimes whose image has neither version nor build stamp
}

// Report says what the captures say together. The partial stays as it is and may be added to afterwards.
func (p *Partial) Report(options Options) *Report {
	if !(options.FalseLeakRate > 0 && options.FalseLeakRate < 1) {
		options.FalseLeakRate = DefaultFalseLeakRate
	}
	v := &view{options: options, rules: newRules(options.FalseLeakRate), report: &Report{
		Schema: Schema, Images: []Group{}, Modules: []Group{}, PoolTags: []Group{}, Updates: []Update{}, Hosts: []Host{},
		Chains: []Chain{}, Findings: []Note{},
		Method: Method{FalseLeakRate: options.FalseLeakRate, FalseShare: falseShare},
	}}
	v.findUnreadable()
	v.open(p)
	v.collect(p)
	v.describe()
	v.judge()
	v.report.Updates = v.updates()
	v.report.Hosts = v.headroom()
	v.report.Chains = v.chains()
	v.find()
	v.report.Answer = v.answer()
	return v.report
}

// open puts the captures in order, and tells hosts and boots.
func (v *view) open(p *Partial) {
	hosts, spelled := map[string]int{}, map[string]string{}
	for id, h := range p.captures {
		reader := p.player(h)
		c := &capture{observation: reader.about(), id: id, location: p.texts[h.location], held: h}
		v.captures = append(v.captures, c)
		key := hostKey(c.host)
		if least, known := spelled[key]; !known || c.host < least {
			spelled[key] = c.host
		}
	}
	slices.SortFunc(v.captures, func(a, b *capture) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.id, b.id)) })
	for i, key := range slices.Sorted(maps.Keys(spelled)) {
		v.hosts = append(v.hosts, spelled[key])
		hosts[key] = i
	}
	latest := make([]*capture, len(v.hosts))
	ofHost := make([][]*capture, len(v.hosts))
	for _, c := range v.captures {
		i := hosts[hostKey(c.host)]
		c.hostIndex, c.host = i, v.hosts[i]
		ofHost[i] = append(ofHost[i], c)
		if latest[i] == nil || latest[i].end <= c.end {
			latest[i] = c
		}
	}
	for i := range v.hosts {
		latest[i].latest = true
		clusterBoots(ofHost[i])
	}
}

// hostKey tells hosts apart: Windows does not tell upper from lower case in the names of computers.
func hostKey(name string) string { return strings.ToLower(name) }

// collect takes the lifetimes, modules and tags of all captures in.
func (v *view) collect(p *Partial) {
	v.images, v.tags, v.modules = newCollection(), newCollection(), newModuleCollection()
	for i, c := range v.captures {
		o, err := p.observation(c.held)
		if err != nil { // Add made the record, or UnmarshalBinary verified it
			continue
		}
		c.lifetimes = len(o.lifetimes)
		groups := make([]int, len(o.lifetimes))
		for k := range o.lifetimes {
			groups[k] = v.addLifetime(i, o, &o.lifetimes[k])
		}
		for k := range o.tags {
			t := &o.tags[k]
			v.tags.add(i, &o.builds[t.build], t.verdict, t.judged, &t.rise)
		}
		v.modules.add(i, c.hostIndex, o, groups)
	}
}

// addLifetime gives the group that a lifetime is of; none for a process that no event names.
func (v *view) addLifetime(i int, o *observation, l *lifetime) int {
	c := v.captures[i]
	if l.judged {
		c.judged++
	}
	if l.verdict == leaking {
		c.leaking++
	}
	group := none
	if l.build == none {
		v.unnamed.lifetimes++
		if l.verdict == leaking {
			v.unnamed.leaking++
		}
	} else {
		b := &o.builds[l.build]
		group = v.images.add(i, b, l.verdict, l.judged, &l.rise)
		if b.version == "" && b.stamp == nil && l.pid > 4 { // Idle and System have no image file
			v.unbuilt++
		}
		if c.bootCluster != none && (l.private != nil || l.born || l.ended) {
			v.points = append(v.points, point{capture: i, group: group, pid: l.pid, key: l.key, private: l.private, born: l.born,
				ended: l.ended, leaks: l.verdict == leaking})
		}
	}
	if c.latest && l.verdict == leaking && !l.ended {
		v.leaks = append(v.leaks, leaker{capture: i, group: group, pid: l.pid, rise: l.rise, left: l.left})
	}
	return group
}

// describe says what the report is made of.
func (v *view) describe() {
	f := &v.report.Fleet
	f.Hosts, f.Captures, f.Failed, f.Unreadable = len(v.hosts), len(v.captures), v.options.Failed, v.options.Unreadable
	var duration float64
	for _, c := range v.captures {
		f.Judgeable += oneIf(c.judged > 0)
		f.Damaged += oneIf(c.damaged)
		f.Lossy += oneIf(c.lossy)
		f.Repeated += oneIf(c.held.repeated)
		f.Lifetimes += c.lifetimes
		f.Judged += c.judged
		f.Leaking += c.leaking
		duration += c.durationS
	}
	f.DurationS = rounded(duration, secondStep)
	if n := len(v.captures); n > 0 {
		first, last := report.At(v.captures[0].start), report.At(v.captures[0].end)
		for _, c := range v.captures {
			if at := report.At(c.end); at.After(last.Time) {
				last = at
			}
		}
		f.First, f.Last = &first, &last
	}
	f.Rings, f.Versions = v.shares(ringOf), v.shares(versionOf)
	f.Workloads, f.OSBuilds = v.shares(workloadOf), v.shares(osBuildOf)
	f.Period = v.period()
}

// oneIf counts what holds.
func oneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}
