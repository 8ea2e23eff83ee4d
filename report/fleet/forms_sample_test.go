package fleet

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"etledger/report"
)

func at(day, hour int) report.Time {
	return report.Time{Time: time.Date(2024, 3, day, hour, 0, 0, 0, time.UTC)}
}

func to[T any](v T) *T { return &v }

func ago(day, hour int) *report.Time { return to(at(day, hour)) }

// hostile are names that would break out of the places they are put in, were they not made harmless.
var hostile = []string{"\x1b[2J</script><script>alert(1)</script>@you#1|`_*.exe", "=cmd()", "\"onmouseover=\"alert(1)\u202e"}

// sample is a report by hand that has something in every field: a hundred hosts, on ten of which one build of an image leaks
// that came with an update.
func sample() *Report {
	r := &Report{
		Schema: Schema,
		Answer: "worker.exe 5.2.0 leaks on 10 of 10 hosts that run it, 205 KiB/s (95 %: 198 to 212 KiB/s), since 2024-03-05; it came with 5.2.0.",
		Fleet: Fleet{Hosts: 100, Captures: 1000, Judgeable: 950, Damaged: 3, Lossy: 4, Failed: 12, Unreadable: 5, Repeated: 2,
			Lifetimes: 15000, Judged: 12345,
			Leaking: 104, First: ago(1, 8), Last: ago(10, 8), DurationS: 600000, Period: "day",
			Rings:     []Share{{to("canary"), 10, 100}, {to("broad"), 89, 890}, {nil, 1, 10}},
			Versions:  []Share{{to("5.1.0"), 90, 900}, {to("5.2.0"), 10, 100}},
			Workloads: []Share{{to(hostile[1]), 100, 1000}}, OSBuilds: []Share{{to("19045"), 60, 600}, {to("22631"), 40, 400}}},
		Method: Method{FalseLeakRate: 0.002, FalseShare: 0.05, Tested: 312, TestedUpdates: 4, TestedChains: 57},
		Findings: []Note{{"failed-captures", "12 captures could not be read and count for nothing"},
			{"no-metadata", "10 captures of 1 host have no ring: " + hostile[0]}},
	}
	sighting := func(day, host int) *Sighting {
		return &Sighting{Time: at(day, 8), Host: fmt.Sprintf("host-%03d", host), Capture: fmt.Sprintf("c-%012x", 4096*day+host),
			Location: fmt.Sprintf("archive/host-%03d/day %d.etl", host, day)}
	}
	var hosts []string
	for i := range 10 {
		hosts = append(hosts, fmt.Sprintf("host-%03d", i+1))
	}
	var periods []Period
	for day := 1; day <= 9; day++ {
		leaking := 0
		if day >= 5 {
			leaking = min(10, 2*(day-4))
		}
		periods = append(periods, Period{at(day, 0), Counts{Seen: 11, Judged: 10, Leaking: leaking}})
	}
	worker := Group{
		Name: "worker.exe", FileVersion: to("5.2.0"), BuildStamp: to(uint32(0x65E6F1A2)), Product: to("Worker"), Status: Leaks,
		Reason: "It is called a leak on 10 of 10 hosts; so many false verdicts have a chance of 1e-27.",
		Hosts:  Counts{10, 10, 10, 0}, Captures: Counts{100, 98, 96, 1}, Lifetimes: Counts{120, 110, 104, 2},
		Prevalence: &Interval{1, 0.7225, 1}, Chance: to(1.1e-27), Adjusted: to(3.4e-25),
		Slope: &Pooled{Rate: 209920, Low: to(202752.0), High: to(217088.0), Estimates: 10, Of: "hosts", Tau: to(4100.5),
			I2: to(0.31), Q: to(13.04),
			QChance: to(0.16), Lowest: 198000, Highest: 221000},
		OutstandingBytes: 12 << 30, ObservedS: 61000, FirstSeen: sighting(4, 1), FirstLeak: sighting(5,
			2), LastLeak: sighting(9, 7),
		OverTime: periods, ByRing: []Part{{to("canary"), Counts{10, 10, 10, 0}}, {nil, Counts{1, 0, 0, 0}}},
		ByVersion: []Part{{to("5.2.0"), Counts{10, 10, 10, 0}}}, ByWorkload: []Part{{to(hostile[1]), Counts{10, 10, 10, 0}}},
		ByOSBuild: []Part{{to("19045"),
			Counts{10, 10, 10, 0}}}, LeakingOn: hosts,
		Partners: []Partner{{"cache.dll", to("1.2.3"), to(uint32(0x65E6F000)), 10, 96, 11 << 30, to(0.92)},
			{hostile[0], nil, nil, 2, 3, 1 << 20, to(0.001)}},
	}
	evil := Group{
		Name: hostile[0], Role: to(hostile[2]), Status: Suspected, Reason: "It is called a leak on 1 of 3 hosts, which chance explains: " + hostile[0],
		Hosts: Counts{4, 3, 1, 1}, Captures: Counts{30, 25, 1, 2}, Lifetimes: Counts{31, 26, 1,
			2}, Prevalence: &Interval{0.3333, 0.0615, 0.7923},
		Chance: to(0.043), Adjusted: to(0.51), Slope: &Pooled{Rate: 1500, Estimates: 1, Of: "captures", Lowest: 1500,
			Highest: 1500},
		OutstandingBytes: 1 << 20, ObservedS: 1200, FirstSeen: sighting(1, 50), FirstLeak: sighting(6,
			51), LastLeak: sighting(6, 51),
		LeakingOn: []string{hostile[1]}, Partners: []Partner{},
	}
	r.Images = []Group{worker, evil,
		{Name: "svchost.exe", Role: to("netsvcs: Schedule"), FileVersion: to("10.0.19041.4355 (WinBuild.160101.0800)"),
			Status: Grows,
			Reason: "It grows on 2 hosts, and is called a leak on none.", Hosts: Counts{100, 100, 0, 2}, Captures: Counts{1000,
				950, 0, 3},
			Lifetimes: Counts{1000, 950, 0, 3}, Prevalence: &Interval{0, 0,
				0.037}, Chance: to(1.0), Adjusted: to(1.0), FirstSeen: sighting(1, 1)},
		{Name: "worker.exe", FileVersion: to("5.1.0"), BuildStamp: to(uint32(0x65A00000)), Status: Clear,
			Reason: "It was judged on 90 hosts and neither leaks nor grows.",
			Hosts:  Counts{90, 90, 0, 0}, Captures: Counts{900, 880, 0, 0}, Lifetimes: Counts{900, 880, 0,
				0}, Prevalence: &Interval{0, 0, 0.041},
			Chance: to(1.0), Adjusted: to(1.0), FirstSeen: sighting(1, 11)},
		{Name: "brief.exe", Status: Unjudged, Reason: "No capture holds it for 60 s.", Hosts: Counts{2, 0, 0, 0},
			Captures:  Counts{2, 0, 0, 0},
			Lifetimes: Counts{2, 0, 0, 0}},
	}
	cache := worker
	cache.Name, cache.FileVersion, cache.Product, cache.Chance, cache.Adjusted = "cache.dll", to("1.2.3"), nil, nil, nil
	cache.Partners = []Partner{{"worker.exe", to("5.2.0"), to(uint32(0x65E6F1A2)), 10, 96, 11 << 30, nil}}
	cache.Reason = "It left most of what worker.exe leaks."
	r.Modules = []Group{cache}
	r.PoolTags = []Group{
		{Name: "LkTg", Pool: to("nonpaged"), Component: to("example.sys"), Status: Leaks,
			Reason: "It is called a leak on 20 of 100 hosts.",
			Hosts:  Counts{100, 100, 20, 0}, Captures: Counts{1000, 950, 190, 0}, Lifetimes: Counts{1000, 950, 190, 0},
			Prevalence: &Interval{0.2, 0.133, 0.289}, Chance: to(2e-21), Adjusted: to(6e-20), Slope: &Pooled{Rate: 5120,
				Low: to(2048.0), High: to(8192.0),
				Estimates: 20, Of: "hosts", Tau: to(900.0), I2: to(0.94), Q: to(310.0), QChance: to(1e-50), Lowest: 900, Highest: 12000},
			OutstandingBytes: 3 << 20, ObservedS: 61000, FirstSeen: sighting(1, 1), FirstLeak: sighting(1,
				1), LastLeak: sighting(9, 7), OverTime: periods,
			LeakingOn: hosts, Partners: []Partner{}},
		{Name: `Ab\x01|`, Pool: to("paged"), Status: Clear, Reason: "It was judged on 3 hosts and neither leaks nor grows.",
			Hosts:    Counts{3, 3, 0, 0},
			Captures: Counts{3, 3, 0, 0}, Lifetimes: Counts{3, 3, 0, 0}, Prevalence: &Interval{0, 0,
				0.56}, Chance: to(1.0), Adjusted: to(1.0)},
	}
	r.Updates = []Update{
		{Name: "worker.exe", By: "build", From: Build{to("5.1.0"), to(uint32(0x65A00000)), nil, Counts{90, 90, 0, 0}},
			To: Build{to("5.2.0"), to(uint32(0x65E6F1A2)), nil,
				Counts{10, 10, 10, 0}}, Change: "came", Chance: 5.8e-14, Adjusted: 2.3e-13, Since: ago(4, 8),
			Reason: "No host with 5.1.0 leaks, all with 5.2.0 do."},
		{Name: "svchost.exe", Role: to(hostile[2]), By: "version",
			From: Build{Version: to(hostile[0]), Hosts: Counts{50, 40, 12, 1}},
			To: Build{Version: to("5.2.0"),
				Hosts: Counts{50, 41, 1,
					0}}, Change: "went", Chance: 0.00071, Adjusted: 0.0014, Reason: "It leaks on fewer hosts."},
	}
	r.Hosts = []Host{
		{Name: "host-007", Captures: 10, Latest: *sighting(9, 7), Leaking: 2, Rate: &Interval{412000, 401000, 423000},
			Seconds:    to(7200.0),
			SecondsLow: to(7011.5), SecondsHigh: to(7400.0), What: to("address space"), Process: to("worker.exe"), PID: to(uint32(4312)),
			Reason: "worker.exe (4312) has 2.76 GiB of 4.00 GiB left."},
		{Name: hostile[0], Captures: 10, Latest: *sighting(9, 51), Leaking: 1, Rate: &Interval{1500, -200, 3200},
			Seconds:    to(9.5 * 86400),
			SecondsLow: to(86400.0), What: to("physical memory"), Process: to(hostile[1]), PID: to(uint32(8)), Reason: "4.00 GiB are available."},
		{Name: "host-099", Captures: 10, Latest: *sighting(9, 99), Reason: "Nothing leaks in its latest capture."},
	}
	var levels []Level
	for day := 1; day <= 9; day++ {
		levels = append(levels, Level{at(day, 8), uint64(100+3*day) << 20, sighting(day, 33).Capture})
	}
	r.Chains = []Chain{
		{Host: "host-033", Boot: ago(1, 6), Image: "slow.exe", FileVersion: to("2.0"), BuildStamp: to(uint32(0x60000000)),
			PID: 512, Captures: 9,
			First: at(1, 8), Last: at(9, 8), FirstBytes: 103 << 20, LastBytes: 127 << 20, Rate: Interval{36.4, 35.1,
				37.9}, Chance: 2.9e-06, Adjusted: 0.00017,
			Status: "grows", Reason: "Private bytes rose from each of 9 captures to the next, though none calls it a leak.", Levels: levels},
		{Host: hostile[1], Image: hostile[0], Role: to(hostile[2]), PID: 4, Captures: 3, Leaking: 1, First: at(1, 8),
			Last: at(3, 8), FirstBytes: 1 << 20,
			LastBytes: 2 << 20, Rate: Interval{6, -8,
				20}, Chance: 0.17, Adjusted: 0.6, Status: "not shown", Reason: "Three captures are few.",
			Levels: levels[:3]},
	}
	return r
}

// The forms are tested with the sample, so it must have something in every field, and nothing in all that may be null.
func TestSampleUsesEveryField(t *testing.T) {
	full, empty := map[string]bool{}, map[string]bool{}
	var walk func(path string, v reflect.Value)
	walk = func(path string, v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			if v.IsNil() {
				empty[path] = true
				return
			}
			empty[path] = empty[path] || false
			walk(path, v.Elem())
		case reflect.Slice:
			for i := range v.Len() {
				walk(path, v.Index(i))
			}
		case reflect.Struct:
			if v.Type() == reflect.TypeFor[report.Time]() {
				return
			}
			for i := range v.NumField() {
				name := v.Type().String() + "." + v.Type().Field(i).Name
				f := v.Field(i)
				full[name] = full[name] || !f.IsZero()
				walk(name, f)
			}
		}
	}
	walk("Report", reflect.ValueOf(*sample()))
	for path, ok := range full {
		if !ok {
			t.Errorf("%s is nowhere filled", path)
		}
	}
	for path, ok := range empty {
		if !ok && !strings.HasPrefix(path, "fleet.Fleet.") {
			t.Errorf("%s is nowhere null", path)
		}
	}
}
