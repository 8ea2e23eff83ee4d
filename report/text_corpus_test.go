package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"path/filepath"
	"testing"
)

// TestCorpusInEveryForm: whatever a recording holds, text fits its width, Markdown has whole tables and CSV can be read.
func TestCorpusInEveryForm(t *testing.T) {
	for _, path := range append(recordings(t, shared(t, "corpus")), recordings(t, shared(t, "cases"))...) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			r := analyzeFile(t, path)
			for _, width := range []int{60, 80, 120, 200} {
				checkPlain(t, textOf(t, r, TextOptions{Width: width, Top: -1}), width)
				checkPlain(t, textOf(t, r, TextOptions{Width: width, Bytes: true, Columns: ColumnNames()}), width)
			}
			for i := range r.Processes[:min(len(r.Processes), 20)] {
				o := TextOptions{Explain: fmt.Sprint(r.Processes[i].PID), Width: 80}
				checkPlain(t, textOf(t, r, o), 80)
				if _, _, active := contentOf(t, markdownOf(t, r, o)); len(active) > 0 {
					t.Errorf("the explanation of %s has %v", r.Processes[i].name(), active)
				}
			}
			_, tables, active := contentOf(t, markdownOf(t, r, TextOptions{Top: -1}))
			if len(r.Processes) > 0 {
				checkTables(t, tables)
			}
			if len(active) > 0 {
				t.Errorf("Markdown has %v", active)
			}
			var b bytes.Buffer
			if err := r.WriteCSV(&b, TextOptions{}); err != nil {
				t.Fatal(err)
			}
			if records, err := csv.NewReader(&b).ReadAll(); err != nil || len(records) != len(r.Processes)+1 {
				t.Errorf("%d lines of CSV for %d processes, error %v", len(records), len(r.Processes), err)
			}
		})
	}
}
