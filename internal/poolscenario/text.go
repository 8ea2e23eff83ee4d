package poolscenario

import (
	"bufio"
	"fmt"
	"io"

	"etledger/model/poolsnap"
)

// WritePoolMon writes a snapshot as PoolMon shows it, with its head lines.
func WritePoolMon(w io.Writer, s *poolsnap.Snapshot) error {
	var nonpaged, paged uint64
	for _, r := range s.Rows {
		if r.Pool == poolsnap.Paged {
			paged += r.Bytes
		} else {
			nonpaged += r.Bytes
		}
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, " Memory:%9dK Avail:%9dK  PageFlts: 12345   InRam Krnl:%6dK P:%6dK\n", 16<<20, 8<<20, 9000, paged>>10)
	fmt.Fprintf(b, " Commit:%9dK Limit:%9dK Peak:%9dK            Pool N:%7dK P:%7dK\n", 4<<20+(nonpaged+paged)>>10, 20<<20,
		12<<20, nonpaged>>10, paged>>10)
	fmt.Fprintf(b, " System pool information\n")
	fmt.Fprintf(b, " Tag  Type     Allocs            Frees            Diff   Bytes       Per Alloc\n\n")
	for _, r := range s.Rows {
		pool, each := "Nonp", uint64(0)
		if r.Pool == poolsnap.Paged {
			pool = "Paged"
		}
		if r.Count > 0 {
			each = r.Bytes / uint64(r.Count)
		}
		fmt.Fprintf(b, " %s %-5s %9d (%4d) %9d (%4d) %8d %8d (%6d) %6d\n", string(r.Tag[:]), pool, r.Allocs, 0, r.Frees, 0,
			r.Count, r.Bytes, 0, each)
	}
	return b.Flush()
}

// CSVHeader is the first line of the snapshots that WriteCSV writes.
const CSVHeader = "time,tag,type,allocs,frees,diff,bytes\n"

// WriteCSV writes a snapshot as lines of CSV.
func WriteCSV(w io.Writer, s *poolsnap.Snapshot) error {
	b := bufio.NewWriter(w)
	for _, r := range s.Rows {
		fmt.Fprintf(b, "%s,%s,%s,%d,%d,%d,%d\n", s.Time.UTC().Format("2006-01-02T15:04:05Z"), string(r.Tag[:]), r.Pool, r.Allocs,
			r.Frees, r.Count, r.Bytes)
	}
	return b.Flush()
}
