package compare

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"etledger/internal/scenario"
	"etledger/internal/textform"
	"etledger/report"
)

func written(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func asText(t *testing.T, r *Report, o report.TextOptions) string {
	t.Helper()
	return written(t, func(w io.Writer) error { return r.WriteText(w, o) })
}

func TestTextFitsItsWidth(t *testing.T) {
	r := detailed(t)
	for _, width := range []int{60, 80, 120, 200} {
		text := asText(t, r, report.TextOptions{Width: width})
		for line := range strings.Lines(text) {
			if line = strings.TrimSuffix(line, "\n"); textform.Width(line) > width {
				t.Errorf("width %d: %q", width, line)
			}
		}
		if !strings.Contains(text, "worker.exe") || !strings.HasPrefix(strings.Join(strings.Fields(text), " "), r.Answer) {
			t.Errorf("width %d:\n%s", width, text)
		}
	}
}

func TestTextOptions(t *testing.T) {
	r := detailed(t)
	rest := "... and " + strconv.Itoa(len(r.Processes)-1) + " more."
	if text := asText(t, r, report.TextOptions{Top: 1, Why: -1}); !strings.Contains(text, rest) ||
		strings.Contains(text, "is worse\n") {
		t.Error(text)
	}
	if text := asText(t, r, report.TextOptions{Bytes: true}); !regexp.MustCompile(`\d{1,3},\d{3},\d{3} B > \d`).MatchString(text) {
		t.Error(text)
	}
	if text := asText(t, r, report.TextOptions{}); strings.Contains(text, "\x1b") {
		t.Error("colours where none were asked for")
	}
	if text := asText(t, r, report.TextOptions{Color: true}); !strings.Contains(text, "\x1b[1;31mworse") {
		t.Errorf("%q", text)
	}
}

// What stands in a recording is shown, and does nothing else.
func TestHostileNames(t *testing.T) {
	evil := scenario.Program{Image: "\x1b[2J<script>alert(1)</script>@you#1|`_*.exe", Behaviours: []scenario.Behaviour{
		scenario.Leak{BytesPerSecond: leak, Module: "</script><b>.dll"}}}
	sum := scenario.Program{Image: "=cmd()", Initial: mib}
	r := compared(t, machine{seed: 1}, machine{extra: []scenario.Program{evil, sum}}, Options{})
	if text := asText(t, r, report.TextOptions{}); strings.Contains(text, "\x1b") {
		t.Errorf("%q", text)
	}
	markdown := written(t, func(w io.Writer) error { return r.WriteMarkdown(w, report.TextOptions{Top: -1}) })
	for _, bad := range []string{"\x1b", "<script", "@you", "#1", "|`"} {
		if strings.Contains(markdown, bad) {
			t.Errorf("Markdown holds %q:\n%s", bad, markdown)
		}
	}
	page := written(t, r.WriteHTML)
	if strings.Contains(page, "<script>alert") || strings.Contains(page, "</script><b>") {
		t.Error("the page holds markup of the recording")
	}
	table := written(t, func(w io.Writer) error { return r.WriteCSV(w, report.TextOptions{}) })
	records, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil || len(records) != len(r.Processes)+1 {
		t.Fatalf("%d records: %v", len(records), err)
	}
	for _, record := range records {
		if strings.HasPrefix(record[1], "=") {
			t.Errorf("a formula: %q", record)
		}
	}
}

// CSV has the figures of the JSON.
func TestCSVAgreesWithJSON(t *testing.T) {
	r := detailed(t)
	records, err := csv.NewReader(strings.NewReader(written(t, func(w io.Writer) error {
		return r.WriteCSV(w, report.TextOptions{})
	}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, record := range records[1:] {
		p := &r.Processes[i]
		cells := map[string]string{}
		for k, name := range records[0] {
			cells[name] = record[k]
		}
		want := ""
		if p.SlopeDifference != nil {
			want = strconv.FormatFloat(*p.SlopeDifference.Low, 'f', -1, 64)
		}
		if cells["status"] != p.Status || cells["image"] != *p.Image || cells["slope_difference_low"] != want {
			t.Errorf("%v, expected %+v", cells, p)
		}
	}
}

// The page holds the JSON of the comparison, with the timelines of what it draws, whose last value is what the account has.
func TestPage(t *testing.T) {
	r := detailed(t)
	page := written(t, r.WriteHTML)
	if page != written(t, r.WriteHTML) {
		t.Error("the same comparison gives different pages")
	}
	_, data, _ := strings.Cut(page, `id="data">`)
	data, _, _ = strings.Cut(data, "</script>")
	var back Report
	if err := json.Unmarshal([]byte(data), &back); err != nil {
		t.Fatal(err)
	}
	if back.Answer != r.Answer || len(back.Processes) != len(r.Processes) || len(back.of(t, "worker.exe").Timelines) != 2 {
		t.Errorf("%s, %d processes", back.Answer, len(back.Processes))
	}
	if len(page) > 300*kib {
		t.Errorf("%d bytes", len(page))
	}
	after := back.of(t, "worker.exe").Timelines[1]
	v := report.Build(machine{seed: 2, leak: leak, without: "warm.exe"}.capture(t, report.Options{})).Processes
	for i := range v {
		if p := &v[i]; p.Image != nil && *p.Image == "worker.exe" {
			want := int64(p.VirtualAlloc.OutstandingCommitBytes) - int64(p.VirtualAlloc.UnknownFreedBytes) - int64(p.VirtualAlloc.BeforeFreedBytes)
			if got := after.Bytes[len(after.Bytes)-1]; got != want {
				t.Errorf("the chart ends at %d, the account at %d", got, want)
			}
		}
	}
}

// The profile has after less before: the same machine twice gives nothing, and a leak of after is positive.
func TestProfile(t *testing.T) {
	sums := func(before, after []*report.Profile, images ...string) map[string]int64 {
		p, err := NewProfile(before, after, images...)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := profile.ParseData([]byte(written(t, p.WritePprof)))
		if err != nil {
			t.Fatal(err)
		}
		sums := map[string]int64{"default": 0}
		for _, s := range parsed.Sample {
			leaking := s.Value[5]
			sums["default"] += leaking
			modules := map[string]bool{} // a stack may have several frames of a module
			for _, l := range s.Location {
				module, _, _ := strings.Cut(l.Line[0].Function.Name, "+")
				modules[module] = true
			}
			for module := range modules {
				sums[module] += leaking
			}
			if s.Label["pid"] != nil || len(s.Label["process"]) != 1 {
				t.Errorf("labels %v", s.Label)
			}
		}
		if parsed.DefaultSampleType != "leaking_bytes" {
			t.Errorf("shown first: %s", parsed.DefaultSampleType)
		}
		return sums
	}
	one, other := machine{seed: 1}.profile(t), machine{seed: 2, leak: leak}.profile(t)
	grown, fixed := sums([]*report.Profile{one}, []*report.Profile{other}), sums([]*report.Profile{other}, []*report.Profile{one})
	if grown["cache.dll"] < 100*leak || fixed["cache.dll"] != -grown["cache.dll"] || fixed["default"] != -grown["default"] {
		t.Errorf("%v and swapped %v", grown, fixed)
	}
	if same := sums([]*report.Profile{other}, []*report.Profile{other}); same["default"] != 0 || same["cache.dll"] != 0 {
		t.Errorf("%v", same)
	}
	third := machine{seed: 3, leak: leak}.profile(t)
	mean := sums([]*report.Profile{one}, []*report.Profile{other, third, one})
	if mean["cache.dll"] < 50*leak || mean["cache.dll"] > 100*leak {
		t.Errorf("the mean of two leaks of three: %v", mean)
	}
	if only := sums([]*report.Profile{one}, []*report.Profile{other}, "Slow.EXE"); only["cache.dll"] != 0 || only["slow.dll"] == 0 {
		t.Errorf("%v", only)
	}
	if _, err := NewProfile(nil, []*report.Profile{one}); err == nil {
		t.Error("a side without profiles is taken")
	}
}
