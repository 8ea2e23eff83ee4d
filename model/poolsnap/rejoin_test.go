package poolsnap

import (
	"fmt"
	"strings"
	"testing"
)

// wrapped breaks lines where the edge of a console does.
func wrapped(text string, width int, trimmed bool) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		for line = strings.TrimRight(line, "\n"); len(line) > width; line = line[width:] {
			part := line[:width]
			if trimmed {
				part = strings.TrimRight(part, " ")
			}
			b.WriteString(part + "\n")
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// TestWrappedRows: rows that a console wrapped have the figures that were written, or are told as unusable.
func TestWrappedRows(t *testing.T) {
	rows := someRows(7, 60, false)
	var text strings.Builder
	text.WriteString("2024-03-05 09:30:00\n")
	for _, m := range rows {
		text.WriteString(plainStyle.row(m) + "\n")
	}
	for width := 52; width < 80; width++ {
		for _, trimmed := range []bool{false, true} {
			t.Run(fmt.Sprint(width, trimmed), func(t *testing.T) {
				all, sum := readAll(t, "x.txt", []byte(wrapped(text.String(), width, trimmed)), Options{})
				read := 0
				for _, s := range all {
					for i := range s.Rows {
						r := &s.Rows[i]
						for _, m := range rows {
							if m.tag == string(r.Tag[:]) {
								m.check(t, r)
								read++
							}
						}
					}
				}
				if read+sum.ProblemCount < len(rows) || read < len(rows)*9/10 {
					t.Errorf("%d rows, %d problems, %d joined: %v", read, sum.ProblemCount, sum.Rejoined, sum.Problems)
				}
			})
		}
	}
}

// TestRowsDoNotJoinByChance: two lines whose figures do not prove each other are not joined.
func TestRowsDoNotJoinByChance(t *testing.T) {
	text := "2024-03-05 09:30:00\n Abcd Nonp        100 (   0)        40 (   0)       60    \n   5000 (     0)     90\n" +
		" Efgh Nonp        100 (   0)        40 (   0)       60    6000 (     0)    100\n"
	all, sum := readAll(t, "x.txt", []byte(text), Options{})
	if len(all) != 1 || len(all[0].Rows) != 1 || !all[0].Partial || sum.ProblemCount != 1 || sum.Problems[0].Line != 2 ||
		!strings.Contains(sum.Problems[0].Reason, "do not prove it") {
		t.Errorf("%+v", sum)
	}
}

// TestFiguresBelowZero: what a wrap explains is used, the rest is told.
func TestFiguresBelowZero(t *testing.T) {
	text := "time,tag,type,allocs,frees,diff,bytes\n" +
		"2024-05-06T08:00:00Z,Ngd1,nonpaged,100,105,-5,4096\n" +
		"2024-05-06T08:00:00Z,Nga2,nonpaged,-5,0,10,4096\n" +
		"2024-05-06T08:00:00Z,Ngb3,nonpaged,10,5,5,-4096\n" +
		"2024-05-06T08:00:00Z,Wra4,nonpaged,-96,4294967100,100,6400\n" +
		"2024-05-06T08:00:00Z,Wrd5,nonpaged,500,4294967196,-4294966696,6400\n"
	all, sum := readAll(t, "x.csv", []byte(text), Options{})
	if len(all) != 1 || len(all[0].Rows) != 2 || sum.ProblemCount != 3 {
		t.Fatalf("%+v", sum)
	}
	for i, reason := range []string{negativeDiff, negativeCounter, negativeBytes} {
		if p := sum.Problems[i]; p.Line != i+2 || p.Reason != reason {
			t.Errorf("%+v", p)
		}
	}
}

// TestHeadCutBehindColon: a head line whose last value the edge cut off tells what stands before it.
func TestHeadCutBehindColon(t *testing.T) {
	var m Memory
	if headLine([]byte(" Commit:4178056K Limit:16769108K Peak:4187056K            Pool N:"), &m) != 2 || m.CommitLimit == nil ||
		*m.CommitLimit != 16769108<<10 || m.Nonpaged != nil {
		t.Errorf("%+v", m)
	}
}
