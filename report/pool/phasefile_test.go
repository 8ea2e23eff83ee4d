package pool

import (
	"strings"
	"testing"
	"time"

	"etledger/trend"
)

func TestReadPhases(t *testing.T) {
	berlin := time.FixedZone("CET", 3600)
	for _, c := range []struct{ name, text string }{
		{"no heading", "2024-03-04T09:00:00Z,2024-03-04T10:00:00Z,load,5000\n2024-03-04T10:00:00Z,2024-03-04T11:00:00Z,recovery\n"},
		{"heading in another order", "\ufeffLabel;Volume;Begin;End\r\nrecovery;;2024-03-04 11:00;2024-03-04 12:00\r\n" +
			"load;5000;2024-03-04 10:00;2024-03-04 11:00\r\n"},
		{"quotes, tabs, comments", "# of the test\n\n\"2024-03-04T09:00Z\"\t\"2024-03-04T10:00Z\"\t\"load\"\t\"5e3\"\n" +
			"2024-03-04 10:00Z\t2024-03-04T11:00:00Z\trecovery\t\n"},
	} {
		phases, err := ReadPhases(strings.NewReader(c.text), "phases.csv", berlin)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		at := time.Date(2024, 3, 4, 9, 0, 0, 0, time.UTC)
		if len(phases) != 2 || phases[0].Label != "load" || phases[0].Kind != trend.Work || phases[0].Volume != 5000 ||
			!phases[0].Start.Time.Equal(at) || !phases[1].Start.Time.Equal(at.Add(time.Hour)) || phases[1].Kind != trend.Recovery {
			t.Errorf("%s: %+v", c.name, phases)
		}
	}
	for text, want := range map[string]string{
		"start,end,label\nnoon,2024-03-04 10:00,load":          `phases.csv:2: start: "noon": expected a time such as`,
		"2024-03-04 10:00,,load":                               `phases.csv:1: end: "": expected a time`,
		"2024-03-04 10:00,2024-03-04 09:00,load":               "phases.csv:1: the end is not after the start",
		"2024-03-04 09:00,2024-03-04 10:00":                    "phases.csv:1: no label",
		"2024-03-04 09:00,2024-03-04 10:00,load,many":          `phases.csv:1: volume "many": expected the number`,
		"+0,+15m,idle\n+10m,+30m,load":                         `the phases "idle" and "load" overlap`,
		"+0,+15m,idle\n2024-03-04 09:00,2024-03-04 10:00,load": "give all of them one way",
		"+0,2024-03-04 10:00,load":                             "give all of them one way",
		"+1fortnight,+2h,load":                                 "expected a distance from the first snapshot",
		"2024-03-04 09:00,2024-03-04 10:00,load,-5":            "expected the number of operations",
		strings.Repeat("+1,+2,x\n", 3):                         "overlap",
	} {
		if _, err := ReadPhases(strings.NewReader(text), "phases.csv", nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, expected %q", text, err, want)
		}
	}
}

func TestParsePhase(t *testing.T) {
	p, err := ParsePhase("Idle time=+0/+1h30m", nil)
	if err != nil || p.Kind != trend.Idle || p.End.Offset != 90*time.Minute || !p.End.Relative {
		t.Errorf("%+v, %v", p, err)
	}
	p, err = ParsePhase("load=2024-03-04T09:00:00+01:00/2024-03-04T10:00:00+01:00/250", nil)
	if err != nil || p.Volume != 250 || !p.Start.Time.Equal(time.Date(2024, 3, 4, 8, 0, 0, 0, time.UTC)) {
		t.Errorf("%+v, %v", p, err)
	}
	for _, bad := range []string{"", "load", "load=1", "load=+1/+2/3/4", "=+1/+2"} {
		if _, err := ParsePhase(bad, nil); err == nil {
			t.Errorf("%q is taken for a phase", bad)
		}
	}
}

func FuzzReadPhases(f *testing.F) {
	f.Add("start,end,label,volume\n2024-03-04T09:00:00Z,2024-03-04T10:00:00Z,load,5000\n")
	f.Add("label;from;to\nidle;+0;+15m\nload;+15m;+1h\n")
	f.Add("\ufeff\"+90\"\t\"+1e3\"\t\"x\"\t\"1e300\"\n# comment\n")
	f.Fuzz(func(t *testing.T, text string) {
		phases, err := ReadPhases(strings.NewReader(text), "fuzz", nil)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz") || strings.Count(err.Error(), "\n") > strings.Count(text, "\n") {
				t.Fatalf("error %q", err)
			}
			return
		}
		for i := range phases {
			p := &phases[i]
			if p.Label == "" || !(p.Volume >= 0) || p.Start.Relative != p.End.Relative || p.End.compare(p.Start) <= 0 {
				t.Fatalf("phase %+v", p)
			}
			if i > 0 && p.Start.compare(phases[i-1].End) < 0 {
				t.Fatalf("phases %+v and %+v overlap", phases[i-1], p)
			}
		}
	})
}
