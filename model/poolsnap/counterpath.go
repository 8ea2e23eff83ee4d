package poolsnap

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// counterPath is the name of a counter: \\HOST\Process(chrome#1)\Private Bytes.
type counterPath struct {
	host     string
	instance string
	object   counterObject
	id       counterID
}

// readPath reads the name of a counter. It is not ok for text that is none, and noCounter for counters of which
// nothing is taken.
func readPath(text []byte) (p counterPath, ok bool) {
	text = trimBlanks(text)
	if rest, found := bytes.CutPrefix(text, []byte(`\\`)); found {
		host, after, found := bytes.Cut(rest, []byte{'\\'})
		if !found || len(host) == 0 {
			return p, false
		}
		p.host = string(bytes.ToValidUTF8(host, []byte("\ufffd")))
		text = after
	} else if rest, found := bytes.CutPrefix(text, []byte{'\\'}); found {
		text = rest
	} else {
		return p, false
	}
	last := bytes.LastIndexByte(text, '\\')
	if open := bytes.IndexByte(text, '('); open >= 0 {
		if closed := bytes.LastIndex(text, []byte(`)\`)); closed > open {
			last = closed + 1
		}
	}
	if last < 0 {
		return p, false
	}
	object, counter := text[:last], text[last+1:]
	if open := bytes.IndexByte(object, '('); open >= 0 && object[len(object)-1] == ')' {
		p.instance = string(bytes.ToValidUTF8(object[open+1:len(object)-1], []byte("\ufffd")))
		object = object[:open]
	}
	p.object = objectNamed(object)
	p.id = counterNamed(p.object, counter)
	return p, len(counter) > 0
}

// objectNamed finds an object by name or number. Windows 11 has a second kind of processes, Process V2, with the same
// counters.
func objectNamed(name []byte) counterObject {
	for _, text := range readings(name) {
		text = strings.TrimSuffix(text, " v2")
		if o, ok := knownCounters.objects[text]; ok {
			return o
		}
		if o, ok := knownCounters.bareObjects[bareName(text)]; ok && incomplete(text) {
			return o
		}
	}
	return noObject
}

// counterNamed finds a counter by name or number.
func counterNamed(object counterObject, name []byte) counterID {
	if object == noObject {
		return noCounter
	}
	all := readings(name)
	for _, text := range all {
		if id, ok := knownCounters.counters[object][text]; ok {
			return id
		}
	}
	for _, text := range all {
		if id, ok := knownCounters.bareCounters[object][bareName(text)]; ok && incomplete(text) {
			return id
		}
	}
	if object == objectMemory {
		for _, text := range all {
			if id := counterByWords(text); id != noCounter {
				return id
			}
		}
	}
	return noCounter
}

// incomplete tells a name of which letters may be wrong or lost.
func incomplete(name string) bool {
	for i := range len(name) {
		if name[i] >= utf8.RuneSelf || name[i] == '?' {
			return true
		}
	}
	return false
}

// readings gives the texts that a name can be, in small letters: itself when it is UTF-8, and what it is in the code
// pages of Western Europe and of Cyrillic otherwise.
func readings(name []byte) []string {
	if utf8.Valid(name) {
		return []string{plainName(string(name))}
	}
	return []string{
		plainName(fromPage(name, page1252.high)),
		plainName(fromPage(name, page850.high)),
		plainName(fromPage(name, cyrillic1251)),
		plainName(fromPage(name, cyrillic866)),
	}
}

// plainName gives a name in small letters, with single blanks and straight apostrophes.
func plainName(name string) string {
	name = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "’", "'", "ʼ", "'").Replace(strings.ToLower(name))
	return strings.Join(strings.Fields(name), " ")
}

func fromPage(name []byte, high string) string {
	table := []rune(high)
	var b strings.Builder
	for _, c := range name {
		if c < utf8.RuneSelf {
			b.WriteByte(c)
		} else {
			b.WriteRune(table[c-0x80])
		}
	}
	return b.String()
}

// The letters of the Cyrillic code pages of Windows and of its console, in the places of 0x80 to 0xff; others are left
// out.
const (
	cyrillic1251 = "????????????????????????????????" + "????????Ё???????????????ё???????" +
		"АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ" + "абвгдежзийклмнопрстуфхцчшщъыьэюя"
	cyrillic866 = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ" + "абвгдежзийклмноп????????????????" +
		"????????????????????????????????" + "рстуфхцчшщъыьэюяЁё??????????????"
)
