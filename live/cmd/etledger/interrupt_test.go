package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"etledger/etl"
	"etledger/live/spool"
)

// writeSnapshots writes a recording with the page lists of a system, one a minute.
func writeSnapshots(t *testing.T, count int) string {
	t.Helper()
	const began = 1_700_000_000_000_000_000
	path := filepath.Join(t.TempDir(), "snapshots.etl")
	w, err := spool.Create(path, spool.Options{SessionName: "S", Start: began})
	if err != nil {
		t.Fatal(err)
	}
	for i := range count {
		payload := make([]byte, 240) // longer than any version
		binary.LittleEndian.PutUint64(payload[4:], uint64(i))
		e := spool.Event{Kind: etl.KindEvent, Provider: etl.MustGUID("d1d93ef7-e1f2-4f45-9943-03d245fe6c00"), ID: 1, Version: 1, PointerSize: 8,
			UnixNano: began + int64(i)*60_000_000_000, Payload: payload}
		if err := w.Write(&e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// A replay that is interrupted ends in good order: what it played is converted, and the status is 0.
func TestInterruptedReplay(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot send another an interruption here")
	}
	path, folder := writeSnapshots(t, 100), filepath.Join(t.TempDir(), "ds")
	cmd := exec.Command(os.Args[0])
	cmd.Args = []string{"etledger", "watch", "-o", folder, "--from", path, "--every", "0", "--roll", "2m", "--host", "H"}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	lines := bufio.NewReader(out)
	if line, err := lines.ReadString('\n'); err != nil {
		t.Fatalf("%q, %v, %s", line, err, &stderr)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	rest, _ := io.ReadAll(lines)
	if err := cmd.Wait(); err != nil || !strings.Contains(stderr.String(), " delivered ") {
		t.Errorf("%v\n%s\n%s", err, rest, &stderr)
	}
	if _, err := os.Stat(filepath.Join(folder, ".etledger-watch")); !os.IsNotExist(err) {
		t.Errorf("recordings are left: %v", err)
	}
}

// One that is interrupted before it begins leaves no dataset, and that is no failure either.
func TestInterruptedBeforeReplay(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	flags := watchFlags{from: writeSnapshots(t, 10), output: filepath.Join(t.TempDir(), "ds")}
	var stderr strings.Builder
	if err := flags.replay(ctx, io.Discard, &stderr); err != nil || stderr.String() != "etledger: interrupted before anything was played\n" {
		t.Errorf("%v %q", err, &stderr)
	}
	if _, err := os.Stat(flags.output); !os.IsNotExist(err) {
		t.Errorf("dataset: %v", err)
	}
}
