package batch

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"etledger/model/dataset"
)

// Annotations are metadata of captures, read from a table. Their methods may be called from several goroutines at once.
type Annotations struct {
	name     string
	rows     []annotation
	byDigest map[string][]int // rows with a digest, by its first digits
	problems []Problem
}

// annotation is one row: what it tells, and of which captures.
type annotation struct {
	line   int
	path   string // a path or URL, the end of one, or a pattern; with slashes
	digest string // beginning of a SHA-256, as an ID has it too
	meta   dataset.Meta
}

// leastDigits is how many digits of an ID or a SHA-256 a row must have.
const leastDigits = 4

// maxAnnotations bounds the rows of a table.
const maxAnnotations = 10_000_000

// maxTable bounds its bytes, so that what never ends, such as a device, does not take all memory.
const maxTable = 1 << 30

// boundedReader is a reader that fails after so many bytes.
type boundedReader struct {
	r    io.Reader
	left int
}

func (b *boundedReader) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, fmt.Errorf("more than %d bytes; expected a table in CSV", maxTable)
	}
	n, err := b.r.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// ReadAnnotations reads metadata from a table in CSV, with commas, semicolons or tabs. The first line names the columns, in
// any order and any case. File (or location) says which captures a row is about: by a path or URL, by the end of one from a
// separator on, or by a pattern; capture says it by an ID or the beginning of a SHA-256. One of them must be there, and if
// both are filled in, both must match. Of host, time, version, ring and workload any may be there. Times are RFC 3339,
// 2006-01-02, or 2006-01-02 15:04:05 in UTC. Cells that are empty tell nothing. Where several rows tell of a capture, the
// last one that tells something of it counts.
//
// Errors name the table and the line.
func ReadAnnotations(r io.Reader, name string) (*Annotations, error) {
	a := &Annotations{name: name, byDigest: map[string][]int{}}
	if err := a.read(r); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return a, nil
}

func (a *Annotations) read(r io.Reader) error {
	r, err := asUTF8(&boundedReader{r, maxTable})
	if err != nil {
		return err
	}
	head, r, err := firstLine(r)
	if err != nil {
		return err
	}
	table := csv.NewReader(r)
	table.Comma = separator(head)
	table.TrimLeadingSpace = table.Comma != '\t'
	table.ReuseRecord = true
	names, err := table.Read()
	if errors.Is(err, io.EOF) {
		return errors.New("the table is empty; expected a line such as file,host,time,version,ring,workload")
	}
	if err != nil {
		return err
	}
	columns, err := a.columns(names)
	if err != nil {
		return err
	}
	for {
		cells, err := table.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		line, _ := table.FieldPos(0)
		row, err := rowOf(columns, cells)
		if err != nil {
			return fmt.Errorf("line %d: %w", line, err)
		}
		row.line = line
		if row.path == "" && row.digest == "" {
			a.problems = append(a.problems, a.problem(line, "the row names no capture"))
			continue
		}
		if len(a.rows) == maxAnnotations {
			return fmt.Errorf("line %d: a table can have %d rows", line, maxAnnotations)
		}
		if row.digest != "" {
			first := row.digest[:leastDigits]
			a.byDigest[first] = append(a.byDigest[first], len(a.rows))
		}
		a.rows = append(a.rows, row)
	}
}

// separator is what the first line of a table has most of.
func separator(line string) rune {
	best := ','
	for _, c := range ";\t" {
		if strings.Count(line, string(c)) > strings.Count(line, string(best)) {
			best = c
		}
	}
	return best
}

// columns reads the names of the columns. Those that are not known are reported and left out.
func (a *Annotations) columns(names []string) ([]string, error) {
	var columns []string
	seen := map[string]bool{}
	for _, name := range names {
		column := strings.ToLower(strings.TrimSpace(name))
		if column == "location" {
			column = "file"
		}
		switch {
		case column != "file" && column != "capture" && !isMetaField(column):
			a.problems = append(a.problems, a.problem(1, "column %q is not known and left out; the columns are file, capture, %s", name,
				strings.Join(metaFields, ", ")))
			column = ""
		case seen[column]:
			return nil, fmt.Errorf("line 1: there are two columns %q", column)
		}
		seen[column] = column != ""
		columns = append(columns, column)
	}
	if !seen["file"] && !seen["capture"] {
		return nil, errors.New("line 1: no column says which capture a row is about; expected one called file, location or capture")
	}
	return columns, nil
}

func isMetaField(name string) bool {
	for _, field := range metaFields {
		if name == field {
			return true
		}
	}
	return false
}

// rowOf reads a row.
func rowOf(columns, cells []string) (row annotation, err error) {
	for i, column := range columns {
		cell := strings.TrimSpace(cells[i])
		switch column {
		case "file":
			row.path = slashed(cell)
		case "capture":
			row.digest = strings.TrimPrefix(strings.ToLower(cell), "c-")
			if cell != "" && (len(row.digest) < leastDigits || strings.Trim(row.digest, "0123456789abcdef") != "") {
				return row, fmt.Errorf("%q is neither an ID such as c-0123456789abcdef nor the beginning of a SHA-256", cell)
			}
		case "time":
			if cell == "" {
				continue
			}
			if row.meta.Time, err = parseTime(cell); err != nil {
				return row, err
			}
		default:
			setField(&row.meta, column, cell)
		}
	}
	return row, nil
}

func (a *Annotations) problem(line int, format string, args ...any) Problem {
	return Problem{Where: fmt.Sprintf("%s, line %d", a.name, line), Message: fmt.Sprintf(format, args...)}
}
