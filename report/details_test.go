package report

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"etledger/etl"
	"etledger/internal/schematest"
)

// buildFile reports on a recording.
func buildFile(t *testing.T, path string, opts Options) *Report {
	t.Helper()
	c, err := etl.Open(context.Background(), etl.Options{}, path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s, err := Read(context.Background(), c, opts)
	if err != nil {
		t.Fatal(err)
	}
	return Build(s)
}

// readable are the recordings at hand that can be read at all.
func readable(t *testing.T) []string {
	t.Helper()
	patterns := []string{"../testdata/*.etl", "../testdata/damaged/*.etl"}
	if root := os.Getenv("ETLEDGER_SHARED"); root != "" {
		patterns = append(patterns, filepath.Join(root, "corpus", "*.etl"), filepath.Join(root, "cases", "*.etl"))
	}
	var paths []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	return slices.DeleteFunc(paths, func(path string) bool {
		c, err := etl.Open(context.Background(), etl.Options{}, path)
		if err != nil {
			return true
		}
		c.Close()
		return false
	})
}

func jsonOf(t *testing.T, r *Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Details keep the contract, add nothing to the rest of the report, take nothing from it, and sum up to the accounts.
func TestDetailsOfRecordings(t *testing.T) {
	schema := schemaOf(t, "report.schema.json")
	for _, path := range readable(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			r := buildFile(t, path, Options{Details: true, Concurrency: 1})
			js := jsonOf(t, r)
			schematest.Keeps(t, schema, js)
			if again := jsonOf(t, buildFile(t, path, Options{Details: true, Concurrency: 4})); !bytes.Equal(js, again) {
				t.Error(firstDifference(js, again))
			}
			for i := range r.Processes {
				checkDetails(t, r, &r.Processes[i])
				r.Processes[i].Details = nil
			}
			r.Details = nil
			if plain := jsonOf(t, buildFile(t, path, Options{})); !bytes.Equal(jsonOf(t, r), plain) {
				t.Error(firstDifference(plain, jsonOf(t, r)))
			}
		})
	}
}

func checkDetails(t *testing.T, r *Report, p *Process) {
	d := p.Details
	v := &p.VirtualAlloc
	var allocated, outstanding, leaking uint64
	for i, s := range d.Stacks {
		allocated += s.AllocatedBytes
		outstanding += s.OutstandingBytes
		leaking += s.LeakingBytes
		if len(s.Frames) == 0 && i < len(d.Stacks)-1 {
			t.Errorf("%s: the stack that is not known is not the last", p.name())
		}
	}
	if d.StackCount == len(d.Stacks) && (allocated != v.CommitBytes || outstanding != v.OutstandingCommitBytes) {
		t.Errorf("%s: stacks sum up to %d and %d of %+v", p.name(), allocated, outstanding, v)
	}
	if leaking > 0 != (p.Trend.Verdict == "leak") {
		t.Errorf("%s: %d bytes leak, but the verdict is %s", p.name(), leaking, p.Trend.Verdict)
	}
	line := d.Timeline
	if line == nil {
		return
	}
	n := len(line.Committed)
	if len(line.BeforeFreed) != n || len(line.Low) != n || len(line.High) != n || line.FirstBin+n > r.Details.Bins {
		t.Fatalf("%s: lists of different lengths, or past bin %d: %+v", p.name(), r.Details.Bins, line)
	}
	freed := make([]uint64, n)
	survivors := slices.Clone(line.Committed)
	var sum uint64
	for _, f := range line.Freed {
		freed[f[1]] += f[2]
		sum += f[2]
		survivors[f[0]] -= f[2]
	}
	var committed, before uint64
	level := int64(0)
	for i := range n {
		committed += line.Committed[i]
		before += line.BeforeFreed[i]
		was := level
		level += int64(line.Committed[i]) - int64(freed[i]) - int64(line.BeforeFreed[i])
		if line.Low[i] > min(was, level) || line.High[i] < max(was, level) || survivors[i] > line.Committed[i] {
			t.Fatalf("%s: bin %d goes from %d to %d, from %d up to %d", p.name(), i, was, level, line.Low[i], line.High[i])
		}
	}
	if committed != v.CommitBytes || sum != v.FreedBytes || before != v.BeforeFreedBytes+v.UnknownFreedBytes {
		t.Errorf("%s: sums of %d, %d and %d differ from %+v", p.name(), committed, sum, before, v)
	}
}
