package pooltag

import (
	"bytes"
	"context"
	"debug/pe"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// Tags on both sides of the ends of the pieces that a section is read in are all found, once.
func TestScanAcrossPieces(t *testing.T) {
	data := make([]byte, 2*chunk+1000)
	places := []int{0, chunk - 5, chunk - 1, chunk + 3, 2*chunk - 4, 2 * chunk, len(data) - 4}
	var names []string
	for i, at := range places {
		names = append(names, fmt.Sprintf("Ed%02d", i))
		copy(data[at:], names[i])
	}
	f := &peFile{machine: pe.IMAGE_FILE_MACHINE_AMD64}
	f.add(".data", dataFlags, data)
	d := scanBytes(t, f.bytes(), names...)
	for i, at := range places {
		if h := d.Find(tag(names[i])); h == nil || len(h.Best) != 1 || h.Best[0].Offset != 0x400+int64(at) {
			t.Errorf("at %#x: %+v", at, h)
		}
	}
}

// A call that begins in the next piece is still seen.
func TestScanCallAcrossPieces(t *testing.T) {
	f := &peFile{machine: pe.IMAGE_FILE_MACHINE_I386, subsystem: 1}
	text := make([]byte, chunk+0x1000)
	slots := (&peFile{machine: f.machine, sections: make([]peSection, 1)}).importTable("ntoskrnl.exe", "ExAllocatePoolWithTag")
	copy(text[chunk-5:], code("\x68", "Tag1", "\x57\x53", "\xff\x15", slots["ExAllocatePoolWithTag"]+testBase))
	f.add(".text", codeFlags, text)
	f.importTable("ntoskrnl.exe", "ExAllocatePoolWithTag")
	if got := found(scanBytes(t, f.bytes(), "Tag1"), "Tag1"); got != "operand of a pool call|.text|push imm32|ExAllocatePoolWithTag|2" {
		t.Error(got)
	}
}

func TestScanHeaders(t *testing.T) {
	f := &peFile{machine: pe.IMAGE_FILE_MACHINE_AMD64, subsystem: 1, stamp: 0x5f5e1000}
	f.add(".text", codeFlags, []byte{0xc3})
	f.versionResource([4]uint16{10, 2, 300, 4}, "CompanyName", "Widgets & Söhne", "FileDescription", "Widget driver",
		"FileVersion", "10.2 (test)", "ProductVersion", "10.2", "OriginalFilename", "widget.sys ")
	d := scanBytes(t, f.bytes(), "Tag1")
	want := Version{File: "10.2 (test)", Product: "10.2", Company: "Widgets & Söhne", Description: "Widget driver",
		OriginalFilename: "widget.sys", Fixed: "10.2.300.4"}
	if d.Version != want || d.Version.Number() != "10.2 (test) (10.2.300.4)" {
		t.Errorf("%+v", d.Version)
	}
	if !d.Linked.Equal(time.Unix(0x5f5e1000, 0)) || d.Signature.Embedded {
		t.Errorf("%v %+v", d.Linked, d.Signature)
	}
	// debug/pe reads the images that the tests write as they were meant.
	file, err := pe.NewFile(bytes.NewReader(f.bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if len(file.Sections) != 2 || file.Sections[0].Name != ".text" || file.Sections[0].Offset != 0x400 || file.Machine != f.machine {
		t.Errorf("%+v", file.Sections)
	}
}

func TestScanFolder(t *testing.T) {
	folder := t.TempDir()
	f := &peFile{machine: pe.IMAGE_FILE_MACHINE_AMD64, subsystem: 1}
	f.add(".data", dataFlags, []byte("\x00\x00\x00\x00Tag1\x00\x00\x00\x00"))
	write := func(name string, content []byte) {
		path := filepath.Join(folder, filepath.FromSlash(name))
		os.MkdirAll(filepath.Dir(path), 0o755)
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("b/two.SYS", f.bytes())
	write("a.sys", f.bytes())
	write("b/c/three.dll", f.bytes())
	write("readme.txt", []byte("Tag1"))
	write("b/broken.sys", []byte("no program, but Tag1 is in it"))
	write("big.exe", bytes.Repeat([]byte("Tag1"), 5000))
	var first *ScanResult
	for _, workers := range []int{1, 3} {
		r, err := Scan(context.Background(), folder, tags("Tag1"), ScanOptions{Concurrency: workers, MaxFileSize: 10000})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, d := range r.Drivers {
			relative, _ := filepath.Rel(folder, d.Path)
			names = append(names, filepath.ToSlash(relative)+" "+d.Find(tag("Tag1")).Kind().String())
		}
		want := []string{"a.sys aligned data", "b/broken.sys bytes", "b/c/three.dll aligned data", "b/two.SYS aligned data"}
		if !slices.Equal(names, want) || r.Others != 1 || len(r.Problems) != 2 {
			t.Errorf("%q, %d others, problems %v", names, r.Others, r.Problems)
		}
		if first == nil {
			first = r
		} else if fmt.Sprint(first) != fmt.Sprint(r) {
			t.Error("the result depends on the number of workers")
		}
	}
	if r, err := Scan(context.Background(), filepath.Join(folder, "readme.txt"), tags("Tag1"), ScanOptions{}); err != nil || len(r.Drivers) != 1 {
		t.Errorf("a file by its name: %v", err)
	}
	if _, err := Scan(context.Background(), filepath.Join(folder, "none"), nil, ScanOptions{}); err == nil {
		t.Error("no error for a folder that is not there")
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Scan(ended, folder, nil, ScanOptions{}); err != context.Canceled {
		t.Errorf("a context that has ended: %v", err)
	}
}
