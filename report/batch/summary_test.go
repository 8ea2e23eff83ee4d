package batch

import (
	"path/filepath"
	"testing"

	"etledger/internal/schematest"
)

// The summary keeps to its schema, and does not depend on the number of workers.
func TestSummary(t *testing.T) {
	schema := schematest.Read(t, filepath.Join("..", "..", "docs", "batch.schema.json"))
	captures := find(t, FindOptions{}, testdata)
	var want string
	for _, workers := range []int{1, 2, 5} {
		s := runAll(t, captures, RunOptions{Options: Options{Dataset: t.TempDir()}, Workers: workers})
		text := summaryJSON(t, s)
		if want == "" {
			want = text
			schematest.Refuses(t, schema, []byte(text), [][2]string{
				{`"schema": "etledger/batch/v1"`, `"schema": "etledger/batch/v2"`},
				{`"status": "done"`, `"status": "fine"`},
				{`"kind": "not-a-recording"`, `"kind": "odd"`},
				{`"id": "c-`, `"id": "d-`},
				{`"left": 0`, `"left": -1`},
				{`"repeats"`, `"repeat"`},
				{`"leak": `, `"leaks": `},
			})
		}
		if text != want {
			t.Errorf("%d workers: another summary", workers)
		}
	}
}

// The bytes that are told never exceed the total, never go back, and come to the total.
func TestProgress(t *testing.T) {
	captures := find(t, FindOptions{}, archive(t))
	var last Progress
	runAll(t, captures, RunOptions{Options: Options{Dataset: t.TempDir(), Tables: true}, Workers: 3, Progress: func(p Progress) {
		if p.Bytes < last.Bytes || p.Bytes > p.TotalBytes || p.Done < last.Done {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
	}})
	if last.Done != len(captures) || last.Total != len(captures) || last.Bytes != last.TotalBytes || last.Failed != 2 {
		t.Errorf("at the end: %+v", last)
	}
}
