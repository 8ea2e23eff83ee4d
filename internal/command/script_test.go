package command

import (
	"archive/zip"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"etledger/internal/textform"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"etledger": func() { Main() }})
}

// The scripts run the command as people do. Each finds leaky-service.etl in its folder, cut.etl, which is the same
// without its last hundred bytes, and leaky-service.etl.zip, an archive of it.
func TestScripts(t *testing.T) {
	capture, err := os.ReadFile(filepath.Join("..", "..", "testdata", "leaky-service.etl"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			return errors.Join(
				os.WriteFile(filepath.Join(env.WorkDir, "leaky-service.etl"), capture, 0o644),
				os.WriteFile(filepath.Join(env.WorkDir, "cut.etl"), capture[:len(capture)-100], 0o644),
				writeArchive(filepath.Join(env.WorkDir, "leaky-service.etl.zip"), capture),
			)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"captures": captures, "exits": exits, "files": files, "widest": widest},
	})
}

func writeArchive(path string, capture []byte) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	archive := zip.NewWriter(f)
	w, err := archive.Create("PerfViewData.etl")
	if err != nil {
		return err
	}
	_, err = w.Write(capture)
	return errors.Join(err, archive.Close(), f.Close())
}

// exits is a script command: "exits STATUS COMMAND ARGS..." runs a command that must end with the status.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND [ARGS...]")
	}
	status := 0
	err := ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		status = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(status) != args[0] {
		ts.Fatalf("exit status %d, want %s", status, args[0])
	}
}

// files is a script command: "files FOLDER NAMES..." checks that a folder holds these names and nothing else, hidden
// ones included.
func files(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: files FOLDER [NAMES...]")
	}
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	for i, entry := range entries {
		if i+1 >= len(args) || entry.Name() != args[i+1] {
			ts.Fatalf("%s holds %v, want %v", args[0], entries, args[1:])
		}
	}
	if len(entries) != len(args)-1 {
		ts.Fatalf("%s holds %v, want %v", args[0], entries, args[1:])
	}
}

// widest is a script command: "widest COLUMNS FILE" checks that no line is wider than that, and that one comes near.
func widest(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: widest COLUMNS FILE")
	}
	limit, err := strconv.Atoi(args[0])
	ts.Check(err)
	most := 0
	for line := range strings.Lines(ts.ReadFile(args[1])) {
		line = strings.TrimSuffix(line, "\n")
		width := textform.Width(line)
		if width > limit {
			ts.Fatalf("%d columns, more than %d: %q", width, limit, line)
		}
		most = max(most, width)
	}
	if most < limit*3/4 {
		ts.Fatalf("no line has more than %d columns of %d", most, limit)
	}
}
