package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	"etledger/bench/verdicts/population"
	"etledger/trend"
)

var verdicts = []trend.Verdict{
	trend.Leak, trend.Growth, trend.Step, trend.WarmUp, trend.Churn, trend.Steady, trend.Shrinking, trend.Inconclusive,
}

// printPass writes the tables of one pass in Markdown.
func printPass(w io.Writer, p pass, kinds []population.Kind, outcomes []outcome) {
	fmt.Fprintf(w, "## %s\n\n", p.title)
	fmt.Fprintf(w, "%d accounts.\n\n", len(outcomes))
	fmt.Fprintln(w, "| judge | precision | recall | slope error, median | 90 % below | interval covers |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|")
	ours := scoreOurs(outcomes)
	printScore(w, "etledger", ours, percent(ours.coverage()))
	if !p.full {
		fmt.Fprintln(w)
		fmt.Fprintf(w, "Called a leak but none: %s.\n\n", wrongly(kinds, outcomes))
		return
	}
	for i, b := range baselines() {
		printScore(w, b.name, scoreBaseline(outcomes, i), "")
	}
	fmt.Fprintln(w)
	printConfusion(w, kinds, outcomes)
}

func printScore(w io.Writer, name string, s score, coverage string) {
	fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s |\n", name, decimals(s.precision()), decimals(s.recall()),
		percent(s.medianError()), percent(quantile(s.errors, 0.9)), coverage)
}

// printConfusion writes what each kind was called, in cases.
func printConfusion(w io.Writer, kinds []population.Kind, outcomes []outcome) {
	fmt.Fprint(w, "| kind | truth |")
	for _, v := range verdicts {
		fmt.Fprintf(w, " %s |", v)
	}
	fmt.Fprintln(w, " slope error | covers |")
	fmt.Fprintln(w, "|---|---|"+strings.Repeat("---:|", len(verdicts)+2))
	for _, k := range kinds {
		mine := ofKind(outcomes, k.Name)
		truth := "no leak"
		if k.Leak {
			truth = "leak"
		}
		fmt.Fprintf(w, "| %s | %s |", k.Name, truth)
		for _, v := range verdicts {
			fmt.Fprintf(w, " %s |", blankZero(countVerdict(mine, v)))
		}
		s := scoreOurs(mine)
		fmt.Fprintf(w, " %s | %s |\n", percent(s.medianError()), percent(s.coverage()))
	}
	fmt.Fprintln(w)
}

func countVerdict(outcomes []outcome, v trend.Verdict) int {
	n := 0
	for _, o := range outcomes {
		if o.result.Verdict == v {
			n++
		}
	}
	return n
}

// wrongly lists the kinds without a leak of which some were called one.
func wrongly(kinds []population.Kind, outcomes []outcome) string {
	var list []string
	for _, k := range kinds {
		if n := countVerdict(ofKind(outcomes, k.Name), trend.Leak); !k.Leak && n > 0 {
			list = append(list, fmt.Sprintf("%s %d", k.Name, n))
		}
	}
	if len(list) == 0 {
		return "nothing"
	}
	return strings.Join(list, "; ")
}

// printKinds writes what the kinds are.
func printKinds(w io.Writer, kinds []population.Kind) {
	fmt.Fprint(w, "## The kinds\n\n| kind | what it is |\n|---|---|\n")
	for _, k := range kinds {
		fmt.Fprintf(w, "| %s | %s |\n", k.Name, k.About)
	}
}

// printFailures lists the accounts that were judged wrongly, for those who improve the judge.
func printFailures(w io.Writer, outcomes []outcome) {
	for _, o := range outcomes {
		if isLeak := o.result.Verdict == trend.Leak; isLeak != o.leak {
			fmt.Fprintf(w, "    %s, seed %d, %.0f s: %s (%.0f B/s, truth %.0f): %s\n",
				o.kind, o.seed, o.length, o.result.Verdict, o.result.Slope, o.rate, o.result.Reason)
		}
	}
}

func decimals(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return fmt.Sprintf("%.4f", v)
}

func percent(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return fmt.Sprintf("%.3g %%", 100*v)
}

func blankZero(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}
