package ledger

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"etledger/etl"
	"etledger/model"
)

func TestVersionsOfBuilds(t *testing.T) {
	var book versionBook
	enter := func(size uint64, stamp uint32, name string, v ImageVersion) {
		book.enter(buildOf(size, stamp), name, v)
	}
	enter(0x4FFF, 7, "App.exe", ImageVersion{FileVersion: "1"})
	enter(0x5000, 7, "app.exe", ImageVersion{FileVersion: "2"}) // the same build again, which keeps what it has
	enter(0x6000, 8, "driver.sys", ImageVersion{FileVersion: "3", ProductName: "P"})
	enter(0x6000, 8, "other.sys", ImageVersion{FileVersion: "3", ProductName: "P"})
	enter(0x7000, 9, "one.dll", ImageVersion{FileVersion: "4"})
	enter(0x7000, 9, "two.dll", ImageVersion{FileVersion: "5"})
	enter(0x8000, 0, "unstamped.exe", ImageVersion{FileVersion: "6"})
	enter(0x9000, 10, "empty.dll", ImageVersion{})
	for _, c := range []struct {
		size  uint64
		stamp uint32
		name  string
		want  string
	}{
		{0x5000, 7, "app.exe", "1"},
		{0x4001, 7, "APP.EXE", "1"},
		{0x5000, 7, "renamed.exe", "1"}, // the only file of its build
		{0x5001, 7, "app.exe", ""},
		{0x5000, 8, "app.exe", ""},
		{0x6000, 8, "third.sys", "3"}, // what all files of the build agree on
		{0x7000, 9, "two.dll", "5"},
		{0x7000, 9, "third.dll", ""},
		{0x8000, 0, "unstamped.exe", "6"},
		{0x8000, 0, "another.exe", ""}, // no time date stamp tells builds apart
		{0x9000, 10, "empty.dll", ""},
	} {
		got := ""
		if v := book.of(buildOf(c.size, c.stamp), c.name); v != nil {
			got = v.FileVersion
		}
		if got != c.want {
			t.Errorf("%s of %#x bytes with stamp %d has version %q, want %q", c.name, c.size, c.stamp, got, c.want)
		}
	}
}

// TestVersionsAreBounded enters far more than there is room for.
func TestVersionsAreBounded(t *testing.T) {
	var book versionBook
	for i := range 100 {
		book.enter(build{1, 1}, fmt.Sprint(i), ImageVersion{FileVersion: fmt.Sprint(i)})
	}
	if n := len(book.builds[build{1, 1}]); n != mostOfBuild {
		t.Errorf("%d files of one build, want %d", n, mostOfBuild)
	}
	for i := range uint32(2 * mostVersions) {
		book.enter(build{2, i}, "a", ImageVersion{FileVersion: fmt.Sprint(i)})
	}
	if book.count != mostVersions || len(book.builds) > mostVersions || len(book.texts) > 3*mostVersions {
		t.Errorf("%d versions of %d builds with %d texts", book.count, len(book.builds), len(book.texts))
	}
	var one versionBook
	one.enter(build{1, 1}, "a", ImageVersion{FileVersion: strings.Repeat("\u00e9", mostVersionText), ProductName: "a" +
		strings.Repeat("\u00e9", mostVersionText)})
	v := one.of(build{1, 1}, "a")
	if len(v.FileVersion) != mostVersionText || len(v.ProductName) != mostVersionText-1 || !utf8.ValidString(v.ProductName) {
		t.Errorf("texts of %d and %d bytes", len(v.FileVersion), len(v.ProductName))
	}
	one.enter(build{2, 2}, "a", ImageVersion{FileVersion: strings.Repeat("\x80", 2*mostVersionText)}) // no text at all
	if n := len(one.of(build{2, 2}, "a").FileVersion); n > mostVersionText {
		t.Errorf("a text of %d bytes", n)
	}
}

// TestVersionsChangeNothing makes accounts of every recording with and without the records that tell of builds: but for what
// they tell, both are the same.
func TestVersionsChangeNothing(t *testing.T) {
	tables, columns := Needs()
	without := slices.DeleteFunc(slices.Clone(tables), func(t model.Table) bool { return t == model.TableImageVersion })
	told := 0
	for _, path := range recordings(t) {
		for _, options := range []Options{{Stacks: true, Flows: true}, {Window: Window{From: 1e9, To: 3e9}}} {
			with := readWith(t, path, model.Options{Tables: tables, Columns: columns}, options)
			want := readWith(t, path, model.Options{Tables: without, Columns: columns}, options)
			told += forgetBuilds(with)
			forgetBuilds(want)
			if !reflect.DeepEqual(with, want) {
				t.Errorf("%s: accounts differ", path)
			}
		}
	}
	if sharedRoot() != "" && told == 0 {
		t.Error("no recording tells a version")
	}
}

// forgetBuilds removes what records tell of builds, and counts the lifetimes and suspects that it was told of.
func forgetBuilds(a *Accounts) (told int) {
	for _, l := range a.Lifetimes {
		if l.Version != nil {
			told++
		}
		l.BuildStamp, l.Version = 0, nil
		for i := range l.Suspects {
			if l.Suspects[i].ModuleVersion != nil {
				told++
			}
			l.Suspects[i].ModuleStamp, l.Suspects[i].ModuleVersion = 0, nil
		}
	}
	return told
}

// TestCorpusVersions works out again, from the rows of a merged recording and with their raw time stamps, which version the
// image of each process has.
func TestCorpusVersions(t *testing.T) {
	path := shared(t, "corpus", "perfview-net452-x64-compressed.etl")
	type place struct {
		pid   uint32
		base  uint64
		ticks int64
	}
	names := map[place]string{}
	stamps := map[place]uint32{}
	versions := map[uint32][]string{} // of all files with a time date stamp
	images := map[uint32]map[string]place{}
	eachChunk(t, path, func(c *model.Chunk) {
		if b := c.Batch(model.TableImage); b != nil {
			rows := b.Image()
			for i, pid := range rows.PID {
				name, _ := rows.Name.At(i)
				at := place{pid, rows.ImageBase[i], rows.Ticks[i]}
				names[at] = strings.ToLower(fileName(name))
				if images[pid] == nil {
					images[pid] = map[string]place{}
				}
				images[pid][names[at]] = at
			}
		}
		if b := c.Batch(model.TableImageVersion); b != nil {
			rows := b.ImageVersion()
			for i, op := range rows.Op {
				if op == model.VersionOpImageID {
					pid, _ := rows.PID.At(i)
					base, _ := rows.ImageBase.At(i)
					stamps[place{pid, base, rows.Ticks[i]}] = rows.TimeDateStamp[i]
				} else if v, ok := rows.FileVersion.At(i); ok {
					versions[rows.TimeDateStamp[i]] = append(versions[rows.TimeDateStamp[i]], v)
				}
			}
		}
	})
	told := 0
	for _, l := range readFile(t, path).Lifetimes {
		at, listed := images[l.PID][strings.ToLower(l.Image)]
		if !listed {
			if l.BuildStamp != 0 || l.Version != nil {
				t.Errorf("%s (%d) has a build, but no image event", l.Image, l.PID)
			}
			continue
		}
		if l.BuildStamp == 0 || l.BuildStamp != stamps[at] {
			t.Errorf("%s (%d) has stamp %d, want %d", l.Image, l.PID, l.BuildStamp, stamps[at])
		}
		if l.Version == nil || !slices.Contains(versions[l.BuildStamp], l.Version.FileVersion) {
			t.Errorf("%s (%d) has version %+v, want one of %q", l.Image, l.PID, l.Version, versions[l.BuildStamp])
			continue
		}
		told++
	}
	if told < 25 {
		t.Errorf("the versions of %d processes are known", told)
	}
}

// eachChunk decodes a recording.
func eachChunk(t *testing.T, path string, do func(*model.Chunk)) {
	t.Helper()
	ctx := t.Context()
	capture, err := etl.Open(ctx, etl.Options{}, path)
	if err != nil {
		t.Fatal(err)
	}
	defer capture.Close()
	for chunk, err := range model.NewReader(capture, model.Options{}).Chunks(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		do(chunk)
	}
}
