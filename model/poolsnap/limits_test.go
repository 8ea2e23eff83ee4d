package poolsnap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// repeated gives a text again and again, up to a number of bytes.
type repeated struct {
	text string
	left int
	at   int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), r.left)], r.text[r.at:])
	r.at = (r.at + n) % len(r.text)
	r.left -= n
	return n, nil
}

// TestLongLines steps over lines longer than any row, in bounded memory, and uses the rest.
func TestLongLines(t *testing.T) {
	const size = 64 << 20
	r := io.MultiReader(strings.NewReader("2024-03-05 09:30:00\n"+someRow), &repeated{text: "no line end ", left: size},
		strings.NewReader("\n"+strings.Replace(someRow, "Abcd", "Efgh", 1)))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	rows := 0
	sum, err := Read(context.Background(), "x.txt", r, Options{}, func(s *Snapshot) error {
		rows += len(s.Rows)
		if !s.Partial {
			t.Error("a snapshot with a line that was skipped is not partial")
		}
		return nil
	})
	runtime.ReadMemStats(&after)
	if err != nil || rows != 2 || sum.Skipped[SkipLong] != 1 || sum.Problems[0].Line != 3 || len(sum.Problems[0].Text) > maxShown {
		t.Errorf("%d rows, %v, %v", rows, sum.Problems, err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 16<<20 {
		t.Errorf("%d bytes allocated for a line of %d", used, size)
	}
}

// TestManySnapshots reads more text than it may hold.
func TestManySnapshots(t *testing.T) {
	machine := machineOf(500, 2000)
	machine.Stamps = true
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n := 0
	sum, err := Read(context.Background(), "x.txt", machine.Reader(3), Options{}, func(s *Snapshot) error {
		if !s.Time.Equal(machine.Time(n)) || len(s.Rows) != 500 {
			t.Fatalf("snapshot %d: %v, %d rows", n, s.Time, len(s.Rows))
		}
		n++
		return nil
	})
	runtime.ReadMemStats(&after)
	if err != nil || n != 2000 || sum.Rows != 1_000_000 {
		t.Fatalf("%d snapshots, %v", n, err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 16<<20 {
		t.Errorf("%d bytes allocated for %d rows", used, sum.Rows)
	}
}

// TestErrors passes on what goes wrong outside.
func TestErrors(t *testing.T) {
	text := strings.Repeat("2024-03-05 09:30:00\n"+someRow, 1000)
	broken := errors.New("broken")
	all := func(*Snapshot) error { return nil }
	read := func(r io.Reader, each func(*Snapshot) error) (Summary, error) {
		return Read(context.Background(), "x.txt", r, Options{}, each)
	}
	_, err := read(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), all)
	if !errors.Is(err, broken) {
		t.Errorf("reading: %v", err)
	}
	sum, err := read(strings.NewReader(text), func(*Snapshot) error { return broken })
	if !errors.Is(err, broken) || sum.Snapshots != 1 {
		t.Errorf("each: %v after %d", err, sum.Snapshots)
	}
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	_, err = Read(ctx, "x.txt", strings.NewReader(text), Options{}, func(*Snapshot) error {
		if n++; n == 3 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || n != 3 {
		t.Errorf("cancelled: %v after %d", err, n)
	}
	if _, err := read(&idleReader{}, all); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a reader that gives nothing: %v", err)
	}
	for _, bad := range []string{"", "\n\n", "PAR1\x00\x00", "a,b,c\n1,2,3\n", strings.Repeat("\x00", 100_000),
		`\\H\Memory\Pool Paged Bytes`} {
		_, err := read(strings.NewReader(bad), all)
		if !errors.Is(err, ErrFormat) || !strings.HasPrefix(err.Error(), "x.txt: ") {
			t.Errorf("%.20q: %v", bad, err)
		}
		_, err = ReadCounters(context.Background(), "x.txt", strings.NewReader(bad), Options{}, func(*Memory) error { return nil })
		if !errors.Is(err, ErrFormat) {
			t.Errorf("counters, %.20q: %v", bad, err)
		}
	}
	// Slow readers make no difference.
	want, _ := readAll(t, "x.txt", []byte(text), Options{})
	got := 0
	sum, err = read(iotest.OneByteReader(strings.NewReader(text)), func(*Snapshot) error { got++; return nil })
	if err != nil || got != len(want) || sum.Lines != 2000 {
		t.Errorf("byte by byte: %d snapshots, %d lines, %v", got, sum.Lines, err)
	}
}

// idleReader gives a few bytes and then nothing, without an end.
type idleReader struct{ n int }

func (r *idleReader) Read(p []byte) (int, error) {
	if r.n++; r.n == 1 {
		return copy(p, strings.Repeat(someRow, len(p)/len(someRow)+1)), nil
	}
	return 0, nil
}

// TestProblemsAreBounded keeps the first of many problems and counts all.
func TestProblemsAreBounded(t *testing.T) {
	_, sum := readAll(t, "x.txt", []byte(strings.Repeat(" Abcd Nonp 15\n", 5000)), Options{})
	if len(sum.Problems) != maxProblems || sum.ProblemCount != 5000 || sum.Skipped[SkipCut] != 5000 {
		t.Errorf("%d problems kept of %d", len(sum.Problems), sum.ProblemCount)
	}
	if p := sum.Problems[999]; p.Line != 1000 || p.File != "x.txt" || p.Text != " Abcd Nonp 15" {
		t.Errorf("%+v", p)
	}
}

// TestManyRows bounds the rows of a snapshot.
func TestManyRows(t *testing.T) {
	for name, c := range map[string]struct{ heading, row string }{
		"CSV":     {"tag,type,bytes\n", "\\x%02x\\x%02x\\x%02x\\x00,Nonp,1\n"},
		"PoolMon": {"", " \\x%02x\\x%02x\\x%02x\\x00 Nonp " + figuresOfRow + "\n"},
	} {
		text := []byte(c.heading)
		for i := range maxRows + 5 {
			text = fmt.Appendf(text, c.row, i&255, i>>8&255, i>>16)
		}
		all, sum := readAll(t, "x", text, Options{})
		if len(all) != 1 || len(all[0].Rows) != maxRows || sum.Skipped[SkipFull] != 5 || !all[0].Partial {
			t.Errorf("%s: %d rows, %d skipped", name, sum.Rows, sum.Skipped[SkipFull])
		}
	}
}

// longText writes rows of CSV in some order.
func longText(times, tags int, order func(i int) (time, tag int)) string {
	var b strings.Builder
	b.WriteString("time,tag,type,bytes\n")
	start := time.Date(2024, 3, 5, 9, 30, 0, 0, time.UTC)
	for i := range times * tags {
		at, tag := order(i)
		kind := "Nonp"
		if tag%2 == 1 {
			kind = "Paged"
		}
		fmt.Fprintf(&b, "%s,%04d,%s,%d\n", start.Add(time.Duration(at)*time.Minute).Format(time.RFC3339), tag/2, kind, at*1000+tag)
	}
	return b.String()
}

// TestOrdersOfRows gives the same snapshots for rows in the order of time, tag after tag, and shuffled.
func TestOrdersOfRows(t *testing.T) {
	const times, tags = 40, 30
	random := rand.New(rand.NewPCG(3, 4)).Perm(times * tags)
	for name, order := range map[string]func(int) (int, int){
		"time":             func(i int) (int, int) { return i / tags, i % tags },
		"tag":              func(i int) (int, int) { return i % times, i / times },
		"tag in its pools": func(i int) (int, int) { return i / 2 % times, i/(2*times)*2 + i%2 },
		"shuffled":         func(i int) (int, int) { return random[i] / tags, random[i] % tags },
	} {
		all, sum := readAll(t, "x.csv", []byte(longText(times, tags, order)), Options{})
		if len(all) != times || sum.Partial != 0 || sum.Backward != 0 {
			t.Errorf("%s: %d snapshots, %d partial, %d backward", name, len(all), sum.Partial, sum.Backward)
			continue
		}
		for at, s := range all {
			total := uint64(0)
			for i := range s.Rows {
				total += s.Rows[i].Bytes
			}
			if len(s.Rows) != tags || total != uint64(at*1000*tags+tags*(tags-1)/2) {
				t.Errorf("%s: snapshot %d has %d rows, %d bytes", name, at, len(s.Rows), total)
			}
		}
	}
}

// TestHeldRows bounds what is held: rows in order after all are given, others are an error, and nothing is lost
// silently.
func TestHeldRows(t *testing.T) {
	inOrder := longText(1000, 2, func(i int) (int, int) { return i / 2, i % 2 })
	all, _ := readAll(t, "x.csv", []byte(inOrder), Options{MaxHeldRows: 100})
	if len(all) != 1000 {
		t.Errorf("%d snapshots of 1000", len(all))
	}
	byTag := longText(1000, 2, func(i int) (int, int) { return i % 1000, i / 1000 })
	all, _ = readAll(t, "x.csv", []byte(byTag), Options{})
	if len(all) != 1000 || len(all[7].Rows) != 2 {
		t.Errorf("%d snapshots of 1000", len(all))
	}
	mixed := longText(1000, 2, func(i int) (int, int) { return i * 7 % 1000, i / 1000 })
	_, err := Read(context.Background(), "x.csv", strings.NewReader(mixed), Options{MaxHeldRows: 300},
		func(*Snapshot) error { return nil })
	if !errors.Is(err, ErrOrder) || !strings.HasPrefix(err.Error(), "x.csv:301: ") {
		t.Errorf("out of order and too many: %v", err)
	}
}

// TestSameTimeTwice makes two snapshots of rows of one time that repeat their tags.
func TestSameTimeTwice(t *testing.T) {
	const rows = "09:30,Wdg1,Nonp,1\n09:30,Wdg2,Paged,2\n09:30,Wdg3,Paged,2\n09:30,Wdg4,Paged,2\n09:30,Wdg5,Paged,2\n"
	text := "time,tag,type,bytes\n" + strings.ReplaceAll(rows+rows, "09:30", "2024-03-05 09:30")
	all, _ := readAll(t, "x.csv", []byte(text), Options{})
	if len(all) != 2 || len(all[0].Rows) != 5 || len(all[1].Rows) != 5 || !all[0].Time.Equal(all[1].Time) {
		t.Errorf("%d snapshots", len(all))
	}
}

// TestClone keeps a snapshot apart from what is read later.
func TestClone(t *testing.T) {
	machine := machineOf(50, 3)
	var kept, seen []string
	var clones []*Snapshot
	_, err := Read(context.Background(), "x.txt", machine.Reader(0), Options{}, func(s *Snapshot) error {
		var b strings.Builder
		describeSnapshot(&b, s)
		seen = append(seen, b.String())
		clones = append(clones, s.Clone())
		return nil
	})
	for _, c := range clones {
		var b strings.Builder
		describeSnapshot(&b, c)
		kept = append(kept, b.String())
	}
	if err != nil || len(kept) != 3 || strings.Join(kept, "") != strings.Join(seen, "") {
		t.Errorf("clones differ from what was read, %v", err)
	}
}

// TestSameBytes says the same of the same file, always.
func TestSameBytes(t *testing.T) {
	text := []byte(longText(20, 20, func(i int) (int, int) { return i % 20, i / 20 }))
	first := describe("x.csv", text, Options{})
	for range 5 {
		if again := describe("x.csv", bytes.Clone(text), Options{}); again != first {
			t.Fatal("two readings differ")
		}
	}
}
