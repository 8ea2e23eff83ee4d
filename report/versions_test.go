package report

import (
	"bytes"
	"testing"
	"time"

	"etledger/etl"
	"etledger/internal/etlwriter"
	"etledger/internal/scenario"
)

// Two captures of one machine and boot, each with its own seed, are told apart by their times alone: the process that runs in
// both has the same number, process object and build, and holds more in the later one.
func TestBuildsAndBootsAcrossCaptures(t *testing.T) {
	const mib = 1 << 20
	boot := time.Date(2025, 11, 3, 6, 0, 0, 0, time.UTC)
	build := scenario.Build{TimeDateStamp: 0x651A0000, FileVersion: "2.7.1.0 (release)", ProductName: "Contoso Sync",
		ProductVersion: "2.7", CompanyName: "Contoso"}
	var reports []*Report
	for i, initial := range []uint64{40 * mib, 56 * mib} {
		started := boot.Add(time.Duration(2+i) * time.Hour)
		made, err := scenario.Run(scenario.Options{
			Seed: uint64(i), Duration: 20 * time.Second, Stacks: scenario.DirectStacks, ComputerName: "PC-0042",
			VirtualRundown: scenario.RundownAtStart,
			Session:        etlwriter.Settings{BootTime: filetimeOf(boot), StartTime: filetimeOf(started)},
			Programs: []scenario.Program{
				{
					Image: "sync-agent.exe", PID: 2212, Key: 0xffffb30400001080, Build: build, Initial: initial,
					Behaviours: []scenario.Behaviour{scenario.Leak{BytesPerSecond: mib, Module: "sync-cache.dll"}},
				},
				{Image: "plain.exe", PID: 3000, Initial: mib},
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		reports = append(reports, buildBytes(t, made.File))
	}
	var stamps []uint32
	for i, r := range reports {
		if r.Capture.Boot == nil || !r.Capture.Boot.Equal(boot) || *r.System.ComputerName != "PC-0042" {
			t.Errorf("booted at %v as %v", r.Capture.Boot, *r.System.ComputerName)
		}
		p, plain := find(t, r, 2212), find(t, r, 3000)
		if *p.ProcessKey != 0xffffb30400001080 || *p.BuildStamp != 0x651A0000 || *p.ImageSize != *find(t, reports[0], 2212).ImageSize {
			t.Errorf("capture %d: key %#x, stamp %#x, %d bytes", i, *p.ProcessKey, *p.BuildStamp, *p.ImageSize)
		}
		if v := p.ImageVersion; v == nil || *v.FileVersion != build.FileVersion || *v.ProductName != build.ProductName ||
			*v.ProductVersion != build.ProductVersion || *v.CompanyName != build.CompanyName {
			t.Errorf("capture %d: version %+v", i, v)
		}
		if want := uint64(40+16*i) * mib; *p.Reconciliation.InitialPrivateBytes != want {
			t.Errorf("capture %d: %d bytes at the beginning, want %d", i, *p.Reconciliation.InitialPrivateBytes, want)
		}
		if plain.ImageVersion != nil || plain.BuildStamp == nil {
			t.Errorf("capture %d: a program without version records has version %+v, stamp %v", i, plain.ImageVersion, plain.BuildStamp)
		}
		s := p.Suspects[0]
		if s.Module != "sync-cache.dll" || s.ModuleFileVersion == nil || *s.ModuleFileVersion != build.FileVersion {
			t.Errorf("capture %d: suspect %s of version %v", i, s.Module, s.ModuleFileVersion)
		}
		stamps = append(stamps, *s.ModuleBuildStamp)
	}
	if stamps[0] != stamps[1] || stamps[0] == build.TimeDateStamp {
		t.Errorf("the library has stamps %#x", stamps)
	}
}

// filetimeOf gives a time in 100 ns since 1601.
func filetimeOf(t time.Time) uint64 { return uint64(t.UnixNano()/100) + 116444736000000000 }

// buildBytes makes the report of a recording that is in memory.
func buildBytes(t *testing.T, file []byte) *Report {
	t.Helper()
	c, err := etl.New(t.Context(), etl.Options{}, etl.Input{Name: "made.etl", R: bytes.NewReader(file), Size: int64(len(file))})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s, err := Read(t.Context(), c, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return Build(s)
}
