// Command makeweeks writes recordings of a simulated machine over weeks (package weeks), an hour each, to try trend on, and
// truth.json, which tells what is true of its programs.
//
//	go run ./bench/makeweeks -o watched-recordings -days 14 -healthy 180
//	etledger convert watched-recordings/*.etl -o watched
//	etledger trend watched
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"etledger/internal/weeks"
)

func main() {
	var s weeks.Spec
	out := flag.String("o", "", "folder to write to")
	flag.Uint64Var(&s.Seed, "seed", 1, "seed")
	flag.StringVar(&s.Host, "host", "", "name of the machine (default SERVER-1)")
	flag.IntVar(&s.Days, "days", 0, "days (default 14)")
	flag.DurationVar(&s.Every, "every", 0, "time between snapshots (default 1m)")
	healthy := flag.Int("healthy", 40, "programs that do not grow")
	planted := flag.Int("planted", 1, "programs of each other kind")
	night := flag.String("night", "on", "what the machine does at night: on, off, sleep")
	flag.DurationVar(&s.ClockSet, "clock-set", 0, "by how much the clock is set on the third day")
	reboot := flag.Int("reboot", -1, "day on which the machine is started anew, from 0")
	flag.IntVar(&s.Gaps, "gaps", 0, "captures that are missing")
	pool := flag.Float64("pool", 0, "bytes a day that the nonpaged pool leaks")
	flag.Parse()
	if *reboot >= 0 {
		s.Reboots = []int{*reboot}
	}
	s.Nonpaged = *pool
	s.Night = map[string]weeks.Night{"on": weeks.On, "off": weeks.Off, "sleep": weeks.Sleep}[*night]
	s.Programs = weeks.Population(s.Seed, weeks.Healthy, *healthy)
	for _, k := range weeks.Kinds() {
		if k != weeks.Healthy {
			s.Programs = append(s.Programs, weeks.Population(s.Seed, k, *planted)...)
		}
	}
	if err := write(*out, s); err != nil {
		fmt.Fprintln(os.Stderr, "makeweeks:", err)
		os.Exit(1)
	}
}

func write(folder string, s weeks.Spec) error {
	if folder == "" {
		return errors.New("name the folder with -o")
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	n := 0
	for c := range s.Captures() {
		data, err := c.Recording()
		if err != nil {
			return err
		}
		name := fmt.Sprintf("%s-%04d-%s.etl", c.Host, n, c.Start.UTC().Format("20060102T150405"))
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o666); err != nil {
			return err
		}
		n++
	}
	truth, err := json.MarshalIndent(s.Programs, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "truth.json"), append(truth, '\n'), 0o666)
}
