package objectstore_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"etledger/objectstore"
	"etledger/report/batch"
)

// list gives what a store lists at a location.
func list(t *testing.T, s *objectstore.Store, at string) []batch.Object {
	t.Helper()
	var all []batch.Object
	for o, err := range s.List(context.Background(), at) {
		if err != nil {
			t.Fatalf("list %s: %v", at, err)
		}
		all = append(all, o)
	}
	return all
}

// listError gives the error that a list ends with.
func listError(t *testing.T, s *objectstore.Store, at string) *objectstore.Error {
	t.Helper()
	for _, err := range s.List(context.Background(), at) {
		if e := (*objectstore.Error)(nil); errors.As(err, &e) {
			return e
		} else if err != nil {
			t.Fatalf("list %s: an error of another type: %v", at, err)
		}
	}
	t.Fatalf("list %s: no error", at)
	return nil
}

func reasonOf(t *testing.T, err error) objectstore.Reason {
	t.Helper()
	var e *objectstore.Error
	if !errors.As(err, &e) {
		t.Fatalf("no error of the store: %v", err)
	}
	return e.Reason
}

// keys takes the locations apart again, by the encoding that the test itself has.
func keys(t *testing.T, p *place, objects []batch.Object, known []string) []string {
	t.Helper()
	var found []string
	for _, o := range objects {
		i := slices.IndexFunc(known, func(k string) bool { return samePath(o.Location, p.at(encoded(k))) })
		if i < 0 {
			t.Fatalf("%s is no object that was put there", o.Location)
		}
		found = append(found, known[i])
	}
	return found
}

// oddKeys are sorted by their bytes.
var oddKeys = []string{
	"odd/%41.etl", "odd/100%.etl", "odd/a b.etl", "odd/a+b.etl", "odd/amp&x=1.etl", "odd/br[1]{2}.etl", "odd/hash#1.etl", "odd/q?x.etl",
	`odd/quote"'.etl`, "odd/semi;colon.etl", "odd/star*.etl", "odd/tilde~.ETL", "odd/ä ö/ü.etl", "odd/日本.etl",
}

func TestNamesAreExact(t *testing.T) {
	inPlaces(t, func(t *testing.T, p *place) {
		for _, k := range oddKeys {
			p.put(k, []byte("content of "+k))
		}
		s := p.open(t)
		all := list(t, s, p.at("odd"))
		if got := keys(t, p, all, oddKeys); !slices.Equal(got, oddKeys) {
			t.Fatalf("listed %q\nwant %q", got, oddKeys)
		}
		for i, o := range all {
			if !s.Holds(o.Location) {
				t.Errorf("%s is not held", o.Location)
			}
			for _, at := range []string{o.Location, p.at(encoded(oddKeys[i]))} {
				if one := list(t, s, at); len(one) != 1 || one[0] != o {
					t.Errorf("%s alone is %+v, in the list %+v", at, one, o)
				}
			}
			if got := string(fetch(t, s, o)); got != "content of "+oddKeys[i] {
				t.Errorf("%s has %q", o.Location, got)
			}
		}
	})
}

func fetch(t *testing.T, s *objectstore.Store, o batch.Object) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := s.Fetch(context.Background(), o, &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPatterns(t *testing.T) {
	put := []string{"2024/a.etl", "2024/a.txt", "2024/deep/b.etl", "2024/deep/er/c.etl", "2024x/d.etl", "2025/deep/e.zip", "2025/f.ETL",
		"top.etl", "x-2024/g.diagsession"}
	cases := []struct {
		path string
		want []string
	}{
		{"", []string{"2024/a.etl", "2024/deep/b.etl", "2024/deep/er/c.etl", "2024x/d.etl", "2025/deep/e.zip", "2025/f.ETL", "top.etl",
			"x-2024/g.diagsession"}},
		{"2024", []string{"2024/a.etl", "2024/deep/b.etl", "2024/deep/er/c.etl"}},
		{"2024/", []string{"2024/a.etl", "2024/deep/b.etl", "2024/deep/er/c.etl"}},
		{"2024/a.txt", []string{"2024/a.txt"}},
		{"2024/*", []string{"2024/a.etl"}},
		{"2024/*.*", []string{"2024/a.etl", "2024/a.txt"}},
		{"2024/*.txt", []string{"2024/a.txt"}},
		{"*/*.etl", []string{"2024/a.etl", "2024x/d.etl"}},
		{"2024*/", []string{"2024/a.etl", "2024/deep/b.etl", "2024/deep/er/c.etl", "2024x/d.etl"}},
		{"**/*.etl", []string{"2024/a.etl", "2024/deep/b.etl", "2024/deep/er/c.etl", "2024x/d.etl", "top.etl"}},
		{"2024/**/c.etl", []string{"2024/deep/er/c.etl"}},
		{"2024/**/a.etl", []string{"2024/a.etl"}},
		{"*/deep/*.*", []string{"2024/deep/b.etl", "2025/deep/e.zip"}},
		{"*/deep/", []string{"2024/deep/b.etl", "2024/deep/er/c.etl", "2025/deep/e.zip"}},
		{"**/deep/", []string{"2024/deep/b.etl", "2024/deep/er/c.etl", "2025/deep/e.zip"}},
		{"20**", []string{"2024/a.etl", "2024/a.txt", "2024/deep/b.etl", "2024/deep/er/c.etl", "2024x/d.etl", "2025/deep/e.zip",
			"2025/f.ETL"}},
		{"20**.etl", []string{"2024/a.etl", "2024/deep/b.etl", "2024/deep/er/c.etl", "2024x/d.etl"}},
		{"*/a.etl", []string{"2024/a.etl"}},
	}
	inPlaces(t, func(t *testing.T, p *place) {
		for _, k := range put {
			p.put(k, []byte(k))
		}
		s := p.open(t)
		for _, c := range cases {
			if got := keys(t, p, list(t, s, p.at(c.path)), put); !slices.Equal(got, c.want) {
				t.Errorf("%s: %q, want %q", c.path, got, c.want)
			}
		}
		for _, path := range []string{"202", "nothing", "nothing/", "nothing/*.etl", "2024/%2A", "2024/*/*/*/*", "**/nothing/**"} {
			if e := listError(t, s, p.at(path)); e.Reason != objectstore.NoObject {
				t.Errorf("%s: %v", path, e)
			}
		}
	})
}

func TestMissing(t *testing.T) {
	inPlaces(t, func(t *testing.T, p *place) {
		p.put("a.etl", []byte("a"))
		s := p.open(t)
		want := objectstore.NoBucket
		if p.name == "file" {
			want = objectstore.NoObject // any folder is below the root of the file system
		}
		at := strings.Replace(p.other, "nothing/", "nothing/a.etl", 1)
		for _, location := range []string{at, p.other, strings.Replace(p.other, "nothing/", "nothing/*.etl", 1)} {
			if e := listError(t, s, location); e.Reason != want {
				t.Errorf("list %s: %s: %v", location, e.Reason, e)
			}
		}
		err := s.Fetch(context.Background(), batch.Object{Location: p.at("b.etl"), Size: 1}, new(bytes.Buffer))
		if reasonOf(t, err) != objectstore.NoObject || !strings.Contains(err.Error(), "b.etl") {
			t.Errorf("fetch: %v", err)
		}
	})
}

func TestSizes(t *testing.T) {
	inPlaces(t, func(t *testing.T, p *place) {
		big := noise(50 << 20)
		p.put("empty.etl", nil)
		p.put("big.etl", big)
		s := p.open(t)
		all := list(t, s, p.at(""))
		if len(all) != 2 || all[0].Size != 50<<20 || all[1].Size != 0 || all[0].Version == "" || all[0].Modified.IsZero() {
			t.Fatalf("listed %+v", all)
		}
		if !bytes.Equal(fetch(t, s, all[0]), big) {
			t.Error("the large object came otherwise")
		}
		if len(fetch(t, s, all[1])) != 0 {
			t.Error("the empty object has content")
		}
	})
}

// noise gives bytes that do not repeat.
func noise(n int) []byte {
	b := make([]byte, n)
	x := uint64(1)
	for i := range b {
		x = x*6364136223846793005 + 1442695040888963407
		b[i] = byte(x >> 56)
	}
	return b
}

func TestReplacedSinceListed(t *testing.T) {
	inPlaces(t, func(t *testing.T, p *place) {
		p.put("a.etl", []byte("one"))
		s := p.open(t)
		o := list(t, s, p.at("a.etl"))[0]
		for _, content := range []string{"two", "three"} {
			p.put("a.etl", []byte(content))
			err := s.Fetch(context.Background(), o, new(bytes.Buffer))
			if reasonOf(t, err) != objectstore.Changed || !strings.Contains(err.Error(), "replaced") {
				t.Errorf("fetch: %v", err)
			}
		}
		if now := list(t, s, p.at("a.etl"))[0]; now.Version == o.Version {
			t.Errorf("the version is %q as before", now.Version)
		} else if got := string(fetch(t, s, now)); got != "three" {
			t.Errorf("fetched %q", got)
		}
	})
}

// writerFunc is a writer that is a function.
type writerFunc func(b []byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

func TestInterrupted(t *testing.T) {
	inPlaces(t, func(t *testing.T, p *place) {
		p.put("a.etl", noise(32<<20))
		p.put("b.etl", []byte("b"))
		s := p.open(t)
		o := list(t, s, p.at("a.etl"))[0]
		ctx, cancel := context.WithCancel(context.Background())
		err := s.Fetch(ctx, o, writerFunc(func(b []byte) (int, error) {
			cancel()
			return len(b), nil
		}))
		if reasonOf(t, err) != objectstore.Interrupted || !errors.Is(err, context.Canceled) {
			t.Errorf("fetch: %v", err)
		}
		for _, err := range s.List(ctx, p.at("")) {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("list: %v", err)
			}
		}
		full := errors.New("no room")
		err = s.Fetch(context.Background(), o, writerFunc(func(b []byte) (int, error) { return 0, full }))
		if !errors.Is(err, full) {
			t.Errorf("fetch into a writer that fails: %v", err)
		}
	})
}

func samePath(a, b string) bool { return unescaped(a) == unescaped(b) }

func unescaped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			b.WriteByte(hexDigit(s[i+1])<<4 | hexDigit(s[i+2]))
			i += 2
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func hexDigit(c byte) byte { return byte(strings.IndexByte("0123456789abcdef", c|0x20)) }
