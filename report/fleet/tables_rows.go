package fleet

import (
	"encoding/json"
	"time"

	"etledger/report"
)

// ImageRows, ModuleRows, PoolTagRows, UpdateRows, HostRows and ChainRows give the report's lists as rows of tables, in the
// same order.
func (r *Report) ImageRows() []GroupRow { return groupRows(r.Images) }

// ModuleRows: see ImageRows.
func (r *Report) ModuleRows() []GroupRow { return groupRows(r.Modules) }

// PoolTagRows: see ImageRows.
func (r *Report) PoolTagRows() []GroupRow { return groupRows(r.PoolTags) }

func groupRows(groups []Group) []GroupRow {
	rows := make([]GroupRow, len(groups))
	for i := range groups {
		rows[i] = groupRow(&groups[i])
	}
	return rows
}

func groupRow(g *Group) GroupRow {
	row := GroupRow{
		Name: g.Name, FileVersion: g.FileVersion, BuildStamp: g.BuildStamp, Role: g.Role, Pool: g.Pool, Product: g.Product,
		Component: g.Component, Status: string(g.Status), Reason: g.Reason,
		HostsSeen: count(g.Hosts.Seen), HostsJudged: count(g.Hosts.Judged), HostsLeaking: count(g.Hosts.Leaking),
		HostsGrowing: count(g.Hosts.Growing), CapturesSeen: count(g.Captures.Seen), CapturesJudged: count(g.Captures.Judged),
		CapturesLeaking: count(g.Captures.Leaking), CapturesGrowing: count(g.Captures.Growing),
		LifetimesSeen: count(g.Lifetimes.Seen), LifetimesJudged: count(g.Lifetimes.Judged), LifetimesLeaking: count(g.Lifetimes.Leaking),
		LifetimesGrowing: count(g.Lifetimes.Growing), Chance: g.Chance, Adjusted: g.Adjusted, OutstandingBytes: g.OutstandingBytes,
		ObservedS: g.ObservedS, OverTime: jsonOf(g.OverTime), ByRing: jsonOf(g.ByRing), ByVersion: jsonOf(g.ByVersion),
		ByWorkload: jsonOf(g.ByWorkload), ByOSBuild: jsonOf(g.ByOSBuild), LeakingOn: jsonOf(g.LeakingOn), Partners: jsonOf(g.Partners),
	}
	row.Prevalence, row.PrevalenceLow, row.PrevalenceHigh = partsOf(g.Prevalence)
	row.FirstSeen, row.FirstSeenHost, row.FirstSeenCapture = sightingParts(g.FirstSeen)
	row.FirstLeak, row.FirstLeakHost, row.FirstLeakCapture = sightingParts(g.FirstLeak)
	row.LastLeak, row.LastLeakHost, row.LastLeakCapture = sightingParts(g.LastLeak)
	if s := g.Slope; s != nil {
		estimates := count(s.Estimates)
		row.Slope, row.SlopeLow, row.SlopeHigh, row.Estimates, row.Of = &s.Rate, s.Low, s.High, &estimates, &s.Of
		row.Tau, row.I2, row.Q, row.QChance, row.Lowest, row.Highest = s.Tau, s.I2, s.Q, s.QChance, &s.Lowest, &s.Highest
	}
	return row
}

// UpdateRows: see ImageRows.
func (r *Report) UpdateRows() []UpdateRow {
	rows := make([]UpdateRow, len(r.Updates))
	for i := range r.Updates {
		p := &r.Updates[i]
		rows[i] = UpdateRow{
			Name: p.Name, Role: p.Role, By: p.By, FromFileVersion: p.From.FileVersion, FromBuildStamp: p.From.BuildStamp,
			FromVersion: p.From.Version, FromHostsSeen: count(p.From.Hosts.Seen), FromHostsJudged: count(p.From.Hosts.Judged),
			FromHostsLeaking: count(p.From.Hosts.Leaking), ToFileVersion: p.To.FileVersion, ToBuildStamp: p.To.BuildStamp,
			ToVersion: p.To.Version, ToHostsSeen: count(p.To.Hosts.Seen), ToHostsJudged: count(p.To.Hosts.Judged),
			ToHostsLeaking: count(p.To.Hosts.Leaking), Change: p.Change, Chance: p.Chance, Adjusted: p.Adjusted, Since: timeOf(p.Since),
			Reason: p.Reason,
		}
	}
	return rows
}

// HostRows: see ImageRows.
func (r *Report) HostRows() []HostRow {
	rows := make([]HostRow, len(r.Hosts))
	for i := range r.Hosts {
		h := &r.Hosts[i]
		rows[i] = HostRow{
			Name: h.Name, Captures: count(h.Captures), Latest: h.Latest.Time.Time, LatestCapture: h.Latest.Capture, Leaking: count(h.Leaking),
			Seconds: h.Seconds, SecondsLow: h.SecondsLow, SecondsHigh: h.SecondsHigh, What: h.What, Process: h.Process, PID: h.PID,
			Reason: h.Reason,
		}
		rows[i].Rate, rows[i].RateLow, rows[i].RateHigh = partsOf(h.Rate)
	}
	return rows
}

// ChainRows: see ImageRows.
func (r *Report) ChainRows() []ChainRow {
	rows := make([]ChainRow, len(r.Chains))
	for i := range r.Chains {
		c := &r.Chains[i]
		rows[i] = ChainRow{
			Host: c.Host, Boot: timeOf(c.Boot), Image: c.Image, FileVersion: c.FileVersion, BuildStamp: c.BuildStamp, Role: c.Role,
			PID: c.PID, Captures: count(c.Captures), Leaking: count(c.Leaking), First: c.First.Time, Last: c.Last.Time,
			FirstBytes: c.FirstBytes, LastBytes: c.LastBytes, Rate: c.Rate.Value, RateLow: c.Rate.Low, RateHigh: c.Rate.High,
			Chance: c.Chance, Adjusted: c.Adjusted, Status: c.Status, Reason: c.Reason, Levels: jsonOf(c.Levels),
		}
	}
	return rows
}

func count(n int) uint64 { return uint64(max(0, n)) }

// jsonOf gives a list as JSON; no list is an empty one.
func jsonOf[T any](list []T) string {
	b, err := json.Marshal(list)
	if err != nil || list == nil {
		return "[]" // lists of texts, counts and times always have a JSON form
	}
	return string(b)
}

func partsOf(i *Interval) (value, low, high *float64) {
	if i == nil {
		return nil, nil, nil
	}
	return &i.Value, &i.Low, &i.High
}

func sightingParts(s *Sighting) (at *time.Time, host, capture *string) {
	if s == nil {
		return nil, nil, nil
	}
	return &s.Time.Time, &s.Host, &s.Capture
}

func timeOf(t *report.Time) *time.Time {
	if t == nil {
		return nil
	}
	return &t.Time
}
