package pooltag

import (
	"bytes"
	"debug/pe"
	"os"
	"testing"
)

func FuzzReadInventory(f *testing.F) {
	for _, name := range []string{"driverquery.csv", "driverquery-de.csv", "driverquery-other.csv", "driverquery-si.csv", "signed.csv",
		"packages.csv", "packages.txt", "drivers.json"} {
		text, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := ReadInventory(bytes.NewReader(text), "f")
		if err != nil {
			t.Fatal(err)
		}
		limit := bytes.Count(text, []byte("\n")) + 1
		for _, i := range v.Items {
			if i.Line < 1 || i.Line > limit || i.File == "" && i.Service == "" && i.Package == "" && i.Original == "" {
				t.Fatalf("item %+v", i)
			}
		}
		newJoiner([]*Inventory{v}).find("widget.sys", []string{"widget.inf_amd64_0123456789abcdef"})
	})
}

// Scan must take any bytes: what it says of them lies inside of the file.
func FuzzScan(f *testing.F) {
	for _, machine := range []uint16{pe.IMAGE_FILE_MACHINE_I386, pe.IMAGE_FILE_MACHINE_AMD64, pe.IMAGE_FILE_MACHINE_ARM64} {
		file := &peFile{machine: machine, subsystem: 1, stamp: 1, certificate: certificateTable(signedBy(f, 0, "Widget Publisher"))}
		file.add(".text", codeFlags, code("\x41\xb8", "Tag1", "\xff\x15", uint32(0x1000), "\x68", "Tag1", "\xff\xd0", uint32(0x528a8a82), uint32(0x72a62ce2), "\x90"))
		file.importTable("ntoskrnl.exe", "ExAllocatePoolWithTag", "ExFreePool")
		file.versionResource([4]uint16{1, 2, 3, 4}, "CompanyName", "Widgets", "FileVersion", "1.2")
		file.exportTable([]string{"ExAllocatePool2"}, []uint32{0x1000})
		f.Add(file.bytes())
	}
	f.Add([]byte("MZ no program Tag1"))
	set := newTagSet(tags("Tag1", "Tag2", "\x00\x00\x00\x00"))
	buffer := testBuffer()
	f.Fuzz(func(t *testing.T, file []byte) {
		d, _ := scanReader(bytes.NewReader(file), int64(len(file)), "f.sys", set, buffer)
		for _, h := range d.Hits {
			total := 0
			for _, n := range h.Counts {
				total += n
			}
			if len(h.Best) == 0 || len(h.Best) > maxBest || total < len(h.Best) || total > len(file) {
				t.Fatalf("%+v", h)
			}
			for _, hit := range h.Best {
				if hit.Offset < 0 || hit.Offset+4 > int64(len(file)) {
					t.Fatalf("%+v", hit)
				}
				if text := string(file[hit.Offset:][:4]); hit.Operand != "movz/movk" && tag(text) != h.Tag && !hit.Protected {
					t.Fatalf("%q at %#x is not %s", text, hit.Offset, h.Tag)
				}
			}
		}
	})
}

func FuzzVersion(f *testing.F) {
	file := &peFile{machine: pe.IMAGE_FILE_MACHINE_AMD64}
	file.versionResource([4]uint16{1, 2, 3, 4}, "CompanyName", "Widgets", "FileVersion", "1.2")
	f.Add(file.sections[0].data[0x80:])
	f.Fuzz(func(t *testing.T, b []byte) {
		var v Version
		if n := v.read(b, 0); n > len(b) {
			t.Fatalf("%d of %d bytes", n, len(b))
		}
	})
}

func FuzzSigner(f *testing.F) {
	f.Add(signedBy(f, 0, "Widget Publisher"))
	f.Fuzz(func(t *testing.T, b []byte) { signer(b) })
}
