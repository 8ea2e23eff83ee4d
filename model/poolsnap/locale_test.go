package poolsnap

import (
	"encoding/binary"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"
)

var locales = []struct {
	name string
	style
	heads string
}{
	{"english", plainStyle, " Memory: 1K Avail: 2K PageFlts: 3 InRam Krnl: 4K P: 5K\n" +
		" Commit: 6K Limit: 7K Peak: 8K Pool N: 9K P: 10K\n"},
	{"english, grouped", style{",", "Nonp ", "Paged"}, " Memory: 1K Avail: 2K PageFlts: 3 InRam Krnl: 4K P: 5K\n"},
	{"german", style{".", "Nicht", "Ausl."}, " Speicher: 1K Verf.: 2K Seitenf.: 3 ImRam Kern: 4K A: 5K\n" +
		" Zusage: 6K Grenze: 7K Spitze: 8K Pool N: 9K A: 10K\n Tag Typ Belegt Frei Diff Bytes\n"},
	{"french, no-break blank", style{"\u00a0", "NonP ", "Pagin"}, " Mémoire: 1Ko Dispo: 2Ko Défauts: 3 Noyau: 4Ko P: 5Ko\n"},
	{"french, narrow blank", style{"\u202f", "NonPag", "Paginé"}, ""},
	{"french, plain blank", style{" ", "NonP ", "Pagin"}, ""},
	{"spanish", style{".", "NoPag", "Pagin"}, " Etiqueta Tipo Asignac. Liber. Dif Bytes\n"},
	{"italian", style{".", "NonPag", "Pagin."}, ""},
	{"portuguese", style{".", "NãoPag", "Pagin."}, ""},
	{"swiss", style{"'", "Nonp ", "Paged"}, ""},
	{"swiss, typographic", style{"’", "Nonp ", "Paged"}, ""},
	{"dutch", style{".", "Niet-w", "Wissel"}, ""},
	{"polish", style{"\u00a0", "Niestr", "Stron."}, ""},
	{"russian", style{"\u00a0", "Невыг", "Выгр."}, ""},
	{"japanese", style{",", "非ページ", "ページ"}, " タグ 種類 割り当て 解放 差 バイト\n"},
	{"chinese", style{",", "非分页", "分页"}, ""},
	{"korean", style{",", "비페이징", "페이징"}, ""},
}

var runs = regexp.MustCompile(` {2,}`)

// writeUTF16 gives text in UTF-16 with a mark.
func writeUTF16(text string, order binary.AppendByteOrder) []byte {
	out := order.AppendUint16(nil, 0xfeff)
	for _, c := range utf16.Encode([]rune(text)) {
		out = order.AppendUint16(out, c)
	}
	return out
}

// TestLocales reads tables of all styles, with the blanks of their columns and with collapsed ones, in all encodings.
func TestLocales(t *testing.T) {
	rows := someRows(11, 300, false)
	for _, l := range locales {
		var lines []string
		for _, r := range rows {
			lines = append(lines, l.row(r))
		}
		columns := l.heads + strings.Join(lines, "\n") + "\n"
		collapsed := strings.ReplaceAll(runs.ReplaceAllString(columns, " "), "\n ", "\n")
		for form, text := range map[string]string{
			"columns": columns, "collapsed": collapsed, "CRLF": strings.ReplaceAll(columns, "\n", "\r\n"),
		} {
			for encoding, bytes := range map[string][]byte{
				"UTF-8": []byte(text), "UTF-8 with mark": []byte("\ufeff" + text),
				"UTF-16LE": writeUTF16(text, binary.LittleEndian), "UTF-16BE": writeUTF16(text, binary.BigEndian),
				"UTF-16LE without mark": writeUTF16(text, binary.LittleEndian)[2:],
			} {
				t.Run(fmt.Sprint(l.name, " ", form, " ", encoding), func(t *testing.T) {
					all, sum := readAll(t, "x.txt", bytes, Options{})
					if len(all) != 1 || len(all[0].Rows) != len(rows) || sum.ProblemCount > 0 {
						t.Fatalf("%d snapshots, %d rows, problems %v", len(all), sum.Rows, sum.Problems)
					}
					for i := range rows {
						rows[i].check(t, &all[0].Rows[i])
					}
				})
			}
		}
	}
}

// TestLocaleHeads reads head lines in any language.
func TestLocaleHeads(t *testing.T) {
	for _, l := range locales {
		if !strings.Contains(l.heads, "K") {
			continue
		}
		all, _ := readAll(t, "x.txt", []byte(l.heads+l.row(made{tag: "Abcd", allocs: 1})), Options{})
		m := all[0].Memory
		if m.Physical == nil || *m.Physical != 1024 || m.Available == nil || *m.Available != 2048 {
			t.Errorf("%s: physical %v, available %v", l.name, m.Physical, m.Available)
		}
		if strings.Count(l.heads, "K") < 8 {
			continue
		}
		const want = " physical=1024 available=2048 committed=6144 limit=7168 peak=8192 nonpaged=9216 paged=10240"
		if got := describeMemory(&m); got != want {
			t.Errorf("%s: %s", l.name, got)
		}
	}
}

// TestBlanksOfCodePages reads figures with the no-break blanks of code pages 1252 and 437 between thousands.
func TestBlanksOfCodePages(t *testing.T) {
	for _, blank := range []string{"\xa0", "\xff"} {
		rows := someRows(13, 100, false)
		var text string
		for _, r := range rows {
			text += style{blank, "Nonp ", "Paged"}.row(r) + "\r\n"
		}
		all, sum := readAll(t, "x.txt", []byte(text), Options{})
		if len(all) != 1 || sum.ProblemCount > 0 {
			t.Fatal(sum.Problems)
		}
		for i := range rows {
			rows[i].check(t, &all[0].Rows[i])
		}
	}
}

// TestMachine reads back a machine's snapshots whole, as another writer than this test's prints them.
func TestMachine(t *testing.T) {
	machine := machineOf(700, 5)
	for _, drivers := range []bool{false, true} {
		for _, noHeads := range []bool{false, true} {
			machine.Drivers, machine.NoHeads, machine.Stamps = drivers, noHeads, true
			var text []byte
			for s := range machine.Snapshots {
				text = machine.AppendSnapshot(text, s)
			}
			all, sum := readAll(t, "x.txt", text, Options{})
			if len(all) != machine.Snapshots || sum.ProblemCount > 0 || sum.Inconsistent > 0 || sum.Clipped > 0 || sum.Partial > 0 {
				t.Fatalf("%d snapshots, summary %+v", len(all), sum)
			}
			for s, snapshot := range all {
				if !snapshot.Time.Equal(machine.Time(s)) || snapshot.TimeFrom != TimeFromText {
					t.Errorf("snapshot %d: %v from %v", s, snapshot.Time, snapshot.TimeFrom)
				}
				for i := range snapshot.Rows {
					r, want := &snapshot.Rows[i], machine.Row(s, i)
					if r.Tag != want.Tag || (r.Pool == Paged) != want.Paged || r.Allocs != uint64(want.Allocs) ||
						r.Frees != uint64(want.Frees) || uint32(r.Count) != uint32(want.Diff()) || r.Bytes != want.Bytes {
						t.Fatalf("snapshot %d row %d: %s, want %+v", s, i, describeRow(r), want)
					}
				}
			}
		}
	}
}
