package etl

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

// sharedFolder gives a folder of real recordings and cases, which are not part of the project; the test is skipped where
// they are absent.
func sharedFolder(t testing.TB, name string) string {
	t.Helper()
	root := os.Getenv("ETLEDGER_SHARED")
	if root == "" {
		t.Skip("ETLEDGER_SHARED does not name the folder that holds the recordings (corpus/, cases/)")
	}
	folder := filepath.Join(root, name)
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("no recordings: %v", err)
	}
	return folder
}

// kindLine is one entry of corpus/expected/NAME.json.
type kindLine struct {
	Kind     string `json:"kind"`
	Provider string `json:"provider"`
	Group    int    `json:"group"`
	Opcode   int    `json:"opcode"`
	ID       int    `json:"id"`
	Version  int    `json:"version"`
	Count    int    `json:"count"`
}

func kindOf(e *Event) string {
	switch e.Kind {
	case KindKernel:
		return fmt.Sprintf("kernel %d/%d v%d", e.Group, e.Opcode, e.Version)
	case KindClassic:
		return fmt.Sprintf("classic %s %d v%d", e.Provider, e.Opcode, e.Version)
	case KindEvent:
		return fmt.Sprintf("event %s %d v%d", e.Provider, e.ID, e.Version)
	}
	return e.Kind.String()
}

func expectedKind(l kindLine) string {
	switch l.Kind {
	case "kernel":
		return fmt.Sprintf("kernel %d/%d v%d", l.Group, l.Opcode, l.Version)
	case "classic":
		return fmt.Sprintf("classic %s %d v%d", l.Provider, l.Opcode, l.Version)
	case "event":
		return fmt.Sprintf("event %s %d v%d", l.Provider, l.ID, l.Version)
	}
	return l.Kind
}

// TestCorpusCounts reads every real recording to its end and compares the count of each kind of event with what two other
// programs count.
func TestCorpusCounts(t *testing.T) {
	folder := sharedFolder(t, "corpus")
	files, err := filepath.Glob(filepath.Join(folder, "*.etl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no recordings in %s (%v)", folder, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".etl")
		t.Run(name, func(t *testing.T) {
			var expected struct {
				Events []kindLine
				Total  int
			}
			text, err := os.ReadFile(filepath.Join(folder, "expected", name+".json"))
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &expected); err != nil {
				t.Fatal(err)
			}
			c, err := Open(context.Background(), Options{}, file)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			got := make(map[string]int)
			total := 0
			last := int64(-1 << 63)
			for e, err := range c.Events(context.Background()) {
				if err != nil {
					t.Errorf("event %d: %v", total, err)
					var corrupt *CorruptError
					if !errors.As(err, &corrupt) {
						return
					}
					continue
				}
				if e.UnixNano < last {
					t.Fatalf("event %d at %d is earlier than the one before it at %d", total, e.UnixNano, last)
				}
				last = e.UnixNano
				got[kindOf(&e)]++
				total++
			}
			if total != expected.Total {
				t.Errorf("%d events, expected %d", total, expected.Total)
			}
			for _, l := range expected.Events {
				kind := expectedKind(l)
				if got[kind] != l.Count {
					t.Errorf("%s: %d, expected %d", kind, got[kind], l.Count)
				}
				delete(got, kind)
			}
			var extra []string
			for kind := range got {
				extra = append(extra, kind)
			}
			sort.Strings(extra)
			for _, kind := range extra {
				t.Errorf("%s: %d, expected none", kind, got[kind])
			}
			if l := c.Losses(); l.UndecodableBytes != 0 || l.EventsOutOfOrder != 0 || l.TruncatedBytes != 0 || l.TrailingBytes != 0 || l.BuffersMissing != 0 {
				t.Errorf("losses where the recording has none: %+v", l)
			}
		})
	}
}
