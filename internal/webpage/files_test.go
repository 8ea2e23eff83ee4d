package webpage

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"slices"
	"strings"
	"testing"
)

// TestVendoredFilesAreThosePublished: the library is what vendor/fetch took out of the published package.
func TestVendoredFilesAreThosePublished(t *testing.T) {
	sums, err := files.ReadFile("vendor/SHA256SUMS")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for line := range strings.Lines(string(sums)) {
		want, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		b, err := files.ReadFile("vendor/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != want {
			t.Errorf("vendor/%s is not what vendor/fetch wrote", name)
		}
		checked++
	}
	if checked != 3 {
		t.Errorf("%d files have a hash, expected 3", checked)
	}
}

// TestEveryFileIsUsed: each style sheet and script is in a list, and each list names files that are there.
func TestEveryFileIsUsed(t *testing.T) {
	used := slices.Concat(commonStyles, chartStyles, commonScripts, chartScripts, []string{lastScript})
	for _, name := range used {
		if content(name) == "" {
			t.Errorf("%s is not there, or empty", name)
		}
	}
	for _, folder := range []string{"style", "script"} {
		entries, err := fs.ReadDir(files, folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if !slices.Contains(used, folder+"/"+e.Name()) {
				t.Errorf("%s/%s is in no list", folder, e.Name())
			}
		}
	}
}

// TestScriptsUseTextOnly: nothing that makes markup or code of text.
func TestScriptsUseTextOnly(t *testing.T) {
	for _, name := range slices.Concat(commonScripts, chartScripts, []string{lastScript}) {
		for _, bad := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "setTimeout(\""} {
			if strings.Contains(content(name), bad) {
				t.Errorf("%s uses %s", name, bad)
			}
		}
	}
}
