package poolsnap

import "bytes"

// typeWord is the beginning of a word that names a pool.
type typeWord struct {
	text string
	pool Pool
}

// typeWords are looked through in this order. Letters of ASCII are compared without case. PoolMon itself writes Nonp
// and Paged; the others are what translated builds, scripts and tables write, in UTF-8 and, for scripts other than
// Latin, in the code pages of their consoles and editors.
var typeWords = []typeWord{
	{"nonp", Nonpaged}, {"non-p", Nonpaged}, {"non p", Nonpaged}, {"paged", Paged},
	// German: nicht ausgelagert, ausgelagert
	{"nicht", Nonpaged}, {"ausl", Paged}, {"ausg", Paged},
	// French, Spanish, Italian, Portuguese
	{"nopag", Nonpaged}, {"no-pag", Nonpaged}, {"no pag", Nonpaged}, {"non di pag", Nonpaged}, {"nãop", Nonpaged},
	{"não p", Nonpaged}, {"n\xe3op", Nonpaged}, {"n\xc6op", Nonpaged},
	{"n\x84op", Nonpaged}, {"naop", Nonpaged}, {"pagin", Paged},
	// Dutch: niet-wisselbaar, wisselbaar
	{"niet-w", Nonpaged}, {"nietw", Nonpaged}, {"wissel", Paged},
	// Polish: niestronicowana, stronicowana
	{"niestr", Nonpaged}, {"stron", Paged},
	// Russian: невыгружаемый, выгружаемый, in UTF-8, code pages 1251 and 866; нестраничный, страничный
	{"невыг", Nonpaged}, {"Невыг", Nonpaged}, {"выгр", Paged}, {"Выгр", Paged},
	{"нестр", Nonpaged}, {"Нестр", Nonpaged}, {"стран", Paged}, {"Стран", Paged},
	{"\xed\xe5\xe2\xfb\xe3", Nonpaged}, {"\xcd\xe5\xe2\xfb\xe3", Nonpaged}, {"\xe2\xfb\xe3\xf0", Paged},
	{"\xc2\xfb\xe3\xf0", Paged},
	{"\xad\xa5\xa2\xeb\xa3", Nonpaged}, {"\x8d\xa5\xa2\xeb\xa3", Nonpaged}, {"\xa2\xeb\xa3\xe0", Paged},
	{"\x82\xeb\xa3\xe0", Paged},
	// Japanese, in UTF-8 and Shift-JIS
	{"非ページ", Nonpaged}, {"ページ", Paged},
	{"\x94\xf1\x83\x79\x81\x5b\x83\x57", Nonpaged}, {"\x83\x79\x81\x5b\x83\x57", Paged},
	// Chinese, simplified in UTF-8 and GBK, and traditional in UTF-8 and Big5
	{"非分页", Nonpaged}, {"未分页", Nonpaged}, {"分页", Paged}, {"\xb7\xc7\xb7\xd6\xd2\xb3", Nonpaged},
	{"\xb7\xd6\xd2\xb3", Paged},
	{"非分頁", Nonpaged}, {"未分頁", Nonpaged}, {"分頁", Paged}, {"\xab\x44\xa4\xc0\xad\xb6", Nonpaged},
	{"\xa4\xc0\xad\xb6", Paged},
	// Korean: 비페이징, 페이징
	{"비페이", Nonpaged}, {"페이", Paged},
}

// typeInitials are the first bytes of the words.
var typeInitials = func() (table [256]bool) {
	for _, w := range typeWords {
		table[w.text[0]] = true
		if c := w.text[0]; c >= 'a' && c <= 'z' {
			table[c-0x20] = true
		}
	}
	return table
}()

// typeAt tells which pool the word names that the text begins with.
func typeAt(b []byte) (Pool, bool) {
	if len(b) < 4 || !typeInitials[b[0]] {
		return PoolUnknown, false
	}
	for i := range typeWords {
		if hasPrefixFold(b, typeWords[i].text) {
			return typeWords[i].pool, true
		}
	}
	return PoolUnknown, false
}

// hasPrefixFold compares letters of ASCII without case; those of prefix are small.
func hasPrefixFold(b []byte, prefix string) bool {
	if len(b) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		c := b[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		if c != prefix[i] {
			return false
		}
	}
	return true
}

// poolOfField tells which pool a field names that says nothing else. Scripts name the pools of POOL_TYPE too, such as
// NonPagedPoolNx, PagedPoolSession or SessionPaged, or shorten the names to one or two letters.
func poolOfField(b []byte) (Pool, bool) {
	b = trimBlanks(b)
	if pool, ok := typeAt(b); ok {
		return pool, true
	}
	for _, prefix := range []string{"session", "nt!", "kernel"} {
		if hasPrefixFold(b, prefix) {
			b = bytes.TrimLeft(b[len(prefix):], " -_")
			if pool, ok := typeAt(b); ok {
				return pool, true
			}
		}
	}
	switch string(bytes.ToLower(b)) {
	case "np", "n":
		return Nonpaged, true
	case "pp", "p", "di paging":
		return Paged, true
	case "":
		return PoolUnknown, true
	}
	return PoolUnknown, false
}
