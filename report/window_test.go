package report

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"etledger/etl"
	"etledger/internal/schematest"
	"etledger/model"
)

// A report of a window at the edges of bins has the amounts that selecting those bins of a report of everything gives.
func TestWindowsAreSelectionsOfBins(t *testing.T) {
	schema := schemaOf(t, "report.schema.json")
	for _, path := range readable(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			whole := buildFile(t, path, Options{Details: true})
			bins := whole.Details.Bins
			for _, part := range [][2]int{{0, (bins + 1) / 2}, {bins / 3, bins*2/3 + 1}, {bins / 2, bins}, {bins - 1, bins}} {
				from, to := float64(part[0])*whole.Details.BinS, float64(part[1])*whole.Details.BinS
				c, err := etl.Open(context.Background(), etl.Options{}, path)
				if err != nil {
					t.Fatal(err)
				}
				s, err := Read(context.Background(), c, Options{Window: &Window{FromS: from, ToS: to}, Details: part[0] > 0})
				c.Close()
				if whole.Capture.DurationS == 0 && part[0] > 0 {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				r := Build(s)
				schematest.Keeps(t, schema, jsonOf(t, r))
				if r.Window == nil || math.Abs(r.Window.FromS-from) > 1e-10 || r.Window.ToS > to+1e-10 {
					t.Errorf("window %+v, want %v to %v", r.Window, from, to)
				}
				want, got := selected(whole, part[0], part[1]), map[[3]uint64]int{}
				for i := range r.Processes {
					p := &r.Processes[i]
					if p.Trend.Verdict == "leak" && to-from < leakMinimumS {
						t.Errorf("%s leaks in %v s", p.name(), to-from)
					}
					v := p.VirtualAlloc
					if r.Details != nil {
						checkDetails(t, r, p)
					}
					if sum := [3]uint64{v.OutstandingCommitBytes, v.FreedBytes, v.BeforeFreedBytes + v.UnknownFreedBytes}; sum !=
						[3]uint64{} {
						got[sum]++
					}
				}
				for sum, n := range want {
					if got[sum] != n {
						t.Errorf("bins %v: %d processes with %v, want %d", part, got[sum], sum, n)
					}
					delete(got, sum)
				}
				if len(got) > 0 {
					t.Errorf("bins %v: %v is in no selection", part, got)
				}
			}
		})
	}
}

// selected counts processes by what became committed in bins [a, b) and is outstanding at their end, what of it was given
// back in them, and what was given back in them of older memory.
func selected(r *Report, a, b int) map[[3]uint64]int {
	sums := map[[3]uint64]int{}
	for _, p := range r.Processes {
		line := p.Details.Timeline
		if line == nil {
			continue
		}
		inside := func(bin int) bool { return a <= bin+line.FirstBin && bin+line.FirstBin < b }
		var made, freed, older uint64
		for i := range line.Committed {
			if inside(i) {
				made += line.Committed[i]
				older += line.BeforeFreed[i]
			}
		}
		for _, f := range line.Freed {
			switch {
			case !inside(int(f[1])):
			case inside(int(f[0])):
				freed += f[2]
			default:
				older += f[2]
			}
		}
		if sum := [3]uint64{made - freed, freed, older}; sum != [3]uint64{} {
			sums[sum]++
		}
	}
	return sums
}

// A window says of the capture what the whole report does, and nothing is missing from it but by its own length.
func TestWindowFindsNothingMissing(t *testing.T) {
	whole := buildFile(t, leakyService, Options{})
	for _, w := range []Window{{60, 150}, {0, 100}, {100, 0}, {100, 120}, {0, 0}} {
		r := buildFile(t, leakyService, Options{Window: &w})
		known := map[string]string{}
		for _, f := range whole.Capture.Findings {
			known[f.Code] = f.Message
		}
		short := w.ToS != 0 && w.ToS-w.FromS < leakMinimumS
		for _, f := range r.Capture.Findings {
			if f.Code == "short" && short && strings.HasPrefix(f.Message, "The window is short (20") {
				continue
			}
			if known[f.Code] != f.Message {
				t.Errorf("%v: %+v", w, f)
			}
		}
		if strings.Contains(r.Answer, "window spans only") != short {
			t.Errorf("%v: %s", w, r.Answer)
		}
		if r.Capture.DurationS != whole.Capture.DurationS || r.Capture.Events != whole.Capture.Events {
			t.Errorf("%v: %+v", w, r.Capture)
		}
		for _, p := range r.Processes {
			if atEnd := w.ToS == 0; !atEnd && p.EndS == nil && p.Reconciliation.Status != "not available" {
				t.Errorf("%v: %s: %+v", w, p.name(), p.Reconciliation)
			} else if atEnd && p.Reconciliation.Status == "unexplained" {
				t.Errorf("%v: %s: %+v", w, p.name(), p.Reconciliation)
			}
		}
	}
}

func TestWindowThatIsNone(t *testing.T) {
	for _, test := range []struct {
		w     Window
		words string
	}{
		{Window{-1, 5}, "below 0"}, {Window{5, -1}, "below 0"}, {Window{math.NaN(), 5}, "below 0"},
		{Window{5, 5}, "end after it begins"}, {Window{9, 5}, "end after it begins"}, {Window{1, 1e-12}, "end after it begins"},
		{Window{181, 0}, "3 min"}, {Window{math.Inf(1), 0}, "3 min"}, {Window{1e300, 1e301}, "end after it begins"},
	} {
		c, err := etl.Open(context.Background(), etl.Options{}, leakyService)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Read(context.Background(), c, Options{Window: &test.w})
		c.Close()
		var none *WindowError
		if s != nil || !errors.As(err, &none) || !strings.Contains(err.Error(), test.words) {
			t.Errorf("%v: %v", test.w, err)
		}
	}
}

// chunksOf decodes a recording as a dataset gives it.
func chunksOf(c *etl.Capture) iter.Seq2[*model.Chunk, error] {
	return model.NewReader(c, model.Options{ChunkRows: 777}).Chunks(context.Background())
}

// The same chunks from elsewhere give the same window, with the same details.
func TestWindowOfChunks(t *testing.T) {
	opts := Options{Window: &Window{FromS: 33, ToS: 140}, Details: true}
	want := buildFile(t, leakyService, opts)
	c, err := etl.Open(context.Background(), etl.Options{}, leakyService)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	about, err := Read(context.Background(), c, Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := ReadChunks(context.Background(), chunksOf(c), *about, opts)
	if err != nil {
		t.Fatal(err)
	}
	if got := jsonOf(t, Build(s)); !bytes.Equal(got, jsonOf(t, want)) {
		t.Error(firstDifference(jsonOf(t, want), got))
	}
}
