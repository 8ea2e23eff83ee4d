package report

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestColumnsAreDefinedOnce(t *testing.T) {
	names, fields := map[string]bool{}, map[string]bool{}
	for _, c := range Columns() {
		if c.Name == "" || c.Field == "" || c.Meaning == "" || names[c.Name] || fields[c.Field] {
			t.Errorf("%+v is incomplete or defined twice", c)
		}
		names[c.Name], fields[c.Field] = true, true
	}
	if !slices.Equal(ColumnNames()[:3], []string{"process", "pid", "reserve"}) {
		t.Errorf("the columns begin with %v", ColumnNames()[:3])
	}
}

func TestWrongNamesAreRefused(t *testing.T) {
	r := sampleReport()
	writers := map[string]func(io.Writer, TextOptions) error{"text": r.WriteText, "Markdown": r.WriteMarkdown, "CSV": r.WriteCSV}
	for name, write := range writers {
		var out strings.Builder
		var column *ColumnError
		if err := write(&out, TextOptions{Sort: "outstandng"}); !errors.As(err, &column) ||
			!strings.Contains(err.Error(), `did you mean "outstanding"?`) || !strings.Contains(err.Error(), "process, pid, reserve") {
			t.Errorf("%s: a sort key that is none: %v", name, err)
		}
		if err := write(&out, TextOptions{Columns: []string{"pid", "slop"}}); !errors.As(err, &column) ||
			!strings.Contains(err.Error(), `did you mean "slope"?`) {
			t.Errorf("%s: a column that is none: %v", name, err)
		}
		if err := write(&out, TextOptions{Sort: "pid:up"}); !errors.As(err, &column) || !strings.Contains(err.Error(), `"asc" or "desc"`) {
			t.Errorf("%s: an order that is none: %v", name, err)
		}
		for _, o := range []TextOptions{{Process: "nosuch"}, {Explain: "4313"}} {
			var none *NoProcessError
			if err := write(&out, o); !errors.As(err, &none) {
				t.Errorf("%s: %+v: %v", name, o, err)
			}
		}
		if out.Len() > 0 {
			t.Errorf("%s: something was written all the same: %s", name, out.String())
		}
	}
}

func TestSort(t *testing.T) {
	r := sampleReport()
	for spec, want := range map[string][]uint32{
		"":              {4312, 5120, 4400, 7000, 4}, // replaced below by the order of the report
		"pid":           {7000, 5120, 4400, 4312, 4},
		"pid:asc":       {4, 4312, 4400, 5120, 7000},
		"process":       {5120, 4312, 7000, 4, 4400}, // one has no name
		"process:desc":  {4, 7000, 4312, 5120, 4400},
		"private":       {4312}, // of no other process it is known
		"private:asc":   {4312},
		"commit":        {5120, 4312, 7000, 4400, 4},
		"reserve_bytes": {5120, 4312, 7000, 4400, 4},
	} {
		var got []uint32
		s, err := r.selected(TextOptions{Sort: spec}, -1)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range s.rows {
			got = append(got, p.PID)
		}
		if spec == "" {
			want = nil
			for i := range r.Processes {
				want = append(want, r.Processes[i].PID)
			}
		}
		if !slices.Equal(got[:len(want)], want) {
			t.Errorf("by %q: %v, expected %v", spec, got, want)
		}
		if len(got) != len(r.Processes) {
			t.Errorf("by %q: %d of %d processes", spec, len(got), len(r.Processes))
		}
	}
}

func TestOnlyTheProcessAskedFor(t *testing.T) {
	r := sampleReport()
	for _, asked := range []string{"4312", "leaky-service", "LEAKY-SERVICE.EXE"} {
		got := textOf(t, r, TextOptions{Process: asked})
		if !strings.Contains(got, "Why leaky-service.exe (4312)") || strings.Contains(got, "browser.exe") {
			t.Errorf("%s: %s", asked, got)
		}
	}
	got := textOf(t, r, TextOptions{Process: "browser"})
	if !strings.HasPrefix(got, "No leak found in browser.exe (5120), which is judged \"churn\".\n") ||
		!strings.Contains(got, "Why browser.exe (5120)") {
		t.Errorf("a process that does not leak: %s", got)
	}
}

func TestTopAndWhy(t *testing.T) {
	r := sampleReport()
	if got := len(tableOf(t, r, TextOptions{Top: 2})) - 1; got != 3 { // and a line that counts the rest
		t.Errorf("%d lines", got)
	}
	if got := strings.Count(textOf(t, r, TextOptions{Why: 1}), "Why "); got != 1 {
		t.Errorf("%d processes are explained", got)
	}
	if got := strings.Count(textOf(t, r, TextOptions{Why: -1}), "Why "); got != 0 {
		t.Errorf("%d processes are explained", got)
	}
	many := fmt.Sprint(len(r.Processes))
	if got := textOf(t, r, TextOptions{Top: -1}); strings.Contains(got, " more.") {
		t.Errorf("not all %s: %s", many, got)
	}
}
