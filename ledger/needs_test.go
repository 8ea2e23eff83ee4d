package ledger

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"testing"

	"etledger/etl"
	"etledger/model"
)

// recordings gives the paths of the recordings that the project ships, and of the shared ones where there are any.
func recordings(t *testing.T) []string {
	t.Helper()
	patterns := []string{"../testdata/*.etl"}
	if root := sharedRoot(); root != "" {
		patterns = append(patterns, filepath.Join(root, "cases", "*.etl"), filepath.Join(root, "corpus", "*.etl"))
	}
	var paths []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: no recordings: %v", pattern, err)
		}
		paths = append(paths, found...)
	}
	return paths
}

// readWith keeps the books of a recording, decoded and kept as options say.
func readWith(t testing.TB, path string, decoding model.Options, options Options) *Accounts {
	t.Helper()
	ctx := context.Background()
	capture, err := etl.Open(ctx, etl.Options{}, path)
	if err != nil {
		t.Fatal(err)
	}
	defer capture.Close()
	accounts, err := Read(ctx, model.NewReader(capture, decoding).Chunks(ctx), options)
	if err != nil {
		t.Fatal(err)
	}
	return accounts
}

// TestNeeds makes accounts from the needed columns alone and from all there are.
func TestNeeds(t *testing.T) {
	tables, columns := Needs()
	if len(columns) != len(tables) {
		t.Errorf("columns of %d tables, want %d", len(columns), len(tables))
	}
	for _, table := range tables {
		if err := table.CheckColumns(columns[table]); err != nil {
			t.Error(err)
		}
	}
	for _, path := range recordings(t) {
		needed := readWith(t, path, model.Options{Tables: tables, Columns: columns}, Options{Stacks: true})
		all := readWith(t, path, model.Options{}, Options{Stacks: true})
		if !reflect.DeepEqual(needed, all) {
			t.Errorf("%s: accounts differ", path)
		}
	}
}

// TestColumnsMissing leaves out one needed column after the other. Each time the chunk is refused, and the books go on
// as if it had not come.
func TestColumnsMissing(t *testing.T) {
	ctx := context.Background()
	capture, err := etl.Open(ctx, etl.Options{}, "../testdata/keyed-stacks.etl")
	if err != nil {
		t.Fatal(err)
	}
	defer capture.Close()
	tables, columns := Needs()
	l := New(Options{})
	refused := 0
	for _, table := range tables {
		for i, missing := range columns[table] {
			without := append(append([]string{}, columns[table][:i]...), columns[table][i+1:]...)
			if len(without) == 0 {
				continue
			}
			some := model.Options{Tables: []model.Table{table}, Columns: map[model.Table][]string{table: without}}
			for chunk, err := range model.NewReader(capture, some).Chunks(ctx) {
				if err != nil {
					t.Fatal(err)
				}
				if chunk.Batch(table) == nil {
					continue
				}
				refused++
				var lacks *ColumnError
				if err := l.Add(chunk); !errors.As(err, &lacks) || *lacks != (ColumnError{table, missing}) {
					t.Errorf("%v without %s: %v", table, missing, err)
				}
			}
		}
	}
	if refused < 30 {
		t.Errorf("only %d chunks were refused", refused)
	}
	for chunk, err := range model.NewReader(capture, model.Options{}).Chunks(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Add(chunk); err != nil {
			t.Fatal(err)
		}
	}
	if want := readFile(t, "../testdata/keyed-stacks.etl"); !reflect.DeepEqual(l.Finish(), want) {
		t.Error("accounts differ")
	}
}
