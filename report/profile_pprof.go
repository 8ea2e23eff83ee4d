package report

import (
	"fmt"
	"io"
	"strconv"

	"github.com/google/pprof/profile"

	"etledger/ledger"
)

// unknownStack is the only frame of memory whose stack is not known.
const unknownStack = "[unknown stack]"

// sampleTypes are the values of each sample, in this order.
var sampleTypes = []string{
	"allocated_objects", "allocated_bytes", "outstanding_objects", "outstanding_bytes", "leaking_objects", "leaking_bytes",
}

// values are those of a sample: allocations and bytes.
func (s *profileSample) values() []int64 {
	k := s.stack
	v := []int64{amount(k.Allocations), amount(k.AllocatedBytes), amount(k.Count), amount(k.OutstandingBytes), 0, 0}
	if s.leaking {
		v[4], v[5] = v[2], v[3]
	}
	return v
}

// amount is a value as profiles have them. One that only a damaged capture gives stays below what they can hold, so
// that sums do not overflow either.
func amount(v uint64) int64 { return int64(min(v, 1<<52)) }

// defaultType is the kind of bytes that a profile is mostly asked for: leaking ones, if there are any.
func (p *Profile) defaultType() string {
	if p.leaks {
		return "leaking_bytes"
	}
	return "outstanding_bytes"
}

// WritePprof writes the profile in the compressed form that "go tool pprof" reads. A sample is a stack of a process, with
// the labels process and pid; its values are the allocations and the bytes that it allocated in the capture, left
// outstanding, and leaks. Functions are named module+0xoffset. Equal profiles give equal bytes.
func (p *Profile) WritePprof(w io.Writer) error {
	if err := p.pprof().Write(w); err != nil {
		return fmt.Errorf("report: writing a profile: %w", err)
	}
	return nil
}

func (p *Profile) pprof() *profile.Profile {
	b := pprofBuilder{
		mappings: map[ledger.Image]*profile.Mapping{}, functions: map[functionKey]*profile.Function{},
		locations: map[locationKey]*profile.Location{},
		out: &profile.Profile{
			DefaultSampleType: p.defaultType(), TimeNanos: p.start, DurationNanos: p.end - p.start, Comments: p.comments,
			PeriodType: &profile.ValueType{Type: "space", Unit: "bytes"}, Period: 1,
		},
	}
	for i, name := range sampleTypes {
		unit := "count"
		if i%2 == 1 {
			unit = "bytes"
		}
		b.out.SampleType = append(b.out.SampleType, &profile.ValueType{Type: name, Unit: unit})
	}
	for i := range p.samples {
		b.add(&p.samples[i])
	}
	return b.out
}

// pprofBuilder makes a profile, with each mapping, function and location in it once, numbered as they are met.
type pprofBuilder struct {
	out       *profile.Profile
	mappings  map[ledger.Image]*profile.Mapping
	functions map[functionKey]*profile.Function
	locations map[locationKey]*profile.Location
}

type functionKey struct{ name, file string }

type locationKey struct {
	mapping  *profile.Mapping
	function *profile.Function
	address  uint64
}

func (b *pprofBuilder) add(s *profileSample) {
	sample := &profile.Sample{
		Value: s.values(),
		Label: map[string][]string{"process": {imageName(s.life)}, "pid": {strconv.FormatUint(uint64(s.life.PID), 10)}},
	}
	for _, f := range s.stack.Frames {
		sample.Location = append(sample.Location, b.frame(f))
	}
	if len(s.stack.Frames) == 0 {
		sample.Location = append(sample.Location, b.location(nil, b.function(unknownStack, ""), 0))
	}
	b.out.Sample = append(b.out.Sample, sample)
}

func (b *pprofBuilder) frame(f ledger.Frame) *profile.Location {
	if f.Image == nil {
		return b.location(nil, b.function(f.String(), ""), f.Address)
	}
	return b.location(b.mapping(f.Image), b.function(f.String(), f.Image.Path), f.Address)
}

// mapping gives that of an image. Its frames have functions already, so that no tool looks for the file's symbols.
func (b *pprofBuilder) mapping(i *ledger.Image) *profile.Mapping {
	m := b.mappings[*i]
	if m == nil {
		m = &profile.Mapping{
			ID: uint64(len(b.out.Mapping) + 1), Start: i.Base, Limit: i.Base + i.Size, File: i.Path, HasFunctions: true,
		}
		b.mappings[*i] = m
		b.out.Mapping = append(b.out.Mapping, m)
	}
	return m
}

func (b *pprofBuilder) function(name, file string) *profile.Function {
	key := functionKey{name, file}
	f := b.functions[key]
	if f == nil {
		f = &profile.Function{ID: uint64(len(b.out.Function) + 1), Name: name, SystemName: name, Filename: file}
		b.functions[key] = f
		b.out.Function = append(b.out.Function, f)
	}
	return f
}

func (b *pprofBuilder) location(m *profile.Mapping, f *profile.Function, address uint64) *profile.Location {
	key := locationKey{m, f, address}
	l := b.locations[key]
	if l == nil {
		l = &profile.Location{
			ID: uint64(len(b.out.Location) + 1), Mapping: m, Address: address, Line: []profile.Line{{Function: f}},
		}
		b.locations[key] = l
		b.out.Location = append(b.out.Location, l)
	}
	return l
}
