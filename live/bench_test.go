package live

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"etledger/live/spool"
)

// hourOfSnapshots is an hour of a machine: twice a second the page lists, the memory of the processes, and that of two sessions. In
// each half second three of ten processes get another working set and one of ten another commit.
func hourOfSnapshots(processes int) []spool.Event {
	random := rand.New(rand.NewPCG(1, 2))
	type memory struct{ workingSet, commit, virtual, private uint64 }
	all := make([]memory, processes)
	events := make([]spool.Event, 0, processes+3*7200)
	for i := range all {
		all[i] = memory{2000 + random.Uint64N(50000), 1500 + random.Uint64N(60000), 536_900_000 + random.Uint64N(100_000), 1000 + random.Uint64N(30000)}
		events = append(events, processRundown(start, uint32(4*i), `\Device\HarddiskVolume3\Program Files\Vendor\Product\service.exe`))
	}
	for half := range int64(7200) {
		at := start + half*second/2
		p := payload{width: 8}
		p.u32(uint32(processes))
		for i := range all {
			m := &all[i]
			if random.IntN(10) < 3 {
				m.workingSet += random.Uint64N(41)
				m.private += random.Uint64N(21)
			}
			if random.IntN(10) == 0 {
				m.commit += random.Uint64N(31)
			}
			p.u32(uint32(4*i)).ptr(m.workingSet, m.commit, m.virtual, m.private, 0, 0, 0, 120)
		}
		sets := workingSets(at, 2, 2, 8)
		sets.Payload = p.Bytes()
		events = append(events, memoryInfo(at, 1, 8, 4_000_000+random.Uint64N(10000)), sets, workingSets(at, 3, 2, 8, 0, 1))
	}
	return events
}

// BenchmarkHour is a watch of an hour with 300 processes at one snapshot in 10 seconds, its conversion counted. It says how many
// bytes the recording has and how many the files of the dataset.
func BenchmarkHour(b *testing.B) { benchmarkHour(b, 10*time.Second) }

// BenchmarkHourOfAll is the same with every snapshot kept.
func BenchmarkHourOfAll(b *testing.B) { benchmarkHour(b, 0) }

func benchmarkHour(b *testing.B, every time.Duration) {
	events := hourOfSnapshots(300)
	for b.Loop() {
		folder := filepath.Join(b.TempDir(), "ds")
		var recorded int64
		source := &script{events: events, before: func(i int) {
			if i == len(events)-1 {
				recorded = sizeOf(b, filepath.Join(folder, hiddenFolder))
			}
		}}
		if _, err := Watch(b.Context(), source, Options{Dataset: folder, Host: "HOST", Every: every, Roll: 2 * time.Hour, RollSize: 1 << 30}); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(recorded), "recorded-B/op")
		b.ReportMetric(float64(sizeOf(b, folder)), "dataset-B/op")
		os.RemoveAll(folder)
	}
}

func sizeOf(b *testing.B, folder string) (bytes int64) {
	err := filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			bytes += info.Size()
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return bytes
}
