package recordings

import (
	"encoding/json"
	"time"

	"etledger/internal/etlwriter"
	"etledger/internal/scenario"
)

const (
	kib = 1 << 10
	mib = 1 << 20
)

// leakyService makes the recording of the README: three minutes of a workstation on which a service leaks.
func leakyService() ([]File, error) {
	capture, err := scenario.Run(scenario.Options{
		Seed:     20240305,
		Duration: 3 * time.Minute,
		Session: etlwriter.Settings{
			OSBuild:     19041,
			Processors:  4,
			SessionName: "NT Kernel Logger",
			LogFileName: `C:\traces\leaky-service.etl`,
			Mode:        etlwriter.ModeSequential | etlwriter.ModeRelog,
			CPUMHz:      2712,
			BiasMinutes: -60,
		},
		Stacks:          scenario.DirectStacks,
		MemoryInfoEvery: 5 * time.Second,
		Programs:        workstation(),
	})
	if err != nil {
		return nil, err
	}
	truth, err := json.MarshalIndent(capture.Truth, "", " ")
	if err != nil {
		return nil, err
	}
	return []File{
		{"leaky-service.etl",
			"three minutes of a workstation on which leaky-service.exe leaks from session-cache.dll", capture.File},
		{"leaky-service.truth.json", "what really happened in leaky-service.etl", append(truth, '\n')},
	}, nil
}

// workstation is what runs on the machine: services and a desktop, idle but for a few.
func workstation() []scenario.Program {
	return append(windowsServices(), applications()...)
}

// windowsServices are the system's own processes.
func windowsServices() []scenario.Program {
	const system32 = `C:\Windows\System32`
	return []scenario.Program{
		{Image: "smss.exe", Folder: system32, User: scenario.LocalSystem, Initial: 600 * kib, Kind: "idle"},
		{Image: "csrss.exe", Folder: system32, Parent: "smss.exe", User: scenario.LocalSystem, Initial: 2 * mib, Kind: "idle"},
		{Image: "services.exe", Folder: system32, User: scenario.LocalSystem, Initial: 6 * mib, Kind: "idle"},
		{
			Image: "svchost.exe", Folder: system32, Arguments: "-k netsvcs -p", Parent: "services.exe",
			User: scenario.LocalSystem, Threads: 4, Initial: 24 * mib, Kind: "steady",
			Behaviours: []scenario.Behaviour{
				scenario.Churn{BytesPerSecond: 40 * kib, BlockBytes: 96 * kib, Lifetime: 500 * time.Millisecond,
					Module: "schedsvc.dll"},
			},
		},
		{
			Image: "svchost.exe", Folder: system32, Arguments: "-k LocalService", Parent: "services.exe",
			User: scenario.LocalService, Initial: 9 * mib, Kind: "idle",
		},
		{Image: "explorer.exe", Folder: `C:\Windows`, Threads: 4, Initial: 68 * mib, Kind: "idle"},
	}
}

// applications are the programs that the machine is there for, one of each kind of behaviour.
func applications() []scenario.Program {
	return []scenario.Program{
		{
			Image: "leaky-service.exe", Folder: `C:\Program Files\Contoso\Leaky Service`, Arguments: "-service",
			Parent: "services.exe", User: scenario.NetworkService, Threads: 6, Initial: 38 * mib, Kind: "leak",
			Behaviours: []scenario.Behaviour{
				scenario.Leak{BytesPerSecond: 200 * kib, BlockBytes: 96 * kib, Module: "session-cache.dll", Heap: true},
				scenario.Churn{BytesPerSecond: 1 * mib, BlockBytes: 512 * kib, Lifetime: 800 * time.Millisecond,
					Module: "contoso-http.dll", Pieces: 0.3},
			},
		},
		{
			Image: "browser.exe", Folder: `C:\Program Files\Browser`, Parent: "explorer.exe", Threads: 8,
			Modules: []string{"browser-net.dll"}, Initial: 150 * mib, Kind: "churn",
			Behaviours: []scenario.Behaviour{
				scenario.Churn{BytesPerSecond: 6 * mib, BlockBytes: 1 * mib, Lifetime: 1500 * time.Millisecond,
					HeavyTail: true, Module: "browser-render.dll", Pieces: 0.2},
				scenario.CollectedHeap{BytesPerSecond: 1536 * kib, Live: 12 * mib, Ceiling: 40 * mib,
					BlockBytes: 512 * kib, Module: "browser-script.dll"},
				scenario.Views{PerSecond: 0.5, Bytes: 2 * mib, Lifetime: 5 * time.Second,
					File: `C:\ProgramData\Browser\Cache\data_3`},
			},
		},
		{
			Image: "database.exe", Folder: `C:\Program Files\Database`, Parent: "services.exe",
			User: scenario.NetworkService, Threads: 6, Initial: 210 * mib, Kind: "steady",
			Behaviours: []scenario.Behaviour{
				scenario.Churn{BytesPerSecond: 256 * kib, BlockBytes: 256 * kib, Lifetime: 400 * time.Millisecond,
					Module: "query.dll"},
			},
		},
		{
			Image: "mail-client.exe", Parent: "explorer.exe", Start: 4 * time.Second, Threads: 3, Kind: "warm-up",
			Behaviours: []scenario.Behaviour{
				scenario.WarmUp{Bytes: 48 * mib, Over: 25 * time.Second, Module: "mail-store.dll"},
				scenario.Faults{PerSecond: 4, StopAfter: 20 * time.Second, File: `C:\Users\anna\Mail\archive.mbx`},
				scenario.Churn{BytesPerSecond: 64 * kib, BlockBytes: 64 * kib, Lifetime: time.Second,
					Module: "mail-ui.dll"},
			},
		},
		{
			Image: "report-viewer.exe", Parent: "explorer.exe", Initial: 30 * mib, Kind: "step",
			Behaviours: []scenario.Behaviour{
				scenario.Step{At: 75 * time.Second, Bytes: 64 * mib, Module: "report-data.dll"},
				scenario.Churn{BytesPerSecond: 32 * kib, BlockBytes: 64 * kib, Lifetime: time.Second,
					Module: "report-ui.dll"},
			},
		},
		{
			Image: "compiler.exe", Arguments: "/nologo main.c", Parent: "explorer.exe", CommitEarly: 8 * kib,
			Start: 42 * time.Second, End: 68 * time.Second, Kind: "exit",
			Behaviours: []scenario.Behaviour{
				scenario.Leak{BytesPerSecond: 2 * mib, BlockBytes: 256 * kib, Module: "frontend.dll"},
			},
		},
		{
			Image: "backup-agent.exe", Parent: "services.exe", User: scenario.LocalSystem, Start: 130 * time.Second,
			Kind: "late",
			Behaviours: []scenario.Behaviour{
				scenario.WarmUp{Bytes: 12 * mib, Over: 8 * time.Second, Module: "backup-index.dll"},
				scenario.Churn{BytesPerSecond: 512 * kib, BlockBytes: 256 * kib, Lifetime: 700 * time.Millisecond,
					Module: "backup-copy.dll"},
			},
		},
	}
}
