package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func csvOf(t *testing.T, r *Report, o TextOptions) [][]string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteCSV(&b, o); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return records
}

// figuresOf finds the figures of a process in its JSON by the names that CSV has for them.
func figuresOf(t *testing.T, process json.RawMessage) map[string]any {
	t.Helper()
	var tree map[string]any
	d := json.NewDecoder(bytes.NewReader(process))
	d.UseNumber()
	if err := d.Decode(&tree); err != nil {
		t.Fatal(err)
	}
	fields := map[string]any{}
	for name, v := range tree {
		fields[name] = v
	}
	for _, part := range []string{"virtual_alloc", "counters", "reconciliation", "trend"} {
		inner, _ := tree[part].(map[string]any)
		for name, v := range inner {
			fields[name] = v
		}
	}
	fields["reconciliation_status"] = fields["status"]
	fields["mapped_outstanding_bytes"] = tree["mapped"].(map[string]any)["outstanding_bytes"]
	fields["hard_fault_count"] = tree["hard_faults"].(map[string]any)["count"]
	fields["hard_fault_bytes"] = tree["hard_faults"].(map[string]any)["bytes"]
	if suspects := tree["suspects"].([]any); len(suspects) > 0 && suspects[0].(map[string]any)["module"] != unknownModule {
		fields["suspect_module"] = suspects[0].(map[string]any)["module"]
	}
	return fields
}

// TestCSVHasTheFiguresOfTheJSON: field by field, by the name in the JSON.
func TestCSVHasTheFiguresOfTheJSON(t *testing.T) {
	for name, r := range map[string]*Report{"sample": sampleReport(), "leaky-service": analyzeFile(t, leakyService)} {
		var b bytes.Buffer
		if err := r.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		var doc struct{ Processes []json.RawMessage }
		if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
			t.Fatal(err)
		}
		records := csvOf(t, r, TextOptions{})
		if len(records) != len(doc.Processes)+1 || len(records[0]) != len(columns)-1 {
			t.Fatalf("%s: %d lines of %d fields", name, len(records), len(records[0]))
		}
		for i, process := range doc.Processes {
			fields := figuresOf(t, process)
			for k, field := range records[0] {
				want := ""
				switch v := fields[field].(type) {
				case nil:
				case string:
					want = v
				default:
					want = fmt.Sprint(v)
				}
				if got := records[i+1][k]; got != want {
					t.Errorf("%s, process %d, %s: %q, the JSON has %q", name, i, field, got, want)
				}
			}
		}
	}
}

func TestCSVHonoursTheOptions(t *testing.T) {
	r := analyzeFile(t, leakyService)
	got := csvOf(t, r, TextOptions{Top: 2, Sort: "pid:asc", Columns: []string{"pid", "verdict"}})
	want := [][]string{{"pid", "verdict"}, {"0", "steady"}, {"4", "steady"}}
	if !slices.EqualFunc(got, want, slices.Equal[[]string]) {
		t.Errorf("%v", got)
	}
	levels := csvOf(t, r, TextOptions{Process: "leaky-service", Columns: []string{"history"}})
	if n := len(strings.Fields(levels[1][0])); levels[0][0] != "level_bytes" || n != csvLevels {
		t.Errorf("%s with %d values", levels[0][0], n)
	}
}

// TestFormulasAreDisarmed: no text of a recording is run by a spreadsheet, and none breaks the lines.
func TestFormulasAreDisarmed(t *testing.T) {
	for _, evil := range []string{"=cmd|' /C calc'!A0", "+1", "-1+1", "@SUM(A1)", " =1", "a\r\nb,\"c\"", "\t=1"} {
		s := sampleSource()
		s.Accounts.Lifetimes[3].CommandLine, s.Accounts.Lifetimes[3].Image = evil, evil
		records := csvOf(t, build(s, sampleJudge, 1), TextOptions{Columns: []string{"command", "process"}})
		for _, cell := range records[1] {
			if strings.ContainsAny(cell[:1], "=+-@\t\r") || strings.ContainsAny(cell, "\r\n\t") || strings.HasPrefix(strings.TrimSpace(cell), "=") {
				t.Errorf("%q is written as %q", evil, cell)
			}
		}
	}
}

func TestCSVGolden(t *testing.T) {
	var b bytes.Buffer
	if err := sampleReport().WriteCSV(&b, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	golden(t, "sample.csv", b.Bytes())
}
