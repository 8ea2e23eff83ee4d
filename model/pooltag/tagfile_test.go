package pooltag

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf16"

	"etledger/model/poolsnap"
)

func readTags(t *testing.T, name string, text []byte) *TagFile {
	t.Helper()
	f, err := ReadTagFile(bytes.NewReader(text), name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func sample(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// wide writes text in UTF-16, with a mark first or not.
func wide(text string, bigEndian, mark bool) []byte {
	if mark {
		text = "\ufeff" + text
	}
	b := le16(utf16.Encode([]rune(text)))
	if bigEndian {
		for i := 0; i < len(b); i += 2 {
			b[i], b[i+1] = b[i+1], b[i]
		}
	}
	return b
}

// What the sample says, by hand: line, pattern, owners (in parentheses when only the description names them), binary.
const sampleEntries = `
8 Wdg? widget.sys | widget.sys | Widget, other
9 Wdg1 widget.sys | widget.sys | Widget connection blocks
10 Wdg1 gadget.sys | gadget.sys | Gadget, the same tag
11 Wd?? widgetsvc.sys | widgetsvc.sys | Widget services
12 ?dg1 other.sys | other.sys | any first letter
13 @W   | <unknown> | Spare widget records
14 W    nt!wi | nt!wi | one letter
15 Dh 0 (drawing.sys) | <unknown> | a tag with a blank, see drawing.sys
16 A-B  dash.sys | dash.sys | a tag with a dash
17 Lr!! | <multiple> | punctuation
18 Irp+ nt!vf | nt!vf | plus sign
19 Wlng long.sys | long.sys | tag and two blanks
20 WgSt nt!ob | nt!ob | state table (two blanks before text)
21 WTmp | | temporary buffers, no binary given
22 Wbin alone.sys | alone.sys |
23 Wnsp nospace.sys | nospace.sys | no blanks at all
24 WA   short.sys | short.sys | two letters and no padding
25 WB   tight.sys | tight.sys | blanks on one side
26 CMAl nt!cm | nt!cm | internal memory allocator
27 Usno win32k!zzz | win32k!zzz | NONE - don't use
28 Wlst a.sys b.sys | [a.sys, b.sys] | a list
29 Wbar widget | widget | localtag style
30 W\xe4\xf6| latin.sys | latin.sys | tag of bytes above 7f: grüße`

func describe(f *TagFile) string {
	var b strings.Builder
	for _, e := range f.Entries {
		fmt.Fprintf(&b, "\n%d %s", e.Line, e.Pattern)
		for _, o := range e.Owners {
			if o.Told {
				fmt.Fprintf(&b, " (%s)", o)
			} else {
				fmt.Fprintf(&b, " %s", o)
			}
		}
		fmt.Fprintf(&b, " | %s | %s", e.Binary, e.Description)
	}
	return b.String()
}

// normal makes runs of blanks one, so that the table above can be read.
func normal(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		out = append(out, strings.Join(strings.Fields(line), " "))
	}
	return strings.Join(out, "\n")
}

func TestTagFileOddities(t *testing.T) {
	f := readTags(t, "tags.txt", sample(t, "tags.txt"))
	// The last byte of a tag has no bit 7: the fourth character of line 30 reads as 'ü' less 0x80, '|'.
	if got, want := normal(describe(f)), normal(sampleEntries); got != want {
		t.Errorf("entries:\n%s\nwant:\n%s", got, want)
	}
	want := map[Skip]int{SkipBlank: 2, SkipComment: 5, SkipContinuation: 2, SkipProse: 2, SkipMalformed: 2, SkipRepeated: 1, SkipEndMark: 1}
	total := 0
	for s := range skips {
		if f.Skipped[s] != want[s] {
			t.Errorf("%s: %d lines skipped, want %d", s, f.Skipped[s], want[s])
		}
		total += f.Skipped[s]
	}
	if total+len(f.Entries) != f.Lines || f.Lines != 38 {
		t.Errorf("%d entries and %d skipped of %d lines", len(f.Entries), total, f.Lines)
	}
	var lines []int
	for _, p := range f.Problems {
		if p.File != "tags.txt" || p.Text == "" || p.Reason == "" {
			t.Errorf("problem %+v", p)
		}
		lines = append(lines, p.Line)
	}
	if fmt.Sprint(lines) != "[32 35 36]" {
		t.Errorf("problems in lines %v", lines)
	}
}

func TestTagFileEncodings(t *testing.T) {
	latin := sample(t, "tags.txt")
	text := plainText(latin)
	want := describe(readTags(t, "a", latin))
	for name, b := range map[string][]byte{
		"UTF-8":                          []byte(text),
		"UTF-8 with a mark":              []byte("\ufeff" + text),
		"UTF-16, little endian":          wide(text, false, true),
		"UTF-16, big endian":             wide(text, true, true),
		"UTF-16, little endian, no mark": wide(text, false, false),
		"UTF-16, big endian, no mark":    wide(text, true, false),
		"LF":                             bytes.ReplaceAll(latin, []byte("\r\n"), []byte("\n")),
	} {
		f := readTags(t, "a", b)
		if got := describe(f); got != want {
			t.Errorf("%s: entries\n%s", name, got)
		}
		if f.Lines != 38 {
			t.Errorf("%s: %d lines", name, f.Lines)
		}
	}
}

func TestTagFileBounds(t *testing.T) {
	long := "Wdg1 - widget.sys - " + strings.Repeat("x", maxLine) + "\nWdg2 - widget.sys - after it\n"
	f := readTags(t, "a", []byte(long))
	if f.Skipped[SkipLong] != 1 || len(f.Entries) != 1 || f.Entries[0].Line != 2 || len(f.Problems) != 1 || f.Problems[0].Line != 1 {
		t.Errorf("a long line: %+v", f)
	}
	f, err := ReadTagFile(&failing{text: "Wdg1 - widget.sys - x\n"}, "broken.txt")
	if err == nil || !strings.HasPrefix(err.Error(), "broken.txt: line 2: ") || len(f.Entries) != 1 {
		t.Errorf("a file that breaks off: %v, %d entries", err, len(f.Entries))
	}
}

// failing gives some text and then an error.
type failing struct{ text string }

func (f *failing) Read(p []byte) (int, error) {
	if f.text == "" {
		return 0, errors.New("the disk is gone")
	}
	n := copy(p, f.text)
	f.text = f.text[n:]
	return n, nil
}

func tag(text string) (t poolsnap.Tag) {
	copy(t[:], text+"    ")
	return t
}

func TestLookupOrder(t *testing.T) {
	local := readTags(t, "localtag.txt", []byte("Wdg1 - mine.sys - local\nWdg? - mine.sys - local, other\nWdg1 - widget.sys   - Widget connection blocks\n"))
	f := readTags(t, "tags.txt", sample(t, "tags.txt"))
	list := func(x *Index, text string) string {
		var found []string
		for _, m := range x.Lookup(tag(text)) {
			found = append(found, fmt.Sprintf("%s:%d:%d", m.File, m.Line, m.Literals))
		}
		return strings.Join(found, " ")
	}
	for _, c := range []struct{ tag, alone, both string }{
		{"Wdg1", "tags.txt:9:4 tags.txt:10:4 tags.txt:8:3 tags.txt:12:3 tags.txt:11:2",
			"localtag.txt:1:4 localtag.txt:3:4 tags.txt:10:4 localtag.txt:2:3 tags.txt:8:3 tags.txt:12:3 tags.txt:11:2"},
		{"wdg1", "tags.txt:12:3", "tags.txt:12:3"}, // case counts
		{"W", "tags.txt:14:4", "tags.txt:14:4"},
		{"Wd", "tags.txt:11:2", "tags.txt:11:2"}, // a star stands for the padding too
		{"Dh 0", "tags.txt:15:4", "tags.txt:15:4"},
		{"Dh", "", ""},
		{"W\xe4\xf6|", "tags.txt:30:4", "tags.txt:30:4"},
	} {
		if got := list(NewIndex(f), c.tag); got != c.alone {
			t.Errorf("%q: %s, want %s", c.tag, got, c.alone)
		}
		if got := list(NewIndex(local, f), c.tag); got != c.both {
			t.Errorf("%q in two files: %s, want %s", c.tag, got, c.both)
		}
	}
}

// Lookup must agree with asking every entry.
func FuzzLookup(f *testing.F) {
	f.Add([]byte("Wdg? - a.sys - x\nW??? - b.sys - y\nWdg1 - c.sys - z\n"), []byte("Wdg1"))
	f.Fuzz(func(t *testing.T, text, name []byte) {
		file, err := ReadTagFile(bytes.NewReader(text), "f")
		if err != nil {
			t.Fatal(err)
		}
		skipped := 0
		for _, n := range file.Skipped {
			skipped += n
		}
		if skipped+len(file.Entries) != file.Lines {
			t.Fatalf("%d entries and %d skipped of %d lines", len(file.Entries), skipped, file.Lines)
		}
		var asked poolsnap.Tag
		copy(asked[:], name)
		fits := 0
		for i := range file.Entries {
			if file.Entries[i].Pattern.Matches(asked) {
				fits++
			}
		}
		got := NewIndex(file).Lookup(asked)
		if len(got) != fits {
			t.Fatalf("%d matches, %d entries fit", len(got), fits)
		}
		for i := 1; i < len(got); i++ {
			if got[i].Literals > got[i-1].Literals || got[i].Literals == got[i-1].Literals && got[i].Line <= got[i-1].Line {
				t.Fatalf("match %d out of order", i)
			}
		}
	})
}
