package markdown

import (
	"bytes"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

// TestTextShowsAsItIs: what is escaped reads as before, but for the marks of no width.
func TestTextShowsAsItIs(t *testing.T) {
	for _, s := range []string{"a|b", "x*y*z", "<b>", "a_b_c __d__", `C:\dir\[1].exe`, "1. one",
		"#5 & @me", "- dash", "a:b :c: 09:30", "www.example.org", "$5"} {
		var html bytes.Buffer
		if err := goldmark.New(goldmark.WithExtensions(extension.GFM)).Convert(
			[]byte("| a |\n|---|\n| "+Inline(s)+" |\n\n"+Line(s)+"\n"), &html); err != nil {
			t.Fatal(err)
		}
		shown := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", string(apart), "").Replace(html.String())
		if !strings.Contains(shown, "<td>"+s+"</td>") || !strings.Contains(shown, "<p>"+s+"</p>") {
			t.Errorf("%q is shown as %s", s, shown)
		}
	}
}
