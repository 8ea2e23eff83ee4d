package pooltag

import (
	"context"
	"debug/pe"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// crossCompiled builds a Windows program, which is a real image from a linker that knows nothing of this package.
func crossCompiled(t *testing.T, architecture string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds a program")
	}
	folder := t.TempDir()
	source := "package main\n\nfunc main() { println(\"Tag1 in the text of a program\") }\n"
	if err := os.WriteFile(filepath.Join(folder, "main.go"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(folder, "program.exe")
	build := exec.Command("go", "build", "-o", out, "main.go")
	build.Dir = folder
	build.Env = append(os.Environ(), "GOOS=windows", "GOARCH="+architecture, "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
	if text, err := build.CombinedOutput(); err != nil {
		t.Skipf("no Windows program can be built here: %v\n%s", err, text)
	}
	return out
}

func TestRealImages(t *testing.T) {
	for _, architecture := range []string{"amd64", "arm64", "386"} {
		t.Run(architecture, func(t *testing.T) {
			path := crossCompiled(t, architecture)
			want, err := pe.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer want.Close()
			file, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			info, err := file.Stat()
			if err != nil {
				t.Fatal(err)
			}
			m, err := openImage(file, info.Size())
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, s := range want.Sections {
				if s.Size == 0 || s.Offset == 0 {
					continue
				}
				// Long names stand in the string table, which is not read.
				if got := m.sections[n]; got.rva != s.VirtualAddress || got.offset != int64(s.Offset) || got.length != int64(s.Size) ||
					!strings.HasPrefix(got.name, "/") && got.name != s.Name {
					t.Errorf("section %d: %+v, want %+v", n, got, s.SectionHeader)
				}
				n++
			}
			if n != len(m.sections) || m.machine != want.Machine {
				t.Errorf("%d sections of machine %#x, want %d of %#x", len(m.sections), m.machine, n, want.Machine)
			}
			symbols, err := want.ImportedSymbols()
			if err != nil || len(symbols) == 0 {
				t.Fatalf("debug/pe reads %d imports: %v", len(symbols), err)
			}
			r, err := Scan(context.Background(), path, tags("Tag1"), ScanOptions{})
			if err != nil || len(r.Problems) > 0 || len(r.Drivers) != 1 {
				t.Fatalf("%v %+v", err, r)
			}
			if d := r.Drivers[0]; d.Kernel || len(d.Taggers) > 0 || d.Find(tag("Tag1")) == nil || d.Version != (Version{}) || d.Signature.Embedded {
				t.Errorf("%+v", d)
			}
		})
	}
}

// A program that a module which this one depends on has among its tests: it carries a signature.
func TestRealSignature(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/sys").Output()
	if err != nil {
		t.Skipf("the module cache is not known: %v", err)
	}
	path := filepath.Join(strings.TrimSpace(string(out)), "windows", "testdata", "ev-signed-file.exe")
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no signed program: %v", err)
	}
	r, err := Scan(context.Background(), path, nil, ScanOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Drivers[0].Signature; got != (Signature{true, "WireGuard LLC"}) {
		t.Errorf("%+v", got)
	}
}
