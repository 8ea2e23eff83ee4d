package command

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"etledger/internal/fleetscenario"
	"etledger/report/fleet"
)

const fleetPattern = "{ring}/{host}/{time:2006-01-02T150405Z}_{workload}.etl"

// An archive of a simulated fleet, some files of which are broken: of all builds, that one is found which leaks on a tenth of
// the hosts since an update, on these hosts, at their rates, and the program that grows from capture to capture.
func TestFleetFindsTheOneBuildThatLeaks(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 120 captures")
	}
	spec := fleetscenario.Spec{Seed: 1, Hosts: 30, Captures: 6, Broken: 4} // as the README has it
	t.Setenv("COLUMNS", "")
	t.Setenv("CLICOLOR_FORCE", "")
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	const archive, to = "archive", "captures"
	writeFleet(t, archive, spec)
	var out, errs bytes.Buffer
	if status := run(context.Background(), []string{"batch", archive, "-o", to, "--pattern", fleetPattern}, &out, &errs); status != statusDamaged {
		t.Fatalf("batch: status %d, want %d\n%s%s", status, statusDamaged, &out, &errs)
	}
	out.Reset()
	if status := run(context.Background(), []string{"fleet", to}, &out, &errs); status != statusFine {
		t.Fatalf("fleet: status %d\n%s", status, &errs)
	}
	_, rest, found := strings.Cut(string(readme), "among other things:\n\n```\n")
	shown, _, closed := strings.Cut(rest, "...\n```\n")
	if !found || !closed || !strings.HasPrefix(out.String(), shown) {
		t.Errorf("the README shows\n%s\nbut the command prints\n%s", shown, out.String())
	}
	out.Reset()
	if status := run(context.Background(), []string{"fleet", to, "--format", "json"}, &out, &errs); status != statusFine {
		t.Fatalf("fleet: status %d\n%s", status, &errs)
	}
	var r fleet.Report
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	truth := spec.Truth()
	if r.Fleet.Captures != truth.Captures+1 || r.Fleet.Failed != 3 || r.Fleet.Damaged != 1 { // of the broken files, one can be read in part
		t.Errorf("%+v", r.Fleet)
	}
	var leaking []fleet.Group
	for _, g := range r.Images {
		if g.Status == fleet.Leaks || g.Status == fleet.Suspected {
			leaking = append(leaking, g)
		}
	}
	if len(leaking) != 1 {
		t.Fatalf("%d builds leak or are suspected, want the one that leaks:\n%s", len(leaking), r.Answer)
	}
	checkLeak(t, &leaking[0], truth)
	if len(r.Modules) == 0 || r.Modules[0].Name != fleetscenario.LeakingModule || r.Modules[0].Status != fleet.Leaks {
		t.Errorf("%s is not the first module: %+v", fleetscenario.LeakingModule, r.Modules)
	}
	if len(r.Updates) != 1 || r.Updates[0].Change != "came" || *r.Updates[0].To.FileVersion != fleetscenario.NewVersion {
		t.Errorf("updates: %+v", r.Updates)
	}
	var growing []string
	for _, c := range r.Chains {
		if c.Image == fleetscenario.GrowingImage && c.Status == "grows" {
			growing = append(growing, c.Host)
		}
		if rate := float64(fleetscenario.GrowthPerHour) / 3600; c.Rate.Low > rate*1.001 || c.Rate.High < rate*0.999 {
			t.Errorf("%s on %s grows %+v bytes/s, in truth %.1f", c.Image, c.Host, c.Rate, rate)
		}
	}
	if slices.Sort(growing); !slices.Equal(growing, truth.Growing) || len(r.Chains) != len(growing) {
		t.Errorf("what grows across captures: %v of %d chains, in truth %v", growing, len(r.Chains), truth.Growing)
	}
}

// checkLeak compares the group of the leaking build with the truth.
func checkLeak(t *testing.T, g *fleet.Group, truth fleetscenario.Truth) {
	t.Helper()
	if g.Name != fleetscenario.LeakingImage || g.Status != fleet.Leaks || *g.FileVersion != fleetscenario.NewVersion ||
		*g.BuildStamp != fleetscenario.NewStamp {
		t.Errorf("%s %s (%x) is %s", g.Name, *g.FileVersion, *g.BuildStamp, g.Status)
	}
	on := slices.Sorted(slices.Values(g.LeakingOn))
	if !slices.Equal(on, truth.Leaking) || g.Hosts.Judged != len(truth.Updated) {
		t.Errorf("leaks on %v of %d hosts, in truth on %v of %d", on, g.Hosts.Judged, truth.Leaking, len(truth.Updated))
	}
	mean := 0.0
	for _, rate := range truth.LeakingRates {
		mean += rate.BytesPerS / float64(len(truth.LeakingRates))
	}
	if s := g.Slope; s == nil || s.Low == nil || mean < *s.Low || mean > *s.High || math.Abs(s.Rate-mean) > mean/5 {
		t.Errorf("slope %+v, in truth %.0f bytes/s on average", g.Slope, mean)
	}
	if p := g.Prevalence; p == nil || p.Low > 1.0/3 || p.High < 1.0/3 {
		t.Errorf("prevalence %+v, in truth a third", g.Prevalence)
	}
}

func writeFleet(t *testing.T, folder string, spec fleetscenario.Spec) {
	t.Helper()
	for f, err := range spec.Files() {
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(folder, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
