package growth

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"etledger/ledger/memoryseries"
)

const hour = int64(time.Hour)

var monday = time.Date(2025, 3, 3, 0, 0, 0, 0, time.UTC).UnixNano()

// process is one process of a plain machine: moments are hours after the beginning, the level MiB at hours after it.
type process struct {
	image, line string
	pid         uint32
	start, end  float64
	level       func(h float64) float64
}

// plainMachine enters processes with a snapshot every ten minutes, in one capture.
func plainMachine(days int, list []process) *Observed {
	book := memoryseries.New(memoryseries.Options{Width: 6 * time.Minute})
	book.Begin(memoryseries.About{Host: "M", Start: monday, End: monday + int64(days)*24*hour, Boot: monday - 9*hour}, memoryseries.Step{})
	book.System(4096, 8<<30, 4)
	running := map[int]bool{}
	for n := range days * 144 {
		h := float64(n) / 6
		at := monday + int64(h*float64(hour))
		total := 0.0
		for i, p := range list {
			in := h >= p.start && h < p.end
			event := memoryseries.Process{At: at - 1, PID: p.pid, Key: uint64(i + 1), Image: p.image, CommandLine: p.line}
			if in != running[i] {
				event.Op = memoryseries.Started
				if !in {
					event.Op = memoryseries.Ended
				} else if n == 0 {
					event.Op = memoryseries.Exists
				}
				book.Process(event)
				running[i] = in
			}
		}
		for i, p := range list {
			if !running[i] {
				continue
			}
			// A little of everything, so that nothing is exact.
			level := p.level(h) + math.Sin(float64(n*(i+3)))/10
			total += level
			var v memoryseries.Pages
			v.Put(int(memoryseries.Commit), uint64(level*256))
			v.Put(int(memoryseries.WorkingSet), uint64(level*128))
			book.Sample(at, p.pid, p.image, &v)
		}
		var v memoryseries.Pages
		v.Put(int(memoryseries.SystemCommit), uint64((total+500)*256))
		v.Put(int(memoryseries.PagedPool), 25600)
		v.Put(int(memoryseries.NonpagedPool), 25600)
		book.Memory(at, v)
	}
	if err := book.End(); err != nil {
		panic(err)
	}
	return &Observed{Set: book.Finish(), Found: 1}
}

func steadyAt(level float64) func(float64) float64 {
	return func(h float64) float64 { return level + 5*math.Sin(h/24*2*math.Pi) }
}

func rising(level, perDay float64) func(float64) float64 {
	return func(h float64) float64 { return level + 5*math.Sin(h/24*2*math.Pi) + perDay*h/24 }
}

func textOf(t *testing.T, r *Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteText(&b, TextOptions{Width: 400}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestInstancesAreJudgedSingly: the one of many that leaks is found, with command lines and without, and named.
func TestInstancesAreJudgedSingly(t *testing.T) {
	for _, line := range []string{"", "w3wp.exe -ap Pool%d", "w3wp.exe -ap %s"} {
		var list []process
		for i := range 20 {
			p := process{"w3wp.exe", "", uint32(100 + 4*i), 0, 1e9, steadyAt(float64(50 + 7*i))}
			switch {
			case strings.Contains(line, "%d"):
				p.line = fmt.Sprintf(line, i)
			case line != "":
				p.line = fmt.Sprintf(line, strings.Repeat(string(rune('A'+i)), 4))
			}
			if i == 13 {
				p.level = rising(50, 30)
			}
			list = append(list, p)
		}
		r := Build(plainMachine(7, list), Options{})
		found := 0
		for _, p := range r.Programs {
			if p.Verdict == "growth" && !p.Together {
				found++
				if p.PID != 152 || p.Instances != 20 || math.Abs(p.Commit.PerDay.Value/(1<<20)-30) > 1 {
					t.Errorf("%q: %+v grows by %v", line, p.PID, p.Commit.PerDay.Value)
				}
			}
		}
		if found != 1 || r.Advice == nil || r.Advice.PID == nil || *r.Advice.PID != 152 || !strings.HasPrefix(r.Answer, "w3wp.exe (process 152) grows by 30") {
			t.Errorf("%q: %d instances grow: %s", line, found, r.Answer)
		}
	}
}

// TestChains: lifetimes that follow one another are one instance, those that overlap are not, and a short handover is none.
func TestChains(t *testing.T) {
	life := func(pid uint32, line string, from, to int64) *memoryseries.Lifetime {
		return &memoryseries.Lifetime{PID: pid, Image: "a.exe", CommandLine: line, First: from * int64(time.Minute), Last: to * int64(time.Minute)}
	}
	for _, c := range []struct {
		name string
		list []*memoryseries.Lifetime
		want string
	}{
		{"restarts", []*memoryseries.Lifetime{life(1, "", 0, 600), life(2, "", 601, 1200), life(3, "", 1300, 2000)}, "[1 2 3]"},
		{"at once", []*memoryseries.Lifetime{life(1, "", 0, 600), life(2, "", 0, 600), life(3, "", 0, 600)}, "[1][2][3]"},
		{"handover", []*memoryseries.Lifetime{life(1, "", 0, 600), life(2, "", 597, 1200)}, "[1 2]"},
		{"restarted together", []*memoryseries.Lifetime{life(1, "", 0, 600), life(2, "", 0, 600), life(3, "", 610, 900), life(4, "", 610, 900)},
			"[1 3][2 4]"},
		{"by command line", []*memoryseries.Lifetime{life(1, "x", 0, 600), life(2, "y", 0, 600), life(3, "y", 610, 900), life(4, "x", 610, 900)},
			"[1 4][2 3]"},
		{"the one that ended last", []*memoryseries.Lifetime{life(1, "", 0, 300), life(2, "", 0, 600), life(3, "", 610, 900)}, "[1][2 3]"},
	} {
		got := ""
		for _, chain := range chainsOf(c.list) {
			var pids []uint32
			for _, l := range chain.lifetimes {
				pids = append(pids, l.PID)
			}
			got += fmt.Sprint(pids)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestTogether: ever more instances, none of which grows, are found by what they hold together, in long lifetimes and in short ones.
func TestTogether(t *testing.T) {
	list := []process{{"calm.exe", "", 4, 0, 1e9, steadyAt(80)}}
	for i := range 28 {
		list = append(list, process{"more.exe", "", uint32(100 + 4*i), float64(6 * i), 1e9, steadyAt(20)})
	}
	for i := range 7 * 24 * 3 { // of 20 minutes, each larger than the one before
		size := 20 + float64(i)/10
		list = append(list, process{"short.exe", "", uint32(1000 + 4*i), float64(i) / 3, float64(i)/3 + 1.0/3, func(float64) float64 { return size }})
	}
	r := Build(plainMachine(7, list), Options{})
	spread := map[string]bool{}
	for _, p := range r.Programs {
		switch {
		case p.Together && p.Verdict == "growth":
			spread[p.Image] = p.Pattern == PatternSpread
		case p.Verdict == "growth":
			t.Errorf("%s, process %d, is said to grow", p.Image, p.PID)
		}
	}
	if !spread["more.exe"] || !spread["short.exe"] || len(spread) != 2 {
		t.Errorf("spread growth of %v", spread)
	}
	if text := textOf(t, r); !strings.Contains(text, "(all instances together)") || !strings.Contains(text, "all more.exe") {
		t.Errorf("text:\n%s", text)
	}
}

// TestGrowthThatRestartsHide: lifetimes of five hours at all phases tell, if they rise to their end.
func TestGrowthThatRestartsHide(t *testing.T) {
	for _, c := range []struct {
		name  string
		level func(age float64) float64
		grows bool
	}{
		{"leak", func(age float64) float64 { return 100 + 4*age }, true},
		{"warm-up", func(age float64) float64 { return 100 + 20*(1-math.Exp(-2*age)) }, false},
		{"flat", func(float64) float64 { return 100 }, false},
	} {
		var list []process
		for i := 0; i*5 < 10*24; i++ {
			start := float64(5 * i)
			list = append(list, process{"r.exe", "", uint32(100 + 4*i), start, start + 5,
				func(h float64) float64 { return c.level(h-start) + 3*math.Sin(h/24*2*math.Pi) }})
		}
		r := Build(plainMachine(10, list), Options{})
		p := &r.Programs[0]
		if (p.Verdict == "growth") != c.grows || c.grows != (p.Pattern == PatternRestarts) || p.Lifetimes != 48 {
			t.Errorf("%s: %s, %s, %d lifetimes: %s", c.name, p.Verdict, p.Pattern, p.Lifetimes, p.Reason)
		}
		if c.grows && math.Abs(p.Commit.PerDay.Value/(1<<20)-96) > 15 {
			t.Errorf("%s: %v MiB a day", c.name, p.Commit.PerDay.Value/(1<<20))
		}
	}
}
