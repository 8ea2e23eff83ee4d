package poolsnap

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
)

const figuresOfRow = "         15 (   0)         5 (   0)    10     100 (     0)     10"

// masked is the tag as the reader gives it.
func masked(tag [4]byte) Tag {
	tag[3] &= 0x7f
	return tag
}

// everyByte calls f with tags that have every byte in every place.
func everyByte(f func(tag [4]byte)) {
	for place := range 4 {
		for c := range 256 {
			tag := [4]byte{'A', 'b', 'C', 'd'}
			tag[place] = byte(c)
			f(tag)
		}
	}
}

// oneTag reads text with one row and gives its tag.
func oneTag(t *testing.T, text []byte, opts Options) (Tag, bool) {
	t.Helper()
	all, sum := readAll(t, "x.txt", text, opts)
	if len(all) != 1 || len(all[0].Rows) != 1 {
		t.Errorf("%q: %d rows, problems %v", text, sum.Rows, sum.Problems)
		return Tag{}, false
	}
	return all[0].Rows[0].Tag, true
}

// TestRawTags reads tags of all bytes as PoolMon writes them. A line end inside a tag breaks the line, and nothing can
// be done.
func TestRawTags(t *testing.T) {
	everyByte(func(tag [4]byte) {
		if tag[0] == '\n' || tag[1] == '\n' || tag[2] == '\n' || tag[3] == '\n' {
			return
		}
		text := fmt.Appendf(nil, "2024-03-05 09:30:00\n %s Nonp %s\n", tag[:], figuresOfRow)
		if got, ok := oneTag(t, text, Options{}); ok && got != masked(tag) {
			t.Errorf("tag %q read as %q", tag[:], got)
		}
	})
}

// TestEscapedTags reads tags of all bytes as this project prints them, from all formats.
func TestEscapedTags(t *testing.T) {
	everyByte(func(tag [4]byte) {
		shown := Tag(tag).String()
		quoted, _ := json.Marshal(shown)
		for _, text := range []string{
			fmt.Sprintf("2024-03-05 09:30:00\n %s Nonp %s\n", shown, figuresOfRow),
			fmt.Sprintf("time,tag,bytes\n2024-03-05 09:30:00,\"%s\",1\n", strings.ReplaceAll(shown, `"`, `""`)),
			fmt.Sprintf("{\"time\":\"2024-03-05 09:30:00\",\"tag\":%s,\"bytes\":1}\n", quoted),
		} {
			if got, ok := oneTag(t, []byte(text), Options{}); ok && got != masked(tag) {
				t.Errorf("%q: tag %q read as %q", text, tag[:], got)
			}
		}
	})
}

// TestTagsOfCodePages reads tags that some program turned into characters of a code page.
func TestTagsOfCodePages(t *testing.T) {
	for _, page := range []*codePage{page1252, page437, page850} {
		high := []rune(page.high)
		everyByte(func(tag [4]byte) {
			var text strings.Builder
			for _, c := range tag {
				r := rune(c)
				if c >= 0x80 {
					r = high[c-0x80]
				}
				if r == '\n' || r == '\r' || r == '\ufffd' {
					return
				}
				text.WriteRune(r)
			}
			file := "2024-03-05 09:30:00\n " + text.String() + " Nonp " + figuresOfRow + "\n"
			if got, ok := oneTag(t, writeUTF16(file, binary.LittleEndian), Options{CodePage: page.number}); ok && got != masked(tag) {
				t.Errorf("code page %d: tag %q read as %q", page.number, tag[:], got)
			}
		})
	}
}

// TestTagsWithoutCodePage reads tags of characters when nothing says what code page they are of.
func TestTagsWithoutCodePage(t *testing.T) {
	for _, c := range []struct {
		text      string
		want      Tag
		ambiguous bool
	}{
		{"Abcé", Tag{'A', 'b', 'c', 0x69}, true},                         // e9 in 1252, 82 in 437
		{"éabc", Tag{0xe9, 'a', 'b', 'c'}, true},                         //
		{"Abc≡", Tag{'A', 'b', 'c', 'p'}, false},                         // in 437 alone: f0, a protected p
		{"Abcð", Tag{'A', 'b', 'c', 'p'}, false},                         // in 1252 alone
		{"≡éab", Tag{0xf0, 0x82, 'a', 'b'}, false},                       // one decides for all
		{"éðab", Tag{0xe9, 0xf0, 'a', 'b'}, false},                       //
		{"Irp\u00a0", Tag{'I', 'r', 'p', 0x20}, true},                    // a0 in 1252, ff in 437
		{"☺Abc", Tag{1, 'A', 'b', 'c'}, false},                           // what consoles show for a control character
		{"\u0082Abc", Tag{0x82, 'A', 'b', 'c'}, false},                   // Latin-1
		{"A\u2044bc", Tag{}, false},                                      // in none
		{"Ab\ufffdc", Tag{}, false},                                      // lost
		{"\u00ff\u00fe\u00fd\u00fc", Tag{0xff, 0xfe, 0xfd, 0x7c}, false}, // ý is in 1252 alone
	} {
		for name, bytes := range map[string][]byte{
			"UTF-8":  []byte("\ufeff2024-03-05 09:30:00\n " + c.text + " Nonp " + figuresOfRow + "\n"),
			"UTF-16": writeUTF16("2024-03-05 09:30:00\n "+c.text+" Nonp "+figuresOfRow+"\n", binary.BigEndian),
			"CSV":    []byte("tag,bytes\n" + c.text + ",1\n"),
			"JSON":   []byte(`{"tag":"` + c.text + `","bytes":1}`),
		} {
			all, sum := readAll(t, "x.txt", bytes, Options{})
			if c.want == (Tag{}) {
				if sum.Rows != 0 || sum.Skipped[SkipTag] != 1 {
					t.Errorf("%s %q: %d rows, problems %v", name, c.text, sum.Rows, sum.Problems)
				}
				continue
			}
			if len(all) != 1 || len(all[0].Rows) != 1 || all[0].Rows[0].Tag != c.want || (sum.AmbiguousTags == 1) != c.ambiguous {
				t.Errorf("%s %q: read %v, ambiguous %d, problems %v", name, c.text, all[0].Rows, sum.AmbiguousTags, sum.Problems)
			}
		}
	}
}

// TestTagsByColumn reads tags whose blanks tell what they are.
func TestTagsByColumn(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{" Irp  Nonp " + figuresOfRow, "Irp "},
		{"Irp  Nonp " + figuresOfRow, "Irp "},
		{"  Irp Nonp " + figuresOfRow, " Irp"}, // a blank of its own
		{" Irp Nonp 15 ( 0) 5 ( 0) 10 100 ( 0) 10", "Irp "},
		{"Irp Nonp 15 ( 0) 5 ( 0) 10 100 ( 0) 10", "Irp "},
		{"  Irp Nonp 15 ( 0) 5 ( 0) 10 100 ( 0) 10", "Irp "}, // indented
		{"      A B  Nonp " + figuresOfRow, "A B "},
		{"A B Nonp 15 ( 0) 5 ( 0) 10 100 ( 0) 10", "A B "},
		{"Irp   Nonp " + figuresOfRow, "Irp "}, // two blanks before the type
		{"\tIrp \tNonp\t15\t(0)\t5\t(0)\t10\t100\t(0)\t10", "Irp "},
		{"> >  Wait Nonp " + figuresOfRow, "Wait"},
		{" Nonp Nonp " + figuresOfRow, "Nonp"},
		{" Page Paged" + figuresOfRow, "Page"},
		{" Abcé Nonp " + figuresOfRow, "Abc\\xe9"}, // UTF-8 without a mark: é would be a fifth byte
		{" Ab\xe9c Nonp " + figuresOfRow, "Ab\\xe9c"},
	} {
		if strings.HasSuffix(c.want, `\xe9`) {
			c.want = "Abci" // protected
		}
		got, ok := oneTag(t, []byte("2024-03-05 09:30:00\n"+c.line+"\n"), Options{})
		if ok && got.String() != c.want {
			t.Errorf("%q: tag %q, want %q", c.line, got, c.want)
		}
	}
}

// TestUTF16Surrogates decodes what is no character as such, wherever the reader stops between.
func TestUTF16Surrogates(t *testing.T) {
	units := []uint16{'a', 0xd83d, 0xde00, 'b', 0xd83d, 'c', 0xde00, 0xd83d}
	want := string(utf16.Decode(units))
	var text []byte
	for _, u := range units {
		text = binary.LittleEndian.AppendUint16(text, u)
	}
	for split := range len(text) + 1 {
		got, used := appendUTF16(nil, text[:split], binary.LittleEndian, false)
		got, _ = appendUTF16(got, text[used:], binary.LittleEndian, true)
		if string(got) != want {
			t.Errorf("split at %d: %q, want %q", split, got, want)
		}
	}
}
