package recipe

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// combination is a recipe and what it was made of.
type combination struct {
	*Recipe
	options Options
}

func (c *combination) String() string {
	o := c.options
	return fmt.Sprintf("%s stacks=%t memory=%t pool=%t processors=%d", c.Tool, o.Stacks, o.KernelMemory, o.Pool, o.Processors)
}

// all gives the recipes of all tools with all options that they can record.
func all(t *testing.T) []combination {
	t.Helper()
	var list []combination
	for _, tool := range Tools() {
		for bits := range 8 {
			for _, processors := range []int{1, 8, 65, 4096} {
				o := Options{Stacks: bits&1 != 0, KernelMemory: bits&2 != 0, Pool: bits&4 != 0, Processors: processors}
				r, err := For(tool, o)
				lacks := o.Stacks && tool == Logman || o.Pool && (tool == Logman || tool == PerfView)
				if errors.Is(err, ErrCannot) != lacks || err != nil && !lacks {
					t.Fatalf("%s %+v: error %v", tool, o, err)
				}
				if err == nil {
					list = append(list, combination{r, o})
				}
			}
		}
	}
	return list
}

func TestDefaults(t *testing.T) {
	r, err := For(WPR, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Minutes != 3 || r.Output != "memory-growth.etl" || r.Stacks || r.Schema != SchemaName {
		t.Errorf("got %d minutes into %s, stacks %t, schema %s", r.Minutes, r.Output, r.Stacks, r.Schema)
	}
	eight, err := For(WPR, Options{Processors: 8})
	if err != nil || !slices.Equal(r.Sessions, eight.Sessions) {
		t.Errorf("without processors the sessions are %v, with 8 %v (%v)", r.Sessions, eight.Sessions, err)
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		tool    Tool
		options Options
		want    string
	}{
		{"notepad", Options{}, `there is no tool "notepad"`},
		{Logman, Options{Stacks: true}, "logman cannot record call stacks; use xperf, wpr, tracelog or perfview"},
		{Logman, Options{Pool: true}, "use xperf, wpr or tracelog"},
		{PerfView, Options{Pool: true}, "use wpr, xperf or tracelog"},
		{WPR, Options{Minutes: -1}, "1 to 1440 minutes"},
		{WPR, Options{Minutes: 1441}, "1 to 1440 minutes"},
		{WPR, Options{Processors: -4}, "1 to 4096"},
		{WPR, Options{Output: "trace.zip"}, "has to end in .etl"},
		{WPR, Options{Output: ".etl"}, "has to end in .etl"},
		{WPR, Options{Output: `C:\`}, "has to end in .etl"},
		{WPR, Options{Output: "~:c.etl"}, "after the letter of a drive only"},
		{WPR, Options{Output: "-f.etl"}, "take a name that begins so for an option"},
		{WPR, Options{Output: "/c.etl"}, "take a name that begins so for an option"},
		{WPR, Options{Output: `a" & del *.etl`}, `'"' cannot stand in a name`},
		{WPR, Options{Output: "%TEMP%.etl"}, `'%' cannot stand in a name`},
		{WPR, Options{Output: "$x.etl"}, `'$' cannot stand in a name`},
		{WPR, Options{Output: "`x`.etl"}, "'`' cannot stand in a name"},
		{WPR, Options{Output: "“x”.etl"}, `'“' cannot stand in a name`},
		{WPR, Options{Output: "a\nb.etl"}, `'\n' cannot stand in a name`},
		{WPR, Options{Output: "ab:c.etl"}, "after the letter of a drive only"},
		{WPR, Options{Output: "CON.etl"}, "Windows takes CON for a device"},
		{WPR, Options{Output: "Nul.old.ETL"}, "Windows takes NUL for a device"},
		{WPR, Options{Output: "prn .etl"}, "Windows takes PRN for a device"},
		{WPR, Options{Output: `C:\traces\com1.etl`}, "Windows takes COM1 for a device"},
		{WPR, Options{Output: "D:lpt9.etl"}, "Windows takes LPT9 for a device"},
		{WPR, Options{Output: `aux/a.etl`}, "Windows takes AUX for a device"},
	} {
		_, err := For(c.tool, c.options)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %+v: error %v, want one with %q", c.tool, c.options, err, c.want)
		}
	}
}

func TestOutputs(t *testing.T) {
	for _, name := range []string{"a.etl", "A.ETL", `C:\Traces (old)\one two.etl`, `.\-f.etl`, `\\server\share\a.etl`, "console.etl",
		"com.etl", "com10.etl", "lptx.etl", "nul-1.etl", `..\a.etl`} {
		r, err := For(XPerf, Options{Output: name, KernelMemory: true})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		base := name[:len(name)-4]
		if r.Sessions[0].File != base+".kernel.etl" || r.Sessions[1].File != base+".memory.etl" || r.Captures[0] != name {
			t.Errorf("%s: sessions write %s and %s, capture is %v", name, r.Sessions[0].File, r.Sessions[1].File, r.Captures)
		}
	}
}

// TestSteps checks what whoever runs the commands relies on.
func TestSteps(t *testing.T) {
	for _, c := range all(t) {
		if len(c.Start) != len(c.Cancel) || len(c.Start) == 0 || len(c.Stop) == 0 || len(c.Check) == 0 || c.Wait == "" {
			t.Errorf("%s: %d to start, %d to cancel, %d to stop", &c, len(c.Start), len(c.Cancel), len(c.Stop))
		}
		// What undoes a command names the session that it starts.
		if c.Tool == Logman || c.Tool == TraceLog || c.Tool == XPerf {
			for i, start := range c.Start {
				undo := c.Cancel[len(c.Cancel)-1-i]
				for _, s := range c.Sessions {
					if slices.Contains(start.Args, s.Name) != slices.Contains(undo.Args, s.Name) {
						t.Errorf("%s: %q does not undo %q", &c, undo.String(), start.String())
					}
				}
			}
		}
		kernels := 0
		for _, s := range c.Sessions {
			if s.Kernel {
				kernels++
			}
			if s.Kernel != (s.Name == "NT Kernel Logger") || s.Kernel != (s.EnableFlags == 0x600f) || s.MemoryMB <= 0 {
				t.Errorf("%s: session %+v", &c, s)
			}
		}
		if kernels != 1 {
			t.Errorf("%s: %d kernel sessions", &c, kernels)
		}
		memory := slices.ContainsFunc(c.Signals, func(s Signal) bool { return s.Provider == KernelMemory })
		pool := slices.ContainsFunc(c.Signals, func(s Signal) bool { return s.Keyword == "POOL" })
		if memory != c.options.KernelMemory || pool != c.options.Pool || c.Stacks != (c.options.Stacks || c.Tool == PerfView) {
			t.Errorf("%s: records memory %t, pool %t, stacks %t", &c, memory, pool, c.Stacks)
		}
		if len(c.Requires) == 0 || len(c.Costs) != 4 || len(c.Warnings) == 0 {
			t.Errorf("%s: %d requirements, %d costs, %d warnings", &c, len(c.Requires), len(c.Costs), len(c.Warnings))
		}
	}
}

// TestSameTwice checks that a recipe depends on nothing but its options.
func TestSameTwice(t *testing.T) {
	for _, c := range all(t) {
		again, err := For(c.Tool, c.options)
		if err != nil || written(t, c.Recipe) != written(t, again) {
			t.Errorf("%s differs the second time (%v)", &c, err)
		}
	}
}

func written(t *testing.T, r *Recipe) string {
	t.Helper()
	var b strings.Builder
	if err := errors.Join(r.WriteText(&b, TextOptions{}), r.WriteJSON(&b)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestGolden keeps a recipe of each tool, so that a change in a command is seen.
func TestGolden(t *testing.T) {
	for name, r := range goldenRecipes(t) {
		var text strings.Builder
		if err := r.WriteText(&text, TextOptions{}); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".txt", text.String())
	}
	wpr, logman := goldenRecipes(t)["wpr"], goldenRecipes(t)["logman"]
	for name, f := range map[string]File{
		"wpr-record.cmd": wpr.Scripts[0], "wpr-cancel.cmd": wpr.Scripts[1], "logman-record.cmd": logman.Scripts[0],
	} {
		golden(t, name, f.Content)
	}
	var handout strings.Builder
	if err := wpr.WriteText(&handout, TextOptions{Folder: "leak-recording"}); err != nil {
		t.Fatal(err)
	}
	golden(t, "wpr-handout.txt", handout.String())
}

func goldenRecipes(t *testing.T) map[string]*Recipe {
	t.Helper()
	list := map[string]*Recipe{}
	for tool, o := range map[Tool]Options{
		WPR:      {Stacks: true, KernelMemory: true},
		XPerf:    {Stacks: true, KernelMemory: true, Processors: 64, Output: `C:\Traces (old)\server 7.etl`},
		Logman:   {KernelMemory: true, Minutes: 15},
		TraceLog: {Pool: true, KernelMemory: true, Minutes: 1},
		PerfView: {KernelMemory: true, Processors: 32},
	} {
		r, err := For(tool, o)
		if err != nil {
			t.Fatal(err)
		}
		list[string(tool)] = r
	}
	return list
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from what is written now (go test ./report/recipe -update keeps that):\n%s", path, got)
	}
}
