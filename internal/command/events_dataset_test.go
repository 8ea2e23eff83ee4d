package command

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recordings are the captures that ship with the project and, where there are any, those of ETLEDGER_SHARED.
func recordings(t *testing.T) []string {
	t.Helper()
	patterns := []string{"../../testdata/*.etl", "../../testdata/damaged/*.etl"}
	if testing.Short() {
		return []string{"../../testdata/keyed-stacks.etl", "../../testdata/split-stacks.etl", "../../testdata/damaged/torn-in-event.etl"}
	}
	if shared := os.Getenv("ETLEDGER_SHARED"); shared != "" {
		patterns = append(patterns, filepath.Join(shared, "corpus", "*.etl"), filepath.Join(shared, "cases", "*.etl"))
	} else {
		t.Log("ETLEDGER_SHARED names no folder of real recordings: only those that ship with the project are compared")
	}
	var all []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	return all
}

// outputOf runs a command line, which must do its work.
func outputOf(t *testing.T, args ...string) []byte {
	t.Helper()
	var out, errs bytes.Buffer
	if status := run(context.Background(), args, &out, &errs); status != statusFine && status != statusDamaged {
		t.Fatalf("%v: status %d, %s", args, status, &errs)
	}
	return out.Bytes()
}

// A dataset lists what the recording lists, to the byte.
func TestEventsOfDataset(t *testing.T) {
	compared := 0
	for _, recording := range recordings(t) {
		folder := filepath.Join(t.TempDir(), "dataset")
		var out, errs bytes.Buffer
		convert := []string{"convert", recording, "-o", folder}
		if status := run(context.Background(), convert, &out, &errs); status == statusFailed {
			continue // no recording, which other tests are about
		}
		for _, flags := range [][]string{
			{"-f", "jsonl"},
			{"-f", "text"},
			{"-f", "jsonl", "-t", "frame,stack,virtual_alloc"},
			{"-f", "jsonl", "-w", "pid > 4 and (exe is null or type in ('alloc', 'start'))", "-n", "500"},
			{"-f", "csv", "-t", "process"},
			{"-f", "csv", "-t", "stack", "--columns", "seq,first_frame,frames", "-w", "frame_count > 2"},
			{"-f", "arrow", "-t", "virtual_alloc"},
			{"-f", "arrow", "-t", "stack", "-w", "first_frame > 5"},
			{"-f", "arrow", "-t", "image", "--columns", "file_name,pid"},
		} {
			want := outputOf(t, append([]string{"events", recording}, flags...)...)
			got := outputOf(t, append([]string{"events", folder}, flags...)...)
			if !bytes.Equal(got, want) {
				t.Errorf("%s, %s: %d bytes, want %d; they differ from byte %d on", recording, strings.Join(flags, " "), len(got),
					len(want), difference(got, want))
			}
		}
		for _, table := range []string{"stack", "image"} {
			flags := []string{"--to", "arrow", "-t", table, "-o", "-"}
			want := outputOf(t, append([]string{"convert", recording}, flags...)...)
			if got := outputOf(t, append([]string{"convert", folder}, flags...)...); !bytes.Equal(got, want) {
				t.Errorf("%s, %s: %d bytes, want %d", recording, strings.Join(flags, " "), len(got), len(want))
			}
		}
		compared++
	}
	if compared < 3 {
		t.Errorf("%d recordings compared", compared)
	}
}

// difference is the first byte at which two slices differ.
func difference(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}
