package objectstore

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// location is a location taken apart.
type location struct {
	scheme string
	bucket string // as in the URL; for file, its host and, on Windows, the volume
	root   string // of file: the path of what counts as its bucket, "/" or a volume
	path   string // of the URL, still percent-encoded, without the slash after the bucket
	query  string // as written
	op     string // what is being done, for errors
}

const bucketCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_"

// parse takes a location apart. It does not use url.Parse, to which # in a name would be the start of something else.
func parse(op, s string) (location, error) {
	scheme, rest, _ := strings.Cut(s, "://")
	l := location{scheme: strings.ToLower(scheme), root: "/", op: op}
	rest, l.query, _ = strings.Cut(rest, "?")
	l.bucket, l.path, _ = strings.Cut(rest, "/")
	refuse := func(what, advice string) (location, error) { return l, l.failure(BadLocation, what, advice, nil) }
	if _, known := providers[l.scheme]; !known {
		l.bucket, l.path, l.query = "", "", ""
		return refuse("no object store has this scheme", "write s3://, gs://, azblob:// or file://")
	}
	if strings.Contains(l.bucket, "@") {
		l.bucket = "REDACTED" + l.bucket[strings.LastIndexByte(l.bucket, '@'):]
		return refuse("a location must not hold credentials", "give them by the environment or the profile of the store, and write "+
			l.scheme+"://BUCKET/KEY")
	}
	values, err := url.ParseQuery(l.query)
	if err != nil {
		return refuse("the parameters after the question mark are not well-formed", "write NAME=VALUE&NAME=VALUE, percent-encoded; "+
			"a question mark of the name is written %3F")
	}
	for _, e := range values["endpoint"] {
		if u, err := url.Parse(e); err == nil && u.User != nil {
			return refuse("an endpoint must not hold credentials", "give them by the environment or the profile of the store")
		}
	}
	if l.scheme == "file" {
		return l.parseFile(refuse)
	}
	if l.bucket == "" && l.scheme != "mem" {
		return refuse("a bucket is missing", "write "+l.scheme+"://BUCKET/KEY")
	}
	if strings.Trim(l.bucket, bucketCharacters) != "" {
		return refuse("the bucket's name has a character that no bucket has", "write "+l.scheme+"://BUCKET/KEY")
	}
	if _, err := url.PathUnescape(l.path); err != nil {
		return refuse("a percent sign is not followed by two hexadecimal digits", "write %25 for a percent sign of the name")
	}
	return l, nil
}

// parseFile does what is peculiar to files: the host says whether the path is relative, and the bucket is the root of the file
// system, or a volume of Windows.
func (l location) parseFile(refuse func(what, advice string) (location, error)) (location, error) {
	switch l.bucket {
	case "", "localhost", ".":
	default:
		return refuse("a file has no host", "write file:///FOLDER/NAME with three slashes, or file://./NAME")
	}
	if _, err := url.PathUnescape(l.path); err != nil {
		return refuse("a percent sign is not followed by two hexadecimal digits", "write %25 for a percent sign of the name")
	}
	if volume, rest, _ := strings.Cut(l.path, "/"); filepathVolumes && l.bucket != "." && strings.HasSuffix(volume, ":") {
		l.root, l.path = "/"+volume+"/", rest
	}
	return l, nil
}

// bucketURL gives the URL that Go CDK opens the bucket by.
func (l location) bucketURL() *url.URL {
	u := &url.URL{Scheme: l.scheme, Host: l.bucket, RawQuery: l.query}
	if l.scheme == "file" {
		u.Path = l.root
	}
	return u
}

// key gives the name of the object, or of the folder without its last slash.
func (l location) key() string {
	key, _ := url.PathUnescape(l.path) // parse has tried it
	return key
}

// of gives the location of an object of the same bucket.
func (l location) of(key string) string {
	return l.head() + escapeKey(key) + l.tail(l.query)
}

func (l location) head() string {
	return l.scheme + "://" + l.bucket + l.root
}

func (l location) tail(query string) string {
	if query == "" {
		return ""
	}
	return "?" + query
}

// escapeKey writes a key as the path of a location: legible, yet so that parse and the pattern's rules give it back.
func escapeKey(key string) string {
	var b strings.Builder
	for i := 0; i < len(key); {
		r, n := utf8.DecodeRuneInString(key[i:])
		plain := unicode.IsPrint(r) && r != ' ' && !strings.ContainsRune("%?*", r) && (r != utf8.RuneError || n > 1)
		if plain {
			b.WriteString(key[i : i+n])
		} else {
			for _, c := range []byte(key[i : i+n]) {
				b.WriteByte('%')
				b.WriteByte("0123456789ABCDEF"[c>>4])
				b.WriteByte("0123456789ABCDEF"[c&15])
			}
		}
		i += n
	}
	return b.String()
}
