package pooltag

import "etledger/model/poolsnap"

// Pattern is a tag of a tag file: four bytes of which some may stand for any.
type Pattern struct {
	Tag poolsnap.Tag // the literal bytes; 0 where any byte will do
	Any uint8        // bit i: byte i may be any
}

// Literals counts the bytes that must be as they stand, the blanks that pad a short tag among them.
func (p Pattern) Literals() int {
	n := 4
	for i := range 4 {
		n -= int(p.Any >> i & 1)
	}
	return n
}

// Matches tells whether a tag fits the pattern, case and all.
func (p Pattern) Matches(tag poolsnap.Tag) bool { return p.key(tag) == p.Tag }

// key is the tag with the bytes that may be any cleared: tags that fit have the pattern's Tag as their key.
func (p Pattern) key(tag poolsnap.Tag) poolsnap.Tag {
	for i := range 4 {
		if p.Any>>i&1 != 0 {
			tag[i] = 0
		}
	}
	return tag
}

// String gives the pattern as tag files write it, '?' for any byte, other bytes as Tag.String does.
func (p Pattern) String() string {
	text := ""
	for i, c := range p.Tag {
		if p.Any>>i&1 != 0 {
			text += "?"
		} else {
			text += poolsnap.Tag{c, ' ', ' ', ' '}.String()
			text = text[:len(text)-3]
		}
	}
	return text
}

// parsePattern reads one to four characters, '?' any of them, '*' any that follow; all others as they stand.
func parsePattern(text []rune) (Pattern, bool) {
	p := Pattern{Tag: poolsnap.Tag{' ', ' ', ' ', ' '}}
	if len(text) == 0 || len(text) > 4 {
		return p, false
	}
	for i, r := range text {
		switch {
		case r == '?':
			p.Tag[i], p.Any = 0, p.Any|1<<i
		case r == '*' && i == len(text)-1:
			for ; i < 4; i++ {
				p.Tag[i], p.Any = 0, p.Any|1<<i
			}
		case r > 0xff || r < ' ':
			return p, false
		default:
			p.Tag[i] = byte(r)
		}
	}
	p.Tag[3] &= 0x7f // the mark of protected pool is no part of a tag
	return p, true
}
