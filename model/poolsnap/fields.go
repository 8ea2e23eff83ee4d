package poolsnap

import "bytes"

// splitter splits lines of CSV. Fields may be in double quotes, in which two stand for one.
type splitter struct {
	delimiter byte
	spaced    bool // a blank that is no part of the field follows each delimiter
	fields    [][]byte
	unquoted  []byte // fields that had doubled quotes
}

// split gives the fields of a line, valid until the next call. It is not ok when a quoted field does not end.
func (s *splitter) split(b []byte) (fields [][]byte, ok bool) {
	s.fields, s.unquoted = s.fields[:0], s.unquoted[:0]
	for {
		start := b
		for len(start) > 0 && start[0] == ' ' && s.delimiter != ' ' {
			start = start[1:]
		}
		if len(start) > 0 && start[0] == '"' {
			field, rest, ok := s.quoted(start[1:])
			if !ok {
				return s.fields, false
			}
			s.fields = append(s.fields, field)
			i := bytes.IndexByte(rest, s.delimiter)
			if i < 0 {
				return s.fields, true
			}
			b = rest[i+1:]
			continue
		}
		if s.spaced && len(s.fields) > 0 && len(b) > 0 && b[0] == ' ' {
			b = b[1:]
		}
		i := bytes.IndexByte(b, s.delimiter)
		if i < 0 {
			s.fields = append(s.fields, s.bare(b))
			return s.fields, true
		}
		s.fields = append(s.fields, s.bare(b[:i]))
		b = b[i+1:]
	}
}

// bare takes the blanks off that stand beside the bars of a table in Markdown.
func (s *splitter) bare(field []byte) []byte {
	if s.delimiter != '|' {
		return field
	}
	return bytes.TrimRight(bytes.TrimPrefix(field, []byte{' '}), " ")
}

// quoted reads a field after its first quote.
func (s *splitter) quoted(b []byte) (field, rest []byte, ok bool) {
	i := bytes.IndexByte(b, '"')
	if i < 0 {
		return nil, nil, false
	}
	if i+1 >= len(b) || b[i+1] != '"' {
		return b[:i], b[i+1:], true
	}
	first := len(s.unquoted)
	for {
		s.unquoted = append(s.unquoted, b[:i]...)
		b = b[i+1:]
		if len(b) == 0 || b[0] != '"' {
			return s.unquoted[first:len(s.unquoted):len(s.unquoted)], b, true
		}
		s.unquoted = append(s.unquoted, '"')
		b = b[1:]
		if i = bytes.IndexByte(b, '"'); i < 0 {
			return nil, nil, false
		}
	}
}

// delimiters of CSV, the likeliest first.
var delimiters = [4]byte{',', ';', '\t', '|'}

// csvHeading reads a line as a heading of rows of pool tags, with the delimiter that makes most of it.
func csvHeading(b []byte) (s splitter, l layout, ok bool) {
	best := 0
	for _, d := range delimiters {
		if bytes.IndexByte(b, d) < 0 {
			continue
		}
		try := splitter{delimiter: d}
		names, whole := try.split(b)
		if !whole || len(names) > 4096 {
			continue
		}
		candidate := layoutOf(names)
		known := 0
		for _, c := range candidate.columns {
			if c != noColumn {
				known++
			}
		}
		if candidate.usable() && known > best {
			s, l, best = try, candidate, known
			s.spaced = d != '\t' && bytes.Count(b, []byte{d, ' '}) == bytes.Count(b, []byte{d})
		}
	}
	return s, l, best > 0
}
