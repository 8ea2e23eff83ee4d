package pool

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"etledger/model/poolsnap"
)

// TestPageNeedsNothing: the page has no script, no reference to anything outside, and a policy that allows its style alone.
func TestPageNeedsNothing(t *testing.T) {
	for _, name := range []string{"report.html", "receipt.html"} {
		b, err := os.ReadFile(filepath.Join("testdata", "golden", name))
		if err != nil {
			t.Fatal(err)
		}
		page := string(b)
		for _, bad := range []string{"<script", "javascript:", "http://", "https://", " src=", " href=", "url(", "@import", " style=", "onload"} {
			if strings.Contains(strings.ToLower(page), bad) {
				t.Errorf("%s holds %q", name, bad)
			}
		}
		style := regexp.MustCompile(`(?s)<style>(.*)</style>`).FindStringSubmatch(page)
		policy := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)
		if style == nil || policy == nil {
			t.Fatalf("%s has no style or no policy", name)
		}
		sum := sha256.Sum256([]byte(style[1]))
		digest := strings.NewReplacer("&#43;", "+", "&#39;", "'").Replace(policy[1])
		if !strings.Contains(digest, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") ||
			!strings.HasPrefix(digest, "default-src 'none';") {
			t.Errorf("%s: the policy %s does not name the style", name, digest)
		}
		for _, part := range []string{"prefers-color-scheme: dark", "@media print"} {
			if !strings.Contains(style[1], part) {
				t.Errorf("%s: the style has no %s", name, part)
			}
		}
		wellFormed(t, name, page)
	}
}

// wellFormed checks that every element is closed.
func wellFormed(t *testing.T, name, page string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Entity = xml.HTMLEntity
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
	}
}

// TestPageEscapes: what files hold stays text.
func TestPageEscapes(t *testing.T) {
	snapshots := snapshotsOf(20, time.Minute, series{"<b>&", poolsnap.Nonpaged, 64, by(0, 5000), none})
	in := observedOf(t, snapshots)
	in.Sources = []Source{{File: `<script>alert("x")</script>.txt`, Role: "input", Kind: "pool CSV"}}
	in.Problems = []poolsnap.Problem{{File: "a", Line: 1, Text: "</table><img src=x>", Reason: "expected a row"}}
	in.ProblemCount = 1
	var page bytes.Buffer
	if err := analyzed(t, Inputs{Now: in}, Options{}).WriteHTML(&page, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"<script>", "<img", "<b>&"} {
		if strings.Contains(page.String(), bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	wellFormed(t, "page", page.String())
}
