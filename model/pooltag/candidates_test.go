package pooltag

import (
	"debug/pe"
	"fmt"
	"strings"
	"testing"
)

// driver makes a scanned file that passes tags to an allocator, keeps others in data, and others in text.
func driver(t *testing.T, path, library string, called, data, text []string, version ...string) Driver {
	f := &peFile{machine: pe.IMAGE_FILE_MACHINE_AMD64, subsystem: 1, stamp: 1600000000}
	sections := 2
	slots := (&peFile{machine: f.machine, sections: make([]peSection, sections)}).importTable(library, "ExAllocatePool2")
	var instructions, values []byte
	for _, name := range called {
		place := uint32(len(instructions))
		instructions = append(instructions, code("\x41\xb8", name, "\xff\x15", slots["ExAllocatePool2"]-(rvaOf(0)+place+12))...)
	}
	for _, name := range data {
		values = append(values, code("\x00\x00\x00\x00", name, "\x00\x00\x00\x00")...)
	}
	for _, name := range text {
		values = append(values, " see "+name+" "...)
	}
	f.add(".text", codeFlags, append(instructions, 0xc3))
	f.add(".data", dataFlags, append(values, 0))
	f.importTable(library, "ExAllocatePool2")
	if len(version) > 0 {
		f.versionResource([4]uint16{2, 5, 0, 1}, "CompanyName", version[0], "FileVersion", "2.5.0.1")
	}
	d := scanBytes(t, f.bytes(), append(append(called, data...), text...)...)
	d.Path = path
	return *d
}

// summary gives the candidates of a mapping with their points, and whether they are certain.
func summary(m *Mapping) string {
	var list []string
	for _, c := range m.Candidates {
		list = append(list, fmt.Sprintf("%s=%d", c.Name(), c.Points))
	}
	text := strings.Join(list, " ")
	if m.Uncertain {
		text += " uncertain"
	}
	if m.Left > 0 {
		text += fmt.Sprintf(" left=%d", m.Left)
	}
	return text
}

func TestCandidates(t *testing.T) {
	index := NewIndex(readTags(t, "pooltag.txt", []byte(strings.Join([]string{
		"Wdg1 - widget.sys - Widget connections",
		"Wdg1 - gadget.sys - Gadgets, too",
		"Two1 - gadget.sys - one",
		"Two1 - other.sys - another",
		"Pat? - widget.sys - by pattern",
		"G??? - gdi.sys - hardly a pattern",
		"Unkn - <unknown> - nobody knows",
		"Exa? - widget.sys - the pattern",
		"Exac - unlisted.sys - the tag itself",
		"Told - <unknown> - allocated by told.sys somewhere",
		"Many - <multiple> - many drivers, widget.sys first",
		"MmXx - nt!mm - memory manager",
		"MmXx - nt!io - or I/O",
		"Cc1x - clicker.sys - a driver's tag that looks like the cache manager's",
	}, "\n"))))
	scan := &ScanResult{Drivers: []Driver{
		driver(t, "d/drivers/gadget.sys", "ntoskrnl.exe", []string{"Wcal", "Both"}, []string{"Wdat"}, []string{"Wtxt"}),
		driver(t, "d/drivers/widget.sys", "ntoskrnl.exe", []string{"Wdg1", "Both", "None"}, []string{"Wdat"}, []string{"Wtxt", "Wcal"}, "Widgets Inc."),
		driver(t, "d/user.dll", "other.dll", nil, []string{"Udat"}, nil),
		driver(t, "d/framed.sys", "WDFLDR.SYS", nil, nil, nil),
	}}
	list := readItems(t, "drivers.csv", []byte("Name,PathName,State,DisplayName,Version\n"+
		"Widget,C:\\Windows\\System32\\drivers\\widget.sys,Running,Widget Bus,2.5.0.0\n"+
		"Gadget,C:\\Windows\\System32\\drivers\\gadget.sys,Stopped,Gadget Bus,\n"))
	m := NewMapper(Sources{Tags: index, Scans: []*ScanResult{scan}, Inventories: []*Inventory{list}})
	for _, c := range []struct {
		tag   string
		hints Hints
		want  string
	}{
		{"Wdg1", Hints{}, "widget.sys=90 gadget.sys=45"},          // tag file, call, running; tag file, listed
		{"Two1", Hints{}, "gadget.sys=45 other.sys=40 uncertain"}, // two owners
		{"Pat7", Hints{}, "widget.sys=40"},                        // a pattern of three, running
		{"Gxyz", Hints{}, "gdi.sys=10 uncertain"},                 // a pattern of one
		{"Exac", Hints{}, "unlisted.sys=40 widget.sys=25"},        // the tag itself against a pattern of somebody running
		{"Exam", Hints{}, "widget.sys=40"},
		{"Unkn", Hints{}, " uncertain"},                                                           // known, but no component
		{"Told", Hints{}, "told.sys=20"},                                                          // named in the description
		{"Many", Hints{}, "widget.sys=30 uncertain"},                                              // many users
		{"MmXx", Hints{}, "nt!mm=50 nt!io=50 uncertain"},                                          // two components of one module
		{"Wcal", Hints{}, "gadget.sys=45 left=1"},                                                 // a call against text
		{"Both", Hints{}, "widget.sys=50 gadget.sys=45 uncertain"},                                // two callers
		{"Wdat", Hints{}, "widget.sys=20 gadget.sys=15 uncertain"},                                // data of two
		{"Wtxt", Hints{}, "widget.sys=12 gadget.sys=7 uncertain"},                                 // text of two
		{"Udat", Hints{}, "user.dll=2 uncertain"},                                                 // a file that allocates nothing
		{"fram", Hints{}, "framed.sys=20"},                                                        // the framework's default, by the file's name
		{"Cc1x", Hints{}, "clicker.sys=40"},                                                       // the tag file knows better than the list
		{"CcXy", Hints{}, "nt!cc=30"},                                                             // from the list, always loaded
		{"Zzzz", Hints{}, " uncertain"},                                                           // nothing at all
		{"None", Hints{}, "widget.sys=50 uncertain"},                                              // a default tag stays uncertain
		{"None", Hints{Stacks: []Stack{{"gadget.sys", 0.9, "x"}}}, "gadget.sys=95 widget.sys=50"}, // unless stacks tell
		{"Both", Hints{Stacks: []Stack{{`\SystemRoot\System32\drivers\GADGET.SYS`, 0.8, "x"}}}, "gadget.sys=125 widget.sys=50"},
		{"Zzzz", Hints{Told: []Told{{"[widget, gadget ]", "p.log", 7}}}, "widget.sys=50 gadget.sys=45 uncertain"},
		{"Zzzz", Hints{Told: []Told{{"Widget blocks , Binary: widget.sys", "p.log", 7}}}, "widget.sys=50"},
		{"Zzzz", Hints{Told: []Told{{"Unknown Driver", "p.log", 7}}}, " uncertain"},
		{"MmXx", Hints{Stacks: []Stack{{"ntoskrnl.exe", 1, "x"}}}, "nt!mm=150 nt!io=150 uncertain"},
	} {
		r := m.Candidates(tag(c.tag), c.hints)
		if got := summary(r); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.tag, got, c.want)
		}
		if r.Why == "" {
			t.Errorf("%s: no reason", c.tag)
		}
		for _, candidate := range r.Candidates {
			if len(candidate.Evidence) == 0 {
				t.Errorf("%s: %s without evidence", c.tag, candidate.Name())
			}
		}
	}

	first := m.Candidates(tag("Wdg1"), Hints{}).Candidates[0]
	var evidence []string
	for _, e := range first.Evidence {
		evidence = append(evidence, e.String())
	}
	want := []string{
		"tag file pooltag.txt:1: Wdg1 - widget.sys - Widget connections",
		"file scan d/drivers/widget.sys: operand of a pool call in .text at 0x402: mov r8d, imm32, 0 bytes before a call of ExAllocatePool2; the file imports ExAllocatePool2",
		"inventory drivers.csv:2: listed, by the file name: Widget Bus, Running",
	}
	if strings.Join(evidence, "\n") != strings.Join(want, "\n") {
		t.Errorf("evidence:\n%s", strings.Join(evidence, "\n"))
	}
	if first.Version != (Claim{"2.5.0.1", "d/drivers/widget.sys"}) || first.Vendor.Value != "Widgets Inc." ||
		first.Date != (Claim{"2020-09-13", "d/drivers/widget.sys"}) || first.Running != True || first.Path.Value != "d/drivers/widget.sys" {
		t.Errorf("%+v", first)
	}
	if len(first.Notes) != 1 || !strings.HasPrefix(first.Notes[0], "drivers.csv:2 says version 2.5.0.0, the scanned file 2.5.0.1") {
		t.Errorf("notes %q", first.Notes)
	}
	if why := m.Candidates(tag("Both"), Hints{}).Why; why != "2 components are about equal: widget.sys, gadget.sys" {
		t.Error(why)
	}
}

// Text that holds the letters in many files does not crowd out the list.
func TestCandidatesOfManyFiles(t *testing.T) {
	scan := &ScanResult{}
	for i := range 40 {
		scan.Drivers = append(scan.Drivers, driver(t, fmt.Sprintf("d/f%02d.sys", i), "ntoskrnl.exe", nil, nil, []string{"Many"}))
	}
	m := NewMapper(Sources{Scans: []*ScanResult{scan}})
	if r := m.Candidates(tag("Many"), Hints{}); len(r.Candidates) != MaxCandidates || r.Left != 40-MaxCandidates || !r.Uncertain {
		t.Errorf("%s", summary(r))
	}
	scan.Drivers = append(scan.Drivers, driver(t, "d/owner.sys", "ntoskrnl.exe", []string{"Many"}, nil, nil))
	m = NewMapper(Sources{Scans: []*ScanResult{scan}})
	if got := summary(m.Candidates(tag("Many"), Hints{})); got != "owner.sys=40 left=40" {
		t.Error(got)
	}
}

// Device lists name packages, not files: the driver store, the package list and the package's name lead to the file.
func TestInventoryJoin(t *testing.T) {
	packages := readItems(t, "packages.csv", sample(t, "packages.csv")) // oem12.inf was widget.inf
	devices := readItems(t, "signed.csv", sample(t, "signed.csv"))      // oem12.inf of Widgets Inc., gadget.sys
	inbox := readItems(t, "inbox.csv", []byte("DeviceName,InfName,DriverVersion,Manufacturer\nNull Adapter,nulladapter.inf,10.0.1.1,Microsoft\n"))
	store := `x/DriverStore/FileRepository/widget.inf_amd64_0123456789abcdef/wdgcore.sys`
	scan := &ScanResult{Drivers: []Driver{driver(t, store, "ntoskrnl.exe", []string{"Core"}, nil, nil)}}
	m := NewMapper(Sources{Scans: []*ScanResult{scan}, Inventories: []*Inventory{packages, devices, inbox}})
	ask := func(module string) *Candidate {
		return &m.Candidates(tag("Zzzz"), Hints{Stacks: []Stack{{module, 1, "x"}}}).Candidates[0]
	}
	for _, c := range []struct{ module, version, signer, from string }{
		{"gadget.sys", "1.2.3.4", "", "signed.csv:4"},
		{"widget.sys", "10.2.300.4", "Widget Publisher", "packages.csv:2, by the name of the driver package"},
		{"wdgcore.sys", "10.2.300.4", "Widget Publisher", "packages.csv:2, by the driver package"},
		{"NullAdapter", "10.0.1.1", "", "inbox.csv:2, by the name of the driver package"},
		{"stranger.sys", "", "", ""},
	} {
		got := ask(c.module)
		if got.Version.Value != c.version || got.Signer.Value != c.signer || got.Version.From != c.from {
			t.Errorf("%s: version %+v, signer %+v", c.module, got.Version, got.Signer)
		}
	}
}

func TestShared(t *testing.T) {
	for name, want := range map[string]string{
		"None": "default tag of many drivers", "Ddk": "default tag of many drivers", "Proc": "objects held by others",
		"Thre": "objects held by others", "MmSt": "follows what is in use", "CM31": "follows what is in use",
		"Ntfx": "follows what is in use", "Irp": "allocated on behalf of others", "IoWI": "allocated on behalf of others",
		"FMfn": "allocated on behalf of others", "FMxx": "allocated on behalf of others",
	} {
		s := Shared(tag(name))
		if s == nil || s.Sharing.String() != want || s.About == "" || s.DependsOn == "" {
			t.Errorf("%s: %+v", name, s)
		}
	}
	if Shared(tag("FMfn")).About == Shared(tag("FMxx")).About {
		t.Error("the pattern with most literals is not the one taken")
	}
	for _, name := range []string{"none", "Wdg1", "proc", "NONE"} {
		if s := Shared(tag(name)); s != nil {
			t.Errorf("%s: %+v", name, s)
		}
	}
}
