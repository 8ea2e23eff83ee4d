package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"etledger/bench/captures"
	"etledger/bench/layers"
	"etledger/bench/limits"
)

// recording is an input of the suite: one to be made, or one that is there.
type recording struct {
	name string
	spec captures.Spec // made by the writer
	path string        // of a real one; empty for those that are made
}

// made gives the specification of a recording of about a number of bytes, counted without compression.
func made(name string, bytes int64, events int, spec captures.Spec) (recording, error) {
	spec.Seed = 1
	spec.Events = events
	if events == 0 {
		each, err := bytesOfAnEvent(spec)
		if err != nil {
			return recording{}, err
		}
		spec.Events = max(1000, int(float64(bytes)/each))
	}
	return recording{name: name, spec: spec}, nil
}

// bytesOfAnEvent finds it by writing some thousand, to nowhere.
func bytesOfAnEvent(spec captures.Spec) (float64, error) {
	spec.Events, spec.Compressed = 20_000, false
	var n counter
	err := captures.Write(&n, spec)
	return float64(n.written) / float64(spec.Events), err
}

// counter counts what is written at the end of a file; a recording's header is written a second time over the first.
type counter struct{ written, at int64 }

func (c *counter) Write(b []byte) (int, error) {
	c.at += int64(len(b))
	c.written = max(c.written, c.at)
	return len(b), nil
}

func (c *counter) Seek(to int64, _ int) (int64, error) {
	c.at = to
	return to, nil
}

// prepare puts the files of a recording into a new folder. The function that it returns removes them.
func (s *suite) prepare(r recording) (in layers.Input, remove func(), err error) {
	folder, err := os.MkdirTemp(s.folder, "recording")
	if err != nil {
		return in, nil, err
	}
	scratch, err := os.MkdirTemp(s.scratch, "etledger-bench")
	remove = func() {
		os.RemoveAll(folder)
		os.RemoveAll(scratch)
	}
	defer func() {
		if err != nil {
			remove()
		}
	}()
	if err != nil {
		return in, nil, err
	}
	in.Path = r.path
	if r.path == "" {
		in.Path = filepath.Join(folder, "capture.etl")
		if err := create(in.Path, func(f *os.File) error { return captures.Write(f, r.spec) }); err != nil {
			return in, nil, err
		}
	}
	in.Plain, in.Scratch, in.Dataset = in.Path, scratch, filepath.Join(folder, "dataset")
	source, err := os.Open(in.Path)
	if err != nil {
		return in, nil, err
	}
	defer source.Close()
	info, err := source.Stat()
	if err != nil {
		return in, nil, err
	}
	compressed, err := limits.Compressed(source, info.Size())
	if err != nil || !compressed {
		return in, remove, err
	}
	in.Plain, in.Wrapped = filepath.Join(folder, "plain.etl"), filepath.Join(folder, "wrapped.etl")
	buffered := func(write func(io.Writer) error) func(*os.File) error {
		return func(f *os.File) error {
			w := bufio.NewWriterSize(f, 1<<20)
			return errors.Join(write(w), w.Flush())
		}
	}
	return in, remove, errors.Join(
		create(in.Plain, buffered(func(w io.Writer) error { return limits.Unpack(w, source, info.Size()) })),
		create(in.Wrapped, buffered(func(w io.Writer) error {
			_, err := limits.Wrap(w, source, info.Size())
			return err
		})))
}

func create(path string, write func(*os.File) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// real lists the largest recordings of a folder, at most a number of them, the largest first.
func real(folder string, most int) ([]recording, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.etl"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("no recordings (*.etl) in %s", folder)
	}
	sizes := map[string]int64{}
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, err
		}
		sizes[p] = info.Size()
	}
	slices.SortStableFunc(paths, func(a, b string) int { return int(sizes[b] - sizes[a]) })
	var list []recording
	for _, p := range paths[:min(most, len(paths))] {
		list = append(list, recording{name: strings.TrimSuffix(filepath.Base(p), ".etl"), path: p})
	}
	return list, nil
}
