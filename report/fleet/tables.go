package fleet

import "time"

// TablesSchema names the layout of the tables of the fleet view and the meaning of their columns: docs/fleet.md.
const TablesSchema = "etledger/fleet-tables/v1"

// Tables of the fleet view, which WriteParquet writes. Those of images, modules and pool tags have the same columns.
const (
	TableImages  = "fleet_images"
	TableModules = "fleet_modules"
	TablePool    = "fleet_pool"
	TableUpdates = "fleet_updates"
	TableHosts   = "fleet_hosts"
	TableChains  = "fleet_chains"
)

// GroupRow is a Group as a row of a table.
type GroupRow struct {
	Name        string  `col:"name" doc:"image, module, or pool tag"`
	FileVersion *string `col:"file_version" doc:"of the image or module, as its version resource has it"`
	BuildStamp  *uint32 `col:"build_stamp" doc:"time date stamp of its PE header, which tells builds apart"`
	Role        *string `col:"role" doc:"of images that host other code: what a process of it hosts"`
	Pool        *string `col:"pool" doc:"of pool tags: paged or nonpaged"`
	Product     *string `col:"product" doc:"product name"`
	Component   *string `col:"component" doc:"driver or part of Windows that a pool tag may belong to"`
	Status      string  `col:"status" doc:"leaks, suspected, grows, clear or unjudged"`
	Reason      string  `col:"reason" doc:"of the status, a sentence"`

	HostsSeen        uint64 `col:"hosts_seen" unit:"count" doc:"hosts that have it"`
	HostsJudged      uint64 `col:"hosts_judged" unit:"count" doc:"of them, those on which it could have been called a leak"`
	HostsLeaking     uint64 `col:"hosts_leaking" unit:"count" doc:"of them, those on which it is called a leak"`
	HostsGrowing     uint64 `col:"hosts_growing" unit:"count" doc:"hosts on which it grows, or leaks in a way that is not counted"`
	CapturesSeen     uint64 `col:"captures_seen" unit:"count" doc:"the same of captures"`
	CapturesJudged   uint64 `col:"captures_judged" unit:"count" doc:"the same of captures"`
	CapturesLeaking  uint64 `col:"captures_leaking" unit:"count" doc:"the same of captures"`
	CapturesGrowing  uint64 `col:"captures_growing" unit:"count" doc:"the same of captures"`
	LifetimesSeen    uint64 `col:"lifetimes_seen" unit:"count" doc:"the same of lifetimes; of modules and pool tags, of their rows"`
	LifetimesJudged  uint64 `col:"lifetimes_judged" unit:"count" doc:"the same of lifetimes"`
	LifetimesLeaking uint64 `col:"lifetimes_leaking" unit:"count" doc:"the same of lifetimes"`
	LifetimesGrowing uint64 `col:"lifetimes_growing" unit:"count" doc:"the same of lifetimes"`

	Prevalence     *float64 `col:"prevalence" doc:"share of judged hosts on which it leaks, 0 to 1"`
	PrevalenceLow  *float64 `col:"prevalence_low" doc:"lower end of its 95 % interval"`
	PrevalenceHigh *float64 `col:"prevalence_high" doc:"upper end of its 95 % interval"`
	Chance         *float64 `col:"chance" doc:"how likely so many leaking hosts are if every leak verdict is a false one"`
	Adjusted       *float64 `col:"adjusted_chance" doc:"the same when as many groups are judged at once"`

	Slope     *float64 `col:"slope_bytes_per_s" unit:"bytes/s" doc:"rate where it leaks, by a random-effects model"`
	SlopeLow  *float64 `col:"slope_low_bytes_per_s" unit:"bytes/s" doc:"lower end of its 95 % interval"`
	SlopeHigh *float64 `col:"slope_high_bytes_per_s" unit:"bytes/s" doc:"upper end of its 95 % interval"`
	Estimates *uint64  `col:"slope_estimates" unit:"count" doc:"hosts, or captures of the only host, that the rate is made of"`
	Of        *string  `col:"slope_of" doc:"what it is made of: hosts or captures"`
	Tau       *float64 `col:"slope_tau_bytes_per_s" unit:"bytes/s" doc:"standard deviation of the true rates"`
	I2        *float64 `col:"slope_i2" doc:"share of the variation that the errors of the estimates do not explain, 0 to 1"`
	Q         *float64 `col:"slope_q" doc:"Cochran's statistic of the estimates"`
	QChance   *float64 `col:"slope_q_chance" doc:"how likely one as great is if all have one rate"`
	Lowest    *float64 `col:"slope_lowest_bytes_per_s" unit:"bytes/s" doc:"lowest of the estimates"`
	Highest   *float64 `col:"slope_highest_bytes_per_s" unit:"bytes/s" doc:"highest of the estimates"`

	OutstandingBytes uint64  `col:"outstanding_bytes" unit:"bytes" doc:"left outstanding in all its leaking lifetimes"`
	ObservedS        float64 `col:"observed_s" unit:"s" doc:"for which its leaking lifetimes were observed"`

	FirstSeen        *time.Time `col:"first_seen" unit:"ns" doc:"start of the first capture that has it, UTC"`
	FirstSeenHost    *string    `col:"first_seen_host" doc:"its host"`
	FirstSeenCapture *string    `col:"first_seen_capture" doc:"its ID"`
	FirstLeak        *time.Time `col:"first_leak" unit:"ns" doc:"start of the first capture in which it is called a leak, UTC"`
	FirstLeakHost    *string    `col:"first_leak_host" doc:"its host"`
	FirstLeakCapture *string    `col:"first_leak_capture" doc:"its ID"`
	LastLeak         *time.Time `col:"last_leak" unit:"ns" doc:"start of the last such capture, UTC"`
	LastLeakHost     *string    `col:"last_leak_host" doc:"its host"`
	LastLeakCapture  *string    `col:"last_leak_capture" doc:"its ID"`

	OverTime   string `col:"over_time" doc:"hosts in each period, a JSON array as in the report"`
	ByRing     string `col:"by_ring" doc:"hosts by ring, a JSON array as in the report"`
	ByVersion  string `col:"by_version" doc:"hosts by version of metadata, a JSON array as in the report"`
	ByWorkload string `col:"by_workload" doc:"hosts by workload, a JSON array as in the report"`
	ByOSBuild  string `col:"by_os_build" doc:"hosts by Windows build, a JSON array as in the report"`
	LeakingOn  string `col:"leaking_on" doc:"hosts on which it leaks, the greatest rate first, a JSON array; at most 20"`
	Partners   string `col:"partners" doc:"of an image its modules, of a module its images, a JSON array as in the report; at most 20"`
}

// UpdateRow is an Update as a row of a table.
type UpdateRow struct {
	Name             string     `col:"name" doc:"image"`
	Role             *string    `col:"role" doc:"of images that host other code: what a process of it hosts"`
	By               string     `col:"by" doc:"what tells the builds apart: build (of the image) or version (of metadata)"`
	FromFileVersion  *string    `col:"from_file_version" doc:"of the earlier build"`
	FromBuildStamp   *uint32    `col:"from_build_stamp" doc:"of the earlier build"`
	FromVersion      *string    `col:"from_version" doc:"metadata of the earlier build"`
	FromHostsSeen    uint64     `col:"from_hosts_seen" unit:"count" doc:"hosts with the earlier build"`
	FromHostsJudged  uint64     `col:"from_hosts_judged" unit:"count" doc:"of them, those judged"`
	FromHostsLeaking uint64     `col:"from_hosts_leaking" unit:"count" doc:"of them, those on which it leaks"`
	ToFileVersion    *string    `col:"to_file_version" doc:"of the later build"`
	ToBuildStamp     *uint32    `col:"to_build_stamp" doc:"of the later build"`
	ToVersion        *string    `col:"to_version" doc:"metadata of the later build"`
	ToHostsSeen      uint64     `col:"to_hosts_seen" unit:"count" doc:"hosts with the later build"`
	ToHostsJudged    uint64     `col:"to_hosts_judged" unit:"count" doc:"of them, those judged"`
	ToHostsLeaking   uint64     `col:"to_hosts_leaking" unit:"count" doc:"of them, those on which it leaks"`
	Change           string     `col:"change" doc:"came or went"`
	Chance           float64    `col:"chance" doc:"of as great a difference if both leak alike, by Fisher's exact test, one-sided"`
	Adjusted         float64    `col:"adjusted_chance" doc:"the same when as many updates are tested at once"`
	Since            *time.Time `col:"since" unit:"ns" doc:"start of the first capture with the later build, UTC"`
	Reason           string     `col:"reason" doc:"a sentence"`
}

// HostRow is a Host as a row of a table.
type HostRow struct {
	Name          string    `col:"host_name" doc:"host"`
	Captures      uint64    `col:"captures" unit:"count" doc:"of the host"`
	Latest        time.Time `col:"latest" unit:"ns" doc:"start of its latest capture, UTC"`
	LatestCapture string    `col:"latest_capture" doc:"ID of its latest capture"`
	Leaking       uint64    `col:"leaking_lifetimes" unit:"count" doc:"in its latest capture"`
	Rate          *float64  `col:"bytes_per_s" unit:"bytes/s" doc:"what all that leaks in its latest capture leaks together"`
	RateLow       *float64  `col:"low_bytes_per_s" unit:"bytes/s" doc:"lower end of its 95 % interval"`
	RateHigh      *float64  `col:"high_bytes_per_s" unit:"bytes/s" doc:"upper end of its 95 % interval"`
	Seconds       *float64  `col:"seconds_to_exhaustion" unit:"s" doc:"from the end of its latest capture; null when nothing is known to run out"`
	SecondsLow    *float64  `col:"seconds_to_exhaustion_low" unit:"s" doc:"the same at the upper end of the interval of the rate"`
	SecondsHigh   *float64  `col:"seconds_to_exhaustion_high" unit:"s" doc:"the same at the lower end of the interval of the rate"`
	What          *string   `col:"what" doc:"what runs out: address space of a process, or physical memory"`
	Process       *string   `col:"process" doc:"image of the process whose address space runs out, or that leaks most"`
	PID           *uint32   `col:"pid" doc:"its process number"`
	Reason        string    `col:"reason" doc:"a sentence"`
}

// ChainRow is a Chain as a row of a table.
type ChainRow struct {
	Host        string     `col:"host_name" doc:"host"`
	Boot        *time.Time `col:"boot_time" unit:"ns" doc:"when the system was started, UTC"`
	Image       string     `col:"image" doc:"file name"`
	FileVersion *string    `col:"file_version" doc:"of the image"`
	BuildStamp  *uint32    `col:"build_stamp" doc:"of the image"`
	Role        *string    `col:"role" doc:"of images that host other code: what the process hosts"`
	PID         uint32     `col:"pid" doc:"process number"`
	Captures    uint64     `col:"captures" unit:"count" doc:"that hold the process"`
	Leaking     uint64     `col:"leaking_captures" unit:"count" doc:"in which it is called a leak by itself"`
	First       time.Time  `col:"first" unit:"ns" doc:"time of the first point, UTC"`
	Last        time.Time  `col:"last" unit:"ns" doc:"time of the last point, UTC"`
	FirstBytes  uint64     `col:"first_private_bytes" unit:"bytes" doc:"private bytes at the end of its first capture"`
	LastBytes   uint64     `col:"last_private_bytes" unit:"bytes" doc:"private bytes at the end of its last capture"`
	Rate        float64    `col:"bytes_per_s" unit:"bytes/s" doc:"slope of private bytes over the ends of the captures, by Theil and Sen"`
	RateLow     float64    `col:"low_bytes_per_s" unit:"bytes/s" doc:"lower end of its 95 % interval"`
	RateHigh    float64    `col:"high_bytes_per_s" unit:"bytes/s" doc:"upper end of its 95 % interval"`
	Chance      float64    `col:"chance" doc:"of as steady a rise in levels without a trend, by the test of Mann and Kendall"`
	Adjusted    float64    `col:"adjusted_chance" doc:"the same when as many processes are tested at once"`
	Status      string     `col:"status" doc:"grows, or not shown"`
	Reason      string     `col:"reason" doc:"a sentence"`
	Levels      string     `col:"levels" doc:"points of it, a JSON array as in the report; at most 20"`
}
