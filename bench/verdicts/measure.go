package main

import (
	"runtime"
	"sync"

	"etledger/bench/verdicts/population"
	"etledger/trend"
)

// pass is one way to look at the population.
type pass struct {
	title string
	loss  population.Loss
	full  bool // print all tables, not only the totals
	level bool // the judge sees the level alone
}

func passes() []pass {
	list := []pass{{title: "Nothing lost", full: true}, {title: "The level alone", level: true}}
	told := []struct {
		how   population.Telling
		words string
	}{
		{population.HowMuch, "share estimated"},
		{population.ThatLost, "only known that something was lost"},
		{population.Nothing, "judge not told"},
	}
	for _, t := range told {
		for _, share := range []float64{0.01, 0.05, 0.20} {
			list = append(list, pass{
				title: percent(share) + " of buffers lost, " + t.words,
				loss:  population.Loss{Share: share, Told: t.how},
			})
		}
	}
	return list
}

// outcome is one judged case.
type outcome struct {
	kind      string
	seed      uint64
	leak      bool // the truth
	rate      float64
	length    float64
	result    trend.Result
	baselines []called
}

// called is what a baseline says.
type called struct {
	leak  bool
	slope float64
}

// measure judges the given number of cases of each kind. The outcomes come in the order of kinds and seeds.
func measure(kinds []population.Kind, cases int, seed uint64, p pass) []outcome {
	outcomes := make([]outcome, len(kinds)*cases)
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				outcomes[i] = judge(kinds[i/cases], seed+uint64(i%cases), p)
			}
		})
	}
	for i := range outcomes {
		next <- i
	}
	close(next)
	workers.Wait()
	return outcomes
}

func judge(kind population.Kind, seed uint64, p pass) outcome {
	scene := kind.Scene(seed)
	in := scene.Observe(p.loss)
	if p.level {
		in.Cohorts, in.Deaths = nil, nil
	}
	o := outcome{kind: kind.Name, seed: seed, leak: kind.Leak, rate: scene.Rate, length: scene.End - scene.Start}
	o.result = trend.Judge(in)
	for _, b := range baselines() {
		leak, slope := b.judge(in)
		o.baselines = append(o.baselines, called{leak, slope})
	}
	return o
}
