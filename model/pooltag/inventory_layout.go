package pooltag

import "strings"

// byWords makes a layout of a header whose names are known, as far as they are.
func byWords(header []string) layout {
	l := layout{columns: len(header), fields: make([]field, len(header)), ranks: make([]int, len(header)), kind: "CSV"}
	for i, name := range header {
		if m, ok := meaning(name); ok {
			l.fields[i], l.ranks[i] = m.field, m.rank
			l.words++
		}
	}
	return l
}

// layoutOf makes the layout of a table from its first records, and tells whether the first of them is a header. What the
// header does not tell, because its language is not known or because there is none, the values do: driverquery writes its
// columns in one order in every language.
func layoutOf(sample []row) (layout, bool) {
	l := byWords(sample[0].cells)
	header := l.words >= 2
	values := sample[1:]
	if !header {
		s := shapes(sample[:1])
		header = !s.any()
		if header && len(values) == 0 {
			return l, true
		}
		if !header {
			values = sample
		}
	}
	s := shapes(values)
	l.byPosition(&s, header)
	l.byShape(&s)
	return l, header
}

// columnShapes says what most values of each column look like.
type columnShapes struct{ path, pack, version, date []bool }

func (s *columnShapes) any() bool {
	for i := range s.path {
		if s.path[i] || s.pack[i] || s.version[i] || s.date[i] {
			return true
		}
	}
	return false
}

func shapes(sample []row) columnShapes {
	columns := 0
	for _, r := range sample {
		columns = max(columns, len(r.cells))
	}
	of := func(fits func(string) bool) []bool {
		most := make([]bool, columns)
		for c := range columns {
			yes, no := 0, 0
			for _, r := range sample {
				switch {
				case c >= len(r.cells) || strings.TrimSpace(r.cells[c]) == "" || r.cells[c] == "N/A":
				case fits(strings.TrimSpace(r.cells[c])):
					yes++
				default:
					no++
				}
			}
			most[c] = yes > no
		}
		return most
	}
	return columnShapes{
		path:    of(func(text string) bool { return isBinary(fileOf(text)) }),
		pack:    of(isPackage),
		version: of(isVersion),
		date: of(func(text string) bool {
			_, ok := readDate(text, monthFirst)
			_, other := readDate(text, dayFirst)
			return ok || other
		}),
	}
}

// isVersion tells whether text is three or four numbers with points between them, and no date.
func isVersion(text string) bool {
	parts := strings.Split(text, ".")
	if len(parts) < 3 || len(parts) > 4 {
		return false
	}
	for _, part := range parts {
		if part == "" || len(part) > 10 || strings.Trim(part, "0123456789") != "" {
			return false
		}
	}
	return len(parts) == 4 || ordering(text) == orderUnknown
}

// byPosition fills in the columns of driverquery that their names did not tell.
func (l *layout) byPosition(s *columnShapes, header bool) {
	fill := func(kind string, order ...field) {
		l.kind = kind
		for i, f := range order {
			if l.fields[i] == noField || !header {
				l.fields[i] = f
			}
		}
	}
	known := func(i int, f field, shape []bool) bool {
		return i < len(shape) && shape[i] || l.fields[i] == f
	}
	switch l.columns {
	case 15: // driverquery /v
		if known(13, pathField, s.path) && !(len(s.path) > 0 && s.path[0]) {
			fill("driverquery /v", serviceField, displayField, descriptionField, noField, startField, stateField, noField,
				noField, noField, noField, noField, noField, dateField, pathField)
		}
	case 4:
		switch {
		case known(1, packageField, s.pack): // driverquery /si
			fill("driverquery /si", displayField, packageField, signedField, vendorField)
		case known(3, dateField, s.date) && known(0, serviceField, nil): // driverquery, its names known
			fill("driverquery", serviceField, displayField, noField, dateField)
		case l.words == 0 && known(3, dateField, s.date): // driverquery
			fill("driverquery", serviceField, displayField, noField, dateField)
		}
	}
}

// byShape takes columns of unknown names for what their values look like, where no other column is that.
func (l *layout) byShape(s *columnShapes) {
	have := map[field]bool{}
	for _, f := range l.fields {
		have[f] = true
	}
	for _, try := range []struct {
		field field
		fits  []bool
	}{{pathField, s.path}, {packageField, s.pack}, {versionField, s.version}, {dateField, s.date}} {
		for i := range l.fields {
			if i < len(try.fits) && try.fits[i] && l.fields[i] == noField && !have[try.field] {
				l.fields[i], have[try.field] = try.field, true
			}
		}
	}
}
