package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"etledger/internal/schematest"
)

// shared gives the folder of recordings and cases that is not part of the repository, and skips the test without it.
func shared(t *testing.T, part string) string {
	t.Helper()
	root := os.Getenv("ETLEDGER_SHARED")
	if root == "" {
		t.Skip("ETLEDGER_SHARED is not set: it names a folder with corpus/ and cases/")
	}
	path := filepath.Join(root, part)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("ETLEDGER_SHARED has no %s: %v", part, err)
	}
	return path
}

func recordings(t *testing.T, folder string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.etl"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no recordings in %s: %v", folder, err)
	}
	return paths
}

// kindText says all that tells one kind of event from another.
func kindText(e *EventCount) string {
	var b strings.Builder
	b.WriteString(e.Kind)
	if e.Provider != nil {
		b.WriteString(" " + *e.Provider)
	}
	if e.Group != nil {
		fmt.Fprintf(&b, " group %d", *e.Group)
	}
	if e.Opcode != nil {
		fmt.Fprintf(&b, " opcode %d", *e.Opcode)
	}
	if e.ID != nil {
		fmt.Fprintf(&b, " id %d", *e.ID)
	}
	if e.Version != nil {
		fmt.Fprintf(&b, " version %d", *e.Version)
	}
	return b.String()
}

// The counts of every kind of event are those that two other scanners agree on.
func TestInfoCountsTheCorpus(t *testing.T) {
	folder := shared(t, "corpus")
	for _, path := range recordings(t, folder) {
		name := strings.TrimSuffix(filepath.Base(path), ".etl")
		t.Run(name, func(t *testing.T) {
			b, err := os.ReadFile(filepath.Join(folder, "expected", name+".json"))
			if err != nil {
				t.Fatal(err)
			}
			var want Info
			if err := json.Unmarshal(b, &want); err != nil {
				t.Fatal(err)
			}
			got := inspectFile(t, path)
			counts := map[string]uint64{}
			for i := range want.Events {
				counts[kindText(&want.Events[i])] = want.Events[i].Count
			}
			for i := range got.Events {
				e := &got.Events[i]
				if counts[kindText(e)] != e.Count {
					t.Errorf("%s: %d, expected %d", kindText(e), e.Count, counts[kindText(e)])
				}
				delete(counts, kindText(e))
			}
			for kind, n := range counts {
				t.Errorf("%s: none, expected %d", kind, n)
			}
			if got.Total != want.Total || got.Capture.Events != want.Total {
				t.Errorf("total %d, events %d, expected %d", got.Total, got.Capture.Events, want.Total)
			}
		})
	}
}

// Every recording gives outputs that keep the contract, in both forms.
func TestCorpusOutputsKeepTheContract(t *testing.T) {
	reportSchema, infoSchema := schemaOf(t, "report.schema.json"), schemaOf(t, "info.schema.json")
	for _, path := range append(recordings(t, shared(t, "corpus")), recordings(t, shared(t, "cases"))...) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			r, i := analyzeFile(t, path), inspectFile(t, path)
			var js, text bytes.Buffer
			if err := r.WriteJSON(&js); err != nil {
				t.Fatal(err)
			}
			schematest.Keeps(t, reportSchema, js.Bytes())
			js.Reset()
			if err := i.WriteJSON(&js); err != nil {
				t.Fatal(err)
			}
			schematest.Keeps(t, infoSchema, js.Bytes())
			if err := r.WriteText(&text, TextOptions{}); err != nil {
				t.Fatal(err)
			}
			if err := i.WriteText(&text, TextOptions{}); err != nil {
				t.Fatal(err)
			}
			checkPlain(t, text.String(), 130+len(path))
			if r.Capture.DurationS < leakMinimumS {
				for _, p := range r.Processes {
					if p.Trend.Verdict == "leak" {
						t.Errorf("%s is called a leak in %v s", p.name(), r.Capture.DurationS)
					}
				}
			}
		})
	}
}
