package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/pprof"
	"strconv"
	"time"

	"etledger/bench/layers"
	"etledger/bench/rounds"
)

// taskVariable is where a child of the command finds its task, as JSON. Every figure is taken in a child, so that its peak of
// memory is its own and no layer pays for what another one left.
const taskVariable = "ETLEDGER_BENCH_TASK"

// task is what a child measures.
type task struct {
	Layer   string       // measured
	Against []string     // layers that take turns with it
	Input   layers.Input // of all of them
	Plan    rounds.Plan  // how long; not more than the one pass of Single
	Single  bool         // one pass of each, for inputs so large that it tells enough
	Profile string       // file for a profile of the layer's use of the processor, taken after all else; empty for none
}

// result is what a child found.
type result struct {
	Done   layers.Done
	Allocs uint64      // of one pass, the first
	Peak   uint64      // bytes resident at most after one pass
	Known  bool        // whether the system tells Peak
	Times  []float64   // seconds of a pass of the layer, by round
	Others [][]float64 // the same of the layers that it took turns with
	Waited float64     // seconds for each second measured that the process was kept from a core; less than 0 if unknown
}

// runTask does what the environment asks of a child, and tells whether it asks for anything.
func runTask(ctx context.Context) (bool, error) {
	text, ok := os.LookupEnv(taskVariable)
	if !ok {
		return false, nil
	}
	var t task
	if err := json.Unmarshal([]byte(text), &t); err != nil {
		return true, fmt.Errorf("%s: %w", taskVariable, err)
	}
	r, err := t.run(ctx)
	if err != nil {
		return true, fmt.Errorf("%s: %w", t.Layer, err)
	}
	return true, json.NewEncoder(os.Stdout).Encode(r)
}

// run makes one pass of the layer, for its memory, and then all the rounds.
func (t task) run(ctx context.Context) (r result, err error) {
	pass, end, err := prepare(ctx, t.Layer, t.Input)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, end()) }()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	if r.Done, err = pass(ctx); err != nil {
		return r, err
	}
	first := time.Since(start).Seconds()
	runtime.ReadMemStats(&after)
	r.Allocs = after.Mallocs - before.Mallocs
	r.Peak, r.Known = rounds.Peak()
	r.Waited = -1

	work := func(pass layers.Pass) rounds.Work {
		return func() error { _, err := pass(ctx); return err }
	}
	works := []rounds.Work{work(pass)}
	for _, name := range t.Against {
		other, end, err := prepare(ctx, name, t.Input)
		if err != nil {
			return r, fmt.Errorf("%s: %w", name, err)
		}
		defer end()
		works = append(works, work(other))
	}
	if t.Single {
		times, err := rounds.Interleave(ctx, rounds.Plan{}, works[1:]...)
		r.Times, r.Others = []float64{first}, times
		return r, err
	}
	waited, known := rounds.Waited()
	start = time.Now()
	times, err := rounds.Interleave(ctx, t.Plan, works...)
	if err != nil {
		return r, err
	}
	r.Times, r.Others = times[0], times[1:]
	if now, ok := rounds.Waited(); known && ok {
		r.Waited = (now - waited).Seconds() / time.Since(start).Seconds()
	}
	return r, t.profile(works[0])
}

// profile makes passes for a second or two while the processor's use is sampled.
func (t task) profile(w rounds.Work) error {
	if t.Profile == "" {
		return nil
	}
	f, err := os.Create(t.Profile)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return errors.Join(err, f.Close())
	}
	for start := time.Now(); err == nil && time.Since(start) < 1500*time.Millisecond; {
		err = w()
	}
	pprof.StopCPUProfile()
	return errors.Join(err, f.Close())
}

func prepare(ctx context.Context, name string, in layers.Input) (layers.Pass, func() error, error) {
	l, err := layers.ByName(name)
	if err != nil {
		return nil, nil, err
	}
	return l.Prepare(ctx, in)
}

// inChild runs a task in a process of its own that uses a number of cores.
func inChild(ctx context.Context, t task, cores int) (r result, err error) {
	program, err := os.Executable()
	if err != nil {
		return r, err
	}
	text, err := json.Marshal(t)
	if err != nil {
		return r, err
	}
	var out, told bytes.Buffer
	child := exec.CommandContext(ctx, program)
	child.Env = append(os.Environ(), taskVariable+"="+string(text), "GOMAXPROCS="+strconv.Itoa(cores))
	child.Stdout, child.Stderr = &out, &told
	if err := child.Run(); err != nil {
		return r, fmt.Errorf("measuring %s: %w: %s", t.Layer, err, bytes.TrimSpace(told.Bytes()))
	}
	return r, json.Unmarshal(out.Bytes(), &r)
}
