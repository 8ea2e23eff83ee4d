package objectstore_test

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"etledger/report/results"
)

// build gives the command with object stores.
func build(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "etledger")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", path, "./cmd/etledger").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// batchOf runs batch and gives the reports that it leaves, by their paths in the dataset, and the rows, less their locations.
func batchOf(t *testing.T, command, input string) (map[string][]byte, []*results.Rows) {
	t.Helper()
	dataset := filepath.Join(t.TempDir(), "dataset")
	if out, err := exec.Command(command, "batch", input, "-o", dataset).CombinedOutput(); err != nil {
		t.Fatalf("batch %s: %v\n%s", input, err, out)
	}
	reports := map[string][]byte{}
	must(t, filepath.WalkDir(dataset, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "report.json" {
			return err
		}
		inside, err := filepath.Rel(dataset, path)
		must(t, err)
		reports[inside], err = os.ReadFile(path)
		return err
	}))
	var rows []*results.Rows
	for r, err := range results.All(context.Background(), dataset, results.AllOptions{}) {
		must(t, err)
		r.Capture.Location = ""
		rows = append(rows, r)
	}
	return reports, rows
}

// The same captures give the same reports from a bucket as from a folder, but for where they are.
func TestBatchOfObjects(t *testing.T) {
	server := s3Server(t)
	p := s3Place(t, server)
	command := build(t)
	folder := t.TempDir()
	for _, name := range []string{"leaky-service", "keyed-stacks", "memory-snapshots"} {
		content, err := os.ReadFile(filepath.Join("..", "testdata", name+".etl"))
		must(t, err)
		must(t, os.WriteFile(filepath.Join(folder, name+".etl"), content, 0o666))
		p.put("in/sub folder/"+name+".etl", content)
	}
	p.put("in/no-capture.txt", []byte("left out"))
	local, rows := batchOf(t, command, folder)
	if len(local) != 3 || len(rows) != 3 || len(rows[0].Lifetimes) == 0 {
		t.Fatalf("%d reports, %d captures in the tables", len(local), len(rows))
	}
	t.Setenv("AWS_REGION", "us-east-1")
	t.Setenv("AWS_ENDPOINT_URL_S3", "http://"+server.address)
	for _, input := range []string{"s3://captures/in", "s3://captures/in/**/*.etl", p.at("in"), p.at("in/*/*.etl")} {
		_, query, found := strings.Cut(input, "?")
		if found {
			query = "?" + query
		}
		reports, again := batchOf(t, command, input)
		if len(reports) != len(local) || !reflect.DeepEqual(again, rows) {
			t.Errorf("%s: %d reports of %d, and rows that are equal: %v", input, len(reports), len(local), reflect.DeepEqual(again, rows))
		}
		for path, want := range local {
			got := bytes.ReplaceAll(reports[path], []byte("s3://captures/in/sub%20folder/"), []byte(filepath.ToSlash(folder)+"/"))
			got = bytes.ReplaceAll(got, []byte(strings.ReplaceAll(query, "&", `\u0026`)), nil)
			got = bytes.ReplaceAll(got, []byte(query), nil)
			if !bytes.Equal(got, want) {
				t.Errorf("%s: %s differs:\n%.600s\nwant\n%.600s", input, path, got, want)
			}
		}
	}
}
