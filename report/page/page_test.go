package page

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"

	"etledger/internal/webpage/webpagetest"
	"etledger/report"
)

// holding is what a page holds, read back.
type holding struct {
	Report json.RawMessage
	Page   struct {
		BinNS   int64 `json:"bin_ns"`
		Omitted []string
		Prose   []*report.Prose
	}
}

func heldBy(t *testing.T, page []byte) (h holding) {
	t.Helper()
	if err := json.Unmarshal(webpagetest.Data(t, page), &h); err != nil {
		t.Fatal(err)
	}
	return h
}

// anyOf reads JSON for comparison, whatever the order of its fields.
func anyOf(t *testing.T, b []byte) (v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestPageHoldsTheReport: where nothing had to be left out, the page's data is the report's JSON, and the text says what the
// report says.
func TestPageHoldsTheReport(t *testing.T) {
	r := analyzed(t, shipped, report.Options{Details: true})
	b := pageOf(t, r, Options{})
	webpagetest.Check(t, b)
	held := heldBy(t, b)
	if len(held.Page.Omitted) > 0 {
		t.Errorf("left out: %q", held.Page.Omitted)
	}
	var whole bytes.Buffer
	if err := r.WriteJSON(&whole); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(anyOf(t, held.Report), anyOf(t, whole.Bytes())) {
		t.Error("the data of the page is not the report's JSON")
	}
	if len(held.Page.Prose) != len(r.Processes) || !strings.Contains(held.Page.Prose[0].Reason[0], r.Processes[0].Trend.Reason) {
		t.Error("the sentences on the processes are not the report's")
	}
	markup, _, _ := bytes.Cut(b, []byte(`<script type="application/json"`))
	for _, want := range []string{
		r.Answer, r.Processes[0].Trend.Reason, r.Capture.Findings[0].Message, "session-cache.dll&#43;0x6620e",
		"37.2 MiB", "Windows build 19041", "browser.exe",
	} {
		if !bytes.Contains(markup, []byte(want)) {
			t.Errorf("without scripts the page does not say %q", want)
		}
	}
	if !bytes.Equal(b, pageOf(t, analyzed(t, shipped, report.Options{Details: true}), Options{})) {
		t.Error("the page of the same capture has other bytes")
	}
}

// TestPageWithoutDetails: it has no charts, and everything else.
func TestPageWithoutDetails(t *testing.T) {
	r := analyzed(t, shipped, report.Options{})
	b := pageOf(t, r, Options{})
	webpagetest.Check(t, b)
	if bytes.Contains(b, []byte(`id="time-chart"`)) {
		t.Error("there is a chart of nothing")
	}
	empty := &report.Report{Answer: "Nothing.", Capture: report.Capture{Findings: []report.Finding{}}}
	webpagetest.Check(t, pageOf(t, empty, Options{}))
}

// TestPageStaysSmall: many processes with large details fit, the worst keep theirs, and the page says what is missing.
func TestPageStaysSmall(t *testing.T) {
	n := 5000
	if testing.Short() {
		n = 1000
	}
	r := madeReport(n, 100)
	b := pageOf(t, r, Options{})
	if len(b) > DefaultMaxBytes || len(b) < DefaultMaxBytes*8/10 {
		t.Errorf("the page has %d bytes, the room is %d", len(b), DefaultMaxBytes)
	}
	webpagetest.Check(t, b)
	held := heldBy(t, b)
	var back report.Report
	if err := json.Unmarshal(held.Report, &back); err != nil {
		t.Fatal(err)
	}
	if len(back.Processes) != n {
		t.Fatalf("%d processes of %d", len(back.Processes), n)
	}
	for i := range back.Processes {
		got, want := back.Processes[i], r.Processes[i]
		if got.PID != want.PID || got.Trend.Verdict != want.Trend.Verdict ||
			got.VirtualAlloc.OutstandingCommitBytes != want.VirtualAlloc.OutstandingCommitBytes {
			t.Fatalf("process %d is another one", i)
		}
	}
	first := back.Processes[0]
	if first.Details == nil || first.Details.Timeline == nil || len(first.Details.Stacks) != 30 {
		t.Error("the worst process lost its details")
	}
	for i, s := range first.Details.Stacks {
		for k, frame := range s.Frames {
			if want := r.Details.Frames[r.Processes[0].Details.Stacks[i].Frames[k]]; back.Details.Frames[frame] != want {
				t.Fatalf("frame %d of stack %d is %s, not %s", k, i, back.Details.Frames[frame], want)
			}
		}
	}
	if len(held.Page.Omitted) == 0 || !bytes.Contains(b, []byte(held.Page.Omitted[0])) {
		t.Errorf("the page does not say what is left out: %q", held.Page.Omitted)
	}
	if !bytes.Equal(b, pageOf(t, r, Options{})) {
		t.Error("written again, the page differs")
	}
}

// TestPageNeedsLittle: whatever the limit, there is a page; without one it holds everything.
func TestPageNeedsLittle(t *testing.T) {
	r := madeReport(60, 64)
	last := 0
	for _, limit := range []int{1, 150_000, 300_000, 600_000, 1_200_000, -1} {
		b := pageOf(t, r, Options{MaxBytes: limit})
		webpagetest.Check(t, b)
		if len(b) < last {
			t.Errorf("with a limit of %d the page has %d bytes, less than with a lower one", limit, len(b))
		}
		last = len(b)
		if limit >= 200_000 && len(b) > limit {
			t.Errorf("with a limit of %d the page has %d bytes", limit, len(b))
		}
		if omitted := heldBy(t, b).Page.Omitted; limit < 0 && len(omitted) > 0 {
			t.Errorf("without a limit was left out: %q", omitted)
		}
	}
}

var hostile = "</script><script>alert(1)</script><!--\u202e\x1b[2J'\"><img src=x onerror=alert(1)>{{.}}\u2028=cmd|' /C calc'!A0"

// TestHostileNames: names cannot get out of their places, in markup or data.
func TestHostileNames(t *testing.T) {
	r := madeReport(3, 8)
	r.Answer, r.Capture.File, r.Capture.Files = hostile, hostile, []string{hostile, "C:\\" + hostile}
	r.Capture.Clock, r.Capture.Keywords = hostile, []string{hostile}
	r.Capture.Findings = []report.Finding{{Code: "made", Severity: "warning", Message: hostile}}
	r.System.ComputerName, r.System.Architecture = &hostile, &hostile
	r.Details.Frames[0], r.Details.Gaps[0].File, r.Pool.Tags[0].Tag = hostile, hostile, hostile
	for i := range r.Processes {
		p := &r.Processes[i]
		p.Image, p.ImagePath, p.CommandLine, p.User = &hostile, &hostile, &hostile, &hostile
		p.Trend.Verdict, p.Trend.Reason = "leak", hostile
		p.Suspects = []report.Suspect{{Module: hostile, ModulePath: &hostile, Frame: &hostile, Stack: []string{hostile}}}
		p.Leads = []report.Lead{{Module: hostile, ModulePath: &hostile}}
	}
	b := pageOf(t, r, Options{})
	webpagetest.Check(t, b)
	markup, data, _ := bytes.Cut(b, []byte(`<script type="application/json"`))
	for _, bad := range []string{"<script>alert", "<img", "\x1b", "\u202e", "\u2028"} {
		if bytes.Contains(markup, []byte(bad)) {
			t.Errorf("the markup holds %q as it is", bad)
		}
	}
	for _, bad := range []string{"<script>alert", "<img", "\u2028"} {
		if bytes.Contains(data, []byte(bad)) {
			t.Errorf("the data holds %q as it is", bad)
		}
	}
	var back report.Report
	if err := json.Unmarshal(heldBy(t, b).Report, &back); err != nil {
		t.Fatal(err)
	}
	if *back.Processes[0].Image != hostile {
		t.Errorf("the name came back as %q", *back.Processes[0].Image)
	}
}

type brokenWriter struct{}

var errBroken = errors.New("the pipe is broken")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestWriteErrors(t *testing.T) {
	if err := Write(brokenWriter{}, madeReport(1, 4), Options{}); !errors.Is(err, errBroken) {
		t.Errorf("error %v", err)
	}
}

// TestEveryScriptIsUsed: each script is in the list, and none makes markup or code of text.
func TestEveryScriptIsUsed(t *testing.T) {
	entries, err := fs.ReadDir(files, "script")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !slices.Contains(scripts, strings.TrimSuffix(e.Name(), ".js")) {
			t.Errorf("%s is in no list", e.Name())
		}
		text, err := files.ReadFile("script/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"} {
			if bytes.Contains(text, []byte(bad)) {
				t.Errorf("%s uses %s", e.Name(), bad)
			}
		}
	}
}
