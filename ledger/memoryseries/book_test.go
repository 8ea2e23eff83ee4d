package memoryseries

import (
	"math"
	"testing"
	"time"
)

var origin = time.Date(2025, 3, 3, 8, 0, 0, 0, time.UTC).UnixNano()

const minute = int64(time.Minute)

// scene enters captures of one host, each with its own rows.
type scene struct {
	t    *testing.T
	book *Book
	at   int64 // present moment
	boot int
}

func newScene(t *testing.T, o Options) *scene {
	return &scene{t: t, book: New(o), at: origin}
}

// capture enters a capture of some minutes with a snapshot a minute, of processes as rows before it say.
func (s *scene) capture(minutes int, rows func(b *Book, at int64), sample func(b *Book, at int64, n int)) {
	s.book.Begin(About{Host: "H", Start: s.at, End: s.at + int64(minutes)*minute}, Step{Boot: s.boot})
	if rows != nil {
		rows(s.book, s.at)
	}
	for n := range minutes {
		sample(s.book, s.at+int64(n)*minute+minute/2, n)
	}
	if err := s.book.End(); err != nil {
		s.t.Fatal(err)
	}
	s.at += int64(minutes) * minute
}

func commit(pages uint64) *Pages {
	var p Pages
	p.Put(int(Commit), pages)
	return &p
}

// lifetimes lists what a book made of its only machine: image and samples of each lifetime.
func lifetimesOf(set *Set) (list []*Lifetime) {
	for _, b := range set.Machines[0].Boots {
		list = append(list, b.Lifetimes...)
	}
	return list
}

func exists(pid uint32, key uint64, image string) func(*Book, int64) {
	return func(b *Book, at int64) {
		b.Process(Process{Op: Exists, At: at, PID: pid, Key: key, Image: image})
	}
}

func one(pid uint32) func(*Book, int64, int) {
	return func(b *Book, at int64, _ int) { b.Sample(at, pid, "", commit(100)) }
}

// TestLifetimes tells processes with one number apart, and takes those together that are one.
func TestLifetimes(t *testing.T) {
	for _, c := range []struct {
		name               string
		second             func(*Book, int64)
		reboot             bool
		lifetimes, assumed int
		ending             string
	}{
		{"the same key", exists(8, 77, "a.exe"), false, 1, 0, EndNone},
		{"no row in the second", nil, false, 1, 1, EndNone},
		{"another key", exists(8, 78, "a.exe"), false, 2, 0, EndReplaced},
		{"another image", exists(8, 0, "b.exe"), false, 2, 0, EndReplaced},
		{"image alone", exists(8, 0, "a.exe"), false, 1, 1, EndNone},
		{"a reboot", exists(8, 77, "a.exe"), true, 2, 0, EndReboot},
		{"a start", func(b *Book, at int64) { b.Process(Process{Op: Started, At: at + 1, PID: 8, Image: "a.exe"}) }, false, 2, 0, EndReplaced},
		{"an end and a start", func(b *Book, at int64) {
			b.Process(Process{Op: Ended, At: at + 1, PID: 8, Key: 77, Image: "a.exe"})
			b.Process(Process{Op: Started, At: at + 2, PID: 8, Key: 78, Image: "a.exe"})
		}, false, 2, 0, EndExit},
		{"the end of another process", func(b *Book, at int64) {
			b.Process(Process{Op: Ended, At: at + 1, PID: 8, Key: 99, Image: "a.exe"})
		}, false, 1, 1, EndNone},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t, Options{})
			s.capture(60, exists(8, 77, "a.exe"), one(8))
			if c.reboot {
				s.boot++
			}
			s.capture(60, c.second, one(8))
			list := lifetimesOf(s.book.Finish())
			assumed := 0
			for _, l := range list {
				assumed += l.Assumed
			}
			if len(list) != c.lifetimes || assumed != c.assumed || list[0].Ending != c.ending {
				t.Errorf("%d lifetimes, %d assumed, ended by %q; want %d, %d, %q", len(list), assumed, list[0].Ending, c.lifetimes, c.assumed, c.ending)
			}
		})
	}
}

// TestCreationTimes: manifest events carry the time of creation, which is identity enough; two providers tell one start twice.
func TestCreationTimes(t *testing.T) {
	s := newScene(t, Options{})
	created := origin + 1
	s.capture(60, func(b *Book, at int64) {
		b.Process(Process{Op: Started, At: at + 1, PID: 8, Key: 5, Image: "a.exe"})
		b.Process(Process{Op: Started, At: at + 2, PID: 8, Created: created, Image: "a.exe"})
	}, one(8))
	s.capture(60, func(b *Book, at int64) {
		b.Process(Process{Op: Exists, At: at, PID: 8, Created: created, Image: "a.exe"})
	}, one(8))
	s.capture(60, func(b *Book, at int64) {
		b.Process(Process{Op: Exists, At: at, PID: 8, Created: created + 1e9, Image: "a.exe"})
	}, one(8))
	list := lifetimesOf(s.book.Finish())
	if len(list) != 2 || list[0].Samples != 120 || list[0].Assumed != 0 || list[0].Start != origin+1 {
		t.Fatalf("%d lifetimes, the first with %d samples, started %d", len(list), list[0].Samples, list[0].Start-origin)
	}
}

// TestAbsence: a process that several snapshots lack has ended, even where no row tells.
func TestAbsence(t *testing.T) {
	s := newScene(t, Options{Least: time.Minute})
	s.capture(60, nil, func(b *Book, at int64, n int) {
		b.Sample(at, 4, "System", commit(1))
		if n < 20 || n >= 40 {
			b.Sample(at, 8, "a.exe", commit(2))
		}
		if n != 30 { // one snapshot alone may lack it
			b.Sample(at, 12, "b.exe", commit(3))
		}
	})
	count := map[string]int{}
	for _, l := range lifetimesOf(s.book.Finish()) {
		count[l.Image]++
	}
	if count["System"] != 1 || count["a.exe"] != 2 || count["b.exe"] != 1 {
		t.Errorf("lifetimes %v", count)
	}
}

// TestOverlap: what two captures tell of the same time counts once.
func TestOverlap(t *testing.T) {
	s := newScene(t, Options{})
	s.capture(60, exists(8, 1, "a.exe"), one(8))
	s.at -= 30 * minute
	s.capture(60, exists(8, 1, "a.exe"), one(8))
	set := s.book.Finish()
	if l := lifetimesOf(set); len(l) != 1 || l[0].Samples != 90 || set.Overlapping != 1 || set.Skipped != 30 {
		t.Errorf("%d samples, %d captures overlap, %d rows left out", l[0].Samples, set.Overlapping, set.Skipped)
	}
}

// TestGaps keeps the time without snapshots apart from the usual distance of snapshots.
func TestGaps(t *testing.T) {
	s := newScene(t, Options{})
	s.capture(60, nil, one(8))
	s.at += 600 * minute
	s.capture(60, nil, one(8))
	b := s.book.Finish().Machines[0].Boots[0]
	if b.Interval != time.Minute || len(b.Gaps) != 1 || b.Gaps[0].To-b.Gaps[0].From != 601*minute {
		t.Errorf("snapshots %v apart, gaps %v", b.Interval, b.Gaps)
	}
}

// TestBins compares series with what was entered, however often they were folded.
func TestBins(t *testing.T) {
	for _, o := range []Options{{}, {Bins: 64}, {Cells: 600}, {Width: 6 * time.Minute}} {
		s := newScene(t, o)
		sum, n := 0.0, 0
		level := func(k int) uint64 { return uint64(1000 + k*k%77) }
		for range 30 {
			s.capture(60, exists(8, 1, "a.exe"), func(b *Book, at int64, _ int) {
				b.Sample(at, 8, "", commit(level(n)))
				sum += float64(level(n))
				n++
			})
		}
		l := lifetimesOf(s.book.Finish())[0]
		var got float64
		samples, low, high := 0, uint32(math.MaxUint32), uint32(0)
		for bin := range l.Series.Bins() {
			c := l.Series.Cell(bin, int(Commit))
			if c.Samples == 0 {
				continue
			}
			got += c.Sum
			samples += int(c.Samples)
			low, high = min(low, c.Low), max(high, c.High)
			if at := l.Series.At(bin); at < origin-l.Series.Width || at > s.at+l.Series.Width {
				t.Errorf("%+v: a bin at %v", o, time.Unix(0, at).UTC())
			}
		}
		if got != sum || samples != n || low != 1000 || high != 1071 {
			t.Errorf("%+v: sum %v of %d samples, %d to %d; want %v of %d, 1000 to 1071", o, got, samples, low, high, sum, n)
		}
		if day%l.Series.Width != 0 || o.Bins > 0 && l.Series.Bins() > o.Bins {
			t.Errorf("%+v: %d bins of %v", o, l.Series.Bins(), time.Duration(l.Series.Width))
		}
	}
}

// TestShortLives gives up what ended soon, and counts it.
func TestShortLives(t *testing.T) {
	s := newScene(t, Options{})
	s.capture(60, nil, func(b *Book, at int64, n int) {
		pid := uint32(100 + 4*(n/10))
		if n%10 == 0 {
			b.Process(Process{Op: Started, At: at - 1, PID: pid, Image: "short.exe"})
		}
		b.Sample(at, pid, "", commit(5))
		if n%10 == 9 {
			b.Process(Process{Op: Ended, At: at + 1, PID: pid, Image: "short.exe"})
		}
	})
	b := s.book.Finish().Machines[0].Boots[0]
	if b.ShortLived != 6 || len(b.Lifetimes) != 0 {
		t.Errorf("%d short lives, %d lifetimes", b.ShortLived, len(b.Lifetimes))
	}
	// The sum over processes knows them all the same.
	total := uint32(0)
	for bin := range b.System.Bins() {
		total += b.System.Cell(bin, int(ProcessCommit)).Samples
	}
	if total != 60 {
		t.Errorf("%d snapshots have a sum of processes", total)
	}
}

// TestTooManyLifetimes refuses what would take memory without bound.
func TestTooManyLifetimes(t *testing.T) {
	b := New(Options{Lives: 10})
	b.Begin(About{Host: "H", Start: origin, End: origin + minute}, Step{})
	for pid := range uint32(20) {
		b.Sample(origin+1, pid+1, "", commit(1))
	}
	if b.End() == nil {
		t.Error("20 lifetimes are taken where 10 are allowed")
	}
}
