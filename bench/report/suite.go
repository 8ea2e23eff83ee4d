package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"etledger/bench/captures"
	"etledger/bench/layers"
	"etledger/bench/rounds"
)

// Names of layers that have a part in the suite beside their own row.
const (
	copyLayer    = "memory copy"
	walkLayer    = "header walk"
	expandLayer  = "decompression"
	byteLayer    = "decompression, byte by byte"
	decodeLayer  = "Arrow batches, all tables"
	analyzeLayer = "analyze"
	convertLayer = "convert"
)

// section is a recording with the layers that are measured on it.
type section struct {
	recording
	layers []string
	size   int64 // asked for, bytes; 0 for real ones
	single bool  // one pass of each is enough, the recording being so large
	memory bool  // the peaks of commands are measured on it too
}

// row is one line of the table.
type row struct {
	layer     string
	recording string // its name
	title     string // its name with its size
	result
	walk, copied []float64 // seconds of a pass, by round
	bytewise     []float64 // the same of the slow decompressor; nil unless it took part
	expansion    []float64 // the same of decompression; nil unless it took part
	events       uint64    // of the recording, as the walk counts them
}

// suite measures.
type suite struct {
	options
	folder   string    // for recordings
	progress io.Writer // says what is being measured

	rows  []row
	peaks []peak
}

// wanted tells whether a layer was asked for.
func (s *suite) wanted(layer string) bool {
	if len(s.only) == 0 {
		return true
	}
	for _, part := range s.only {
		if strings.Contains(strings.ToLower(layer), strings.ToLower(part)) {
			return true
		}
	}
	return false
}

// sections lists what is measured, at the sizes asked for and on the real recordings.
func (s *suite) sections() ([]section, error) {
	var list []section
	for i, size := range s.sizes {
		wanted := s.allLayers()
		if i > 0 || size > largest {
			wanted = s.mainLayers(size)
		}
		for _, w := range wanted {
			r, err := made(w.name, size, s.events, w.spec)
			if err != nil {
				return nil, err
			}
			w.recording, w.size, w.single, w.memory = r, size, size > largest, w.name == virtualAlloc
			list = append(list, w)
		}
	}
	if s.corpus == "" {
		return list, nil
	}
	recordings, err := real(s.corpus, mostReal)
	for _, r := range recordings {
		list = append(list, section{recording: r, layers: realLayers})
	}
	return list, err
}

// Names of recordings.
const (
	virtualAlloc    = "VirtualAlloc"
	otherKinds      = "nine tenths of other kinds"
	compressed      = "compressed"
	compressedOther = "compressed, nine tenths of other kinds"
)

const (
	largest  = 1 << 30 // bytes of a recording that is measured in rounds
	mostReal = 4
)

// mainLayers lists those that targets are about, with the recordings that they are measured on.
func (s *suite) mainLayers(size int64) []section {
	list := []section{
		{recording: recording{name: virtualAlloc}, layers: []string{walkLayer, decodeLayer, analyzeLayer, convertLayer}},
		{recording: recording{name: otherKinds, spec: captures.Spec{Others: 0.9}}, layers: []string{walkLayer, analyzeLayer}},
		{recording: recording{name: compressedOther, spec: captures.Spec{Others: 0.9, Compressed: true}},
			layers: []string{expandLayer, analyzeLayer}},
	}
	if size > largest {
		return list[:1]
	}
	return list
}

// realLayers are measured on recordings from elsewhere.
var realLayers = []string{walkLayer, expandLayer, "order", decodeLayer, analyzeLayer, convertLayer}

// allLayers lists every layer with the recordings that it is measured on.
func (s *suite) allLayers() []section {
	var all []string
	for _, l := range layers.All() {
		if l.Name != expandLayer && l.Name != byteLayer {
			all = append(all, l.Name)
		}
	}
	list := []section{
		{recording: recording{name: virtualAlloc}, layers: all},
		{recording: recording{name: otherKinds, spec: captures.Spec{Others: 0.9}},
			layers: []string{walkLayer, "step over", "order", decodeLayer, analyzeLayer, convertLayer}},
		{recording: recording{name: compressed, spec: captures.Spec{Compressed: true}},
			layers: []string{byteLayer, expandLayer, "step over", "order", decodeLayer, analyzeLayer}},
		{recording: recording{name: compressedOther, spec: captures.Spec{Others: 0.9, Compressed: true}},
			layers: []string{expandLayer, "step over", analyzeLayer}},
		{recording: recording{name: "VirtualAlloc with stacks", spec: captures.Spec{Stacks: true}},
			layers: []string{walkLayer, "order", decodeLayer, "ledger", analyzeLayer, convertLayer, "read dataset",
				"analyze dataset"}},
	}
	for _, kind := range captures.Kinds() {
		r := recording{name: kind, spec: captures.Spec{Kind: kind}}
		list = append(list, section{recording: r, layers: []string{decodeLayer}})
	}
	return list
}

// measure measures all sections, one after the other.
func (s *suite) measure(ctx context.Context) error {
	sections, err := s.sections()
	if err != nil {
		return err
	}
	for _, section := range sections {
		if err := s.measureSection(ctx, section); err != nil {
			return fmt.Errorf("%s: %w", section.name, err)
		}
	}
	return nil
}

// titleOf names a recording with its size; real ones, whose size nobody asked for, have none.
func (s *suite) titleOf(name string, size int64) string {
	switch {
	case size == 0:
		return name
	case s.events > 0:
		return name + ", " + grouped(int64(s.events)) + " events"
	}
	return name + ", " + sizeName(size)
}

func (s *suite) measureSection(ctx context.Context, section section) error {
	if !slices.ContainsFunc(section.layers, s.wanted) {
		return nil
	}
	title := s.titleOf(section.name, section.size)
	fmt.Fprintf(s.progress, "%s\n", title)
	in, remove, err := s.prepare(section.recording)
	if err != nil {
		return err
	}
	defer remove()
	if slices.ContainsFunc(section.layers, func(name string) bool { return s.wanted(name) && layers.NeedsDataset(name) }) {
		if err := layers.MakeDataset(ctx, in); err != nil {
			return err
		}
	}
	counted, err := inChild(ctx, task{Layer: walkLayer, Input: in, Single: true}, 1)
	if err != nil {
		return err
	}
	for _, name := range section.layers {
		if in.Wrapped == "" && (name == expandLayer || name == byteLayer) || !s.wanted(name) {
			continue
		}
		fmt.Fprintf(s.progress, "  %s\n", name)
		r := row{layer: name, recording: section.name, title: title, events: counted.Done.Events}
		if err := s.measureRow(ctx, &r, in, section); err != nil {
			return err
		}
		s.rows = append(s.rows, r)
	}
	if section.memory {
		return s.measurePeaks(ctx, in, peak{over: "size", value: sizeName(section.size), size: section.size})
	}
	return nil
}

// measureRow lets a layer take turns with the walk and with copying memory, and with what else its targets ask for.
func (s *suite) measureRow(ctx context.Context, r *row, in layers.Input, section section) error {
	against := []string{walkLayer, copyLayer}
	switch {
	case r.layer == expandLayer:
		against = append(against, byteLayer)
	case r.layer == analyzeLayer && in.Wrapped != "":
		against = append(against, expandLayer)
	}
	t := task{Layer: r.layer, Against: against, Input: in, Plan: s.plan, Single: section.single}
	if s.profiles != "" {
		t.Profile = filepath.Join(s.profiles, fileName(r.layer+" on "+r.title)+".pb.gz")
	}
	var err error
	r.result, err = inChild(ctx, t, 1)
	if err != nil {
		return err
	}
	r.walk, r.copied = r.Others[0], r.Others[1]
	switch {
	case r.layer == expandLayer:
		r.bytewise = r.Others[2]
	case len(r.Others) > 2:
		r.expansion = r.Others[2]
	}
	if section.path == "" && r.Done.Events > 0 && r.Done.Events != r.events {
		return fmt.Errorf("%s met %d events where the walk counts %d", r.layer, r.Done.Events, r.events)
	}
	return nil
}

// fileName makes the name of a file of a text.
func fileName(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, ",", ""), " ", "-")
}

// seconds of one pass, in the median.
func (r *row) seconds() float64 { return rounds.Median(r.Times) }

// ofWalk is the layer's speed as a share of the speed of the walk over the same recording.
func (r *row) ofWalk() float64 { return rounds.Ratio(r.walk, r.Times) }

// ofCopy is the layer's speed as a share of the speed of copying as many bytes as the recording has without compression.
func (r *row) ofCopy() float64 { return rounds.Ratio(r.copied, r.Times) }

// rate in bytes a second.
func (r *row) rate() float64 { return float64(r.Done.Bytes) / r.seconds() }

// eventRate in events a second.
func (r *row) eventRate() float64 { return float64(r.events) / r.seconds() }

func (r *row) allocsPerEvent() float64 { return float64(r.Allocs) / float64(r.events) }

// defaultPlan takes about a second for a layer, or its least rounds.
func defaultPlan() rounds.Plan {
	return rounds.Plan{Least: 5, Most: 21, Budget: 700 * time.Millisecond, Sample: 4 * time.Millisecond,
		Even: 50 * time.Millisecond}
}
