package recorder

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A program in the current folder, or in one that PATH names relative to it, is neither found nor in the way of the right one.
func TestProgramsAreLookedForOnPathOnly(t *testing.T) {
	right, current := t.TempDir(), t.TempDir()
	for _, folder := range []string{right, current, filepath.Join(current, "sub")} {
		if err := errors.Join(os.MkdirAll(folder, 0o777), os.WriteFile(filepath.Join(folder, "wpr.exe"), nil, 0o777)); err != nil {
			t.Fatal(err)
		}
	}
	empty := t.TempDir()
	if err := os.Mkdir(filepath.Join(empty, "wpr.exe"), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Chdir(current)
	list := func(folders ...string) string { return strings.Join(folders, string(filepath.ListSeparator)) }
	if path, err := findProgram(list("", ".", "sub", empty, right), "wpr.exe"); err != nil || path != filepath.Join(right, "wpr.exe") {
		t.Errorf("%s, %v", path, err)
	}
	if path, err := findProgram(list("", ".", "sub", empty), "wpr.exe"); err == nil {
		t.Errorf("it finds %s", path)
	}
}

func TestFoldersEndWithASeparator(t *testing.T) {
	end := string(filepath.Separator)
	for given, want := range map[string]string{"share": "share" + end, "share" + end: "share" + end} {
		if got := asFolder(given); got != want {
			t.Errorf("%s: %s", given, got)
		}
	}
}

func TestErrorsOfTheSystemAreExplained(t *testing.T) {
	cause := errors.New("as the system says it")
	for code, want := range map[uint32]string{8: "without --stacks they are fewer", 1450: "leaves six", 5: "as administrator", 4: "error 4: as"} {
		if err := explained(code, cause); !errors.Is(err, cause) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %d: %v", code, err)
		}
	}
}

// Only the file says whose a session is: below the folder of the recording, however the system writes its path.
func TestWhoseASessionIs(t *testing.T) {
	at := &place{folder: filepath.Join(t.TempDir(), "etledger-recording-123")}
	for file, want := range map[string]bool{
		`C:\Users\LONGNA~1\etledger-recording-123\kernel.etl`:    true,
		`\??\S:\ETLEDGER-Recording-123\kernel.etl`:               true,
		`\Device\HarddiskVolume3\etledger-recording-123\a\b.etl`: true,
		`C:\etledger-recording-1234\kernel.etl`:                  false,
		`C:\kernel.etl`:                                          false,
		"":                                                       false,
	} {
		if at.owns(&State{File: file}) != want {
			t.Errorf("%q: %t", file, !want)
		}
	}
}
