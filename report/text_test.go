package report

import (
	"etledger/internal/textform"

	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/jedib0t/go-pretty/v6/text"
)

func textOf(t *testing.T, r *Report, o TextOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteText(&b, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// checkPlain checks what makes text safe to paste: lines that fit, nothing that a terminal obeys, no trailing blanks.
func checkPlain(t *testing.T, s string, width int) {
	t.Helper()
	for line := range strings.Lines(s) {
		line = strings.TrimSuffix(line, "\n")
		if w := text.StringWidthWithoutEscSequences(line); w > width {
			t.Errorf("%d columns, more than %d: %s", w, width, line)
		}
		if strings.TrimRight(line, " ") != line {
			t.Errorf("trailing blanks: %q", line)
		}
		if i := strings.IndexFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
			t.Errorf("control character at %d: %q", i, line)
		}
	}
}

// TestTextFitsItsWidth: whatever the width and whatever is asked for, no line is longer, and nothing but text is in it.
func TestTextFitsItsWidth(t *testing.T) {
	for name, r := range map[string]*Report{"sample": sampleReport(), "leaky-service": analyzeFile(t, leakyService)} {
		for _, width := range []int{60, 80, 120, 200} {
			for _, o := range []TextOptions{
				{}, {Bytes: true}, {ASCII: true}, {Explain: "4312"}, {Explain: "860", Bytes: true}, {Process: "svchost.exe"},
				{Columns: ColumnNames()}, {Columns: ColumnNames(), Bytes: true},
			} {
				if name == "sample" && (o.Explain == "860" || o.Process != "") || name != "sample" && o.Explain == "4312" {
					continue
				}
				o.Width = width
				t.Run(fmt.Sprintf("%s at %d, %+v", name, width, o), func(t *testing.T) {
					checkPlain(t, textOf(t, r, o), width)
				})
			}
		}
	}
	for name, i := range map[string]*Info{"sample": infoOf(sampleSource()), "leaky-service": inspectFile(t, leakyService)} {
		for _, width := range []int{60, 80, 120, 200} {
			var b bytes.Buffer
			if err := i.WriteText(&b, TextOptions{Width: width}); err != nil {
				t.Fatal(err)
			}
			t.Run(fmt.Sprintf("info of %s at %d", name, width), func(t *testing.T) { checkPlain(t, b.String(), width) })
		}
	}
}

func TestHostileNamesAreHarmless(t *testing.T) {
	s := sampleSource()
	leak := s.Accounts.Lifetimes[3]
	leak.Image = "evil\x1b[2J\r\n\u202egnp.exe"
	leak.Suspects[1].Module, leak.Suspects[1].Frame = "a\x07.dll", strings.Repeat("long\x1b", 60)
	leak.Suspects[1].Stack[0] = "\x9b31m"
	s.Recordings[0].Name = "dir/\x1b]0;title\x07.etl"
	got := textOf(t, build(s, sampleJudge, 1), TextOptions{})
	checkPlain(t, got, 120)
	if !strings.Contains(got, `evil\u001b[2J`) {
		t.Error("the escaped name is not shown")
	}
}

func TestTableStopsAtTheTop(t *testing.T) {
	s := sampleSource()
	for len(s.Accounts.Lifetimes) < 25 {
		quiet := *s.Accounts.Lifetimes[0]
		quiet.PID = uint32(10000 + len(s.Accounts.Lifetimes))
		s.Accounts.Lifetimes = append(s.Accounts.Lifetimes, &quiet)
	}
	got := textOf(t, build(s, sampleJudge, 1), TextOptions{})
	if !strings.Contains(got, "\n... and 5 more.\n") || strings.Contains(got, "10024") {
		t.Errorf("20 of 25 processes belong in the table:\n%s", got)
	}
	if got := textOf(t, build(s, sampleJudge, 1), TextOptions{Top: 30}); strings.Contains(got, " more.") ||
		!strings.Contains(got, "10024") {
		t.Errorf("all 25 processes belong in a table of 30:\n%s", got)
	}
}

func TestWhyWithoutALeakExplainsWhatHoldsMemory(t *testing.T) {
	s := sampleSource()
	s.Accounts.Lifetimes = s.Accounts.Lifetimes[:2] // one sleeps, one churns
	got := textOf(t, build(s, sampleJudge, 1), TextOptions{})
	if !strings.Contains(got, `Why browser.exe (5120) is "churn"`) || strings.Contains(got, "Why System") {
		t.Errorf("explained:\n%s", got)
	}
}

func TestReconciliationText(t *testing.T) {
	r := sampleReport()
	for pid, want := range map[uint32]string{
		4312: "private bytes 49.0 MiB = initial 14.0 MiB (memory snapshot) - given back 2.00 MiB + outstanding 36.0 " +
			"MiB + explained 1.00 MiB (thread stacks) + residual 0 B",
		4400: "none recorded",
		7000: "recorded at its exit only, when nothing was left; its private bytes peaked at 6.00 MiB",
	} {
		if got := reconciliationText(find(t, r, pid), people); !strings.Contains(got, want) {
			t.Errorf("process %d: %q", pid, got)
		}
	}
}

func TestWrapped(t *testing.T) {
	if got := textform.Wrapped("lead ", "one two  three\nfour", 14); got != "lead one two\n     three\n     four\n" {
		t.Errorf("got %q", got)
	}
	if got := textform.Wrapped("", "averylongword x", 5); got != "avery\nlongw\nord x\n" {
		t.Errorf("a word longer than the line is broken: %q", got)
	}
	if got := textform.Wrapped("lead", "", 10); got != "\n" {
		t.Errorf("nothing: %q", got)
	}
}

func TestShortened(t *testing.T) {
	for _, c := range []struct {
		s     string
		width int
		want  string
	}{
		{"short.exe", 12, "short.exe"},
		{"ShellExperienceHost.exe", 18, "ShellExpe~Host.exe"},
		{"日本語のプロセス.exe", 12, "日本語の~exe"},
		{"abc", 1, "~"},
	} {
		got := textform.Shortened(c.s, c.width)
		if text.StringWidthWithoutEscSequences(got) > c.width {
			t.Errorf("textform.Shortened(%q, %d) = %q is too wide", c.s, c.width, got)
		}
		if got != c.want {
			t.Errorf("textform.Shortened(%q, %d) = %q, want %q", c.s, c.width, got, c.want)
		}
	}
}

func TestInfoGoldens(t *testing.T) {
	i := infoOf(sampleSource())
	var js, plain bytes.Buffer
	if err := i.WriteJSON(&js); err != nil {
		t.Fatal(err)
	}
	if err := i.WriteText(&plain, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	golden(t, "sample-info.json", js.Bytes())
	golden(t, "sample-info.txt", plain.Bytes())
}

func TestManyRecordingsAreCounted(t *testing.T) {
	s := sampleSource()
	for i := range 7 {
		s.Recordings = append(s.Recordings, RecordingHeader{Name: fmt.Sprintf("part%d.etl", i),
			Header: s.Recordings[0].Header})
	}
	if got := textOf(t, build(s, sampleJudge, 1), TextOptions{}); !strings.Contains(got,
		"Capture   sample.etl, part0.etl, part1.etl, part2.etl, part3.etl and 3 more\n") {
		t.Error(got)
	}
}

func TestModeNames(t *testing.T) {
	for mode, want := range map[uint32]string{
		0: "[]", 0x10001: "[SEQUENTIAL RELOG]", 0x4010001: "[SEQUENTIAL RELOG COMPRESSED]", 0x40000000: "[0x40000000]",
		0x8000002: "[CIRCULAR INDEPENDENT_SESSION]", 0x80000000: "[ADDTO_TRIAGE_DUMP]",
	} {
		if got := fmt.Sprint(modeNames(mode)); got != want {
			t.Errorf("modeNames(%#x) = %s, want %s", mode, got, want)
		}
	}
}

// TestAccountIsNotShownWhereNothingWasRecorded: 0 would say that a process took nothing.
func TestAccountIsNotShownWhereNothingWasRecorded(t *testing.T) {
	r := sampleReport()
	row := func() string {
		_, table, _ := strings.Cut(textOf(t, r, TextOptions{}), "SLOPE [95 %]\n")
		first, _, _ := strings.Cut(table, "\n")
		return first
	}
	if strings.Contains(row(), " - ") {
		t.Fatalf("recorded, but shown as %q", row())
	}
	r.Capture.Findings = append(r.Capture.Findings, Finding{Code: codeNoMemoryEvents})
	if got := strings.Count(row(), "   - "); got < 4 {
		t.Errorf("shown as %q", row())
	}
}
