// Package webpagetest holds what tests of pages have in common: what every page must be, and how to call its scripts.
package webpagetest

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"html"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	policyPattern = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`)
	stylePattern  = regexp.MustCompile(`(?s)<style>(.*?)</style>`)
	scriptPattern = regexp.MustCompile(`(?s)<script>(.*?)</script>`)
	dataPattern   = regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`)
	tagPattern    = regexp.MustCompile(`<[a-zA-Z][^>]*>`)
	handler       = regexp.MustCompile(`\son[a-z]+\s*=`)
	reference     = regexp.MustCompile(`\s(?:src|href|action|formaction|data|poster|srcset)\s*=\s*"([^"]*)"`)
)

// Check holds a page against what every page promises: well-formed, nothing from outside, a policy that names exactly the
// style sheet and the scripts that the page has, no style and no script in attributes.
func Check(t testing.TB, page []byte) {
	t.Helper()
	text := string(page)
	checkPolicy(t, text)
	markup := scriptPattern.ReplaceAllString(stylePattern.ReplaceAllString(dataPattern.ReplaceAllString(text, ""), ""), "")
	for _, tag := range tagPattern.FindAllString(markup, -1) {
		if strings.Contains(tag, " style=") || handler.MatchString(tag) {
			t.Errorf("style or script in an attribute: %s", tag)
		}
		for _, r := range reference.FindAllStringSubmatch(tag, -1) {
			if !strings.HasPrefix(r[1], "#") {
				t.Errorf("a reference to %q: %s", r[1], tag)
			}
		}
		for _, bad := range []string{"<script", "<style", "<link", "<iframe", "<img", "<object", "<embed", "<base", "<form"} {
			if strings.HasPrefix(strings.ToLower(tag), bad) {
				t.Errorf("the page has %s", tag)
			}
		}
	}
	for _, style := range stylePattern.FindAllStringSubmatch(text, -1) {
		for _, bad := range []string{"url(", "@import", "expression("} {
			if strings.Contains(style[1], bad) {
				t.Errorf("the style sheet holds %s", bad)
			}
		}
	}
	checkWellFormed(t, markup)
}

func checkPolicy(t testing.TB, text string) {
	t.Helper()
	m := policyPattern.FindStringSubmatch(text)
	if m == nil {
		t.Fatal("the page has no policy")
	}
	allowed := map[string]string{}
	for _, directive := range strings.Split(html.UnescapeString(m[1]), ";") {
		name, values, _ := strings.Cut(strings.TrimSpace(directive), " ")
		allowed[name] = values
	}
	want := map[string]string{
		"default-src": "'none'", "base-uri": "'none'", "form-action": "'none'", "style-src": digests(stylePattern, text),
	}
	for name, values := range want {
		if allowed[name] != values {
			t.Errorf("policy: %s is %q, expected %q", name, allowed[name], values)
		}
	}
	if len(allowed) != len(want)+1 {
		t.Errorf("policy: %v has more than it needs", allowed)
	}
	// The order of digests is of no matter to a browser.
	for _, digest := range strings.Fields(digests(scriptPattern, text)) {
		if !strings.Contains(allowed["script-src"], digest) {
			t.Errorf("policy: %q does not allow the script %s", allowed["script-src"], digest)
		}
	}
	if n := len(scriptPattern.FindAllString(text, -1)); len(strings.Fields(allowed["script-src"])) != n {
		t.Errorf("policy: %q for %d scripts", allowed["script-src"], n)
	}
}

func digests(pattern *regexp.Regexp, text string) string {
	var list []string
	for _, m := range pattern.FindAllStringSubmatch(text, -1) {
		sum := sha256.Sum256([]byte(m[1]))
		list = append(list, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	return strings.Join(list, " ")
}

// checkWellFormed reads the markup, without its scripts, as XML in which some elements have no end.
func checkWellFormed(t testing.TB, markup string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(strings.TrimPrefix(markup, "<!doctype html>")))
	d.Strict, d.AutoClose, d.Entity = false, []string{"meta", "input", "br", "hr"}, xml.HTMLEntity
	var open []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("markup: %v", err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			open = append(open, e.Name.Local)
		case xml.EndElement:
			if len(open) == 0 || open[len(open)-1] != e.Name.Local {
				t.Fatalf("markup: </%s> ends what %v began, byte %d", e.Name.Local, open, d.InputOffset())
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Errorf("markup: %v not ended", open)
	}
}

// Data gives the JSON that a page holds.
func Data(t testing.TB, page []byte) []byte {
	t.Helper()
	m := dataPattern.FindSubmatch(page)
	if m == nil {
		t.Fatal("the page holds no data")
	}
	return m[1]
}

// Run runs code with the page's own scripts loaded, outside of a browser: code is the body of a function of input that
// returns something that has a JSON form, which is decoded into output. Without Node.js the test is skipped.
func Run(t testing.TB, page []byte, code string, input, output any) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("the scripts of pages are not tested here: there is no node")
	}
	scripts := scriptPattern.FindAllSubmatch(page, -1)
	if len(scripts) == 0 {
		t.Fatal("the page has no script")
	}
	b, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	var program bytes.Buffer
	program.Write(scripts[len(scripts)-1][1]) // the library, which needs a browser, comes before
	program.WriteString("\nconst given = JSON.parse(require(\"node:fs\").readFileSync(0, \"utf8\"));\n" +
		"const result = (function (input) {" + code + "\n})(given);\nprocess.stdout.write(JSON.stringify(result));\n")
	file := filepath.Join(t.TempDir(), "program.cjs")
	if err := os.WriteFile(file, program.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, file)
	var out, fault bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(b), &out, &fault
	if err := cmd.Run(); err != nil {
		t.Fatalf("node: %v\n%s", err, fault.String())
	}
	if err := json.Unmarshal(out.Bytes(), output); err != nil {
		t.Fatalf("%v: %.200s", err, out.String())
	}
}
