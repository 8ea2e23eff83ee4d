package model

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"etledger/etl"
)

// readFile gives all chunks of a recording.
func readFile(t *testing.T, name string) ([]*Chunk, Stats) {
	t.Helper()
	c, err := etl.Open(context.Background(), etl.Options{}, name)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r := NewReader(c, Options{})
	var chunks []*Chunk
	for chunk, err := range r.Chunks(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		chunks = append(chunks, chunk)
	}
	return chunks, r.Stats()
}

// TestCorpusKinds counts the kinds of events in every recording, of which none may be malformed.
func TestCorpusKinds(t *testing.T) {
	recordings, err := filepath.Glob(filepath.Join(sharedFile(t, "corpus"), "*.etl"))
	if err != nil || len(recordings) == 0 {
		t.Fatalf("no recordings: %v", err)
	}
	for _, recording := range recordings {
		name := strings.TrimSuffix(filepath.Base(recording), ".etl")
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(sharedFile(t, "corpus", "expected", name+".json"))
			if err != nil {
				t.Fatal(err)
			}
			var expected struct {
				Events []struct {
					Kind, Provider string
					Group, Opcode  uint8
					ID, Version    uint16
					Count          uint64
				}
			}
			if err := json.Unmarshal(data, &expected); err != nil {
				t.Fatal(err)
			}
			want := map[string]uint64{}
			for _, e := range expected.Events {
				want[fmt.Sprint(e.Kind, e.Provider, e.Group, e.Opcode, e.ID, e.Version)] = e.Count
			}
			chunks, stats := readFile(t, recording)
			got := map[string]uint64{}
			for _, k := range stats.Kinds {
				provider := ""
				if k.Provider != (etl.GUID{}) {
					provider = k.Provider.String()
				}
				got[fmt.Sprint(k.Kind, provider, k.Group, k.Opcode, k.ID, k.Version)] = k.Count
				if k.Malformed > 0 && name != "old-image-64-v1" {
					t.Errorf("%d of %d events %s are malformed", k.Malformed, k.Count, KindName(k.KindKey))
				}
			}
			if !maps.Equal(got, want) {
				t.Errorf("kinds are %v, want %v", got, want)
			}
			for _, c := range chunks {
				checkChunk(t, c)
			}
		})
	}
}

// TestCorpusOldProcesses reads hand-made recordings with layouts of old versions, whose pointer sizes are wrong.
func TestCorpusOldProcesses(t *testing.T) {
	want := []string{
		"rundown_start 0 Idle S-1-5-18", "rundown_start 4 System S-1-5-18", "rundown_start 264 smss.exe S-1-5-18",
		"start 1776 notepad.exe S-1-5-21-753675414-103939432-3550797041-1000",
		"end 1776 notepad.exe S-1-5-21-753675414-103939432-3550797041-1000",
		"rundown_end 0 Idle S-1-5-18", "rundown_end 4 System S-1-5-18", "rundown_end 264 smss.exe S-1-5-18",
	}
	for _, name := range []string{"old-process-32-v2.etl", "old-process-64-v3.etl"} {
		chunks, _ := readFile(t, sharedFile(t, "corpus", name))
		var got []string
		for _, r := range tableRows(t, chunks, TableProcess) {
			got = append(got, fmt.Sprint(r["type"], " ", r["pid"], " ", r["name"], " ", r["sid"]))
		}
		slices.Sort(got)
		if sorted := slices.Sorted(slices.Values(want)); !slices.Equal(got, sorted) {
			t.Errorf("%s: processes are %q, want %q", name, got, sorted)
		}
	}
}

// TestCorpusOldImages reads hand-made recordings of which one has a layout that none of the versions has.
func TestCorpusOldImages(t *testing.T) {
	chunks, _ := readFile(t, sharedFile(t, "corpus", "old-image-32-v0.etl"))
	images := tableRows(t, chunks, TableImage)
	if len(images) != 26 {
		t.Errorf("%d images, want 26", len(images))
	}
	for _, r := range images {
		file := strings.ToLower(r["file_name"].(string))
		if !strings.HasPrefix(file, `c:\`) || !strings.HasSuffix(file, ".dll") && !strings.HasSuffix(file, ".exe") ||
			r["pid"] != uint64(2860) || r["image_base"].(uint64)%65536 != 0 || r["image_size"].(uint64)%4096 != 0 {
			t.Errorf("image %v", r)
		}
	}
	compareRows(t, "first image", images[0], row{
		"type": "rundown_start", "pid": 2860, "image_base": 0x1160000, "image_size": 0x19E000,
		"file_name": `C:\code\sawbuck\src\sawbuck\Debug\test_program.exe`,
	})
	chunks, stats := readFile(t, sharedFile(t, "corpus", "old-image-64-v1.etl"))
	if stats.Malformed != 26 || len(chunks) > 0 {
		t.Errorf("%d events of an unknown layout are malformed, want 26, and %d chunks", stats.Malformed, len(chunks))
	}
}

// TestOwnRecordings reads the recordings of the repository, which were written by other code than this. Every event of
// theirs that a table wants has a sound payload, but for an instance header without any.
func TestOwnRecordings(t *testing.T) {
	recordings, err := filepath.Glob("../testdata/*.etl")
	if err != nil || len(recordings) == 0 {
		t.Fatalf("no recordings: %v", err)
	}
	for _, recording := range recordings {
		chunks, stats := readFile(t, recording)
		malformed := uint64(0)
		if filepath.Base(recording) == "every-header-kind.etl" {
			malformed = 1
		}
		if stats.Malformed != malformed {
			t.Errorf("%s: %d malformed events, want %d", recording, stats.Malformed, malformed)
		}
		for _, c := range chunks {
			checkChunk(t, c)
		}
	}
}
