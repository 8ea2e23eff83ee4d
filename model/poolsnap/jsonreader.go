package poolsnap

import "bytes"

// jsonReader reads JSON lines. It knows the members of the line before, which has the same in the same order as a rule.
type jsonReader struct {
	long    *longReader
	sum     *Summary
	members []jsonMember
	text    []byte // strings with escapes
	spread  []byte // an object that is spread over lines, so far
	first   int    // its first line, 0 for none
	depth   int    // of the braces that are open in it
}

type jsonMember struct {
	name   []byte
	column column
	scale  float64
}

// maxMembers is how many members of an object are looked at.
const maxMembers = 4096

// readJSON reads JSON objects, one or more on each line. Brackets and commas of an array around them do no harm, and
// an object that begins with a brace alone on its line is read to the brace that ends it.
func readJSON(a *assembler, l *lines, sum *Summary) error {
	j := &jsonReader{long: newLongReader(a, sum), sum: sum}
	j.long.a.tags.wide = true
	for {
		b, long, err := l.next()
		if err != nil {
			j.unfinished()
			if e := j.long.groups.finish(); e != nil {
				return e
			}
			return err
		}
		if long {
			sum.problem(SkipLong, l.number, b, "the line is longer than any row")
			j.long.groups.lacking()
			continue
		}
		b = bytes.Trim(trimRow(b), " \t")
		inner := bytes.Trim(b, " \t[],")
		switch {
		case j.first > 0:
			err = j.more(b, l.max)
		case len(inner) == 0:
			sum.skip(SkipBlank)
		case len(inner) == 1 && inner[0] == '{':
			j.first, j.depth, j.spread = l.number, 1, append(j.spread[:0], '{')
		default:
			err = j.objects(inner, l.number)
		}
		if err != nil {
			return err
		}
	}
}

// more adds a line to an object that is spread over lines.
func (j *jsonReader) more(b []byte, most int) error {
	if len(j.spread)+len(b) > most {
		j.unfinished()
		return nil
	}
	j.spread = append(append(j.spread, ' '), b...)
	if j.depth += jsonDepth(b); j.depth > 0 {
		return nil
	}
	at := j.first
	j.first = 0
	return j.objects(j.spread, at)
}

// unfinished notes an object that does not end.
func (j *jsonReader) unfinished() {
	if j.first > 0 {
		j.sum.problem(SkipMalformed, j.first, j.spread, "expected the end of the JSON object")
		j.long.groups.lacking()
		j.first = 0
	}
}

// objects reads the objects of a line.
func (j *jsonReader) objects(b []byte, number int) error {
	for len(b) > 0 {
		rest, reason, err := j.object(b, number)
		if reason != "" {
			j.sum.problem(SkipMalformed, number, b, reason)
			j.long.groups.lacking()
			return nil
		}
		if err != nil {
			return err
		}
		b = bytes.TrimLeft(rest, " \t,[]")
	}
	return nil
}

// object reads one object, and gives what follows it, or what is wrong.
func (j *jsonReader) object(b []byte, number int) (rest []byte, reason string, err error) {
	j.long.row, j.text = longRow{}, j.text[:0]
	if b[0] != '{' {
		return nil, "expected a JSON object", nil
	}
	rest = jsonBlank(b[1:])
	timed := false
	for i := 0; len(rest) > 0 && rest[0] != '}'; i++ {
		if i > 0 {
			if rest[0] != ',' {
				return nil, "expected a comma between the members of a JSON object", nil
			}
			rest = jsonBlank(rest[1:])
		}
		name, after, ok := j.quoted(rest)
		if after = jsonBlank(after); !ok || len(after) == 0 || after[0] != ':' || i == maxMembers {
			return nil, "expected a name and a value in a JSON object", nil
		}
		m := j.member(i, name)
		value, after, ok := j.value(jsonBlank(after[1:]), m.column)
		if !ok {
			return nil, "expected a JSON value", nil
		}
		timed = timed || m.column == columnTime || m.column == columnTimeUTC || m.column == columnDate
		j.take(m, value)
		rest = jsonBlank(after)
	}
	if len(rest) == 0 {
		return nil, "expected the end of the JSON object", nil
	}
	rest = rest[1:]
	return rest, "", j.long.endRow(number, b[:len(b)-len(rest)], timed)
}

// take takes a member. UTC beats local time, and the day of a time of day may be a member of its own.
func (j *jsonReader) take(m *jsonMember, value []byte) {
	row := &j.long.row
	if m.column == columnTime && row.utc {
		return
	}
	if m.column == columnTag && len(value) == 0 {
		row.badTag = !row.tagged
	}
	j.long.field(m.column, m.scale, value)
}

// member gives what is known of the i-th member, by the name that it has in this line.
func (j *jsonReader) member(i int, name []byte) *jsonMember {
	for len(j.members) <= i {
		j.members = append(j.members, jsonMember{scale: 1})
	}
	m := &j.members[i]
	if m.name == nil || !bytes.Equal(m.name, name) {
		m.name, m.column, m.scale = append([]byte{}, name[:min(len(name), maxName)]...), noColumn, 1
		if len(name) <= maxName {
			m.column, m.scale = columnOf(name)
		}
		if m.column == noColumn {
			j.notUsed(string(name))
		}
	}
	return m
}

// notUsed names a member that nothing is taken from, once.
func (j *jsonReader) notUsed(name string) {
	for _, known := range j.sum.Unused {
		if known == name {
			return
		}
	}
	j.sum.unused(name)
}

func jsonBlank(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t' || b[0] == '\r') {
		b = b[1:]
	}
	return b
}

// value reads a value and gives its text: that of a string, or of a number. Others are empty.
func (j *jsonReader) value(b []byte, c column) (text, rest []byte, ok bool) {
	if len(b) == 0 {
		return nil, nil, false
	}
	switch b[0] {
	case '"':
		return j.quoted(b)
	case '{', '[':
		rest, ok = jsonNested(b)
		return nil, rest, ok
	}
	i := 0
	for i < len(b) && b[i] > ' ' && b[i] != ',' && b[i] != '}' && b[i] != ']' {
		i++
	}
	if text = b[:i]; len(text) == 0 {
		return nil, nil, false
	}
	switch {
	case string(text) == "null", string(text) == "true", string(text) == "false":
		return nil, b[i:], true
	case text[0] != '-' && text[0]-'0' > 9:
		return nil, nil, false
	case c == columnTag: // a number in place of the text
		j.long.tagCode(text)
		return nil, b[i:], true
	}
	return text, b[i:], true
}
