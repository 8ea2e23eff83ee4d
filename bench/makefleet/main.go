// Command makefleet writes an archive of captures of a simulated fleet (package fleetscenario), to try batch and fleet on,
// and truth.json, which tells what is true of it.
//
//	go run ./bench/makefleet -o archive -hosts 100 -captures 10 -broken 12
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"etledger/internal/fleetscenario"
)

func main() {
	var s fleetscenario.Spec
	out := flag.String("o", "", "folder to write to")
	flag.Uint64Var(&s.Seed, "seed", 1, "seed")
	flag.IntVar(&s.Hosts, "hosts", 0, "hosts (default 100)")
	flag.IntVar(&s.Captures, "captures", 0, "captures of each host (default 10)")
	flag.DurationVar(&s.Duration, "duration", 0, "length of a capture (default 90s)")
	flag.DurationVar(&s.Every, "every", 0, "time between captures of a host (default 12h)")
	flag.IntVar(&s.Broken, "broken", 0, "files that are no whole capture")
	flag.Parse()
	if err := write(*out, s); err != nil {
		fmt.Fprintln(os.Stderr, "makefleet:", err)
		os.Exit(1)
	}
}

func write(folder string, s fleetscenario.Spec) error {
	if folder == "" {
		return errors.New("name the folder with -o")
	}
	for f, err := range s.Files() {
		if err != nil {
			return err
		}
		if err := writeFile(filepath.Join(folder, filepath.FromSlash(f.Name)), f.Data); err != nil {
			return err
		}
	}
	truth, err := json.MarshalIndent(s.Truth(), "", " ")
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(folder, "truth.json"), append(truth, '\n'))
}

func writeFile(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o666)
}
