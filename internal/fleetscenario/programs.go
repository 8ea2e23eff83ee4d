package fleetscenario

import (
	"math/rand/v2"
	"time"

	"etledger/internal/scenario"
)

// programs gives what runs on a host in its capture k.
func (s Spec) programs(h host, k int, random *rand.Rand) []scenario.Program {
	return append(services(random), s.agent(h, k, random), s.telemetry(h, k), browser(random), indexer(random), runtime(random))
}

// agent is the program of which one build leaks on some hosts.
func (s Spec) agent(h host, k int, random *rand.Rand) scenario.Program {
	p := scenario.Program{
		Image: LeakingImage, Folder: `C:\Program Files\Contoso\Sync`, Arguments: "/service", Parent: "services.exe",
		User: scenario.LocalSystem, PID: 2212, Key: 0xffffb30400001080 + uint64(len(h.name))<<20, Initial: 40 * mib, Kind: "churn",
		Build: scenario.Build{TimeDateStamp: OldStamp, FileVersion: OldVersion, ProductName: "Contoso Sync", ProductVersion: OldVersion,
			CompanyName: "Contoso"},
		Behaviours: []scenario.Behaviour{scenario.Churn{BytesPerSecond: 300 * kib, BlockBytes: 128 * kib,
			Lifetime: time.Duration(400+random.IntN(800)) * time.Millisecond, Module: "sync-net.dll"}},
	}
	if h.updated && k >= s.Captures/2 {
		p.Build.TimeDateStamp, p.Build.FileVersion, p.Build.ProductVersion = NewStamp, NewVersion, NewVersion
		p.PID, p.Key = 7140, 0xffffb30400202080 // another process since the update
		if h.leaking {
			p.Kind = "leak"
			p.Behaviours = append(p.Behaviours, scenario.Leak{BytesPerSecond: h.rate, BlockBytes: 64 * kib, Module: LeakingModule})
		}
	}
	return p
}

// telemetry is the program that on some hosts holds more in each capture than in the one before, and is still while
// a capture is taken.
func (s Spec) telemetry(h host, k int) scenario.Program {
	p := scenario.Program{
		Image: GrowingImage, Folder: `C:\Program Files\Contoso\Telemetry`, Parent: "services.exe", User: scenario.LocalService,
		PID: 1504, Key: 0xffffb30400404080, Initial: 30 * mib, Kind: "idle",
		Build: scenario.Build{TimeDateStamp: GrowingStamp, FileVersion: GrowingVersion, ProductName: "Contoso Telemetry",
			ProductVersion: GrowingVersion, CompanyName: "Contoso"},
	}
	if h.growing {
		p.Initial += uint64(float64(GrowthPerHour) * s.Every.Hours() * float64(k))
	}
	return p
}

// services are the system's own processes.
func services(random *rand.Rand) []scenario.Program {
	const system32 = `C:\Windows\System32`
	windows := scenario.Build{TimeDateStamp: 0x5CA00000, FileVersion: "10.0.19041.1 (WinBuild.160101.0800)",
		ProductName: "Microsoft Windows Operating System", ProductVersion: "10.0.19041.1", CompanyName: "Microsoft Corporation"}
	return []scenario.Program{
		{Image: "smss.exe", Folder: system32, User: scenario.LocalSystem, Initial: 600 * kib, Kind: "idle", Build: windows},
		{Image: "services.exe", Folder: system32, User: scenario.LocalSystem, Initial: 6 * mib, Kind: "idle", Build: windows},
		{
			Image: "svchost.exe", Folder: system32, Arguments: "-k netsvcs -p -s Schedule", Parent: "services.exe",
			User: scenario.LocalSystem, Initial: 24 * mib, Kind: "churn", Build: windows,
			Behaviours: []scenario.Behaviour{scenario.Churn{BytesPerSecond: 40 * kib, BlockBytes: 96 * kib,
				Lifetime: 500 * time.Millisecond, Module: "schedsvc.dll"}},
		},
		{
			Image: "svchost.exe", Folder: system32, Arguments: "-k LocalService -s EventSystem", Parent: "services.exe",
			User: scenario.LocalService, Initial: 9 * mib, Kind: "step", Build: windows,
			Behaviours: []scenario.Behaviour{scenario.Step{At: time.Duration(20+random.IntN(40)) * time.Second, Bytes: 4 * mib,
				Module: "es.dll"}},
		},
		{Image: "explorer.exe", Folder: `C:\Windows`, Initial: 68 * mib, Kind: "idle", Build: windows},
	}
}

func browser(random *rand.Rand) scenario.Program {
	return scenario.Program{
		Image: "browser.exe", Folder: `C:\Program Files\Browser`, Parent: "explorer.exe", Initial: 150 * mib, Kind: "cache",
		Build: scenario.Build{TimeDateStamp: 0x67001000, FileVersion: "131.0.1.0", ProductName: "Browser", ProductVersion: "131.0.1",
			CompanyName: "Browser Project"},
		Behaviours: []scenario.Behaviour{
			scenario.Cache{BytesPerSecond: 700 * kib, Capacity: 10 * mib, BlockBytes: 256 * kib, Module: "browser-cache.dll"},
			scenario.Churn{BytesPerSecond: float64(200+random.IntN(400)) * kib, Lifetime: time.Second, HeavyTail: true,
				Module: "browser-net.dll"},
		},
	}
}

func indexer(random *rand.Rand) scenario.Program {
	return scenario.Program{
		Image: "indexer.exe", Folder: `C:\Program Files\Indexer`, Parent: "services.exe", User: scenario.LocalSystem, Initial: 20 * mib,
		Kind: "warm-up",
		Build: scenario.Build{TimeDateStamp: 0x61E00010, FileVersion: "2.4.0.0", ProductName: "Indexer", ProductVersion: "2.4",
			CompanyName: "Fabrikam"},
		Behaviours: []scenario.Behaviour{scenario.WarmUp{Bytes: uint64(6+random.IntN(10)) * mib, Over: 25 * time.Second, BlockBytes: 128 * kib,
			Module: "index.dll"}},
	}
}

func runtime(random *rand.Rand) scenario.Program {
	return scenario.Program{
		Image: "orders.exe", Folder: `C:\Program Files\Orders`, Parent: "services.exe", User: scenario.NetworkService, Initial: 60 * mib,
		Kind: "collected heap",
		Build: scenario.Build{TimeDateStamp: 0x9D00A1B2, FileVersion: "1.19.4.0", ProductName: "Orders", ProductVersion: "1.19.4",
			CompanyName: "Fabrikam"},
		Behaviours: []scenario.Behaviour{scenario.CollectedHeap{BytesPerSecond: float64(1500+random.IntN(1000)) * kib, Live: 8 * mib,
			Ceiling: 24 * mib, Module: "clr.dll"}},
	}
}
