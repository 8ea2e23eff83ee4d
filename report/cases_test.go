package report

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// smallCase is one entry of cases/expected.json: what the report of a small capture must hold. Fields that a case
// leaves out are not compared.
type smallCase struct {
	Name      string          `json:"name"`
	About     string          `json:"about"`
	Lifetimes int             `json:"lifetimes"`
	Findings  []string        `json:"findings"` // one of these words must be in a code or a message
	Processes []caseLifetimes `json:"processes"`
}

// caseLifetimes is what a lifetime must be, the numbers by their names in the report's JSON.
type caseLifetimes map[string]any

func TestCases(t *testing.T) {
	folder := shared(t, "cases")
	b, err := os.ReadFile(filepath.Join(folder, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []smallCase
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			r := analyzeFile(t, filepath.Join(folder, c.Name+".etl"))
			var js bytes.Buffer
			if err := r.WriteJSON(&js); err != nil {
				t.Fatal(err)
			}
			checkCase(t, c, r, js.Bytes())
		})
	}
}

func checkCase(t *testing.T, c smallCase, r *Report, js []byte) {
	var plain struct {
		Processes []map[string]any `json:"processes"`
	}
	if err := json.Unmarshal(js, &plain); err != nil {
		t.Fatal(err)
	}
	if c.Lifetimes > 0 && len(plain.Processes) != c.Lifetimes {
		t.Errorf("%d lifetimes, want %d", len(plain.Processes), c.Lifetimes)
	}
	if len(c.Findings) > 0 && !slices.ContainsFunc(r.Capture.Findings, func(f Finding) bool {
		return slices.ContainsFunc(c.Findings, func(word string) bool {
			return strings.Contains(f.Code+f.Message,
				word)
		})
	}) {
		t.Errorf("no finding says any of %v: %+v", c.Findings, r.Capture.Findings)
	}
	for _, want := range c.Processes {
		at := slices.IndexFunc(plain.Processes, func(p map[string]any) bool {
			return p["pid"] == want["pid"] && (want["image"] == nil || p["image"] == want["image"])
		})
		if at < 0 {
			t.Errorf("no process %v %v in %s", want["pid"], want["image"], js)
			continue
		}
		compareCase(t, want, plain.Processes[at])
	}
}

func compareCase(t *testing.T, want caseLifetimes, got map[string]any) {
	account := got["virtual_alloc"].(map[string]any)
	for name, value := range want {
		switch name {
		case "pid", "image":
		case "not_verdict":
			if verdict := got["trend"].(map[string]any)["verdict"]; verdict == value {
				t.Errorf("pid %v: verdict %v", got["pid"], verdict)
			}
		case "suspect_module":
			suspects := got["suspects"].([]any)
			if len(suspects) == 0 || suspects[0].(map[string]any)["module"] != value {
				t.Errorf("pid %v: suspects %v, want %v first", got["pid"], suspects, value)
			}
		default:
			if account[name] != value {
				t.Errorf("pid %v: %s is %v, want %v", got["pid"], name, account[name], value)
			}
		}
	}
}
