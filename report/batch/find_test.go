package batch

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// tree makes a folder with files, each with its name as its content.
func tree(t testing.TB, names ...string) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range names {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// names gives locations from a folder on.
func names(t testing.TB, folder string, captures []Capture) []string {
	t.Helper()
	var list []string
	for _, c := range captures {
		name, err := filepath.Rel(folder, c.Location)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, filepath.ToSlash(name))
	}
	return list
}

func TestFind(t *testing.T) {
	folder := tree(t, "b/2.etl", "b/10.ETL", "a/x.etl.zip", "a/notes.md", "c.diagsession", "raw.bin", "empty/readme", "b/deep/er/3.etl",
		"out/table=virtual_alloc/y.etl")
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("list.txt", "\uFEFF# some\r\nb/2.etl\r\n\r\n  a \r\n@more.lst\r\nb/*.etl\n")
	write("more.lst", "raw.bin\n")
	write("wide.list", "\xFF\xFEb\x00/\x002\x00.\x00e\x00t\x00l\x00\n\x00")
	in := func(name string) string { return filepath.Join(folder, filepath.FromSlash(name)) }
	for _, c := range []struct {
		inputs []string
		want   []string
	}{
		{[]string{folder}, []string{"a/x.etl.zip", "b/10.ETL", "b/2.etl", "b/deep/er/3.etl", "c.diagsession"}},
		{[]string{in("raw.bin")}, []string{"raw.bin"}},
		{[]string{in("b/2.etl"), in("b"), in("b/../b/2.etl")}, []string{"b/2.etl", "b/10.ETL", "b/deep/er/3.etl"}},
		{[]string{in("b"), in("b")}, []string{"b/10.ETL", "b/2.etl", "b/deep/er/3.etl"}},
		{[]string{in("**/*.etl")}, []string{"b/2.etl", "b/deep/er/3.etl", "out/table=virtual_alloc/y.etl"}},
		{[]string{in("b/{2,3}.etl")}, []string{"b/2.etl"}},
		{[]string{in("*/x*")}, []string{"a/x.etl.zip"}},
		{[]string{in("b/*")}, []string{"b/10.ETL", "b/2.etl", "b/deep/er/3.etl"}},
		{[]string{in("*.b?n")}, []string{"raw.bin"}},
		{[]string{in("list.txt")}, []string{"b/2.etl", "a/x.etl.zip", "raw.bin"}},
		{[]string{"@" + in("more.lst")}, []string{"raw.bin"}},
		{[]string{in("wide.list")}, []string{"b/2.etl"}},
	} {
		got := names(t, folder, find(t, FindOptions{}, c.inputs...))
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: found %v, expected %v", c.inputs, got, c.want)
		}
	}
	write("loop.txt", "@loop.txt\n")
	write("gone.txt", "b/2.etl\nno-such.etl\n")
	for _, c := range []struct{ input, want string }{
		{in("no-such.etl"), "no such file"}, {in("empty"), "no recording"}, {in("*.none"), "matches no recording"},
		{in("loop.txt"), "none of the 1 lines"}, {in("b/[.etl"), "[.etl"}, {"s3://bucket/x.etl", "object store"},
		{"-", "no list"},
	} {
		captures, _, err := Find(context.Background(), []string{in("raw.bin"), c.input}, FindOptions{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected an error with %q", c.input, err, c.want)
		}
		if len(captures) == 0 {
			t.Errorf("%s: the captures of other inputs are not there", c.input)
		}
	}
	for _, c := range []struct{ input, where, message string }{
		{in("gone.txt"), "gone.txt, line 2", "no-such.etl"}, {in("loop.txt"), "loop.txt, line 1", "deep"},
	} {
		captures, problems, _ := Find(context.Background(), []string{in("raw.bin"), c.input}, FindOptions{})
		told := slices.ContainsFunc(problems, func(p Problem) bool {
			return p.Missed && strings.HasSuffix(p.Where, c.where) && strings.Contains(p.Message, c.message)
		})
		if !told || len(captures) == 0 {
			t.Errorf("%s: %v, expected one of %s, and the captures of the other lines", c.input, problems, c.where)
		}
	}
	list := strings.NewReader(in("raw.bin") + "\n")
	if got := find(t, FindOptions{List: list}, "-"); len(got) != 1 {
		t.Errorf("the list that was given: %v", got)
	}
}

func TestFindFollowsLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need rights on Windows")
	}
	folder := tree(t, "a/1.etl", "b/2.etl")
	for link, to := range map[string]string{"a/up": "..", "c": "b", "d.etl": "a/1.etl", "broken.etl": "nothing"} {
		if err := os.Symlink(filepath.Join(folder, to), filepath.Join(folder, link)); err != nil {
			t.Fatal(err)
		}
	}
	captures, problems, err := Find(context.Background(), []string{folder}, FindOptions{})
	if err != nil || len(problems) != 1 || !strings.Contains(problems[0].String(), "broken.etl") {
		t.Errorf("%v, %v", problems, err)
	}
	if got, want := names(t, folder, captures), []string{"a/1.etl", "b/2.etl", "d.etl"}; !slices.Equal(got, want) {
		t.Errorf("found %v, expected %v", got, want)
	}
}

// The dataset that is written to is no input, unless it is named, even if it is below a folder that is one.
func TestFindLeavesTheOutput(t *testing.T) {
	from := archive(t)
	to := filepath.Join(from, "captures")
	o := FindOptions{Output: to}
	captures := find(t, o, from)
	runAll(t, captures, RunOptions{Options: Options{Dataset: to, Tables: true}})
	if again := find(t, o, from); len(again) != len(captures) {
		t.Errorf("%d captures, then %d", len(captures), len(again))
	}
	stored := find(t, o, to)
	if len(stored) != 3 || stored[0].Place == nil || stored[0].Size == 0 {
		t.Errorf("the dataset by name: %+v", stored)
	}
	part := filepath.Join(to, "table=capture", "host="+stored[0].Place.Host)
	if of := find(t, o, part); len(of) == 0 || of[0].Location != stored[0].Location && of[0].Place.ID != stored[0].Place.ID {
		t.Errorf("a part of the dataset: %+v", of)
	}
	if other := find(t, FindOptions{}, from); len(other) != len(captures)+3 {
		t.Errorf("%d captures where the dataset is another input, expected %d", len(other), len(captures)+3)
	}
}
