package poolsnap

import (
	"bytes"
	"encoding/binary"
)

// SniffBytes is how many of the first bytes of a file Sniff looks at, at most.
const SniffBytes = headSize

// Sniff tells what a file holds from its first bytes; SniffBytes of them are enough. Text of which the first bytes
// give nothing away, such as a debugger's log that comes to the pool late, is FormatNone; Read finds what there is in
// it all the same.
func Sniff(head []byte) Format {
	if f := sniffBinary(head); f != FormatNone {
		return f
	}
	text := decodeHead(head[:min(len(head), headSize)])
	t := sniffer{tags: newTagReader(encodingBytes, 0)}
	eol := lineEnd(text)
	for len(text) > 0 {
		line, rest, whole := bytes.Cut(text, []byte{eol})
		if !whole && len(head) >= headSize {
			break // the last line may be cut
		}
		if opens := bytes.Trim(line, " \t\r[,"); len(opens) == 1 && opens[0] == '{' {
			return sniffObject(bytes.Join(bytes.Fields(text), []byte{' '}))
		}
		if f := t.line(line); f != FormatNone {
			return f
		}
		text = rest
	}
	return FormatNone
}

// sniffBinary tells recordings, archives and table files.
func sniffBinary(head []byte) Format {
	switch {
	case bytes.HasPrefix(head, []byte("PAR1")), bytes.HasPrefix(head, []byte("ARROW1")):
		return FormatDataset
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("\x1f\x8b")),
		bytes.HasPrefix(head, []byte("MSCF")):
		return FormatRecording
	case len(head) < 0x50:
		return FormatNone
	}
	// The header buffer of a recording: its size, its kind, and the marker of the file header event in it.
	size, kind := binary.LittleEndian.Uint32(head), binary.LittleEndian.Uint16(head[0x36:])
	marker := binary.LittleEndian.Uint32(head[0x48:])
	if size >= 0x48 && size <= 16<<20 && kind == 4 && (marker>>16 == 0xc001 || marker>>16 == 0xc002) {
		return FormatRecording
	}
	return FormatNone
}

// decodeHead gives the first bytes as text.
func decodeHead(head []byte) []byte {
	e, mark := encodingOf(head)
	if e == encodingUTF16LE || e == encodingUTF16BE {
		text, _ := appendUTF16(nil, head[mark:], e.order(), false)
		return text
	}
	return head[mark:]
}

// lineEnd tells what ends the lines of a text: old editors wrote carriage returns alone.
func lineEnd(text []byte) byte {
	if bytes.IndexByte(text, '\n') < 0 && bytes.IndexByte(text, '\r') >= 0 {
		return '\r'
	}
	return '\n'
}

// sniffer tells formats line by line.
type sniffer struct {
	row   rowText
	tags  tagReader
	lines int
	text  []byte
}

func (s *sniffer) line(b []byte) Format {
	b = trimRow(trimEnd(b))
	if s.row.plainRow(b) {
		return FormatPoolMon
	}
	if hasControls(b) {
		s.text = clean(s.text[:0], b)
		b = s.text
	}
	text := trimBlanks(b)
	if len(text) == 0 {
		return FormatNone
	}
	s.lines++
	var m Memory
	var used usedTable
	command, isPrompt := prompt(b)
	switch {
	case countersHeading(text):
		return FormatCounters
	case text[0] == '{' || text[0] == '[' && s.lines == 1:
		return sniffObject(text)
	case isPrompt && bytes.HasPrefix(command, []byte("!poolused")):
		return FormatPoolUsed
	case headLine(b, &m) != 0:
		return FormatPoolMon
	case hasPrefixFold(text, "sorting by ") && bytes.Contains(text, []byte("Pool")), hasPrefixFold(text, "pool used:"),
		used.headings(text) && used.pools > 0:
		return FormatPoolUsed
	}
	for n := 4; n <= 8; n += 4 {
		_, _, rest, ok := splitUsedRow(b, n)
		if ok && (bytes.Contains(rest, []byte("Binary:")) || bytes.Contains(rest, []byte("pooltag"))) {
			return FormatPoolUsed
		}
	}
	if what, why, _ := s.row.looseRow(b); what == aRow || what == badRow && why == SkipCut {
		if _, ok := s.tags.indented(s.row.tag, s.row.collapsed); ok {
			return FormatPoolMon
		}
	}
	if _, _, ok := csvHeading(text); ok {
		return FormatCSV
	}
	return FormatNone
}

// sniffObject tells whether a JSON object is a row of a pool tag.
func sniffObject(text []byte) Format {
	for len(text) > 0 && text[0] != '{' {
		text = text[1:]
	}
	var l layout
	j := jsonReader{sum: &Summary{}, long: &longReader{a: &assembler{}}}
	rest := text
	for i := 0; len(rest) > 1 && i < maxMembers; i++ {
		name, after, ok := j.quoted(jsonBlank(rest[1:]))
		if after = jsonBlank(after); !ok || len(after) == 0 || after[0] != ':' {
			break
		}
		l.add(name)
		if _, rest, ok = j.value(jsonBlank(after[1:]), noColumn); !ok {
			break
		}
		if rest = jsonBlank(rest); len(rest) == 0 || rest[0] != ',' {
			break
		}
	}
	if l.usable() {
		return FormatJSON
	}
	return FormatNone
}
