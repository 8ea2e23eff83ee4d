package poolsnap

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"testing"
	"time"

	"etledger/model/poolsnap/internal/pooltext"
)

// BenchmarkPoolMon reads snapshots of three thousand tags. Copying the text is part of the time.
func BenchmarkPoolMon(b *testing.B) {
	for _, c := range []struct {
		name    string
		machine pooltext.Machine
	}{
		{"plain", pooltext.Machine{Stamps: true}},
		{"drivers", pooltext.Machine{Stamps: true, Drivers: true}},
		{"no heads", pooltext.Machine{NoHeads: true}},
	} {
		c.machine.Snapshots = 50
		var text []byte
		for s := range c.machine.Snapshots {
			text = c.machine.AppendSnapshot(text, s)
		}
		b.Run(c.name, func(b *testing.B) { benchmarkRead(b, text) })
		if c.name == "plain" {
			b.Run("UTF-16", func(b *testing.B) { benchmarkRead(b, writeUTF16(string(text), binary.LittleEndian)) })
		}
	}
}

// BenchmarkOtherForms reads rows in forms that PoolMon itself does not write.
func BenchmarkOtherForms(b *testing.B) {
	rows := someRows(5, 3000, false)
	for name, write := range map[string]func(at time.Time, m made) string{
		"dots":   func(_ time.Time, m made) string { return style{".", "Nicht", "Ausl."}.row(m) },
		"blanks": func(_ time.Time, m made) string { return style{" ", "Nonp ", "Paged"}.row(m) },
		"CSV": func(at time.Time, m made) string {
			return fmt.Sprintf("%s,%s,%s,%d,%d,%d,%d", at.Format(time.RFC3339), m.tag, "Nonp", m.allocs, m.frees, m.diff(), m.bytes)
		},
		"JSON": func(at time.Time, m made) string {
			return fmt.Sprintf(`{"time":"%s","tag":"%s","type":"nonpaged","allocs":%d,"frees":%d,"diff":%d,"bytes":%d}`,
				at.Format(time.RFC3339), m.tag, m.allocs, m.frees, m.diff(), m.bytes)
		},
	} {
		var text bytes.Buffer
		if name == "CSV" {
			text.WriteString("time,tag,type,allocs,frees,diff,bytes\n")
		}
		for s := range 20 {
			for _, m := range rows {
				text.WriteString(write(modTime.Add(time.Duration(s)*time.Minute), m) + "\n")
			}
		}
		b.Run(name, func(b *testing.B) { benchmarkRead(b, text.Bytes()) })
	}
}

func benchmarkRead(b *testing.B, text []byte) {
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	rows := 0
	for b.Loop() {
		// A reader that cannot give its memory away, as a file cannot.
		r := struct{ io.Reader }{bytes.NewReader(text)}
		sum, err := Read(context.Background(), "bench.log", r, Options{}, func(*Snapshot) error { return nil })
		if err != nil || sum.ProblemCount > 0 {
			b.Fatal(err, sum.Problems)
		}
		rows += sum.Rows
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(rows), "ns/row")
}

// BenchmarkCounters reads samples of two hundred processes.
func BenchmarkCounters(b *testing.B) {
	var text bytes.Buffer
	text.WriteString(`"(PDH-CSV 4.0) (UTC)(0)","\\H\Memory\Pool Nonpaged Bytes"`)
	for i := range 200 {
		fmt.Fprintf(&text, `,"\\H\Process(p#%d)\Private Bytes","\\H\Process(p#%d)\Handle Count"`, i, i)
	}
	for s := range 500 {
		fmt.Fprintf(&text, "\n"+`"%s","%d"`, modTime.Add(time.Duration(s)*time.Second).Format("01/02/2006 15:04:05.000"), s)
		for i := range 200 {
			fmt.Fprintf(&text, `,"%d","%d"`, 1<<20+i*s, i)
		}
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		sum, err := ReadCounters(context.Background(), "bench.csv", bytes.NewReader(text.Bytes()), Options{},
			func(*Memory) error { return nil })
		if err != nil || sum.Samples != 500 {
			b.Fatal(sum, err)
		}
	}
}

// BenchmarkTenThousand reads ten thousand snapshots of three thousand tags, 2.4 GB of text. Run it with -benchtime 1x
// -cpu 1.
func BenchmarkTenThousand(b *testing.B) {
	machine := pooltext.Machine{Snapshots: 10_000, Stamps: true}
	b.ReportAllocs()
	for b.Loop() {
		sum, err := Read(context.Background(), "bench.log", machine.Reader(20), Options{}, func(*Snapshot) error { return nil })
		if err != nil || sum.Rows != 30_000_000 || sum.ProblemCount > 0 || !sum.Last.Equal(machine.Time(9999)) {
			b.Fatal(sum, err)
		}
	}
}
