package batch

import (
	"context"
	"strings"
	"testing"
	"time"

	"etledger/model/dataset"
)

func TestPattern(t *testing.T) {
	day := time.Date(2025, 11, 30, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		pattern, location string
		want              dataset.Meta
		matches           bool
	}{
		{"{host}/{ring}/{time:2006-01-02}_{workload}.etl", "/archive/PC-1/fast/2025-11-30_build_x64.etl",
			dataset.Meta{Host: "PC-1", Ring: "fast", Time: day, Workload: "build_x64"}, true},
		{"{host}/{ring}/{time:2006-01-02}_{workload}.etl", "PC-1/fast/2025-11-30_a.etl",
			dataset.Meta{Host: "PC-1", Ring: "fast", Time: day, Workload: "a"}, true},
		{"{host}/{time:20060102}*.etl", "s3://bucket/x/PC-1/20251130-nightly.etl", dataset.Meta{Host: "PC-1", Time: day}, true},
		{"{host}_{time}.etl", "a/PC_1_2025-11-30.etl", dataset.Meta{Host: "PC_1", Time: day}, true},
		{"{host}_{time}_{ring}.etl", "PC_2025-11-30 01:00_a.etl", dataset.Meta{Host: "PC", Time: day.Add(time.Hour), Ring: "a"}, true},
		{"{version}/*/{host}.etl", "25.11/any/PC.etl", dataset.Meta{Version: "25.11", Host: "PC"}, true},
		{"{host}.etl", "a/b+c (1).etl", dataset.Meta{Host: "b+c (1)"}, true},
		{"x{host}.etl", "ax1.etl", dataset.Meta{}, false}, // not from the beginning of a part
		{"{host}.etl", "a.etl.zip", dataset.Meta{}, false},
		{"{time:2006-01-02}.etl", "2025-13-30.etl", dataset.Meta{}, false},
		{"{time:2006-01-02T15-04-05Z07}_{host}.etl", "2025-11-30T01-00-00+01_h.etl", dataset.Meta{Time: day, Host: "h"}, true},
		{"{time:2 Jan 2006}/{host}.etl", "30 Nov 2025/h.etl", dataset.Meta{Time: day, Host: "h"}, true},
	} {
		p, err := ParsePattern(c.pattern)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		if got, ok := p.Match(c.location); ok != c.matches || !got.Equal(c.want) {
			t.Errorf("%s of %s: %+v %v, expected %+v", c.pattern, c.location, got, ok, c.want)
		}
	}
	for _, text := range []string{"", "*.etl", "{host", "host}", "{name}.etl", "{host}/{host}.etl", "{host:x}.etl", "{time:}.etl"} {
		if _, err := ParsePattern(text); err == nil {
			t.Errorf("%q is a pattern", text)
		}
	}
}

func annotated(t *testing.T, table string, locations ...string) ([]dataset.Meta, []Problem) {
	t.Helper()
	a, err := ReadAnnotations(strings.NewReader(table), "hosts.csv")
	if err != nil {
		t.Fatal(err)
	}
	captures := make([]Capture, len(locations))
	for i := range captures {
		captures[i] = Capture{Location: locations[i], Meta: dataset.Meta{Host: "of-path", Ring: "of-path"}}
	}
	problems := a.apply(captures)
	var metas []dataset.Meta
	for _, c := range captures {
		metas = append(metas, c.Meta)
	}
	return metas, problems
}

func TestAnnotations(t *testing.T) {
	metas, problems := annotated(t, "\uFEFFFile;HOST;Time;Owner\r\n"+
		"a.etl;PC-1;2025-11-30 12:00:00;x\r\n"+
		`C:\archive\b.etl;PC-2;2025-11-30T12:00:00+01:00;`+"\r\n"+
		"**/deep/*.etl;PC-3;;\r\n"+
		"nobody.etl;PC-4;;\r\n"+
		"a.etl;;2025-12-01;\r\n",
		"/x/a.etl", `C:\archive\b.etl`, "/x/deep/c.etl", "/x/aa.etl")
	noon := time.Date(2025, 11, 30, 12, 0, 0, 0, time.UTC)
	for i, want := range []dataset.Meta{
		{Host: "PC-1", Ring: "of-path", Time: time.Date(2025, 12, 1, 0, 0, 0, 0, time.UTC)},
		{Host: "PC-2", Ring: "of-path", Time: noon.Add(-time.Hour)},
		{Host: "PC-3", Ring: "of-path"}, {Host: "of-path", Ring: "of-path"},
	} {
		if !metas[i].Equal(want) {
			t.Errorf("%d: %+v, expected %+v", i, metas[i], want)
		}
	}
	if len(problems) != 2 || !strings.Contains(problems[0].String(), `line 1: column "Owner"`) ||
		!strings.Contains(problems[1].String(), "hosts.csv, line 5: no capture is called nobody.etl") {
		t.Errorf("%v", problems)
	}
	for table, want := range map[string]string{
		"":                                "empty",
		"host,ring\na,b\n":                "which capture",
		"file,host,host\n":                "two columns",
		"file,location\n":                 "two columns",
		"file,time\na.etl,yesterday\n":    `line 2: "yesterday" is no time`,
		"file,host\na.etl\n":              "line 2",
		"capture,host\nxyz,a\n":           "line 2",
		"file,host\n\"a.etl,b\n":          "line",
		"capture,time\nc-0123,0001-01-01": "line 2",
	} {
		if _, err := ReadAnnotations(strings.NewReader(table), "t.csv"); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.HasPrefix(err.Error(), "t.csv: ") {
			t.Errorf("%q: %v, expected an error with %q", table, err, want)
		}
	}
}

// Rows that name a capture by its content reach it, whatever it is called, and what they change is done again.
func TestAnnotationsByContent(t *testing.T) {
	outcome, err := Process(context.Background(), Capture{Location: leakyService}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	table := "capture\thost\tring\n" + outcome.SHA256[:10] + "\tPC-1\tslow\n" + strings.ToUpper(outcome.ID) + "\tPC-2\t\nc-0000\tPC-3\t\n"
	a, err := ReadAnnotations(strings.NewReader(table), "t.csv")
	if err != nil {
		t.Fatal(err)
	}
	captures := find(t, FindOptions{Annotations: a}, leakyService)
	to := t.TempDir()
	o := RunOptions{Options: Options{Dataset: to, Annotations: a}}
	s := runAll(t, captures, o)
	if *s.Entries[0].Host != "PC-2" {
		t.Errorf("host %s", *s.Entries[0].Host)
	}
	if p := a.Unused(s); len(p) != 1 || !strings.Contains(p[0].String(), "line 4") {
		t.Errorf("%v", p)
	}
	if s := runAll(t, captures, o); s.Entries[0].Status != Kept {
		t.Errorf("again: %s", s.Entries[0].Status)
	}
	o.Quick = true
	if s := runAll(t, captures, o); s.Entries[0].Status != Kept {
		t.Errorf("unread: %s", s.Entries[0].Status)
	}
	o.Annotations = nil
	if s := runAll(t, captures, o); s.Entries[0].Status != Done || *s.Entries[0].Host == "PC-2" {
		t.Errorf("without the table: %s", s.Entries[0].Status)
	}
}
