package batch

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"etledger/model/dataset"
)

// Pattern tells metadata by the path of a capture.
type Pattern struct {
	text     string
	compiled *regexp.Regexp
	fields   []string // of the groups, in order
	layout   string   // of the time, empty for those of parseTime
}

// metaFields are what metadata has.
var metaFields = []string{"host", "time", "version", "ring", "workload"}

// ParsePattern reads a pattern such as
//
//	{host}/{ring}/{time:2006-01-02}_{workload}.etl
//
// which is held against the end of a path or URL, from the beginning of one of its parts on. / stands for the separator of
// any system, * for anything in a part, and {host}, {time}, {version}, {ring} and {workload} for a text in a part, which is
// not empty and as short as it can be. The time is RFC 3339, a date, or a date with a time of day, or has the layout of
// package time that follows a colon. It is UTC unless it says otherwise. Upper and lower case are different.
func ParsePattern(text string) (*Pattern, error) {
	p := &Pattern{text: text}
	var expression strings.Builder
	expression.WriteString(`(?:^|/)`)
	rest := filepath.ToSlash(text)
	for rest != "" {
		at := strings.IndexAny(rest, "{*}")
		if at < 0 {
			at = len(rest)
		}
		expression.WriteString(regexp.QuoteMeta(rest[:at]))
		rest = rest[at:]
		switch {
		case rest == "":
		case rest[0] == '*':
			expression.WriteString(`[^/]*`)
			rest = rest[1:]
		default:
			end := strings.IndexByte(rest, '}')
			if rest[0] == '}' || end < 0 {
				return nil, fmt.Errorf("pattern %q: the braces do not match; expected as in {host}", text)
			}
			if err := p.field(rest[1:end], &expression); err != nil {
				return nil, err
			}
			rest = rest[end+1:]
		}
	}
	if len(p.fields) == 0 {
		return nil, fmt.Errorf("pattern %q tells nothing; name one of {%s}", text, strings.Join(metaFields, "}, {"))
	}
	expression.WriteString(`$`)
	compiled, err := regexp.Compile(expression.String())
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %w", text, err)
	}
	p.compiled = compiled
	return p, nil
}

// field adds a field to the expression of a pattern.
func (p *Pattern) field(text string, expression *strings.Builder) error {
	name, layout, hasLayout := strings.Cut(text, ":")
	switch {
	case !slices.Contains(metaFields, name):
		return fmt.Errorf("pattern %q: there is no field {%s}; the fields are {%s}", p.text, name, strings.Join(metaFields, "}, {"))
	case slices.Contains(p.fields, name):
		return fmt.Errorf("pattern %q has {%s} twice", p.text, name)
	case hasLayout && (name != "time" || layout == ""):
		return fmt.Errorf("pattern %q: only {time} has a layout, as in {time:2006-01-02}", p.text)
	}
	p.fields = append(p.fields, name)
	group := `[^/]+?`
	switch {
	case hasLayout:
		p.layout, group = layout, layoutExpression(layout)
	case name == "time":
		group = timeExpression
	}
	expression.WriteString("(" + group + ")")
	return nil
}

// layoutExpression gives an expression that times of a layout match, so that {time:20060102}_{workload} is told apart by
// more than the first underscore.
func layoutExpression(layout string) string {
	var b strings.Builder
	for rest := layout; rest != ""; {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		letters := len(rest) - len(strings.TrimLeftFunc(rest, unicode.IsLetter))
		switch {
		case strings.HasPrefix(rest, "Z07"):
			return b.String() + `[^/]+?` // Z or an offset, of several forms
		case digits == 1:
			b.WriteString(`[0-9]{1,2}`)
			rest = rest[1:]
		case digits > 1:
			fmt.Fprintf(&b, `[0-9]{%d}`, digits)
			rest = rest[digits:]
		case letters > 0:
			b.WriteString(`\pL+`)
			rest = rest[letters:]
		default:
			r := []rune(rest)[0]
			b.WriteString(regexp.QuoteMeta(string(r)))
			rest = rest[len(string(r)):]
		}
	}
	return b.String()
}

// Match gives what the pattern tells by a path or a URL; false if that is called otherwise.
func (p *Pattern) Match(location string) (meta dataset.Meta, ok bool) {
	found := p.compiled.FindStringSubmatch(filepath.ToSlash(location))
	if found == nil {
		return meta, false
	}
	for i, name := range p.fields {
		text := found[i+1]
		if name != "time" {
			setField(&meta, name, text)
			continue
		}
		var err error
		if p.layout == "" {
			meta.Time, err = parseTime(text)
		} else {
			meta.Time, err = time.ParseInLocation(p.layout, text, time.UTC)
		}
		if err != nil {
			return dataset.Meta{}, false
		}
		meta.Time = meta.Time.UTC()
	}
	return meta, true
}

// setField enters a text of metadata, in the form in which datasets keep texts.
func setField(meta *dataset.Meta, name, text string) {
	text = strings.ToValidUTF8(text, "\uFFFD")
	switch name {
	case "host":
		meta.Host = text
	case "version":
		meta.Version = text
	case "ring":
		meta.Ring = text
	case "workload":
		meta.Workload = text
	}
}

// timeLayouts are how times are written where no layout says otherwise.
var timeLayouts = []string{
	time.RFC3339Nano, time.DateOnly, time.DateTime, "2006-01-02T15:04:05", "2006-01-02 15:04", "20060102", "20060102-150405",
	"20060102T150405Z",
}

// timeExpression is matched by all of them.
const timeExpression = `[0-9]{4}-?[0-9]{2}-?[0-9]{2}(?:[T -][0-9:.]+(?:Z|[+-][0-9:]+)?)?`

func parseTime(text string) (time.Time, error) {
	for _, layout := range timeLayouts {
		if t, err := time.ParseInLocation(layout, text, time.UTC); err == nil && t.Year() >= 1678 && t.Year() < 2262 {
			return t.UTC(), nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no time such as 2025-11-30, 2025-11-30 15:04:05 or 2025-11-30T15:04:05Z", text)
}
