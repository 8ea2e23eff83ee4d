package poolsnap

import (
	"strings"
	"testing"
)

// TestPartial marks snapshots that are known to lack rows.
func TestPartial(t *testing.T) {
	const (
		np   = " Wdg1 Nonp         15 (   0)         5 (   0)    10  100000 (     0)  10000\n"
		pp   = " Wdg2 Paged        15 (   0)         5 (   0)    10  100000 (     0)  10000\n"
		cut  = " Wdg3 Paged        15 (   0)         5 (\n"
		heap = " Commit: 512000K Limit:1900544K Peak: 640000K            Pool N:  100K P:  100K\n"
		most = " Commit: 512000K Limit:1900544K Peak: 640000K            Pool N:  100K P:  300K\n"
	)
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"both pools":             {np + pp, false},
		"one pool":               {np, true},
		"a row cut off":          {np + pp + cut, true},
		"cut before the rest":    {cut + np + pp, true},
		"all of the pools":       {heap + np + pp, false},
		"a third of a pool":      {most + np + pp, true},
		"heads alone":            {heap, true},
		"tags chosen":            {"C:\\>poolmon /iWdg? /b\n" + np + pp, true},
		"tags left out":          {"C:\\>poolmon.exe -xWdg3\n" + np + pp, true},
		"one pool chosen":        {"PS C:\\x> .\\poolmon -p\n" + np + pp, true},
		"both pools chosen":      {"C:\\>poolmon -p -p -p -b -g\n" + np + pp, false},
		"sorted":                 {"C:\\>poolmon -b -d -g\n" + np + pp, false},
		"words in between":       {np + "words in between\n" + pp, false},
		"figures in between":     {np + "Wdg3 12 (x) 17\n" + pp, true},
		"a type without meaning": {np + pp + strings.Replace(pp, "Paged", "Grmpf", 1), true},
		"a tag without meaning":  {np + pp + strings.Replace(pp, "Wdg2", "Wd\ufffd2", 1), true},
	} {
		all, sum := readAll(t, "x.txt", []byte(c.text), Options{})
		if len(all) != 1 || all[0].Partial != c.want {
			t.Errorf("%s: %d snapshots, partial %d, want %t", name, len(all), sum.Partial, c.want)
		}
	}
}

// TestMarkOfProtectedPool adds up a tag with and without the mark, which is one tag, in one snapshot. The same form
// again is of the next snapshot.
func TestMarkOfProtectedPool(t *testing.T) {
	row := func(tag string) string { return " " + tag + " Nonp " + figuresOfRow + "\n" }
	text := row("Irp ") + row("Irp\xa0") + row("Wdg1") + row("Irp\xa0") + row("Irp ")
	all, sum := readAll(t, "x.txt", []byte(text), Options{})
	if len(all) != 2 || len(all[0].Rows) != 2 || len(all[1].Rows) != 1 || all[0].Rows[0].Bytes != 200 || all[1].Rows[0].Allocs != 30 {
		t.Errorf("%d snapshots, %d rows", len(all), sum.Rows)
	}
}

// TestRepeatedRowBeginsSnapshot tells snapshots apart that nothing stands between.
func TestRepeatedRowBeginsSnapshot(t *testing.T) {
	machine := machineOf(300, 7)
	machine.NoHeads = true
	var text []byte
	for s := range machine.Snapshots {
		text = machine.AppendSnapshot(text, s)
	}
	all, _ := readAll(t, "x.txt", []byte(strings.ReplaceAll(string(text), "\r\n\r\n", "\r\n")), Options{})
	if len(all) != 7 {
		t.Fatalf("%d snapshots of 7", len(all))
	}
	for s, snapshot := range all {
		if len(snapshot.Rows) != 300 || snapshot.Rows[299].Allocs != uint64(machine.Row(s, 299).Allocs) {
			t.Errorf("snapshot %d has %d rows", s, len(snapshot.Rows))
		}
	}
}

// TestDebuggerStandsStill gives the debugger's time to all that it prints until the machine runs on.
func TestDebuggerStandsStill(t *testing.T) {
	const table = "0: kd> !poolused\n   Sorting by Tag\n\n  Pool Used:\n            NonPaged            Paged\n" +
		" Tag    Allocs     Used    Allocs     Used\n Wdg1       50     6400         1       96\nTOTAL       50     6400         1       96\n"
	const stamp = "Debug session time: Tue Mar  5 09:30:00.000 2024 (UTC + 0:00)\n"
	all, _ := readAll(t, "x.log", []byte(stamp+table+table+"0: kd> g\n"+table), Options{})
	var from []string
	for _, s := range all {
		from = append(from, s.TimeFrom.String())
	}
	if got := strings.Join(from, ", "); got != "text, text, unknown" {
		t.Error(got)
	}
}

// TestSniff tells formats apart by their first bytes.
func TestSniff(t *testing.T) {
	etl := make([]byte, 0x80)
	copy(etl, []byte{0, 0, 1, 0})
	etl[0x36] = 4
	copy(etl[0x48:], []byte{2, 0, 2, 0xc0})
	for name, c := range map[string]struct {
		head string
		want Format
	}{
		"nothing":             {"", FormatNone},
		"prose":               {"Dear all, the Paged pool grew by 12 percent.\n", FormatNone},
		"tag file":            {"rem pooltag.txt\nWdg1 - widget.sys - Widgets\n", FormatNone},
		"other CSV":           {"Module Name,Display Name,Driver Type\nACPI,ACPI,Kernel\n", FormatNone},
		"phases":              {"start,end,label\n2024-03-05,2024-03-06,idle\n", FormatNone},
		"events":              {`{"seq":1,"time":"2024-03-05T09:30:00Z","type":"alloc"}` + "\n", FormatNone},
		"heads":               {" Memory:  780288K Avail:  214016K  PageFlts:   412   InRam Krnl: 3320K P:38912K\r\n", FormatPoolMon},
		"a prompt, then rows": {"C:\\>poolmon\n\n" + someRow, FormatPoolMon},
		"debugger":            {"kd> !poolused 2\n   Sorting by NonPaged Pool Consumed\n", FormatPoolUsed},
		"CSV":                 {"#TYPE x\n\"Time\";\"Tag\";\"Bytes\"\n", FormatCSV},
		"JSON":                {"\n[{\"tag\":\"Abcd\",\"x\":{},\"bytes\":1}", FormatJSON},
		"counters":            {"\r\n\"(PDH-CSV 4.0)\",\"\\\\H\\Memory\\Available MBytes\"\r\n", FormatCounters},
		"counters, tabs":      {"Time\t\\Memory\\Available MBytes\n", FormatCounters},
		"recording":           {string(etl), FormatRecording},
		"archive":             {"PK\x03\x04rest", FormatRecording},
		"dataset":             {"PAR1rest", FormatDataset},
		"zeros":               {strings.Repeat("\x00", 1000), FormatNone},
	} {
		if got := Sniff([]byte(c.head)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
