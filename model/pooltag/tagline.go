package pooltag

import (
	"slices"
	"strings"
	"unicode"
)

// parseEntry reads a line of a tag file that begins in the first column, without blanks at its end.
func parseEntry(line string) (Entry, bool) {
	tag, rest, ok := cutTag([]rune(line))
	if !ok {
		return Entry{}, false
	}
	if rest = strings.TrimSpace(rest); rest == "" || strings.Trim(rest, "- ") == "" {
		return Entry{}, false
	}
	e := Entry{}
	if e.Pattern, ok = parsePattern(tag); !ok {
		return Entry{}, false
	}
	e.Binary, e.Description = cutBinary(rest)
	if e.Owners = owners(e.Binary); len(e.Owners) == 0 {
		e.Owners = filesIn(e.Description)
	}
	return e, true
}

// cutTag cuts the tag off, with the separator that follows it. A tag may hold blanks and dashes itself, so the first four
// characters are tried first.
func cutTag(line []rune) (tag []rune, rest string, ok bool) {
	if len(line) > 4 {
		if after, found := cutDash(line[4:]); found {
			return trimTag(line[:4]), after, true
		}
	}
	for i := 1; i < len(line) && i <= 4; i++ {
		if !isDash(line[i]) {
			continue
		}
		after := string(line[i+1:])
		// Without a blank before it the dash may be a letter of a word: only the name of a file after it settles that.
		name, _, _ := strings.Cut(strings.TrimLeft(after, " \t"), " ")
		first, _, _ := strings.Cut(name, "-")
		if isBlank(line[i-1]) || namesFile(name) || namesFile(first) {
			return trimTag(line[:i]), after, true
		}
	}
	return nil, "", false
}

func trimTag(tag []rune) []rune {
	for len(tag) > 1 && isBlank(tag[len(tag)-1]) {
		tag = tag[:len(tag)-1]
	}
	return tag
}

// cutDash cuts blanks and one dash off.
func cutDash(text []rune) (string, bool) {
	for i, r := range text {
		switch {
		case isDash(r):
			return string(text[i+1:]), true
		case !isBlank(r):
			return "", false
		}
	}
	return "", false
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' || r == 0xa0 }

// isDash takes the dashes for hyphens that word processors and web pages put in their place.
func isDash(r rune) bool { return r == '-' || r == '–' || r == '—' }

// cutBinary cuts what follows the tag into binary and description. A dash with blanks around it separates; with a blank on
// one side or none it does where the name of a file stands before it.
func cutBinary(text string) (binary, description string) {
	runes := []rune(text)
	for i, r := range runes {
		if !isDash(r) {
			continue
		}
		apart := i > 0 && isBlank(runes[i-1]) && (i+1 == len(runes) || isBlank(runes[i+1]))
		if apart || i <= longestName && namesFile(string(runes[:i])) {
			return strings.TrimSpace(string(runes[:i])), strings.TrimSpace(string(runes[i+1:]))
		}
	}
	if namesFile(text) || bracketed(text) {
		return text, ""
	}
	return "", text
}

// longestName bounds the binary field where no blanks set it off.
const longestName = 128

func bracketed(text string) bool {
	return len(text) > 2 && text[0] == '[' && text[len(text)-1] == ']'
}

// namesFile tells whether text is the name of a binary, module!component, something in angle brackets, or a list of these.
func namesFile(text string) bool {
	items := listed(text)
	return len(items) > 0 && !slices.ContainsFunc(items, func(item string) bool {
		module, component, joined := strings.Cut(item, "!")
		return !(item[0] == '<' && strings.HasSuffix(item, ">")) && !isBinary(item) &&
			!(joined && isName(module) && component != "" && !strings.ContainsFunc(component, isBlank))
	})
}

// listed cuts a list of names: in square brackets or not, with commas, semicolons, slashes or blanks between them.
func listed(text string) []string {
	text = strings.TrimSpace(text)
	if bracketed(text) {
		text = text[1 : len(text)-1]
	}
	return strings.FieldsFunc(text, func(r rune) bool { return isBlank(r) || r == ',' || r == ';' || r == '/' })
}

// isBinary tells whether a name ends as the files of kernel components do.
func isBinary(name string) bool {
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 || !isName(name) {
		return false
	}
	switch strings.ToLower(name[dot+1:]) {
	case "sys", "exe", "dll", "drv":
		return true
	}
	return false
}

// isName tells whether text could be the name of a file or a module.
func isName(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return !(unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_.-$~+", r))
	})
}

// owners gives what the binary field names. Names without an extension count where the field is one name or a bracketed
// list: localtag.txt has them.
func owners(binary string) []Owner {
	var list []Owner
	items := listed(binary)
	plain := len(items) == 1 || bracketed(binary)
	for _, item := range items {
		module, component, _ := strings.Cut(item, "!")
		if isName(module) && (plain || namesFile(item)) {
			list = append(list, Owner{Module: module, Component: component})
		}
	}
	return list
}

// filesIn finds names of binaries in a description, for the lines that say <unknown> and then name the file all the same.
func filesIn(description string) []Owner {
	var list []Owner
	apart := func(r rune) bool { return isBlank(r) || strings.ContainsRune(",;:()[]{}\"'/\\", r) }
	for word := range strings.FieldsFuncSeq(description, apart) {
		word = strings.TrimRight(word, ".!?")
		known := func(o Owner) bool { return strings.EqualFold(o.Module, word) }
		if len(list) < 8 && isBinary(word) && !slices.ContainsFunc(list, known) {
			list = append(list, Owner{Module: word, Told: true})
		}
	}
	return list
}

// looksLikeEntry tells which lines that do not parse deserve a word: those that name a binary where entries do, or have a
// separator soon after a word that could be a tag.
func looksLikeEntry(line string) bool {
	if _, ok := parseEntry(line); ok {
		return true
	}
	runes := []rune(line)
	if len(runes) <= 4 && !strings.ContainsFunc(line, isBlank) {
		return true // a tag, and nothing about it
	}
	for i, r := range runes {
		if isDash(r) && i > 0 && isBlank(runes[i-1]) {
			head, tail := strings.TrimSpace(string(runes[:i])), strings.TrimSpace(string(runes[i+1:]))
			name, _, _ := strings.Cut(tail, " ")
			return namesFile(name) || len([]rune(head)) <= 8 && !strings.ContainsFunc(head, isBlank)
		}
	}
	words := strings.Fields(line)
	return len(words) > 1 && len([]rune(words[0])) <= 4 && namesFile(words[1])
}
