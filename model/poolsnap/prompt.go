package poolsnap

import "bytes"

// prompt tells a line of a command interpreter or a debugger, and gives what was typed.
func prompt(b []byte) (command []byte, ok bool) {
	b = trimBlanks(b)
	end := bytes.IndexByte(b, '>')
	if end < 2 {
		return nil, false
	}
	shown, command := b[:end], trimBlanks(b[end+1:])
	shown = bytes.TrimPrefix(shown, []byte("PS "))
	switch {
	case bytes.HasSuffix(shown, []byte("kd")) && len(shown) < 24: // kd, lkd, 0: kd, 12: kd:x86
	case bytes.Contains(shown, []byte("kd:")) && len(shown) < 24:
	case len(shown) >= 3 && shown[1] == ':' && shown[2] == '\\':
	case bytes.HasPrefix(shown, []byte(`\\`)):
	default:
		return nil, false
	}
	return command, true
}

// prompt notes what a command tells of the snapshots that follow.
func (t *textReader) prompt(command []byte) {
	t.sum.skip(SkipPrompt)
	t.ended = true
	words := bytes.Fields(command)
	if len(words) == 0 {
		return
	}
	name := bytes.ToLower(words[0])
	switch {
	case string(name) == "!poolused":
		t.used.asked(words[1:])
		t.chosen = len(words) > 2 && string(words[2]) != "*"
	case bytes.Contains(name, []byte("poolmon")):
		t.chosen, t.sessionAsked = asked(words[1:])
	case string(name) == "g" || string(name) == "go" || string(name) == "gh" || string(name) == "gn":
		t.stamps.resumes()
	}
}

// asked tells whether PoolMon was told to leave rows out, by including or excluding tags or showing one pool, and
// whether to show the pools of sessions. /p shows the nonpaged pool alone, /p /p the paged one.
func asked(arguments [][]byte) (part, session bool) {
	pools := 0
	for _, a := range arguments {
		if len(a) < 2 || a[0] != '/' && a[0] != '-' {
			continue
		}
		switch a[1] | 0x20 {
		case 'i', 'x':
			part = true
		case 'p':
			pools++
		case 's':
			session = true
		}
	}
	return part || pools%3 != 0, session
}

// headingWords are those of headings that the tools print in English. Headings of translated ones stand before tables,
// where they are text like any other.
var headingWords = []string{"tag", "type", "allocs", "frees", "diff", "bytes", "alloc", "used",
	"nonpaged", "paged", "mapped_driver", "pool", "information"}

// heading tells the heading of a table.
func heading(b []byte) bool {
	n := 0
	for _, word := range bytes.Fields(bytes.ToLower(b)) {
		for _, h := range headingWords {
			if string(word) == h {
				n++
			}
		}
	}
	return n >= 2
}
