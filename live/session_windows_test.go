//go:build cgo

package live

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/windows"
)

// What can be tested of a session without one.

func TestLibraryIsAsExpected(t *testing.T) {
	if err := checkLibrary(); err != nil {
		t.Error(err)
	}
}

func TestGUIDs(t *testing.T) {
	want := windows.GUID{Data1: 0xd1d93ef7, Data2: 0xe1f2, Data3: 0x4f45, Data4: [8]byte{0x99, 0x43, 0x03, 0xd2, 0x45, 0xfe, 0x6c, 0x00}}
	if got := guid(kernelMemory); got != want {
		t.Errorf("%s", got)
	}
	if got := etlGUID(want); got != kernelMemory {
		t.Errorf("%s", got)
	}
}

func TestMachine(t *testing.T) {
	m := machine()
	if m.OSBuild == 0 || m.Processors == 0 || m.PointerSize != 8 || m.MemoryMB == 0 || m.PageSize != 4096 || m.Granularity != 65536 ||
		m.ComputerName == "" || m.BootTime.IsZero() {
		t.Errorf("%+v", m)
	}
}

// This process is among those that are listed, and comes out of a recording with its name.
func TestListOfThisSystem(t *testing.T) {
	events := new(Session).Processes()
	folder := filepath.Join(t.TempDir(), "ds")
	watch(t, folder, &script{events: events}, Options{})
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, r := range read(t, folder)[0].tables["process"] {
		if name, _ := r["name"].(string); strings.EqualFold(name, filepath.Base(executable)) {
			found = true
			if r["create_time"] == nil || r["parent_pid"] == nil {
				t.Errorf("%v", r)
			}
		}
	}
	if !found {
		t.Errorf("this process is not among %d", len(events))
	}
}
