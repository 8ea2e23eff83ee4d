package pooltag

import (
	"fmt"
	"io"
	"strings"

	"etledger/model/poolsnap"
)

// Entry is a line of a tag file that says whom a tag, or a pattern of tags, belongs to.
type Entry struct {
	File        string  // as it was named to ReadTagFile
	Line        int     // from 1
	Pattern     Pattern // of tags
	Binary      string  // as it stands: widget.sys, nt!mm, <unknown>, [a.sys, b.sys]; empty for a line without one
	Owners      []Owner // what Binary names, in its order; empty when it names nothing
	Description string  // as it stands, without blanks around it; may be empty
}

// saying is what an entry says, wherever it stands.
type saying struct {
	pattern             Pattern
	binary, description string
}

func (e *Entry) saying() saying { return saying{e.Pattern, e.Binary, e.Description} }

// Owner is a component that a line names.
type Owner struct {
	Module    string // the file, as written: widget.sys, nt, win32k
	Component string // what follows the exclamation mark: mm for nt!mm; empty for none
	Told      bool   // the binary field names no file, and this one stands in the description
}

// String gives module or module!component.
func (o Owner) String() string {
	if o.Component == "" {
		return o.Module
	}
	return o.Module + "!" + o.Component
}

// Skip says why a line of a tag file was stepped over.
type Skip uint8

// The reasons.
const (
	SkipBlank        Skip = iota // nothing but white space
	SkipComment                  // begins with //, rem or ;
	SkipContinuation             // begins with white space
	SkipProse                    // text that is no entry
	SkipMalformed                // looks like an entry, but has no tag of one to four characters, or nothing after it
	SkipRepeated                 // the same pattern, binary and description as an earlier line of the file
	SkipEndMark                  // control-Z, the end of the text in old tools
	SkipLong                     // longer than 32 KiB
	skips
)

// String names the reason.
func (s Skip) String() string {
	return [...]string{"blank", "comment", "continuation", "prose", "malformed", "repeated", "end mark", "too long"}[s]
}

// TagFile is what was read of a pooltag.txt or localtag.txt.
type TagFile struct {
	Name     string
	Lines    int                // in all; the entries and the skipped lines together
	Entries  []Entry            // in the order of the file
	Skipped  [skips]int         // lines by reason, indexed by Skip
	Problems []poolsnap.Problem // lines that look like entries but were stepped over, the first 1,000 of them
	More     int                // problems beyond these
}

// ReadTagFile reads a tag file. Its name is used in entries and messages only. An error tells that the file could not be
// read to its end; what was read before it is in the result all the same.
//
// A line is "tag - binary - description": the tag is the first four characters, or those before the first separator when
// there are fewer, then padded with blanks; '?' stands for any character and '*' for all that follow. The binary may be
// missing. Text after the second separator is the description, separators in it included. Blanks around separators may be
// missing where that leaves no doubt.
func ReadTagFile(r io.Reader, name string) (*TagFile, error) {
	f := &TagFile{Name: name}
	seen := map[saying]bool{}
	text := newLines(r)
	for {
		line, err := text.next()
		switch {
		case err == io.EOF:
			return f, nil
		case err == errLong:
			f.Lines++
			f.Skipped[SkipLong]++
			f.problem(text.number, "", "expected a line of at most 32 KiB")
			continue
		case err != nil:
			return f, fmt.Errorf("%s: %w", name, err)
		}
		f.Lines++
		body, marked := strings.CutSuffix(line, "\x1a")
		body = strings.TrimRight(body, " \t\r\x00\x1a")
		if marked && body == "" {
			f.Skipped[SkipEndMark]++
			continue
		}
		if skip, ok := skipped(body); ok {
			f.Skipped[skip]++
			if skip == SkipContinuation && looksLikeEntry(strings.TrimLeft(body, " \t")) {
				f.problem(text.number, body, "expected the tag in the first column")
			}
			continue
		}
		entry, ok := parseEntry(body)
		switch {
		case !ok && looksLikeEntry(body):
			f.Skipped[SkipMalformed]++
			f.problem(text.number, body, "expected a tag of one to four characters, then - and a binary or a description")
		case !ok:
			f.Skipped[SkipProse]++
		case seen[entry.saying()]:
			f.Skipped[SkipRepeated]++
		default:
			seen[entry.saying()] = true
			entry.File, entry.Line = name, text.number
			f.Entries = append(f.Entries, entry)
		}
	}
}

// skipped tells which lines are none of the data, by their beginning.
func skipped(line string) (Skip, bool) {
	word, _, _ := strings.Cut(line, " ")
	word, _, _ = strings.Cut(word, "\t")
	switch {
	case line == "":
		return SkipBlank, true
	case line[0] == ' ' || line[0] == '\t':
		return SkipContinuation, true
	case strings.HasPrefix(line, "//"), line[0] == ';', strings.EqualFold(word, "rem"):
		return SkipComment, true
	}
	return 0, false
}

func (f *TagFile) problem(line int, text, reason string) {
	if len(f.Problems) == maxProblems {
		f.More++
		return
	}
	f.Problems = append(f.Problems, poolsnap.Problem{File: f.Name, Line: line, Text: shorten(text), Reason: reason})
}
