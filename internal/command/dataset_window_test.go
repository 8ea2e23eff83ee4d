package command

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"
)

// TestWindowOfDataset compares reports of windows of a dataset with those of the recording.
func TestWindowOfDataset(t *testing.T) {
	ctx := context.Background()
	for name, windows := range map[string][][]string{
		"leaky-service.etl":    {{"--from", "33.5"}, {"--from", "33", "--to", "140"}, {"--from", "190"}},
		"memory-snapshots.etl": {{"--from", "0.3", "--to", "2.5"}},
		"lost-buffer.etl":      {{"--from", "0.2"}},
	} {
		path := filepath.Join("..", "..", "testdata", name)
		folder := filepath.Join(t.TempDir(), "captures")
		var out, errs bytes.Buffer
		if status := run(ctx, []string{"convert", path, "-o", folder}, &out, &errs); status == statusFailed {
			t.Fatal(&errs)
		}
		for _, window := range windows {
			command := append([]string{"analyze", "-f", "json", "--details"}, window...)
			var want, got, wantErrs, gotErrs bytes.Buffer
			wantStatus := run(ctx, append(command, path), &want, &wantErrs)
			status := run(ctx, append(command, folder), &got, &gotErrs)
			if status != wantStatus || gotErrs.String() != wantErrs.String() || !bytes.Equal(got.Bytes(), want.Bytes()) {
				t.Errorf("%s %v: status %d, %q; of the recording %d, %q", name, window, status, &gotErrs, wantStatus, &wantErrs)
			}
		}
	}
}
