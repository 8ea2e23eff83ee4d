package command

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
)

// everyRecording lists the recordings of the repository and, where ETLEDGER_SHARED names a folder, those in its corpus and
// cases.
func everyRecording(t *testing.T) (paths []string) {
	t.Helper()
	patterns := []string{filepath.Join("..", "..", "testdata", "*.etl"), filepath.Join("..", "..", "testdata", "damaged", "*.etl")}
	if shared := os.Getenv("ETLEDGER_SHARED"); shared != "" {
		patterns = append(patterns, filepath.Join(shared, "corpus", "*.etl"), filepath.Join(shared, "cases", "*.etl"))
	}
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no recordings at %s: %v", pattern, err)
		}
		paths = append(paths, found...)
	}
	return paths
}

// TestDatasetGivesWhatTheRecordingGives compares, for every recording, all that the commands write of a dataset with what they
// write of the recording, byte for byte, with the exit status.
func TestDatasetGivesWhatTheRecordingGives(t *testing.T) {
	for _, path := range everyRecording(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			if info, err := os.Stat(path); err == nil && info.Size() > 1<<20 && testing.Short() {
				t.Skip("large")
			}
			ctx := context.Background()
			folder := filepath.Join(t.TempDir(), "captures")
			var out, errs bytes.Buffer
			converted := run(ctx, []string{"convert", path, "-o", folder}, &out, &errs)
			if converted == statusFailed {
				if status := run(ctx, []string{"info", path}, &out, &errs); status != statusFailed {
					t.Fatalf("it cannot be converted, and info gives status %d: %s", status, &errs)
				}
				if _, err := os.Stat(folder); err == nil {
					t.Error("a folder is left behind")
				}
				return
			}
			if bytes.Count(out.Bytes(), []byte("\n")) != 1 || errs.Len() > 0 {
				t.Errorf("convert says %q, %q", &out, &errs)
			}
			commands := [][]string{{"analyze", "-f", "json"}, {"doctor", "-f", "json"}, {"info", "-f", "json"}, {"doctor"}, {"analyze"}, {"info"}, {"pprof"},
				{"pprof", "--folded"}, {"analyze", "-f", "markdown"}, {"analyze", "-f", "csv"},
				{"analyze", "-f", "json", "--details", "--to", "1000h"}, {"analyze", "-f", "html"}}
			if testing.Short() {
				commands = commands[:3]
			}
			for _, command := range commands {
				var want, got, wantErrs, gotErrs bytes.Buffer
				wantStatus := run(ctx, append(command, path), &want, &wantErrs)
				status := run(ctx, append(command, folder), &got, &gotErrs)
				if status != wantStatus || gotErrs.String() != wantErrs.String() {
					t.Errorf("%v: status %d, %q; of the recording %d, %q", command, status, &gotErrs, wantStatus, &wantErrs)
				}
				if !bytes.Equal(got.Bytes(), want.Bytes()) {
					t.Errorf("%v: other bytes", command)
				}
				if command[0] != "pprof" && status != converted {
					t.Errorf("%v: status %d, that of convert was %d", command, status, converted)
				}
			}
		})
	}
}
