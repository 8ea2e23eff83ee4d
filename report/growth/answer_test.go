package growth

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"etledger/ledger/memoryseries"
)

// TestAnswerDoesNotContradictItself: a machine whose commit grows, with processes in none of which that is sure, names those that rise most.
func TestAnswerDoesNotContradictItself(t *testing.T) {
	var list []process
	for i := range 40 {
		// Each goes up and down over days by far more than it rises; together they do not.
		phase := float64(i) / 40 * 2 * math.Pi
		list = append(list, process{string(rune('a'+i%20)) + strings.Repeat("x", i/20) + ".exe", "", uint32(100 + 4*i), 0, 1e9, func(h float64) float64 {
			return 200 + 60*math.Sin(h/(24*4.5)*2*math.Pi+phase) + 1.5*h/24
		}})
	}
	r := Build(plainMachine(10, list), Options{})
	for _, p := range r.Programs {
		if p.Verdict == "growth" {
			t.Errorf("%s is shown to grow", p.Image)
		}
	}
	e := r.Hosts[0].Explanation
	if e == nil || len(e.Rising) == 0 || len(e.Rising) > mostRising {
		t.Fatalf("explanation %+v", e)
	}
	for _, want := range []string{"no single process is shown", "The commit of the machine grows by", "in processes, though in none surely", "most"} {
		if !strings.Contains(r.Answer, want) {
			t.Errorf("no %q in %q", want, r.Answer)
		}
	}
	if text := textOf(t, r); !strings.Contains(text, "Those that rise most") {
		t.Errorf("text:\n%s", text)
	}
	// Of those of which too little is known, the ones that rose most of late come first.
	last := math.Inf(1)
	for _, p := range r.Programs {
		if p.Verdict != "inconclusive" || p.Commit.Basis != "same-hours" || p.Commit.RecentPerDay == nil {
			continue
		}
		if p.Commit.RecentPerDay.Value > last {
			t.Errorf("%s comes after what rose less", p.Image)
		}
		last = p.Commit.RecentPerDay.Value
	}
}

// TestAnswerOfLittle says why nothing can be said.
func TestAnswerOfLittle(t *testing.T) {
	one := []process{{"a.exe", "", 8, 0, 1e9, rising(100, 10)}}
	machineOnly := func(days int) *Observed {
		book := memoryseries.New(memoryseries.Options{})
		book.Begin(memoryseries.About{Host: "M", Start: monday, End: monday + int64(days)*24*hour, Boot: monday - 9*hour}, memoryseries.Step{})
		for n := range days * 144 {
			var v memoryseries.Pages
			v.Put(int(memoryseries.SystemCommit), uint64(1e6+100*float64(n)+300*math.Sin(float64(n))))
			book.Memory(monday+int64(n)*hour/6, v)
		}
		if err := book.End(); err != nil {
			t.Fatal(err)
		}
		return &Observed{Set: book.Finish(), Found: 1}
	}
	daily := func() *Observed {
		book := memoryseries.New(memoryseries.Options{})
		book.Begin(memoryseries.About{Host: "M", Start: monday, End: monday + 14*24*hour, Boot: monday - 9*hour}, memoryseries.Step{})
		for day := range 14 {
			var v memoryseries.Pages
			v.Put(int(memoryseries.Commit), uint64(30000+3000*day+(day*day*7919)%500))
			book.Sample(monday+int64(day)*24*hour+9*hour, 8, "a.exe", &v)
		}
		if err := book.End(); err != nil {
			t.Fatal(err)
		}
		return &Observed{Set: book.Finish(), Found: 1}
	}
	for _, c := range []struct {
		name       string
		in         *Observed
		want, lack string
	}{
		{"a day", plainMachine(1, []process{{"a.exe", "", 8, 0, 1e9, steadyAt(100)}}), "", "Nothing can be said"},
		{"the machine alone", machineOnly(7), "no process was recorded, so which one is not known", "Nothing can be said"},
		{"daily snapshots", daily(), "a.exe grows by", "less than two days"},
		{"a week", plainMachine(7, one), "a.exe grows by 10", "(process"},
	} {
		r := Build(c.in, Options{})
		for _, p := range r.Programs {
			if c.name == "daily snapshots" && strings.Contains(p.Reason, "two days") {
				t.Errorf("%s: %s", p.Image, p.Reason)
			}
		}
		if !strings.Contains(r.Answer, c.want) || strings.Contains(r.Answer, c.lack) {
			t.Errorf("%s: %s", c.name, r.Answer)
		}
	}
}

// TestSpansAreRounded: fourteen days less a snapshot are fourteen.
func TestSpansAreRounded(t *testing.T) {
	for seconds, want := range map[float64]string{14*aDay - 300: "14 days", 13.4 * aDay: "13 days", 2.5 * aDay: "2.5 days", 3600: "1.0 h"} {
		if got := span(seconds); got != want {
			t.Errorf("%v s: %s, want %s", seconds, got, want)
		}
	}
	if got := offset(-120) + offset(210); got != "UTC+02:00UTC-03:30" {
		t.Error(got)
	}
}

// TestUnvouched tells of captures whose file in table capture is missing.
func TestUnvouched(t *testing.T) {
	folder := convertWeeks(t, small(), needed())
	files, err := filepath.Glob(filepath.Join(folder, "table=capture", "*", "*", "*", "*.parquet"))
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	if err := os.Remove(files[2]); err != nil {
		t.Fatal(err)
	}
	in := readWeeks(t, folder, ReadOptions{})
	if f := Build(in, Options{}).Findings; in.Unvouched != 1 || f[0].Code != "unvouched" || !strings.HasPrefix(f[0].Message, "1 capture has tables") {
		t.Errorf("%d unvouched, findings %+v", in.Unvouched, f)
	}
}
