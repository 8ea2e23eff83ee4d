package webpage_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"html/template"
	"strings"
	"testing"

	"etledger/internal/webpage"
	"etledger/internal/webpage/webpagetest"
)

// hostile is text that would break out of the places it is put in, were it not made harmless.
var hostile = []string{
	`</script><script>alert(1)</script>`, `<!--<script>`, "a\u2028b\u2029c",
	`"onmouseover="alert(1)`, `'><img src=x>`, "\x1b[2J\u202eevil", `]]>`,
}

func pageOf(t *testing.T, p webpage.Page) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPagesKeepTheirPromises(t *testing.T) {
	for name, p := range map[string]webpage.Page{
		"bare":    {Title: "Bare", Body: "<h1>Bare</h1>"},
		"charts":  {Title: "Charts", Body: "<h1>Charts</h1>", Charts: true, Data: map[string]int{"a": 1}},
		"own":     {Title: "Own", Body: "<h1>Own</h1>", Styles: []string{"h1 { color: red }"}, Scripts: []string{"page.start(() => {});"}},
		"hostile": {Title: hostile[0] + hostile[3], Body: "<h1>x</h1>", Data: hostile, Charts: true},
	} {
		t.Run(name, func(t *testing.T) {
			b := pageOf(t, p)
			webpagetest.Check(t, b)
			if !bytes.Equal(b, pageOf(t, p)) {
				t.Error("written again, the page differs")
			}
			if licensed := bytes.Contains(b, []byte("Permission is hereby granted, free of charge")); licensed != p.Charts {
				t.Errorf("the licence of the chart library is there: %t, the library: %t", licensed, p.Charts)
			}
			harmless := bytes.Count(b, []byte("http-equiv")) + bytes.Count(b, []byte("https://github.com/leeoniya/uPlot"))
			if n := bytes.Count(b, []byte("http")); n != harmless {
				t.Errorf("%d addresses in the page", n)
			}
		})
	}
}

func TestDataStaysData(t *testing.T) {
	b := pageOf(t, webpage.Page{Body: "<h1>x</h1>", Data: hostile})
	data := webpagetest.Data(t, b)
	for _, bad := range []string{"<", ">", "\u2028", "\u2029"} {
		if bytes.Contains(data, []byte(bad)) {
			t.Errorf("the data holds %q as it is", bad)
		}
	}
	var back []string
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if strings.Join(back, "|") != strings.Join(hostile, "|") {
		t.Errorf("the data came back as %q", back)
	}
}

type brokenWriter struct{}

var errBroken = errors.New("the pipe is broken")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestWriteErrors(t *testing.T) {
	p := webpage.Page{Body: template.HTML("<h1>x</h1>")}
	if err := p.Write(brokenWriter{}); !errors.Is(err, errBroken) {
		t.Errorf("error %v", err)
	}
	p.Data = func() {}
	if err := p.Write(&bytes.Buffer{}); err == nil {
		t.Error("a function was written as JSON")
	}
}
