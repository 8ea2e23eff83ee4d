package limits

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"etledger/bench/captures"
)

// benchmarkFile is a recording on disk, which is where readers find theirs.
func benchmarkFile(b *testing.B, s captures.Spec) (*os.File, int64) {
	b.Helper()
	f, err := os.Create(filepath.Join(b.TempDir(), "capture.etl"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { f.Close() })
	if err := captures.Write(f, s); err != nil {
		b.Fatal(err)
	}
	info, err := f.Stat()
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	return f, info.Size()
}

func BenchmarkCopy(b *testing.B) {
	c := NewCopier()
	b.SetBytes(copySize)
	for b.Loop() {
		c.Copy(copySize)
	}
}

func BenchmarkRead(b *testing.B) {
	f, size := benchmarkFile(b, captures.Spec{Events: 500_000})
	var w Walker
	for b.Loop() {
		if err := w.Read(f, size); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWalk(b *testing.B) {
	f, size := benchmarkFile(b, captures.Spec{Events: 500_000})
	var w Walker
	for b.Loop() {
		c, err := w.Walk(f, size)
		if err != nil || c.Events < 500_000 {
			b.Fatal(c, err)
		}
	}
}

func BenchmarkExpand(b *testing.B) {
	f, size := benchmarkFile(b, captures.Spec{Events: 200_000, Compressed: true})
	packed, err := os.ReadFile(f.Name())
	if err != nil {
		b.Fatal(err)
	}
	var e Expander
	for b.Loop() {
		n, err := e.Expand(bytes.NewReader(packed), size, nil)
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(n)
	}
}
