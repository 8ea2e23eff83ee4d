package live

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"etledger/live/spool"
	"etledger/model"
	"etledger/model/dataset"
)

// script is a source that delivers events that were made by hand.
type script struct {
	events []spool.Event
	live   bool
	before func(i int) // called before an event is delivered
	lost   uint64
	err    error
}

func (s *script) Machine() spool.Machine {
	return spool.Machine{OSBuild: 22631, Processors: 2, PointerSize: 8, CPUMHz: 2400, MemoryMB: 16384, PageSize: 4096, Granularity: 65536,
		ComputerName: "HOST-é"}
}
func (s *script) Session() string        { return "script" }
func (s *script) Live() bool             { return s.live }
func (s *script) Lost() (uint64, uint64) { return s.lost, 0 }
func (s *script) Run(ctx context.Context, deliver func(*spool.Event)) error {
	for i := range s.events {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if s.before != nil {
			s.before(i)
		}
		e := s.events[i]
		e.Payload = bytes.Clone(e.Payload)
		deliver(&e)
	}
	return s.err
}

// said collects what a Watch says.
type said []string

func (s *said) add(text string) { *s = append(*s, text) }

// watch runs a Watch and gives what came of it.
func watch(t *testing.T, folder string, source Source, o Options) (Summary, said) {
	t.Helper()
	var texts said
	o.Dataset, o.Tool, o.Say = folder, "test", texts.add
	if o.Host == "" {
		o.Host = "HOST"
	}
	summary, err := Watch(t.Context(), source, o)
	if err != nil {
		t.Fatal(err)
	}
	return summary, texts
}

// row is a row of a table by column, without what depends on its place.
type row map[string]any

// capture is what a dataset has of one capture.
type capture struct {
	place  dataset.Place
	about  *dataset.Capture
	tables map[string][]row
}

// read reads a dataset, the captures in the order of their beginning.
func read(t *testing.T, folder string) []capture {
	t.Helper()
	_, places, err := dataset.Find(folder)
	if err != nil {
		t.Fatal(err)
	}
	var captures []capture
	for _, place := range places {
		c, err := dataset.Open(folder, place)
		if err != nil {
			t.Fatal(err)
		}
		got := capture{place: place, about: c, tables: map[string][]row{}}
		for chunk, err := range c.Chunks(t.Context(), model.Options{Tables: tables}) {
			if err != nil {
				t.Fatal(err)
			}
			for _, table := range tables {
				b := chunk.Batch(table)
				if b == nil {
					continue
				}
				text, err := b.Record().MarshalJSON()
				if err != nil {
					t.Fatal(err)
				}
				var rows []row
				decoder := json.NewDecoder(bytes.NewReader(text))
				decoder.UseNumber()
				if err := decoder.Decode(&rows); err != nil {
					t.Fatal(err)
				}
				for _, r := range rows {
					for column, value := range r {
						if value == nil {
							delete(r, column)
						}
					}
				}
				got.tables[table.String()] = append(got.tables[table.String()], rows...)
			}
		}
		captures = append(captures, got)
	}
	slices.SortFunc(captures, func(a, b capture) int {
		return a.about.Recordings[0].Header.StartTime.Compare(b.about.Recordings[0].Header.StartTime)
	})
	return captures
}

// expect compares the columns of a row that are wanted; one that is wanted as nil must be null.
func expect(t *testing.T, got row, want row) {
	t.Helper()
	for column, value := range want {
		if value == nil {
			if got[column] != nil {
				t.Errorf("%s is %v, want null", column, got[column])
			}
			continue
		}
		if fmt.Sprint(got[column]) != fmt.Sprint(value) {
			t.Errorf("%s is %v, want %v", column, got[column], value)
		}
	}
}

// stamp is a time as rows show it.
func stamp(unixNano int64) string {
	return time.Unix(0, unixNano).UTC().Format("2006-01-02 15:04:05.999999999Z07:00")
}

// spools lists the recordings that wait in a dataset.
func spools(t *testing.T, folder string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, hiddenFolder, "*", "*.etl"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Every kind of event, in every version and width, gives the rows that its bytes say.
func TestRows(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "ds")
	var events []spool.Event
	at := int64(start)
	add := func(e spool.Event) { events = append(events, e); at += second }
	for version := range uint8(6) {
		add(processStart(at, version, 1000+uint32(version), fmt.Sprintf(`\Device\HarddiskVolume3\a%d.exe`, version)))
	}
	add(processRundown(at, 2000, `\Device\HarddiskVolume3\Windows\old.exe`))
	add(processStop(at, 1001, "a1.exe"))
	for _, width := range []int{4, 8} {
		for version := range uint8(2) {
			add(memoryInfo(at, version, width, 555))
		}
		for version := range uint8(3) {
			add(workingSets(at, 2, version, width, 2000, 1001))
			add(workingSets(at, 3, version, width, 1))
		}
	}
	add(workingSets(at, 2, 2, 8))
	summary, texts := watch(t, folder, &script{events: events}, Options{})
	if len(texts) > 0 || summary.Captures != 1 || summary.Written != uint64(len(events)) || summary.Thinned+summary.Unknown+summary.Malformed != 0 {
		t.Fatalf("%+v %q", summary, texts)
	}
	c := read(t, folder)[0]
	if c.place.Host != "HOST" || c.place.Date != "2025-11-30" || c.about.Recordings[0].Header.OSBuild != 22631 {
		t.Errorf("%+v", c.place)
	}
	if n := len(spools(t, folder)); n > 0 {
		t.Errorf("%d recordings are left", n)
	}
	if len(c.tables["system"]) != 1 {
		t.Fatalf("%d rows of the machine", len(c.tables["system"]))
	}
	expect(t, c.tables["system"][0], row{"mhz": 2400, "processors": 2, "memory_mb": 16384, "page_size": 4096, "allocation_granularity": 65536,
		"computer_name": "HOST-é"})
	processes := c.tables["process"]
	for version := range 6 {
		want := row{"type": "start", "pid": 1000 + version, "parent_pid": 8, "session_id": 1, "exe": fmt.Sprintf(`\Device\HarddiskVolume3\a%d.exe`, version),
			"name": fmt.Sprintf("a%d.exe", version), "flags": 2, "package_full_name": "Package", "application_id": "App", "create_time": stamp(start - hour),
			"timestamp": stamp(start + int64(version)*second), "header_pid": 8}
		if version < 2 {
			want["package_full_name"], want["application_id"] = nil, nil
		}
		if version < 1 {
			want["flags"] = nil
		}
		expect(t, processes[version], want)
	}
	expect(t, processes[6], row{"pid": 2000, "name": "old.exe", "create_time": stamp(start - hour)})
	expect(t, processes[7], row{"type": "end", "pid": 1001, "exit_status": 3, "name": "a1.exe", "exit_time": stamp(start + 7*second)})
	if len(processes) != 8 {
		t.Errorf("%d rows of processes", len(processes))
	}
	memory := c.tables["memory_info"]
	for i, r := range memory {
		want := row{"zero_pages": 1, "free_pages": 2, "modified_pages": 3, "modified_no_write_pages": 4, "bad_pages": 5, "standby_pages": 80,
			"repurposed_pages": 160, "modified_pagefile_pages": 6, "paged_pool_pages": 7, "non_paged_pool_pages": 8, "mdl_pages": 9, "commit_pages": 555}
		if i%2 == 0 {
			for _, later := range []string{"modified_pagefile_pages", "paged_pool_pages", "non_paged_pool_pages", "mdl_pages", "commit_pages"} {
				want[later] = nil
			}
		}
		expect(t, r, want)
	}
	sets, sessions := c.tables["process_memory_info"], c.tables["session_memory_info"]
	if len(memory) != 4 || len(sets) != 12 || len(sessions) != 6 {
		t.Fatalf("%d, %d and %d rows", len(memory), len(sets), len(sessions))
	}
	for i := range 6 {
		store := row{"store_size_pages": nil, "stored_pages": nil, "commit_debt_pages": nil, "shared_commit_pages": nil}
		if i%3 == 2 {
			store = row{"store_size_pages": 1, "stored_pages": 2, "commit_debt_pages": 3, "shared_commit_pages": 4}
		}
		expect(t, sets[2*i], row{"pid": 2000, "name": "old.exe", "working_set_pages": 20000, "commit_pages": 200000, "virtual_size_pages": 2000000,
			"private_working_set_pages": 10000})
		expect(t, sets[2*i], store)
		expect(t, sets[2*i+1], row{"pid": 1001, "working_set_pages": 10010})
		expect(t, sessions[i], row{"session_id": 1, "working_set_pages": 10, "commit_pages": 100, "paged_pool_pages": 1000, "private_working_set_pages": 5})
		expect(t, sessions[i], store)
	}
}

// A new hour, a full recording and a clock that was set back begin another one, which has the names of the processes that live.
func TestRolling(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "ds")
	from := int64(start + 59*minute)
	events := []spool.Event{
		processRundown(from, 500, `\d\early.exe`),
		processStart(from, 0, 501, `\d\seven.exe`),
		processStart(from, 1, 502, `\d\eight.exe`),
		processStart(from, 5, 503, `\d\eleven.exe`),
		processStart(from, 3, 504, `\d\gone.exe`),
		workingSets(from+30*second, 2, 2, 8, 500, 501, 502, 503, 504),
		processStop(from+40*second, 504, "gone.exe"),
		workingSets(from+minute, 2, 2, 8, 500, 501, 502, 503), // 12:00:00 sharp
		workingSets(from+2*minute, 2, 2, 8, 500),
		workingSets(from-hour, 2, 2, 8, 501), // set back
	}
	summary, texts := watch(t, folder, &script{events: events}, Options{Every: 10 * time.Second})
	if summary.Captures != 3 || len(texts) != 1 || !strings.Contains(texts[0], "set back by 1h2m0s") {
		t.Fatalf("%+v %q", summary, texts)
	}
	captures := read(t, folder)
	expect(t, captures[1].tables["process"][4], row{"pid": 504})
	for i, at := range map[int]int64{0: from - hour, 2: from + minute} { // in the order of time
		c := captures[i]
		if got := c.about.Recordings[0].Header.StartTime.UnixNano(); got != at {
			t.Errorf("capture %d begins at %s, want %s", i, stamp(got), stamp(at))
		}
		processes := c.tables["process"]
		if len(processes) != 4 {
			t.Fatalf("%d names: %v", len(processes), processes)
		}
		for n, name := range []string{"early.exe", "seven.exe", "eight.exe", "eleven.exe"} {
			expect(t, processes[n], row{"type": "rundown_start", "pid": 500 + n, "name": name, "parent_pid": 8, "create_time": stamp(start - hour),
				"timestamp": stamp(at)})
		}
		for _, r := range c.tables["process_memory_info"] {
			if r["name"] == nil {
				t.Errorf("a row without a name: %v", r)
			}
		}
	}
	if n := len(captures[2].tables["process_memory_info"]); n != 5 {
		t.Errorf("%d rows after the hour", n)
	}
}

func TestRollingBySize(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "ds")
	var events []spool.Event
	for i := range 100 {
		events = append(events, workingSets(start+int64(i)*second, 2, 2, 8, make([]uint32, 300)...)) // 20,404 bytes and a header of 80
	}
	summary, _ := watch(t, folder, &script{events: events}, Options{RollSize: 1 << 20})
	captures := read(t, folder)
	total := 0
	for _, c := range captures {
		total += len(c.tables["process_memory_info"])
	}
	// The header takes 128 KiB, so 45 snapshots reach 1 MiB.
	if summary.Captures != 3 || total != 100*300 || len(captures[0].tables["process_memory_info"]) != 45*300 {
		t.Errorf("%+v, %d rows, %d in the first", summary, total, len(captures[0].tables["process_memory_info"]))
	}
}

// Of each interval of the clock the first snapshot is kept, with all events that it was split over, also across an hour.
func TestThinning(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "ds")
	var events []spool.Event
	began := int64(start + 58*minute + 3*second + 100_000_000) // beside the interval
	for i := range 240 {                                       // two minutes of half seconds
		at := began + int64(i)*second/2
		events = append(events, memoryInfo(at, 1, 8, uint64(i)),
			workingSets(at, 2, 2, 8, uint32(10*i)), workingSets(at+1_000_000, 2, 2, 8, uint32(10*i+1)), workingSets(at+2_000_000, 2, 2, 8, uint32(10*i+2)),
			workingSets(at, 3, 2, 8, uint32(i)))
	}
	// A snapshot that an hour parts.
	edge := int64(start + hour)
	events = append(events, workingSets(edge+hour-1_000_000, 2, 2, 8, 90001), workingSets(edge+hour+1_000_000, 2, 2, 8, 90002))
	summary, _ := watch(t, folder, &script{events: events}, Options{Every: 10 * time.Second})
	captures := read(t, folder)
	var kept []string
	var memory []string
	for _, c := range captures {
		for _, r := range c.tables["process_memory_info"] {
			kept = append(kept, fmt.Sprint(r["pid"]))
		}
		for _, r := range c.tables["memory_info"] {
			memory = append(memory, fmt.Sprint(r["commit_pages"]))
		}
	}
	// The first snapshot of all, and then the first after each tenth second: 58:10.1 is the 14th half second after 58:03.1.
	var want, wantMemory []string
	for i := 0; i < 240; {
		want = append(want, fmt.Sprint(10*i), fmt.Sprint(10*i+1), fmt.Sprint(10*i+2))
		wantMemory = append(wantMemory, fmt.Sprint(i))
		if i == 0 {
			i = 14
		} else {
			i += 20
		}
	}
	want = append(want, "90001", "90002")
	if !slices.Equal(kept, want) || !slices.Equal(memory, wantMemory) {
		t.Errorf("kept %v\nwant %v\n and %v\nwant %v", kept, want, memory, wantMemory)
	}
	if summary.Thinned+summary.Written != uint64(len(events)) || summary.Captures != 2 {
		t.Errorf("%+v", summary)
	}
}

// What cannot be understood is counted and ends nothing; what a session tells of losses is in the capture.
func TestStrangeEvents(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "ds")
	other := memoryInfo(start, 1, 8, 1)
	other.ID = 12
	foreign := memoryInfo(start, 1, 8, 1)
	foreign.Provider[0]++
	timeless := memoryInfo(0, 1, 8, 1)
	narrow := memoryInfo(start, 1, 8, 1)
	narrow.PointerSize = 2
	short := workingSets(start+second, 2, 2, 8, 1, 2)
	short.Payload = short.Payload[:20]
	empty := processStart(start+second, 1, 9, "")
	empty.Payload = nil
	events := []spool.Event{memoryInfo(start, 1, 8, 7), other, foreign, timeless, narrow, short, empty, lostRecord(start + 2*second), lostRecord(start + 3*second)}
	summary, _ := watch(t, folder, &script{events: events, lost: 11}, Options{})
	if summary.Unknown != 2 || summary.Malformed != 2 || summary.Written != 5 {
		t.Errorf("%+v", summary)
	}
	c := read(t, folder)[0]
	if got := c.about.Losses; got.LostEventRecords != 2 || got.EventsLost != 11 {
		t.Errorf("%+v", got)
	}
	if c.about.Stats.Malformed != 2 || len(c.tables["memory_info"]) != 1 {
		t.Errorf("%d malformed", c.about.Stats.Malformed)
	}
}

func TestSourceThatFails(t *testing.T) {
	failure := errors.New("session gone")
	folder := filepath.Join(t.TempDir(), "ds")
	_, err := Watch(t.Context(), &script{events: []spool.Event{memoryInfo(start, 1, 8, 7)}, err: failure}, Options{Dataset: folder, Host: "H"})
	if !errors.Is(err, failure) {
		t.Errorf("error %v", err)
	}
	if captures := read(t, folder); len(captures) != 1 {
		t.Errorf("what was recorded before is not there")
	}
}

func TestNothingDelivered(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "ds")
	summary, texts := watch(t, folder, &script{}, Options{})
	if summary.Captures != 0 || len(texts) != 0 {
		t.Errorf("%+v %q", summary, texts)
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 0 {
		t.Errorf("left: %v", entries)
	}
}
