package report

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

func markdownOf(t *testing.T, r *Report, o TextOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteMarkdown(&b, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// contentOf parses Markdown as trackers do, and gives its text, without markup, what the tables hold, and what is left
// that would be more than text.
func contentOf(t *testing.T, source string) (content string, tables [][]int, active []string) {
	t.Helper()
	src := []byte(source)
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(src))
	var b strings.Builder
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			if n.Type() == ast.TypeBlock {
				b.WriteByte('\n')
			}
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *extast.Table:
			tables = append(tables, nil)
		case *extast.TableRow, *extast.TableHeader:
			last := len(tables) - 1
			tables[last] = append(tables[last], n.ChildCount())
		case *ast.Text:
			b.Write(n.Segment.Value(src))
		case *ast.String:
			b.Write(n.Value)
		case *ast.FencedCodeBlock:
			b.Write(n.Lines().Value(src))
		case *ast.HTMLBlock:
			b.Write(n.Lines().Value(src))
		case *ast.RawHTML, *ast.Link, *ast.AutoLink, *ast.Image, *ast.CodeSpan, *ast.CodeBlock, *ast.Blockquote, *ast.ThematicBreak,
			*extast.Strikethrough, *extast.TaskCheckBox:
			active = append(active, n.Kind().String())
		case *ast.Emphasis:
			if n.Level == 1 {
				active = append(active, n.Kind().String())
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), tables, active
}

func checkTables(t *testing.T, tables [][]int) {
	t.Helper()
	if len(tables) == 0 {
		t.Error("no table was understood")
	}
	for i, rows := range tables {
		for k, n := range rows {
			if n != rows[0] {
				t.Errorf("table %d: row %d has %d cells, the heading %d", i, k, n, rows[0])
			}
		}
	}
}

func TestMarkdownIsUnderstood(t *testing.T) {
	for name, r := range map[string]*Report{"4312": sampleReport(), "860": analyzeFile(t, leakyService)} {
		for _, o := range []TextOptions{{}, {Explain: name}, {Columns: ColumnNames(), Bytes: true}} {
			source := markdownOf(t, r, o)
			content, tables, active := contentOf(t, source)
			checkTables(t, tables)
			if len(active) > 0 {
				t.Errorf("%s, %+v: has %v", name, o, active)
			}
			if o.Explain == "" && !strings.HasPrefix(source, "**") || !strings.Contains(content, "leak") {
				t.Errorf("%s, %+v: begins with %.80q", name, o, source)
			}
			if strings.Count(source, "<details>") != strings.Count(source, "</details>") {
				t.Errorf("%s, %+v: folded parts are not closed", name, o)
			}
		}
	}
}

var (
	mention   = regexp.MustCompile(`[@#!][\p{L}\p{N}_]`)
	htmlStart = regexp.MustCompile(`<[/!?a-zA-Z]`)
)

// TestHostileMarkdown: what a recording holds shows as it is, and does nothing.
func TestHostileMarkdown(t *testing.T) {
	for _, evil := range []string{
		"a|b|c.exe", "`code`", "``` \n# not a heading", "<script>alert(1)</script>", "</details><b>", "@octocat", "#123", "fix #1 by @a/b !7",
		"![x](http://evil.example/t.png)", "[x](javascript:alert(1))", "https://evil.example/", "www.evil.example", "mail@evil.example",
		"*bold* _it_ __b__ ~~s~~", "1. item", "- item", "+ item", "> quote", "---", "===", "# head", "&lt;b&gt; &copy;", `back\slash\|`,
		"[ ] task", "[x]: http://evil.example", "$x^2$", "a\u202eb\x1b[31m", "|---|", ":smile:", "````", "a\\", "<!-- x", "ftp://evil.example/x",
	} {
		s := sampleSource()
		leak := s.Accounts.Lifetimes[3]
		leak.Image, leak.CommandLine, leak.ImagePath = evil, evil, evil
		leak.Suspects[1].Module, leak.Suspects[1].Frame = evil, evil
		leak.Suspects[1].Stack = []string{evil, "```", "````", evil}
		s.Recordings[0].Name = evil
		s.Accounts.Lifetimes[1].Image = evil
		r := build(s, sampleJudge, 1)
		for _, o := range []TextOptions{{}, {Explain: "4312"}, {Columns: []string{"process", "command", "module", "path"}}} {
			source := markdownOf(t, r, o)
			_, tables, active := contentOf(t, source)
			checkTables(t, tables)
			if len(active) > 0 {
				t.Errorf("%q in %+v becomes %v:\n%s", evil, o, active, source)
			}
			outside := withoutBlocks(source)
			if mention.MatchString(outside) {
				t.Errorf("%q in %+v: %q would be a mention or a reference", evil, o, mention.FindString(outside))
			}
			for _, tag := range htmlStart.FindAllStringIndex(outside, -1) {
				if rest := outside[tag[0]:]; !regexp.MustCompile(`^</?(details|summary)>`).MatchString(rest) {
					t.Errorf("%q in %+v: HTML %.20q", evil, o, rest)
				}
			}
			if strings.ContainsAny(source, "\x1b\u202e") {
				t.Errorf("%q in %+v: control characters", evil, o)
			}
			if strings.Count(outside, "<details>") != strings.Count(outside, "</details>") {
				t.Errorf("%q in %+v: folded parts are not closed", evil, o)
			}
		}
	}
}

// withoutBlocks leaves out what stands between fences, which trackers show as it is.
func withoutBlocks(source string) string {
	var b strings.Builder
	fence := ""
	for line := range strings.Lines(source) {
		bare := strings.TrimRight(line, "\n")
		switch {
		case fence == "" && strings.HasPrefix(bare, "```"):
			fence = strings.TrimSuffix(bare, "text")
		case fence != "" && bare == fence:
			fence = ""
		case fence == "":
			b.WriteString(line)
		}
	}
	return b.String()
}

func TestMarkdownGoldens(t *testing.T) {
	golden(t, "sample.md", []byte(markdownOf(t, sampleReport(), TextOptions{})))
	r := analyzeFile(t, leakyService)
	golden(t, "leaky-service.md", []byte(markdownOf(t, r, TextOptions{})))
	golden(t, "leaky-service-explain.md", []byte(markdownOf(t, r, TextOptions{Explain: "860"})))
}
