// Command report measures every layer of etledger against what the machine can do, and says which targets are met.
//
//	go run ./bench/report [-o docs/performance.md] [-size 10MB,200MB,4GB] [-events N] [-layers TEXT,...]
//	                      [-corpus DIR] [-peers DIR] [-datasets DIR] [-profiles DIR] [-short]
//
// It prints tables in Markdown. With -o it puts them into a document instead, between the lines that say so. Recordings are
// made in a temporary folder and removed as soon as they have been measured; all sizes are counted without compression. Real
// recordings are taken from the folder that -corpus names, the corpus of ETLEDGER_SHARED if that is set. Peers are measured
// when -peers names the folder into which bench/peers/install.sh installed them.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"etledger/bench/rounds"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	isChild, err := runTask(ctx)
	if !isChild {
		err = run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	}
	if err != nil {
		stop()
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

// options say what to measure.
type options struct {
	sizes  []int64  // of the recordings that are made, bytes; the first is that of all layers
	events int      // events of the recordings instead; 0 for as many as the size gives
	only   []string // parts of the names of layers; empty for all
	corpus string   // folder of real recordings; empty for none
	peers  string   // folder of the peers' environment; empty for none
	plan   rounds.Plan

	scratch  string // folder below which datasets are written; empty for that of temporary files
	profiles string // folder for profiles of the layers' use of the processor; empty for none

	pairs int   // of runs on one core and on two; 0 for none
	curve int64 // bytes of the recordings whose processors and live ranges vary; 0 for none
	cores int64 // bytes of the recording that is read on one core and on two
}

func run(ctx context.Context, arguments []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("report", flag.ContinueOnError)
	flags.SetOutput(stderr)
	into := flags.String("o", "", "`document` to put the tables into")
	sizes := flags.String("size", "10MB,50MB", "sizes of the recordings that are made, such as 10MB,200MB,4GB: all layers are "+
		"measured on the first, the main ones and the memory on all")
	events := flags.Int("events", 0, "events of each recording, whatever its size")
	only := flags.String("layers", "", "parts of names of layers, to measure only those")
	corpus := flags.String("corpus", corpusOf(os.Getenv("ETLEDGER_SHARED")), "`folder` of real recordings")
	peers := flags.String("peers", "", "`folder` of the peers' environment, to measure them too")
	scratch := flags.String("datasets", "", "`folder` below which datasets are written, such as /dev/shm: without a disk to wait for")
	profiles := flags.String("profiles", "", "`folder` for a profile of the processor's use by each layer, for go tool pprof")
	short := flags.Bool("short", false, "take little time: small recordings and few rounds")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("left over: %q", flags.Args())
	}
	o := options{plan: defaultPlan(), pairs: 5, curve: 50e6, cores: 50e6, events: *events, corpus: *corpus, peers: *peers,
		scratch: *scratch, profiles: *profiles}
	if *short {
		o.plan = rounds.Plan{Least: 3, Most: 5, Budget: 80 * time.Millisecond, Sample: time.Millisecond,
			Even: 10 * time.Millisecond}
		o.pairs, o.curve, o.cores = 3, 4e6, 4e6
		if *sizes == flags.Lookup("size").DefValue {
			*sizes = "2MB"
		}
	}
	var err error
	if o.sizes, err = parseSizes(*sizes); err != nil {
		return err
	}
	if *only != "" {
		o.only = strings.Split(*only, ",")
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s\n\nMade by `%s`.\n\n", machine(), command(flags))
	if err := o.report(ctx, &out, stderr); err != nil {
		return err
	}
	if *into == "" {
		_, err := out.WriteTo(stdout)
		return err
	}
	return putInto(*into, out.Bytes())
}

// report measures and writes all tables.
func (o options) report(ctx context.Context, out, progress io.Writer) error {
	folder, err := os.MkdirTemp("", "etledger-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	s := &suite{options: o, folder: folder, progress: progress}
	if err := s.measure(ctx); err != nil {
		return err
	}
	pairs, err := s.measureCores(ctx)
	if err != nil {
		return err
	}
	if err := s.measureCurves(ctx); err != nil {
		return err
	}
	peers, err := s.measurePeers(ctx)
	if err != nil {
		return err
	}
	printTargets(out, targets(s.rows, pairs, s.peaks, peers))
	printRows(out, s.rows)
	printCores(out, pairs)
	printMemory(out, s.peaks)
	printPeers(out, peers)
	printLayers(out, s.rows)
	return nil
}

func corpusOf(shared string) string {
	if shared == "" {
		return ""
	}
	return filepath.Join(shared, "corpus")
}

// parseSizes reads a list such as 10MB,4GB.
func parseSizes(text string) ([]int64, error) {
	var list []int64
	for _, part := range strings.Split(text, ",") {
		digits := strings.TrimRight(part, "KMGB")
		n, err := strconv.ParseFloat(digits, 64)
		unit, known := map[string]float64{"B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9}[part[len(digits):]]
		if err != nil || !known || n*unit < 1 || n*unit > 1e12 {
			return nil, fmt.Errorf("size %q: expected a number with KB, MB or GB", part)
		}
		list = append(list, int64(n*unit))
	}
	return list, nil
}

// sizeName is the text of a size, as parseSizes reads it.
func sizeName(n int64) string {
	for _, unit := range []struct {
		name string
		size float64
	}{{"GB", 1e9}, {"MB", 1e6}, {"KB", 1e3}} {
		if float64(n) >= unit.size {
			return fmt.Sprintf("%.4g %s", float64(n)/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%d B", n)
}

// command is the command line, without the names of files and folders, which tell nothing of the measurement.
func command(flags *flag.FlagSet) string {
	text := "go run ./bench/report"
	flags.VisitAll(func(f *flag.Flag) {
		value := f.Value.String()
		switch {
		case value == f.DefValue && f.Name != "corpus" || value == "" || f.Name == "o" || f.Name == "profiles":
			return
		case value == "true":
			text += " -" + f.Name
			return
		case f.Name == "corpus" || f.Name == "peers" || f.Name == "datasets" && value != "/dev/shm":
			value = "DIR"
		case strings.Contains(value, " "):
			value = strconv.Quote(value)
		}
		text += fmt.Sprintf(" -%s %s", f.Name, value)
	})
	return text
}
