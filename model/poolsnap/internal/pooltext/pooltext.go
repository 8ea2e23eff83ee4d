// Package pooltext writes text as PoolMon prints it, of a made-up machine whose figures are known, for tests and
// benchmarks.
package pooltext

import (
	"fmt"
	"io"
	"time"
)

// Machine is a made-up machine. The zero value of a field gives the usual.
type Machine struct {
	Tags      int           // in each snapshot; default 3,000
	Snapshots int           // default 1
	Start     time.Time     // of the first snapshot; default 2024-03-05 09:30 UTC
	Every     time.Duration // between snapshots; default 30 s
	Stamps    bool          // a line with the time before each snapshot
	Drivers   bool          // a column of drivers, as /g adds
	NoHeads   bool          // no head lines
}

func (m Machine) defaults() Machine {
	if m.Tags == 0 {
		m.Tags = 3000
	}
	if m.Snapshots == 0 {
		m.Snapshots = 1
	}
	if m.Start.IsZero() {
		m.Start = time.Date(2024, 3, 5, 9, 30, 0, 0, time.UTC)
	}
	if m.Every == 0 {
		m.Every = 30 * time.Second
	}
	return m
}

// Row is a row of the table.
type Row struct {
	Tag           [4]byte
	Paged         bool
	Allocs, Frees uint32 // the counters of PoolMon have 32 bits
	Bytes         uint64
}

// Diff is what PoolMon shows as such.
func (r Row) Diff() int32 { return int32(r.Allocs - r.Frees) }

// Row gives row i of snapshot s. Tag 0 is never freed; tags divisible by 97 turn over now and then.
func (m Machine) Row(s, i int) Row {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 "
	mix := uint64(i+1) * 0x9e3779b97f4a7c15
	r := Row{Paged: mix>>40&1 == 1}
	n := i
	for j := range r.Tag {
		base := len(letters) - 1
		if j == 3 {
			base++
		}
		r.Tag[j] = letters[n%base]
		n /= base
	}
	size := 16 * (1 + mix>>50&255)
	rate := 1 + mix>>20&1023
	live := mix>>30&4095 + uint64(s)*(mix>>10&1)
	total := mix>>35&0xffffff + uint64(s)*rate
	if i%97 == 0 {
		total += 1<<32 - 200*rate
	}
	if i == 0 {
		live = total
	}
	r.Allocs, r.Frees, r.Bytes = uint32(total), uint32(total-live), live*size
	return r
}

// Time gives the time of snapshot s.
func (m Machine) Time(s int) time.Time {
	m = m.defaults()
	return m.Start.Add(time.Duration(s) * m.Every)
}

// AppendSnapshot writes snapshot s.
func (m Machine) AppendSnapshot(b []byte, s int) []byte {
	m = m.defaults()
	if m.Stamps {
		b = m.Time(s).AppendFormat(b, "2006-01-02 15:04:05\r\n")
	}
	if !m.NoHeads {
		var pools [2]uint64
		for i := range m.Tags {
			r := m.Row(s, i)
			pools[index(r.Paged)] += r.Bytes
		}
		n, p := pools[0]/1024*10/9, pools[1]/1024*10/9
		b = fmt.Appendf(b, " Memory:%8dK Avail:%8dK  PageFlts:%6d   InRam Krnl:%5dK P:%5dK\r\n",
			16<<20, 8<<20-s, 100+s, 9000, p/2)
		b = fmt.Appendf(b, " Commit:%7dK Limit:%7dK Peak:%7dK            Pool N:%5dK P:%5dK\r\n",
			9<<20+s, 20<<20, 10<<20, n, p)
		b = append(b, " System pool information\r\n"...)
		b = append(b, " Tag  Type     Allocs            Frees            Diff   Bytes       Per Alloc"...)
		if m.Drivers {
			b = append(b, "  Mapped_Driver"...)
		}
		b = append(b, "\r\n\r\n"...)
	}
	for i := range m.Tags {
		b = m.AppendRow(b, m.Row(s, i))
	}
	return append(b, "\r\n"...)
}

func index(paged bool) int {
	if paged {
		return 1
	}
	return 0
}

// AppendRow writes a row in PoolMon's columns.
func (m Machine) AppendRow(b []byte, r Row) []byte {
	b = append(append(append(b, ' '), r.Tag[:]...), ' ')
	if r.Paged {
		b = append(b, "Paged "...)
	} else {
		b = append(b, "Nonp  "...)
	}
	each := uint64(0)
	if r.Diff() > 0 {
		each = r.Bytes / uint64(r.Diff())
	}
	b = append(right(b, uint64(r.Allocs), 9), " (   0) "...)
	b = append(right(b, uint64(r.Frees), 9), " (   0) "...)
	b = right(b, uint64(uint32(r.Diff())), 8)
	b = append(right(append(b, ' '), r.Bytes, 7), " (     0) "...)
	b = right(b, each, 6)
	if m.Drivers {
		b = append(append(append(b, " ["...), r.Tag[0]|0x20, r.Tag[1]|0x20), "drv.sys]"...)
	}
	return append(b, "\r\n"...)
}

// right writes a number in a field of the given width, or a wider one.
func right(b []byte, v uint64, width int) []byte {
	var digits [20]byte
	i := len(digits)
	for {
		i--
		digits[i] = byte('0' + v%10)
		if v /= 10; v == 0 {
			break
		}
	}
	for n := len(digits) - i; n < width; n++ {
		b = append(b, ' ')
	}
	return append(b, digits[i:]...)
}

// Reader gives all snapshots of a machine. Repeat is how many snapshots are made; after these they come again from the
// first, with only the time anew, so that making the text costs less than reading it. 0 makes every snapshot.
func (m Machine) Reader(repeat int) io.Reader {
	m = m.defaults()
	r := &reader{machine: m}
	if repeat > 0 {
		r.made = make([][]byte, min(repeat, m.Snapshots))
		plain := m
		plain.Stamps = false
		for s := range r.made {
			r.made[s] = plain.AppendSnapshot(nil, s)
		}
	}
	return r
}

type reader struct {
	machine Machine
	made    [][]byte
	next    int
	rest    []byte
	then    []byte
	buf     []byte
}

func (r *reader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		if len(r.then) > 0 {
			r.rest, r.then = r.then, nil
			break
		}
		if r.next == r.machine.Snapshots {
			return 0, io.EOF
		}
		switch {
		case r.made == nil:
			r.buf = r.machine.AppendSnapshot(r.buf[:0], r.next)
			r.rest = r.buf
		default:
			r.rest = r.made[r.next%len(r.made)]
			if r.machine.Stamps {
				r.buf = r.machine.Time(r.next).AppendFormat(r.buf[:0], "2006-01-02 15:04:05\r\n")
				r.rest, r.then = r.buf, r.rest
			}
		}
		r.next++
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
