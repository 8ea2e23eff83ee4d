package report

import (
	"slices"
	"strings"
	"testing"
)

// tableOf gives the lines of the table of processes, the heads first.
func tableOf(t *testing.T, r *Report, o TextOptions) []string {
	t.Helper()
	lines := strings.Split(textOf(t, r, o), "\n")
	begin := slices.IndexFunc(lines, func(s string) bool {
		return strings.Contains(" "+s+" ", " PID ")
	})
	if begin < 0 {
		t.Fatalf("no table in:\n%s", strings.Join(lines, "\n"))
	}
	length := slices.Index(lines[begin:], "")
	return lines[begin : begin+length]
}

// endOf gives where a word ends in a line, in characters.
func endOf(line, word string) int {
	i := strings.Index(line, word)
	return len([]rune(line[:i])) + len([]rune(word))
}

// TestNumbersAreAligned: the last digit or unit of each number stands below the end of its heading.
func TestNumbersAreAligned(t *testing.T) {
	r := analyzeFile(t, leakyService)
	for _, o := range []TextOptions{{Width: 60}, {Width: 80}, {}, {Width: 200}, {Bytes: true, Width: 200}} {
		table := tableOf(t, r, o)
		for _, head := range []string{"PID", "OUTSTANDING"} {
			end := endOf(table[0], head)
			for _, line := range table[1:] {
				runes := []rune(line)
				if len(runes) < end || runes[end-1] == ' ' || len(runes) > end && runes[end] != ' ' {
					t.Errorf("%+v: %s ends at %d, but not in %q", o, head, end, line)
				}
			}
		}
	}
}

// TestNarrowTablesLeaveOutWhatMattersLeast: names, verdicts and rates stay, and wide tables show more.
func TestNarrowTablesLeaveOutWhatMattersLeast(t *testing.T) {
	r := analyzeFile(t, leakyService)
	var before []string
	for _, c := range []struct {
		width     int
		has, lack []string
	}{
		{60, []string{"PROCESS", "PID", "OUTSTANDING", "VERDICT", "SLOPE"}, []string{"RESERVE", "[95 %]"}},
		{80, []string{"PRIVATE", "SLOPE [95 %]"}, []string{"RESERVE", "HISTORY"}},
		{120, []string{"COMMIT", "FREED", "RESIDUAL", "HISTORY"}, []string{"WORKING SET"}},
		{200, []string{"RESERVE", "FROM", "PEAK", "WORKING SET", "COMMAND LINE"}, nil},
	} {
		head := tableOf(t, r, TextOptions{Width: c.width})[0]
		for _, name := range append(before, c.has...) {
			if !strings.Contains(head, name) {
				t.Errorf("%d columns wide, the table lacks %s: %s", c.width, name, head)
			}
		}
		for _, name := range c.lack {
			if strings.Contains(head, name) {
				t.Errorf("%d columns wide, the table has %s: %s", c.width, name, head)
			}
		}
		before = append(before, c.has...)
	}
}

func TestColumnsThatDoNotFitAreNamed(t *testing.T) {
	r := analyzeFile(t, leakyService)
	o := TextOptions{Width: 60, Columns: []string{"pid", "verdict", "slope", "private", "commit", "freed", "peak", "reserve"}}
	got := textOf(t, r, o)
	if !strings.Contains(got, "\nNo room for: peak, reserve.\n") {
		t.Errorf("not said what is missing:\n%s", got)
	}
	if head := tableOf(t, r, o)[0]; strings.Join(strings.Fields(head), " ") != "PID VERDICT SLOPE PRIVATE COMMIT FREED" {
		t.Errorf("columns in another order than asked: %s", head)
	}
}

// TestHistory: a leak rises, what did not exist yet is blank, and an ASCII terminal gets ASCII.
func TestHistory(t *testing.T) {
	r := analyzeFile(t, leakyService)
	rows := tableOf(t, r, TextOptions{Columns: []string{"process", "history", "pid"}, Width: 60})
	var leak string
	for _, row := range rows {
		if strings.HasPrefix(row, "leaky-service.exe") {
			leak = strings.Fields(row)[1]
		}
	}
	if !slices.IsSorted([]rune(leak)) || !strings.HasSuffix(leak, "█") || len([]rune(leak)) < leastHistory {
		t.Errorf("the history of the leak is %q", leak)
	}
	for _, row := range tableOf(t, r, TextOptions{ASCII: true, Width: 200}) {
		for _, c := range row {
			if c > 127 {
				t.Errorf("not ASCII: %q", row)
			}
		}
	}
}

func TestColours(t *testing.T) {
	r := analyzeFile(t, leakyService)
	plain, coloured := textOf(t, r, TextOptions{}), textOf(t, r, TextOptions{Color: true})
	if strings.Contains(plain, "\x1b") {
		t.Error("escape sequences without Color")
	}
	for _, want := range []string{"\x1b[1;31mleak\x1b[0m", "\x1b[33mgrowth\x1b[0m", "\x1b[36minfo\x1b[0m", "\x1b[1mVERDICT\x1b[0m"} {
		if !strings.Contains(coloured, want) {
			t.Errorf("no %q", want)
		}
	}
	var b strings.Builder
	for rest := coloured; rest != ""; {
		before, after, found := strings.Cut(rest, "\x1b[")
		b.WriteString(before)
		if rest = ""; found {
			_, rest, _ = strings.Cut(after, "m")
		}
	}
	if b.String() != plain {
		t.Errorf("without its colours the text differs: %s", firstDifference([]byte(plain), []byte(b.String())))
	}
}

func TestBytesAreExact(t *testing.T) {
	r := analyzeFile(t, leakyService)
	got := textOf(t, r, TextOptions{Bytes: true})
	for _, want := range []string{
		"leaks 212,702 B/s from session-cache.dll (95 % interval 199,689 to 225,715 B/s).", "  238,526,464   39,051,264   78,897,152  leak",
		"initial 40,296,448 B", "450,560 B freed that", "38,060,032 B", "Sizes are bytes, rates bytes per second.",
	} {
		if !strings.Contains(strings.Join(strings.Fields(got), " "), strings.Join(strings.Fields(want), " ")) {
			t.Errorf("%q is not in:\n%s", want, got)
		}
	}
}

func TestWindowIsSaidFirst(t *testing.T) {
	r := sampleReport()
	r.Window = &Window{FromS: 30, ToS: 90.5}
	lines := strings.Split(textOf(t, r, TextOptions{}), "\n")
	if !slices.ContainsFunc(lines[:5], func(s string) bool {
		return strings.HasPrefix(s, "Window    only 30.0 s to 90.5 s of the capture, 1 min ")
	}) {
		t.Errorf("the first lines are %q", lines[:5])
	}
}
