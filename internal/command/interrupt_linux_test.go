package command

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// command makes a command that runs this program as another process.
func command(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Args[0] = "etledger" // for TestMain
	return cmd
}

// statusOfProcess gives the exit status of a process that has been waited for.
func statusOfProcess(t *testing.T, err error) int {
	t.Helper()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if exit == nil {
		return 0
	}
	return exit.ExitCode()
}

// A program that waits for something which never comes ends all the same, and leaves no half file: here a reader of its
// output.
func TestInterruptedWhileNothingMoves(t *testing.T) {
	folder := t.TempDir()
	pipe := filepath.Join(folder, "pipe")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Skipf("no pipes here: %v", err)
	}
	var errs bytes.Buffer
	cmd := command("events", leakyService, "-f", "csv", "-t", "virtual_alloc", "-o", pipe)
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	reader, err := os.Open(pipe) // until the program opens it, too
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if _, err := io.ReadFull(reader, make([]byte, 1)); err != nil { // it writes, and then has to wait
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if status := statusOfProcess(t, cmd.Wait()); status != statusFailed {
		t.Errorf("status %d", status)
	}
	if errs.String() != "etledger: "+interrupted+"\n" {
		t.Errorf("errors %q", &errs)
	}
}

// What a program that has to end at once has begun to write is taken away.
func TestUnfinishedFilesAreRemoved(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "report.txt")
	done := filepath.Join(folder, "done.txt")
	if err := writeFile(done, func(w io.Writer) error { _, err := io.WriteString(w, "whole"); return err }); err != nil {
		t.Fatal(err)
	}
	err := writeFile(path, func(io.Writer) error {
		if entries, _ := os.ReadDir(folder); len(entries) != 2 {
			t.Errorf("there are %v", entries)
		}
		unfinished.remove()
		return nil
	})
	if err == nil {
		t.Error("no error")
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 1 || entries[0].Name() != "done.txt" {
		t.Errorf("there are %v", entries)
	}
}
