package listing

import (
	"fmt"
	"io"
	"strings"

	"etledger/model"
	"etledger/model/columns"
)

// Summary lists all tables with what is in them, one on a line after an indent.
func Summary(indent string) string {
	var b strings.Builder
	for t := range model.Tables() {
		fmt.Fprintf(&b, "%s%-*s  %s\n", indent, nameWidth, t, tables[t].text)
	}
	return b.String()
}

// Describe writes what is in tables and their columns, with types, units and descriptions; nil means all tables.
func Describe(w io.Writer, wanted []model.Table) error {
	if wanted == nil {
		for t := range model.Tables() {
			wanted = append(wanted, t)
		}
	}
	var b strings.Builder
	for i, t := range wanted {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s: %s\n", t, tables[t].text)
		described := columns.Of(t)
		if t == model.TableStack {
			described = append(described, columns.Column{Name: framing, Unit: "address",
				Description: "addresses of the record, innermost first: jsonl, or when asked for by --columns"})
		}
		width := 0
		for _, c := range described {
			width = max(width, len(c.Name))
		}
		for _, c := range described {
			kind := c.Type.String()
			switch {
			case c.Name == framing:
				kind = "uint64 list"
			case c.Nullable:
				kind += " or null"
			}
			unit := c.Unit
			if unit == "none" {
				unit = ""
			}
			fmt.Fprintf(&b, "  %-*s  %-17s  %-7s  %s\n", width, c.Name, kind, unit, c.Description)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
