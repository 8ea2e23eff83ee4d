package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"etledger/bench/verdicts/population"
	"etledger/trend"
)

// judged are six accounts: three leaks, of which one is missed and one has a wrong interval, and three others, of which
// one is called a leak.
func judged() []outcome {
	leak := func(slope, low, high float64) trend.Result {
		return trend.Result{Verdict: trend.Leak, Slope: slope, SlopeLow: low, SlopeHigh: high}
	}
	return []outcome{
		{kind: "a", leak: true, rate: 100, result: leak(110, 90, 130), baselines: []called{{true, 150}}},
		{kind: "a", leak: true, rate: 100, result: leak(80, 70, 90), baselines: []called{{true, 50}}},
		{kind: "a", leak: true, rate: 100, result: trend.Result{Verdict: trend.Growth}, baselines: []called{{false, 0}}},
		{kind: "b", result: leak(1, 0, 2), baselines: []called{{true, 5}}},
		{kind: "b", result: trend.Result{Verdict: trend.Churn}, baselines: []called{{true, 5}}},
		{kind: "c", result: trend.Result{Verdict: trend.Steady}, baselines: []called{{false, 0}}},
	}
}

func TestScores(t *testing.T) {
	s := scoreOurs(judged())
	if s.precision() != 2.0/3 || s.recall() != 2.0/3 || s.coverage() != 0.5 {
		t.Errorf("precision %g, recall %g, coverage %g", s.precision(), s.recall(), s.coverage())
	}
	if e := s.medianError(); math.Abs(e-0.2) > 1e-12 {
		t.Errorf("median error %g, expected 0.2 as the upper of 0.1 and 0.2", e)
	}
	b := scoreBaseline(judged(), 0)
	if b.precision() != 0.5 || b.recall() != 2.0/3 {
		t.Errorf("baseline: precision %g, recall %g", b.precision(), b.recall())
	}
	if none := scoreOurs(nil); !math.IsNaN(none.precision()) || !math.IsNaN(none.medianError()) {
		t.Error("nothing has a score")
	}
	if n := len(ofKind(judged(), "b")); n != 2 {
		t.Errorf("%d outcomes of a kind with two", n)
	}
}

// level is an account with the given values of its level, one a second, of a capture of two minutes.
func level(values func(second int) float64) trend.Input {
	in := trend.Input{CaptureEnd: 120, End: 120}
	for i := range 120 {
		v := values(i)
		in.Level = append(in.Level, trend.Sample{Time: float64(i + 1), Low: v, High: v, End: v})
	}
	return in
}

func TestBaselines(t *testing.T) {
	const mib = 1 << 20
	rising := level(func(i int) float64 { return mib * float64(i) })
	flat := level(func(int) float64 { return 50 * mib })
	falling := level(func(i int) float64 { return mib * float64(200-i) })
	for _, b := range baselines() {
		if leak, slope := b.judge(rising); !leak || math.Abs(slope-mib) > 0.02*mib {
			t.Errorf("%s: a level that rises by 1 MiB/s: leak %v at %g", b.name, leak, slope)
		}
		for name, in := range map[string]trend.Input{"flat": flat, "falling": falling, "empty": {}} {
			if leak, _ := b.judge(in); leak {
				t.Errorf("%s: a level that is %s is called a leak", b.name, name)
			}
		}
		short := rising
		short.CaptureEnd = 59
		if leak, _ := b.judge(short); leak {
			t.Errorf("%s: calls a leak on 59 s", b.name)
		}
	}
}

func TestMeasureIsRepeatable(t *testing.T) {
	kinds := kindsNamed("step")
	p := passes()[3]
	if one, two := measure(kinds, 3, 5, p), measure(kinds, 3, 5, p); !reflect.DeepEqual(one, two) {
		t.Error("two runs differ")
	}
}

// TestTargets judges a small population with seeds of its own: the targets must hold on it with a little room for chance,
// and when losses are known no churn may be called a leak.
func TestTargets(t *testing.T) {
	if testing.Short() {
		t.Skip("simulates some hundred accounts")
	}
	kinds := population.Kinds()
	s := scoreOurs(measure(kinds, 8, 777000, passes()[0]))
	if s.precision() < 0.97 || s.recall() < 0.97 || s.medianError() > 0.05 || s.coverage() < 0.93 {
		t.Errorf("precision %.3f, recall %.3f, median slope error %.3f, coverage %.3f", s.precision(), s.recall(),
			s.medianError(), s.coverage())
	}
	for _, p := range passes() {
		if p.loss.Told == population.Nothing {
			continue
		}
		for _, o := range measure(kindsNamed("churn"), 4, 778000, p) {
			if !o.leak && o.result.Verdict == trend.Leak {
				t.Errorf("%s: %s, seed %d is called a leak: %s", p.title, o.kind, o.seed, o.result.Reason)
			}
		}
	}
}

func TestPrint(t *testing.T) {
	var out bytes.Buffer
	kinds := []population.Kind{{Name: "a", Leak: true, About: "leaks"}, {Name: "b", About: "does not"}}
	outcomes := judged()
	for i := range outcomes {
		outcomes[i].baselines = make([]called, len(baselines()))
	}
	printPass(&out, pass{title: "A pass", full: true}, kinds, outcomes)
	printPass(&out, pass{title: "Another"}, kinds, outcomes)
	printKinds(&out, kinds)
	printFailures(&out, outcomes)
	for _, want := range []string{
		"## A pass\n", "| etledger | 0.6667 | 0.6667 | 20 % | 20 % | 50 % |\n", "| a | leak | 2 | 1 |", "| b | no leak | 1 |",
		"## Another\n", "Called a leak but none: b 1.\n", "| b | does not |\n", "a, seed 0, 0 s: growth", "b, seed 0, 0 s: leak",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}

func TestRun(t *testing.T) {
	var out bytes.Buffer
	path := filepath.Join(t.TempDir(), "results.md")
	if err := os.WriteFile(path, []byte("Head.\n\n"+resultsBelow+"old\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	arguments := []string{"-cases", "1", "-kind", "idle", "-pass", "Nothing"}
	if err := run(arguments, &out); err != nil {
		t.Fatal(err)
	}
	if err := run(append(arguments, "-into", path), &out); err != nil {
		t.Fatal(err)
	}
	document, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if want := "Head.\n\n" + resultsBelow + "\n" + out.String(); string(document) != want {
		t.Errorf("the document is\n%s\nexpected\n%s", document, want)
	}
	for _, wrong := range [][]string{{"-cases", "0"}, {"-kind", "no such"}, {"left over"},
		append(arguments, "-into", filepath.Join(t.TempDir(), "missing.md"))} {
		if err := run(wrong, &out); err == nil {
			t.Errorf("%v is taken", wrong)
		}
	}
}
