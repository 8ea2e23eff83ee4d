package pool

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"etledger/model/poolsnap"
)

// mainOf gives what a page itself shows: its shell, with styles and scripts, is tested where it is made.
func mainOf(t *testing.T, page string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, "<main")
	body, _, closed := strings.Cut(rest, "</main>")
	if !found || !closed {
		t.Fatal("the page has no main landmark")
	}
	return "<main" + body + "</main>\n"
}

// TestPageNeedsNothing: the page refers to nothing outside, and holds neither styles nor scripts of its own.
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
		wellFormed(t, name, page)
	}
}

// TestPageHasSeriesOnlyWhenAsked: charts come with details.
func TestPageHasSeriesOnlyWhenAsked(t *testing.T) {
	in := Inputs{Now: observedOf(t, snapshotsOf(20, time.Minute, series{"Leak", poolsnap.Nonpaged, 64, by(0, 5000), none}))}
	for _, details := range []bool{false, true} {
		var page bytes.Buffer
		if err := analyzed(t, in, Options{Details: details}).WriteHTML(&page, TextOptions{}); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(page.String(), `"series":{`) != details {
			t.Errorf("details are %t, but the page holds series: %t", details, !details)
		}
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
	body := mainOf(t, page.String())
	for _, bad := range []string{"<script>", "<img", "<b>&"} {
		if strings.Contains(body, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	wellFormed(t, "page", body)
}
