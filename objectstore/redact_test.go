package objectstore

import (
	"testing"
	"unicode/utf8"
)

func TestRedactText(t *testing.T) {
	for text, want := range map[string]string{
		`Get "https://a.blob.core.windows.net/c?comp=list&sig=hush%2B": dial tcp`: `Get "https://a.blob.core.windows.net/c?comp=REDACTED&sig=REDACTED": dial tcp`,
		"proxy http://user:hush@proxy:3128/ failed":                               "proxy http://REDACTED@proxy:3128/ failed",
		"nothing to hide: a?b=c":                                                  "nothing to hide: a?b=c",
	} {
		if got := redactText(text); got != want {
			t.Errorf("%s\nbecame %s\nwant   %s", text, got, want)
		}
	}
}

func FuzzLocation(f *testing.F) {
	for _, s := range []string{"s3://b/a%20b*/**?x=y", "file:///C:/x", "gs://b/%zz", "mem:///", "azblob://c/ä#\xff?"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		l, err := parse("list", s)
		if err != nil {
			_ = err.Error()
			return
		}
		if _, err := matcher(segmentsOf(l.path)); err != nil && utf8.ValidString(l.key()) {
			t.Errorf("%q: %v", s, err)
		}
		key := l.key()
		again, err := parse("list", l.of(key))
		if err != nil || again.key() != key || again.query != l.query || again.bucket != l.bucket || isPattern(again.path) {
			t.Errorf("%q has the key %q, whose location %q has the key %q: %v", s, key, l.of(key), again.key(), err)
		}
	})
}
