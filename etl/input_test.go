package etl

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"etledger/internal/etlwriter"
)

// numberedRecording holds the events first, first+1, ... of a session that began so many ticks after the writer's default.
func numberedRecording(t testing.TB, first, count byte) []byte {
	return write(t, etlwriter.Settings{BufferSize: 1024, StartTicks: tick0 + int64(first)*100,
		StartTime: etlwriter.Settings{}.Defaults().StartTime + uint64(first)*100}, func(s *etlwriter.Session) {
		for i := range count {
			s.Write(0, tick0+int64(first+i)*100, mark(first+i))
		}
	})
}

type zipEntry struct {
	name    string
	method  uint16
	content []byte
}

func zipOf(t testing.TB, entries ...zipEntry) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		f, err := w.CreateHeader(&zip.FileHeader{Name: e.name, Method: e.method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(e.content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestArchives(t *testing.T) {
	first, second := numberedRecording(t, 0, 40), numberedRecording(t, 40, 40)
	for name, b := range map[string][]byte{
		"PerfView": zipOf(t, zipEntry{"data.etl", zip.Deflate, first}, zipEntry{"symbols/x.pdb", zip.Deflate, []byte("not a recording")},
			zipEntry{"data.kernel.etl", zip.Deflate, second}),
		"diagsession, stored": zipOf(t, zipEntry{"[Content_Types].xml", zip.Deflate, []byte("<Types/>")}, zipEntry{"6F2A/sc.user_aux.etl", zip.Store, second},
			zipEntry{"6F2A/sc.kernel.etl", zip.Store, first}, zipEntry{"metadata.xml", zip.Store, nil}),
		"names do not matter": zipOf(t, zipEntry{"a", zip.Deflate, second}, zipEntry{"b.txt", zip.Store, first}),
	} {
		t.Run(name, func(t *testing.T) {
			c := open(t, name, b)
			events, damage := readAll(t, c)
			got := marks(events)
			if len(got) != 80 || len(damage) != 0 || len(c.Recordings()) != 2 {
				t.Fatalf("%d events of %d recordings, damage %v", len(got), len(c.Recordings()), damage)
			}
			for i := range got {
				if got[i] != byte(i) {
					t.Fatalf("order %v", got)
				}
			}
			if r := c.Recordings()[0].Name(); !strings.HasPrefix(r, name+"!") {
				t.Errorf("recording is called %q", r)
			}
		})
	}
}

// TestLargeEntryGoesToAFile also checks that the file does not stay.
func TestLargeEntryGoesToAFile(t *testing.T) {
	large := write(t, etlwriter.Settings{}, func(s *etlwriter.Session) {
		filler := etlwriter.Kernel{Hook: 0x0262, Version: 2, Payload: make([]byte, 60000)}
		for i := range 300 {
			s.Write(0, tick0+int64(i), filler)
		}
	})
	if len(large) <= maxUnpackInMemory {
		t.Fatalf("%d bytes are not large", len(large))
	}
	b := zipOf(t, zipEntry{"large.etl", zip.Deflate, large})
	folder := t.TempDir()
	c, err := New(context.Background(), Options{TempDir: folder}, Input{"large.zip", bytes.NewReader(b), int64(len(b))})
	if err != nil {
		t.Fatal(err)
	}
	if events, _ := readAll(t, c); len(events) != 300 {
		t.Errorf("%d events", len(events))
	}
	// A name that is gone while the file is used is gone too when the process is killed.
	if names, _ := os.ReadDir(folder); len(names) != 0 && runtime.GOOS != "windows" {
		t.Errorf("%d temporary files have names", len(names))
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if names, _ := os.ReadDir(folder); len(names) != 0 {
		t.Errorf("%d temporary files are left", len(names))
	}
	_, err = New(context.Background(), Options{TempDir: folder, MaxExtract: 1 << 20}, Input{"large.zip", bytes.NewReader(b), int64(len(b))})
	if !errors.Is(err, ErrExtractLimit) || !strings.Contains(err.Error(), "large.zip!large.etl") {
		t.Errorf("above the ceiling: %v", err)
	}
}

// TestDamagedArchive flips bytes of the compressed content: what unpacks before is read, and the loss is told.
func TestDamagedArchive(t *testing.T) {
	b := zipOf(t, zipEntry{"data.etl", zip.Deflate, numberedRecording(t, 0, 200)})
	at := len(b) / 2
	for i := range 40 {
		b[at+i] ^= 0x5A
	}
	c, err := New(context.Background(), Options{}, Input{"damaged.zip", bytes.NewReader(b), int64(len(b))})
	if err != nil {
		t.Fatal(err)
	}
	events, damage := readAll(t, c)
	if len(damage) == 0 && !c.Losses().Any() {
		t.Errorf("%d events, no damage told", len(events))
	}
	for i := 0; i < len(b); i += 3 {
		b[i] ^= 0x81
		checkDamaged(t, b)
		b[i] ^= 0x81
	}
}

func TestNotARecording(t *testing.T) {
	old := numberedRecording(t, 0, 1)
	old[bufferHeaderSize] = 1
	for name, v := range map[string]struct {
		content []byte
		want    error
		words   string
	}{
		"empty":         {nil, ErrNotRecording, "0 bytes"},
		"short":         {[]byte("hello"), ErrNotRecording, "5 bytes"},
		"text":          {bytes.Repeat([]byte("hello, world. "), 100), ErrNotRecording, "at offset 0"},
		"data buffer":   {numberedRecording(t, 0, 1)[1024:], ErrNotRecording, "expected 4 (header)"},
		"pre-Vista":     {old, ErrUnsupportedVersion, "version 1"},
		"zip of others": {zipOf(t, zipEntry{"a.txt", zip.Deflate, []byte("x")}), ErrNotRecording, "none of which"},
	} {
		_, err := New(context.Background(), Options{}, Input{"the-name", bytes.NewReader(v.content), int64(len(v.content))})
		if !errors.Is(err, v.want) || !strings.Contains(fmt.Sprint(err), v.words) || !strings.Contains(fmt.Sprint(err), "the-name") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOpen(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "capture.etl.001")
	if err := os.WriteFile(path, numberedRecording(t, 0, 3), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Open(context.Background(), Options{}, path)
	if err != nil {
		t.Fatal(err)
	}
	if events, _ := readAll(t, c); len(events) != 3 {
		t.Errorf("%d events", len(events))
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if _, err := Open(context.Background(), Options{}, filepath.Join(folder, "absent.etl")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("absent: %v", err)
	}
	if _, err := Open(context.Background(), Options{}, folder); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("folder: %v", err)
	}
	if _, err := Open(context.Background(), Options{}); err == nil {
		t.Error("no path, no error")
	}
}

func TestRecordingGivenTwice(t *testing.T) {
	one, other := numberedRecording(t, 0, 40), numberedRecording(t, 40, 40)
	input := func(name string, b []byte) Input { return Input{name, bytes.NewReader(b), int64(len(b))} }
	_, err := New(context.Background(), Options{}, input("a", one), input("b", other), input("c", bytes.Clone(one)))
	if !errors.Is(err, ErrGivenTwice) || !strings.Contains(fmt.Sprint(err), "a and c") {
		t.Errorf("got %v", err)
	}
	twins := zipOf(t, zipEntry{"x.etl", zip.Deflate, one}, zipEntry{"copy/x.etl", zip.Store, one})
	if _, err := New(context.Background(), Options{}, input("zip", twins)); !errors.Is(err, ErrGivenTwice) {
		t.Errorf("got %v", err)
	}
	if _, err := New(context.Background(), Options{}, input("a", one), input("b", other)); err != nil {
		t.Error(err)
	}
}
