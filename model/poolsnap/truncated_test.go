package poolsnap

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"etledger/model/poolsnap/internal/pooltext"
)

// made is a row of which a test knows the figures.
type made struct {
	tag    string // four characters
	paged  bool
	allocs uint32
	frees  uint32
	bytes  uint64
	driver string
}

func (m made) diff() int64 { return int64(int32(m.allocs - m.frees)) }

// figures writes whole numbers with a separator of thousands.
func figures(v int64, separator string) string {
	text := fmt.Sprint(v)
	negative := strings.HasPrefix(text, "-")
	text = strings.TrimPrefix(text, "-")
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + separator + text[i:]
	}
	if negative {
		text = "-" + text
	}
	return text
}

// style is how a table is written.
type style struct {
	separator       string
	nonpaged, paged string
}

var plainStyle = style{"", "Nonp ", "Paged"}

// row writes a row in PoolMon's columns.
func (s style) row(m made) string {
	kind := s.nonpaged
	if m.paged {
		kind = s.paged
	}
	each := int64(0)
	if m.diff() != 0 {
		each = int64(m.bytes) / m.diff()
	}
	n := func(v int64) string { return figures(v, s.separator) }
	text := fmt.Sprintf(" %s %s %9s (%4s) %9s (%4s) %8s %7s (%6s) %6s", m.tag, kind, n(int64(m.allocs)), n(12), n(int64(m.frees)),
		n(-3), n(m.diff()), n(int64(m.bytes)), n(1024), n(each))
	if m.driver != "" {
		text += " [" + m.driver + "]"
	}
	return text
}

// someRows makes rows of all sizes of figures.
func someRows(seed uint64, n int, drivers bool) []made {
	random := rand.New(rand.NewPCG(seed, 1))
	rows := make([]made, n)
	for i := range rows {
		live := uint32(1) << random.IntN(20) * uint32(random.IntN(3)) / 2
		allocs := live + uint32(random.Uint64()>>(32+random.IntN(31)))
		rows[i] = made{tag: fmt.Sprintf("%-4.4s", fmt.Sprintf("%c%d", 'A'+i%26, i)), paged: random.IntN(2) == 0, allocs: allocs,
			frees: allocs - live, bytes: uint64(live) * uint64(16+random.IntN(5000))}
		if drivers {
			rows[i].driver = fmt.Sprintf("driver%d.sys", i)
		}
	}
	return rows
}

// check compares a row that was read with the one that was written.
func (m made) check(t *testing.T, r *Row) {
	t.Helper()
	pool := Nonpaged
	if m.paged {
		pool = Paged
	}
	want := Row{Key: Key{Tag([]byte(m.tag)), pool}, Has: HasAllocs | HasFrees | HasCount | HasBytes, Allocs: uint64(m.allocs),
		Frees: uint64(m.frees), Count: m.diff(), Bytes: m.bytes, Line: r.Line, Mapped: m.driver}
	if *r != want {
		t.Errorf("read %s, want %s", describeRow(r), describeRow(&want))
	}
}

// readAll reads a text and keeps its snapshots.
func readAll(t testing.TB, name string, text []byte, opts Options) ([]*Snapshot, Summary) {
	t.Helper()
	var all []*Snapshot
	sum, err := Read(context.Background(), name, bytes.NewReader(text), opts, func(s *Snapshot) error {
		all = append(all, s.Clone())
		return nil
	})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return all, sum
}

// TestNarrowConsoles cuts tables at the right edge of consoles of all widths. A row is used if, and only if, all of
// Allocs, Frees, Diff and Bytes are whole beyond doubt, which the parenthesis after Bytes shows; every other row is a
// problem with its line.
func TestNarrowConsoles(t *testing.T) {
	for name, s := range map[string]style{
		"plain": plainStyle, "commas": {",", "Nonp ", "Paged"}, "blanks": {" ", "Nonp ", "Paged"}, "dots": {".", "Nicht", "Ausl."},
	} {
		for _, drivers := range []bool{false, true} {
			rows := someRows(7, 60, drivers)
			var full []string
			for _, r := range rows {
				full = append(full, s.row(r))
			}
			for width := 20; width <= 120; width++ {
				t.Run(fmt.Sprintf("%s drivers=%t width=%d", name, drivers, width), func(t *testing.T) {
					narrow(t, rows, full, width)
				})
			}
		}
	}
}

func narrow(t *testing.T, rows []made, full []string, width int) {
	text := "2024-03-05 09:30:00\n"
	whole := map[int]bool{} // by line
	missing, clipped := 0, 0
	for i, line := range full {
		cut := line[:min(len(line), width)]
		third := 0
		for range 3 {
			third += strings.IndexByte(line[third:], '(') + 1
		}
		whole[i+2] = len(cut) >= third
		if !whole[i+2] {
			missing++
		} else if len(strings.TrimRight(cut, " ")) < len(line) {
			clipped++
		}
		text += strings.TrimRight(cut, " ") + "\n"
	}
	all, sum := readAll(t, "narrow.txt", []byte(text), Options{})
	seen := map[int]bool{}
	for _, snapshot := range all {
		for i := range snapshot.Rows {
			r := &snapshot.Rows[i]
			m := rows[r.Line-2]
			if !strings.HasPrefix(m.driver, r.Mapped) {
				t.Errorf("line %d: driver %q of %q", r.Line, r.Mapped, m.driver)
			}
			m.driver = r.Mapped
			m.check(t, r)
			seen[r.Line] = true
		}
	}
	for _, p := range sum.Problems {
		if whole[p.Line] {
			t.Errorf("not used, though whole: %v", &p)
		}
		seen[p.Line] = true
	}
	if len(seen) != len(rows) || sum.Skipped[SkipCut] != missing || sum.ProblemCount != missing {
		t.Errorf("%d of %d lines accounted for; %d cut, want %d", len(seen), len(rows), sum.Skipped[SkipCut], missing)
	}
	for _, snapshot := range all {
		if snapshot.Partial != (missing > 0) {
			t.Errorf("partial is %t with %d rows cut off", snapshot.Partial, missing)
		}
	}
	// A last figure that was cut inside its zeros, or a figure of 0, cannot be told from a whole one.
	if sum.Clipped > clipped || clipped > 0 && sum.Clipped == 0 {
		t.Errorf("%d rows clipped, at most %d were", sum.Clipped, clipped)
	}
}

func machineOf(tags, snapshots int) pooltext.Machine {
	return pooltext.Machine{Tags: tags, Snapshots: snapshots}
}
