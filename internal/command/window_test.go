package command

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"etledger/report"
)

// windowFigures are what a window's report has of a process.
type windowFigures struct{ committed, freed, outstanding uint64 }

// naiveFigures counts what the events say of a process in a window, with one entry for each page that is committed.
func naiveFigures(t *testing.T, pid string, from, to float64) (f windowFigures) {
	t.Helper()
	const page = 4096
	var out, errs bytes.Buffer
	if status := run(context.Background(), []string{"events", leakyService, "-f", "csv", "-t", "virtual_alloc", "--where",
		"pid = " + pid, "--columns", "time_s,alloc_type,base_address,region_size"}, &out, &errs); status != statusFine {
		t.Fatalf("status %d, %s", status, &errs)
	}
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	inside := map[uint64]bool{} // of each committed page, whether it became so in the window
	for _, row := range rows[1:] {
		time, err1 := strconv.ParseFloat(row[0], 64)
		base, err2 := strconv.ParseUint(row[2], 0, 64)
		size, err3 := strconv.ParseUint(row[3], 0, 64)
		if err1 != nil || err2 != nil || err3 != nil {
			t.Fatalf("row %q", row)
		}
		if time >= to {
			break
		}
		for address := base; address < base+size; address += page {
			born, committed := inside[address]
			switch {
			case row[1] == "RELEASE" || row[1] == "DECOMMIT":
				if committed && born && time >= from {
					f.freed += page
				}
				delete(inside, address)
			case strings.Contains(row[1], "COMMIT") && !committed:
				inside[address] = time >= from
				if time >= from {
					f.committed += page
				}
			}
		}
	}
	for _, born := range inside {
		if born {
			f.outstanding += page
		}
	}
	return f
}

// TestWindowFigures holds what --from and --to give against a count of pages.
func TestWindowFigures(t *testing.T) {
	for _, window := range []struct {
		flags    []string
		from, to float64
	}{
		{nil, 0, math.Inf(1)},
		{[]string{"--from", "30", "--to", "1m30s"}, 30, 90},
		{[]string{"--to", "45.5"}, 0, 45.5},
		{[]string{"--from", "100s"}, 100, math.Inf(1)},
		{[]string{"--from", "0.3886410", "--to", "0.3886411"}, 0.388641, 0.3886411}, // one event
	} {
		var out, errs bytes.Buffer
		args := append([]string{"analyze", leakyService, "-f", "json"}, window.flags...)
		if status := run(context.Background(), args, &out, &errs); status != statusFine {
			t.Fatalf("%v: status %d, %s", window.flags, status, &errs)
		}
		var r report.Report
		if err := json.Unmarshal(out.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		checked := 0
		for _, p := range r.Processes {
			if p.PID != 860 && p.PID != 1008 && p.PID != 1264 {
				continue
			}
			checked++
			v := p.VirtualAlloc
			got := windowFigures{v.CommitBytes, v.FreedBytes, v.OutstandingCommitBytes}
			if want := naiveFigures(t, strconv.Itoa(int(p.PID)), window.from, window.to); got != want {
				t.Errorf("%v, process %d: %+v, want %+v", window.flags, p.PID, got, want)
			}
		}
		if checked != 3 {
			t.Errorf("%v: %d processes", window.flags, checked)
		}
	}
}
