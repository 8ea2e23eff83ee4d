package command

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"etledger/etl"
	"etledger/model"
	"etledger/model/arrowstream"
)

// streamOf is the stream that a table of the capture is.
func streamOf(t *testing.T, table model.Table) []byte {
	t.Helper()
	capture, err := etl.Open(context.Background(), etl.Options{}, leakyService)
	if err != nil {
		t.Fatal(err)
	}
	defer capture.Close()
	var b bytes.Buffer
	if _, err := arrowstream.Write(context.Background(), &b, model.NewReader(capture, model.Options{}), table, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func TestConvertArrowTable(t *testing.T) {
	for _, table := range []model.Table{model.TableVirtualAlloc, model.TableStack, model.TablePool} { // none of pool is there
		want := streamOf(t, table)
		var out, errs bytes.Buffer
		c := console{out: &out, err: &errs}
		o := arrowOptions{[]string{table.String()}, "-"}
		if err := convertArrow(context.Background(), c, o, []string{leakyService}); err != nil || !bytes.Equal(out.Bytes(), want) {
			t.Errorf("%v to standard output: %d bytes, want %d; %v", table, out.Len(), len(want), err)
		}
		o.output = filepath.Join(t.TempDir(), "x.arrows")
		err := convertArrow(context.Background(), c, o, []string{leakyService})
		if got, _ := os.ReadFile(o.output); err != nil || !bytes.Equal(got, want) || errs.Len() > 0 {
			t.Errorf("%v to a file: %d bytes, want %d; %v %s", table, len(got), len(want), err, &errs)
		}
	}
}

func TestConvertArrowFolder(t *testing.T) {
	var with []string
	for table := range model.Tables() {
		capture, err := etl.Open(context.Background(), etl.Options{}, leakyService)
		if err != nil {
			t.Fatal(err)
		}
		for batch := range model.Batches(context.Background(), capture, model.Options{Tables: []model.Table{table}}) {
			if name := table.String() + streamSuffix; batch.Len() > 0 && !slices.Contains(with, name) {
				with = append(with, name)
			}
		}
		capture.Close()
	}
	slices.Sort(with)
	for _, c := range []struct {
		tables, want []string
	}{
		{nil, with},
		{[]string{"stack", "pool"}, []string{"pool.arrows", "stack.arrows"}}, // named ones even without rows
	} {
		folder := filepath.Join(t.TempDir(), "streams")
		var out, errs bytes.Buffer
		err := convertArrow(context.Background(), console{out: &out, err: &errs}, arrowOptions{c.tables, folder}, []string{leakyService})
		if err != nil || out.Len()+errs.Len() > 0 {
			t.Fatal(err, out.String(), errs.String())
		}
		if got := names(t, folder); !slices.Equal(got, c.want) {
			t.Errorf("%v: files %v, want %v", c.tables, got, c.want)
		}
		for _, name := range c.want {
			table, err := model.ParseTable(strings.TrimSuffix(name, streamSuffix))
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := os.ReadFile(filepath.Join(folder, name)); !bytes.Equal(got, streamOf(t, table)) {
				t.Errorf("%s has other bytes than the stream of the table", name)
			}
		}
	}
}

func TestConvertArrowRefuses(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "note.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		o    arrowOptions
		want string
	}{
		{arrowOptions{nil, ""}, "name the output with -o"},
		{arrowOptions{nil, "-"}, "standard output takes one table; name it with --table: process, thread, image,"},
		{arrowOptions{[]string{"image", "stack"}, "-"}, "standard output takes one table; name it with --table: image, stack"},
		{arrowOptions{[]string{"imagine"}, "-"}, `there is no table "imagine"; did you mean "image"?; tables are process,`},
		{arrowOptions{nil, full}, "is not empty; name a folder that is, or that is not there yet"},
		{arrowOptions{[]string{"image"}, full}, "is a folder; name a file in it"},
		{arrowOptions{nil, filepath.Join(full, "note.txt", "x")}, "is not a folder; choose another place"},
		{arrowOptions{[]string{"image"}, leakyService}, "is the capture itself, which is never overwritten"},
	} {
		var out, errs bytes.Buffer
		err := convertArrow(context.Background(), console{out: &out, err: &errs}, c.o, []string{leakyService})
		if err == nil || !strings.Contains(err.Error(), c.want) || out.Len() > 0 {
			t.Errorf("%v: %v, want %s", c.o, err, c.want)
		}
	}
	if got := names(t, full); len(got) != 1 {
		t.Errorf("files %v", got)
	}
}

func TestConvertArrowLeavesNothingWhenInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	folder := t.TempDir()
	for _, tables := range [][]string{nil, {"image"}, {"image", "stack"}} {
		var out, errs bytes.Buffer
		o := arrowOptions{tables, filepath.Join(folder, "out")}
		err := convertArrow(ctx, console{out: &out, err: &errs}, o, []string{leakyService})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v: %v", tables, err)
		}
		if got := names(t, folder); len(got) > 0 {
			t.Errorf("%v: left behind %v", tables, got)
		}
	}
}

func TestConvertArrowTellsDamage(t *testing.T) {
	capture, err := os.ReadFile(leakyService)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.etl")
	if err := os.WriteFile(cut, capture[:len(capture)-100], 0o666); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	err = convertArrow(context.Background(), console{out: &out, err: &errs}, arrowOptions{[]string{"image"}, "-"}, []string{cut})
	note := "etledger: the input is damaged: the last buffer lacks 100 bytes; "
	if !errors.Is(err, errDamaged) || out.Len() == 0 || !strings.HasPrefix(errs.String(), note) {
		t.Errorf("%v, %d bytes, %q", err, out.Len(), &errs)
	}
}

// closedPipe is a pipe whose reader goes away after some bytes.
type closedPipe struct{ left int }

func (p *closedPipe) Write(b []byte) (int, error) {
	if p.left -= len(b); p.left < 0 {
		return 0, &os.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}
	}
	return len(b), nil
}

func TestClosedPipeEndsQuietly(t *testing.T) {
	for _, left := range []int{0, 1000, 100_000} {
		var errs bytes.Buffer
		c := console{out: &closedPipe{left}, err: &errs}
		o := arrowOptions{[]string{"virtual_alloc"}, "-"}
		if err := convertArrow(context.Background(), c, o, []string{leakyService}); err != nil {
			t.Errorf("convert: %v", err)
		}
		for _, format := range []string{"jsonl", "csv", "text", "arrow"} {
			status := run(context.Background(), []string{"events", leakyService, "-t", "virtual_alloc", "-f", format},
				&closedPipe{left}, &errs)
			if status != statusFine || errs.Len() > 0 {
				t.Errorf("%s: status %d, %q", format, status, &errs)
			}
		}
	}
}
