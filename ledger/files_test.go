package ledger

import (
	"fmt"
	"slices"
	"testing"

	"etledger/model"
)

func TestFilesOfFaultsAndViews(t *testing.T) {
	b := newBooks(t, Options{})
	b.l.paths.Add(`\Device\HarddiskVolume3\`, `C:\`)
	b.process(opListed, 0, 8, 4, "a.exe")
	b.thread(model.OpStart, 1, 8, 100, 0, 0)
	fault := func(at float64, tid uint32, key uint64, bytes uint32) {
		r := faultRow{nano: b.stamp(at).nano, process: noNumber, thread: tid, bytes: bytes, duration: 10, file: key}
		b.l.faultRow(&r)
	}
	view := func(at float64, op uint8, base, key uint64, section uint16) {
		r := viewRow{nano: b.stamp(at).nano, op: op, process: 8, base: base, size: 0x10000, section: section, file: key}
		b.l.viewRow(&r)
	}
	b.l.files.Add(model.FileOpCreate, 1, `\Device\HarddiskVolume3\first.dat`)
	fault(2, 100, 1, 4096)
	b.l.files.Add(model.FileOpDelete, 1, `\Device\HarddiskVolume3\first.dat`)
	fault(3, 100, 1, 8192)                                                    // the key is another file by now
	fault(4, 7, 2, 100)                                                       // thread and file are told later
	view(5, model.MapOpMap, 0x10000, 2, model.SectionData)                    // two views of one file
	view(5, model.MapOpMap, 0x20000, 2, model.SectionData)                    //
	view(5, model.MapOpMap, 0x30000, 2, model.SectionData)                    // and one that goes
	view(5, model.MapOpMap, 0x40000, 3, model.SectionPagefile)                // no file
	view(6, model.MapOpUnmap, 0x30000, 2, model.SectionData)                  //
	b.l.files.Add(model.FileOpRundown, 1, `\Device\HarddiskVolume9\late.dat`) // no drive is known for it
	b.l.files.Add(model.FileOpRundown, 2, `\Device\HarddiskVolume3\view.dat`)
	b.thread(model.OpRundownEnd, 9, 8, 7, 0, 0)
	life := lifetime(t, b.finish(10), 8, 0)
	want := []string{`\Device\HarddiskVolume9\late.dat 1 8192 10`, `C:\first.dat 1 4096 10`, `C:\view.dat 1 100 10`}
	if got := fileLines(life.FaultFiles); !slices.Equal(got, want) {
		t.Errorf("faults %q, want %q", got, want)
	}
	if got := fileLines(life.MappedFiles); !slices.Equal(got, []string{`C:\view.dat 2 131072 0`}) {
		t.Errorf("views %q", got)
	}
}

func fileLines(files []FileSum) (lines []string) {
	for _, f := range files {
		lines = append(lines, fmt.Sprintf("%s %d %d %d", f.Path, f.Count, f.Bytes, f.DurationNS))
	}
	return lines
}

func TestOnlyTheGreatestFilesAreNamed(t *testing.T) {
	var names model.FileNames
	var sums fileSums
	for i := range uint64(30) {
		names.Add(model.FileOpCreate, i, fmt.Sprintf(`\f%02d`, i))
		sums.add(names.At(i), FileSum{Count: 1, Bytes: i})
	}
	sums.add(names.At(100), FileSum{Count: 1, Bytes: 13}) // two files without a name
	sums.add(names.At(101), FileSum{Count: 1, Bytes: 14})
	list := sums.list(&model.Paths{})
	if len(list) != mostFiles || list[0].Path != `\f29` || list[2] != (FileSum{Path: "", Count: 2, Bytes: 27}) {
		t.Errorf("got %v", list)
	}
}
