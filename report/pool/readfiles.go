package pool

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"etledger/internal/natural"
	"etledger/model/poolsnap"
	"etledger/report"
)

// file is an input.
type file struct {
	path     string
	size     int64
	modified time.Time // zero where it tells nothing
	format   poolsnap.Format
	listed   bool // it was found in a folder or by a pattern, not named itself
}

// counter counts bytes.
type counter struct{ atomic.Int64 }

// expand lists the files that paths name, each once, in the order in which people number them, with what they hold.
func expand(paths []string) ([]file, error) {
	var list []file
	seen := map[string]bool{}
	for _, path := range paths {
		found, listed, err := filesOf(path)
		if err != nil {
			return nil, err
		}
		for _, name := range found {
			if key := filepath.Clean(name); seen[key] {
				continue
			} else {
				seen[key] = true
			}
			f, err := look(name)
			if err != nil {
				return nil, err
			}
			f.listed = listed
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(a, b file) int { return natural.Compare(a.path, b.path) })
	return list, nil
}

// filesOf lists the files that a path names.
func filesOf(path string) (names []string, listed bool, err error) {
	info, err := os.Stat(path)
	switch {
	case err != nil && strings.ContainsAny(path, "*?["):
		return matching(path)
	case err != nil:
		return nil, false, err
	case !info.IsDir():
		return []string{path}, false, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, false, err
	}
	for _, e := range entries {
		if name := filepath.Join(path, e.Name()); e.Type().IsRegular() || isFile(name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil, false, fmt.Errorf("%s: the folder holds no files", path)
	}
	return names, true, nil
}

// matching lists the files that fit a pattern.
func matching(pattern string) ([]string, bool, error) {
	found, err := filepath.Glob(pattern)
	if err != nil {
		return nil, false, fmt.Errorf("%s: %w", pattern, err)
	}
	names := slices.DeleteFunc(found, func(name string) bool { return !isFile(name) })
	if len(names) == 0 {
		return nil, false, fmt.Errorf("%s: no file fits the pattern; check the path", pattern)
	}
	return names, true, nil
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// look tells what a file holds.
func look(path string) (file, error) {
	f := file{path: path}
	info, err := os.Stat(path)
	if err != nil {
		return f, err
	}
	if !info.Mode().IsRegular() {
		return f, nil // a pipe can be opened once only
	}
	f.size, f.modified = info.Size(), info.ModTime()
	in, err := os.Open(path)
	if err != nil {
		return f, err
	}
	defer in.Close()
	head := make([]byte, poolsnap.SniffBytes)
	n, err := io.ReadFull(in, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return f, fmt.Errorf("%s: %w", path, err)
	}
	f.format = poolsnap.Sniff(head[:n])
	return f, nil
}

// counted is a file whose bytes are counted.
type counted struct {
	*os.File
	count *counter
	tell  func()
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.File.Read(b)
	c.count.Add(int64(n))
	c.tell()
	return n, err
}

// open opens a file for reading from its beginning.
func (f *file) open(count *counter, tell func()) (io.ReadCloser, error) {
	in, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	return &counted{in, count, tell}, nil
}

// checkFileTimes drops the modification times of files that were all written at about the same moment: they tell when the
// files were copied or unpacked, not when the snapshots were taken.
func (r *reader) checkFileTimes(files []file) {
	if len(files) < 2 {
		return
	}
	least, most := files[0].modified, files[0].modified
	for _, f := range files {
		if f.modified.Before(least) {
			least = f.modified
		}
		if f.modified.After(most) {
			most = f.modified
		}
	}
	const each = 2 * time.Second // at least between two snapshots of different files
	if most.Sub(least) >= each*time.Duration(len(files)-1) {
		return
	}
	for i := range files {
		files[i].modified = time.Time{}
	}
}

// summaryFindings are about what was read of text files.
func summaryFindings(summaries []poolsnap.Summary, skipped []string) (list []report.Finding) {
	var zones, orders, tags, inconsistent, clipped, days, rejoined int
	for i := range summaries {
		s := &summaries[i]
		if s.ZoneAssumed {
			zones++
		}
		if s.DateOrderAssumed {
			orders++
		}
		tags += s.AmbiguousTags
		inconsistent += s.Inconsistent
		clipped += s.Clipped
		rejoined += s.Rejoined
		days += s.DateOnly
	}
	add := func(n int, code string, severity report.Severity, format string) {
		if n > 0 {
			list = append(list, finding(code, severity, format, n))
		}
	}
	add(zones, "zone-assumed", report.SeverityInfo, "Times without a zone were taken for UTC (files: %d); --time-zone tells another.")
	add(orders, "date-order-assumed", report.SeverityWarning, "Whether dates in figures begin with the month or the day is not "+
		"settled (files: %d): rates over more than a day may be wrong.")
	add(days, "dates-without-time", report.SeverityWarning, "Of some snapshots only the day is known (%d): they stand for its first "+
		"moment.")
	add(tags, "ambiguous-tags", report.SeverityInfo, "Rows whose tags hold characters of an unknown code page: %d; they are taken "+
		"to be in code page 1252.")
	add(inconsistent, "inconsistent-rows", report.SeverityInfo, "Rows whose difference is not allocations less frees: %d.")
	add(clipped, "clipped-rows", report.SeverityInfo, "Rows that the edge of a console cut behind the figures: %d; the figures are "+
		"whole.")
	add(rejoined, "wrapped-rows", report.SeverityInfo, "Rows that a narrow console wrapped into the next line: %d; they were joined "+
		"where the figures prove each other.")
	if len(skipped) > 0 {
		list = append(list, finding(codeSkipped, report.SeverityWarning, "Files of folders that hold nothing of use (neither PoolMon nor !poolused "+
			"text, nor CSV or JSON lines with pool tags, nor counters, nor a recording): %d, such as %s.", len(skipped), skipped[0]))
	}
	return list
}
