package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"etledger/internal/scenario"
)

// captures is a script command: it writes before.etl, before2.etl and before3.etl, in which worker.exe churns, after.etl,
// after2.etl and after3.etl, in which it leaks too, and short.etl, which is like after.etl but shorter.
func captures(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: captures")
	}
	for i, name := range []string{"before", "before2", "before3", "after", "after2", "after3", "short"} {
		seconds := 90 * time.Second
		if name == "short" {
			seconds = 30 * time.Second
		}
		worker := []scenario.Behaviour{scenario.Churn{BytesPerSecond: 1 << 20, Module: "request.dll"}}
		if !strings.HasPrefix(name, "before") {
			worker = append(worker, scenario.Leak{BytesPerSecond: 200 << 10, Module: "cache.dll"})
		}
		made, err := scenario.Run(scenario.Options{
			Seed: uint64(i + 1), Duration: seconds, Stacks: scenario.DirectStacks, Programs: []scenario.Program{
				{Image: "worker.exe", Behaviours: worker},
				{Image: "other.exe", Behaviours: []scenario.Behaviour{scenario.Churn{BytesPerSecond: 256 << 10}}},
			},
		})
		ts.Check(err)
		ts.Check(os.WriteFile(filepath.Join(ts.MkAbs("."), name+".etl"), made.File, 0o644))
	}
}

func TestSpreadListsOfCompare(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"compare a b", "compare a b"},
		{"compare a b --after c d", "compare a b --after c --after d"},
		{"compare a --same-workload --after c d --top 3", "compare a --same-workload --after c --after d --top 3"},
		{"compare --bytes a --after c d -o x", "compare --bytes a --after c --after d -o x"},
		{"compare --after c a", "compare --after c a"},
		{"analyze a --after c d", "analyze a --after c d"},
	} {
		if got := spreadLists(strings.Fields(c.args)); !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s: %q", c.args, got)
		}
	}
}
