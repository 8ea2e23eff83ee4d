package objectstore

import (
	"net/url"
	"regexp"
	"strings"
)

// recordingExtensions are those of recordings and of archives that hold some, lower-case, as package batch has them for folders.
// They decide what is meant by a folder, or by a pattern that ends in nothing but stars. An object that is named, or that a
// pattern matches by more, may be called anything.
var recordingExtensions = []string{".etl", ".zip", ".diagsession"}

// isRecording tells by the name, in any case, whether an object is a recording.
func isRecording(key string) bool {
	lower := strings.ToLower(key)
	for _, e := range recordingExtensions {
		if strings.HasSuffix(lower, e) {
			return true
		}
	}
	return false
}

// segment is what stands between two slashes of a pattern.
type segment struct {
	encoded string // as written, with * for any
	head    string // decoded, up to the first star
	stars   bool
	deep    bool // has **, which also matches slashes
}

// isPattern tells whether a location's path has stars. A percent-encoded star is a character of the name.
func isPattern(path string) bool { return strings.Contains(path, "*") }

// ofAny tells whether a segment matches everything.
func (s segment) ofAny() bool { return strings.Trim(s.encoded, "*") == "" }

func segmentsOf(path string) []segment {
	var list []segment
	for part := range strings.SplitSeq(path, "/") {
		head, _, stars := strings.Cut(part, "*")
		list = append(list, segment{encoded: part, head: decoded(head), stars: stars, deep: strings.Contains(part, "**")})
	}
	return list
}

// matcher gives the expression that keys, less what is known of their beginning, match. It takes time linear in the key.
func matcher(list []segment) (*regexp.Regexp, error) {
	var b strings.Builder
	b.WriteString(`(?s)\A`)
	for i, s := range list {
		last := i == len(list)-1
		if s.encoded == "**" && !last {
			b.WriteString(`(?:.*/)?`)
			continue
		}
		rest := s.encoded
		for rest != "" {
			literal, more, _ := strings.Cut(rest, "*")
			b.WriteString(regexp.QuoteMeta(decoded(literal)))
			if len(literal) == len(rest) {
				break
			}
			if after := strings.TrimLeft(more, "*"); len(after) < len(more) {
				b.WriteString(`.*`)
				rest = after
			} else {
				b.WriteString(`[^/]*`)
				rest = more
			}
		}
		if !last {
			b.WriteByte('/')
		}
	}
	b.WriteString(`\z`)
	return regexp.Compile(b.String())
}

func decoded(s string) string {
	d, _ := url.PathUnescape(s) // parse has tried it
	return d
}
