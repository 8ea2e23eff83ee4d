package dataset

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

type sheetFileRow struct {
	Name string     `col:"name" doc:"of it"`
	Size *uint64    `col:"size_bytes" unit:"bytes" doc:"how much"`
	Seen *time.Time `col:"seen" unit:"ns" doc:"when"`
}

func TestSheetFile(t *testing.T) {
	sheet := NewSheet[sheetFileRow]("example")
	size, seen := uint64(7), time.Date(2024, 3, 5, 8, 0, 0, 1, time.UTC)
	for _, rows := range [][]sheetFileRow{{}, {{Name: "a", Size: &size}, {Name: "b", Seen: &seen}}} {
		path := filepath.Join(t.TempDir(), "example.parquet")
		var contents [2]string
		for i := range contents { // the second in place of the first
			if err := WriteSheetFile(context.Background(), path, sheet.Rows(rows), "example/v1", "test"); err != nil {
				t.Fatal(err)
			}
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			contents[i] = string(content)
		}
		if contents[0] != contents[1] {
			t.Error("written again, the file differs")
		}
		back, err := ReadSheetFile(path, sheet, "example/v1")
		if err != nil || len(back) != len(rows) || len(rows) > 0 && !reflect.DeepEqual(back, rows) {
			t.Errorf("%v came back as %v: %v", rows, back, err)
		}
		if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
			t.Errorf("%v is left: %v", entries, err)
		}
		if _, err := ReadSheetFile(path, sheet, "example/v2"); !errors.As(err, new(*VersionError)) {
			t.Errorf("another schema: %v", err)
		}
		if _, err := ReadSheetFile(path, NewSheet[sheetFileRow]("other"), "example/v1"); !errors.As(err, new(*FileError)) {
			t.Errorf("another table: %v", err)
		}
	}
}

func TestSheetFileLeavesWhatIsThere(t *testing.T) {
	sheet := NewSheet[sheetFileRow]("example")
	path := filepath.Join(t.TempDir(), "example.parquet")
	write := func(ctx context.Context, name string) error {
		return WriteSheetFile(ctx, path, sheet.Rows([]sheetFileRow{{Name: name}}), "example/v1", "test")
	}
	if err := write(context.Background(), "first"); err != nil {
		t.Fatal(err)
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if err := write(done, "second"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	full := createFile
	defer func() { createFile = full }()
	createFile = func(string) (outputFile, error) { return nil, os.ErrPermission }
	if err := write(context.Background(), "third"); !errors.Is(err, os.ErrPermission) {
		t.Errorf("error %v", err)
	}
	back, err := ReadSheetFile(path, sheet, "example/v1")
	if err != nil || len(back) != 1 || back[0].Name != "first" {
		t.Errorf("%v: %v", back, err)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("%v is left: %v", entries, err)
	}
}
