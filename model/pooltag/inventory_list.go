package pooltag

import (
	"io"
	"strings"
)

// property cuts a line of a list, "name : value", in two.
func property(line string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(line, ":")
	name = strings.TrimSpace(name)
	return name, strings.TrimSpace(value), ok && name != "" && len(name) <= 64 && !strings.ContainsAny(name, `",;{}\`)
}

// isProperty tells whether a text begins as a list does: with a known name before the first colon.
func isProperty(text string) bool {
	line, _, _ := strings.Cut(text, "\n")
	name, _, ok := property(line)
	_, known := meaning(name)
	return ok && known
}

// readList reads what Format-List and driverquery /fo list write: one property in a line, a blank line after each driver,
// and values that are longer than a line go on in lines that begin with blanks.
func (v *Inventory) readList(text *lines) error {
	defer v.settleDates()
	var rec record
	var rank [fields]int
	start, known := 0, 0
	last := noField
	flush := func() {
		if known > 0 {
			v.keep(rec.item(), start)
		}
		rec, known, last = record{}, 0, noField
	}
	for {
		line, err := text.next()
		switch {
		case err == io.EOF:
			flush()
			return nil
		case err == errLong:
			v.problem(text.number, "", "expected a line of at most 32 KiB")
			continue
		case err != nil:
			return err
		case strings.TrimSpace(line) == "":
			flush()
			continue
		case line[0] == ' ' && known > 0:
			if last != noField && len(rec[last]) < maxLine {
				rec[last] += strings.TrimSpace(line)
			}
			continue
		}
		name, value, ok := property(line)
		if !ok {
			v.problem(text.number, line, "expected a name, a colon and a value")
			continue
		}
		last = noField
		m, is := meaning(name)
		if !is || value == "" || value == "N/A" {
			continue
		}
		if known == 0 {
			start = text.number
		}
		known++
		if rec[m.field] == "" || m.rank < rank[m.field] {
			rec[m.field], rank[m.field], last = value, m.rank, m.field
		}
	}
}
