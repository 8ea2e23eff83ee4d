package batch

import (
	"bufio"
	"errors"
	"io"
	"path"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"etledger/model/dataset"
)

// slashed gives a path with slashes, whichever system it is of.
func slashed(p string) string { return strings.ReplaceAll(filepath.ToSlash(p), `\`, "/") }

// firstLine gives the first line of a text, and a reader of all of it.
func firstLine(r io.Reader) (string, io.Reader, error) {
	b := bufio.NewReaderSize(r, maxLine)
	head, err := b.Peek(maxLine)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", nil, err
	}
	line, _, _ := strings.Cut(string(head), "\n")
	if strings.ContainsRune(line, 0) {
		return "", nil, errors.New("this is no text; expected a table in CSV")
	}
	return line, b, nil
}

// apply enters what rows with paths tell of captures, in place of what was known, and says what is wrong with the table: rows
// that no capture is called as among it.
func (a *Annotations) apply(captures []Capture) []Problem {
	byName := make(map[string][]int) // rows that name a file, by its name
	var patterns []int
	for i := range a.rows {
		switch row := &a.rows[i]; {
		case row.digest != "": // ofContent
		case isPattern(row.path):
			patterns = append(patterns, i)
		default:
			byName[path.Base(row.path)] = append(byName[path.Base(row.path)], i)
		}
	}
	used := make([]bool, len(a.rows))
	for i := range captures {
		c := &captures[i]
		full, err := filepath.Abs(c.path())
		if err != nil || c.Object != nil {
			full = c.path()
		}
		at := []string{slashed(c.path()), slashed(full)}
		// Both lists are in order of lines, and the last line that tells something counts.
		for _, n := range merge(byName[path.Base(at[0])], patterns) {
			row := &a.rows[n]
			if row.names(at) {
				used[n] = true
				c.Meta = merged(row.meta, c.Meta)
			}
		}
	}
	problems := append([]Problem(nil), a.problems...)
	for i := range a.rows {
		if row := &a.rows[i]; row.digest == "" && !used[i] {
			problems = append(problems, a.problem(row.line, "no capture is called %s", row.path))
		}
	}
	return problems
}

// merge gives two ascending lists as one.
func merge(a, b []int) []int {
	if len(b) == 0 {
		return a
	}
	var all []int
	for len(a) > 0 && len(b) > 0 {
		if a[0] < b[0] {
			all, a = append(all, a[0]), a[1:]
		} else {
			all, b = append(all, b[0]), b[1:]
		}
	}
	return append(append(all, a...), b...)
}

// names tells whether a row is about a capture with one of these paths.
func (row *annotation) names(paths []string) bool {
	for _, p := range paths {
		if isPattern(row.path) {
			for _, pattern := range []string{row.path, "**/" + row.path} {
				if ok, err := doublestar.Match(pattern, p); ok && err == nil {
					return true
				}
			}
		} else if p == row.path || strings.HasSuffix(p, "/"+row.path) {
			return true
		}
	}
	return false
}

// ofContent gives what rows tell of a capture whose content is known, in place of what was known before.
func (a *Annotations) ofContent(location, sha256 string, meta dataset.Meta) dataset.Meta {
	if a == nil || len(sha256) < leastDigits {
		return meta
	}
	at := []string{slashed(location)}
	for _, i := range a.byDigest[sha256[:leastDigits]] {
		row := &a.rows[i]
		if strings.HasPrefix(sha256, row.digest) && (row.path == "" || row.names(at)) {
			meta = merged(row.meta, meta)
		}
	}
	return meta
}

// Unused tells of rows that name captures by their content, of which a run had none.
func (a *Annotations) Unused(s *Summary) []Problem {
	used := make([]bool, len(a.rows))
	for i := range s.Entries {
		digest := s.Entries[i].SHA256
		if digest == nil {
			continue
		}
		for _, n := range a.byDigest[(*digest)[:leastDigits]] {
			used[n] = used[n] || strings.HasPrefix(*digest, a.rows[n].digest)
		}
	}
	var problems []Problem
	for i := range a.rows {
		if row := &a.rows[i]; row.digest != "" && !used[i] {
			problems = append(problems, a.problem(row.line, "no capture has an ID or a SHA-256 that begins with %s", row.digest))
		}
	}
	return problems
}
