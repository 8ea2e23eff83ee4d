package poolscenario

import (
	"bytes"
	"fmt"
	"time"

	"etledger/model/poolsnap"
)

// Example gives the files of a small written case, by name: the snapshots of a machine on which a driver leaks under a
// workload, what goes with them, and the same workload after the driver was corrected. Nothing of it is real.
func Example() map[string][]byte {
	files := map[string][]byte{}
	before := exampleMachine(time.Date(2024, 3, 4, 8, 0, 0, 0, time.UTC), 12)
	memory := newCountersCSV("BOX01")
	for s := range before.All() {
		var b bytes.Buffer
		must(WritePoolMon(&b, s))
		files["snapshots/pool-"+s.Time.Format("20060102-150405")+".txt"] = b.Bytes()
		memory.add(s)
	}
	files["counters.csv"] = memory.Bytes()
	baseline := exampleMachine(time.Date(2024, 2, 26, 8, 0, 0, 0, time.UTC), 0)
	files["baseline.csv"] = allCSV(baseline)
	files["after.csv"] = allCSV(exampleMachine(time.Date(2024, 3, 11, 8, 0, 0, 0, time.UTC), 0))
	files["phases.csv"] = examplePhases(before.Start, baseline.Start, time.Date(2024, 3, 11, 8, 0, 0, 0, time.UTC))
	files["pooltag.txt"] = []byte("rem  Made-up tags.\r\n\r\nWdg1 - widget.sys    - Widget connection blocks\r\n" +
		"Wdg? - widget.sys    - Widget, other\r\nBlok - nt!mm         - Blocks of the made-up memory manager\r\n" +
		"Cach - <unknown>     - Cache of the made-up file system\r\n")
	files["drivers.csv"] = exampleDrivers("1.2.3.4")
	files["drivers-after.csv"] = exampleDrivers("1.2.4.0")
	files["damaged.txt"] = damaged(files["snapshots/pool-20240304-080000.txt"])
	return files
}

// exampleMachine is four hours with 5,000 operations in the middle two, each of which leaks some objects.
func exampleMachine(start time.Time, perOperation float64) *Scenario {
	s := New(Options{Seed: 5, Snapshots: 25, Start: start, Phases: []Phase{{First: 4, Last: 16, Volume: 5000}}})
	for _, k := range []Kind{Unmoved, Unmoved, Idle, Idle, Idle, Noise, Noise, Persistent, WorkCache, Demand} {
		s.Add(k)
	}
	huge := s.Fixed("Blok", poolsnap.Nonpaged, 4096, 180_000, 0)
	huge.Kind = Unmoved
	cache := s.Fixed("Cach", poolsnap.Paged, 1024, 40_000, 60_000)
	cache.Kind = Demand
	lead := s.Fixed("Wdg1", poolsnap.Nonpaged, 2048, 3_000, 5000*perOperation)
	lead.Kind = PerWork
	s.Satellite("WdgE", lead, 1, 900)
	s.Satellite("WdgB", lead, 2, 1500)
	return s
}

func must(err error) {
	if err != nil {
		panic(err) // writing to memory does not fail
	}
}

func allCSV(s *Scenario) []byte {
	var b bytes.Buffer
	b.WriteString(CSVHeader)
	for x := range s.All() {
		must(WriteCSV(&b, x))
	}
	return b.Bytes()
}

func examplePhases(starts ...time.Time) []byte {
	var b bytes.Buffer
	b.WriteString("start,end,label,volume\n")
	for _, start := range starts {
		for _, p := range []struct {
			from, to int
			label    string
			volume   string
		}{{0, 40, "idle", ""}, {40, 160, "orders", "5000"}, {160, 240, "recovery", ""}} {
			at := func(minutes int) string {
				return start.Add(time.Duration(minutes) * time.Minute).Format("2006-01-02T15:04:05Z")
			}
			fmt.Fprintf(&b, "%s,%s,%s,%s\n", at(p.from), at(p.to), p.label, p.volume)
		}
	}
	return b.Bytes()
}

func exampleDrivers(version string) []byte {
	return []byte("\"DeviceName\",\"DriverName\",\"DriverVersion\",\"Manufacturer\",\"Signer\"\r\n" +
		"\"Widget Adapter\",\"widget.sys\",\"" + version + "\",\"Widget Works\",\"Widget Works Ltd\"\r\n" +
		"\"Gadget Filter\",\"gadget.sys\",\"7.0.0.1\",\"Gadget Makers\",\"Gadget Makers Inc\"\r\n")
}

// damaged cuts a line of a snapshot, as a narrow console does.
func damaged(snapshot []byte) []byte {
	lines := bytes.SplitAfter(snapshot, []byte("\n"))
	for i, line := range lines {
		if bytes.Contains(line, []byte(" Wdg1 ")) {
			lines[i] = append(bytes.Clone(line[:30]), '\n')
		}
	}
	return bytes.Join(lines, nil)
}

// countersCSV writes memory counters as typeperf does.
type countersCSV struct {
	bytes.Buffer
	samples int
}

func newCountersCSV(host string) *countersCSV {
	c := &countersCSV{}
	fmt.Fprintf(c, "\"(PDH-CSV 4.0) (Coordinated Universal Time)(0)\"")
	for _, name := range []string{`Memory\Available Bytes`, `Memory\Committed Bytes`, `Memory\Commit Limit`,
		`Memory\Pool Nonpaged Bytes`, `Memory\Pool Paged Bytes`, `System\System Up Time`, `Process(_Total)\Private Bytes`,
		`Process(_Total)\Working Set`} {
		fmt.Fprintf(c, ",\"\\\\%s\\%s\"", host, name)
	}
	c.WriteString("\r\n")
	return c
}

func (c *countersCSV) add(s *poolsnap.Snapshot) {
	var pools [3]uint64
	for _, r := range s.Rows {
		pools[r.Pool] += r.Bytes
	}
	nonpaged, paged := pools[poolsnap.Nonpaged], pools[poolsnap.Paged]
	private := uint64(3<<30 + c.samples%5<<20)
	fmt.Fprintf(c, "\"%s\"", s.Time.Format("01/02/2006 15:04:05.000"))
	for _, v := range []float64{float64(8<<30 - nonpaged - paged), float64(private + nonpaged + paged + 1<<29), 20 << 30,
		float64(nonpaged), float64(paged), float64(86_400 + 600*c.samples), float64(private), float64(private - 1<<28)} {
		fmt.Fprintf(c, ",\"%.6f\"", v)
	}
	c.WriteString("\r\n")
	c.samples++
}
