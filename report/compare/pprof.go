package compare

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"etledger/report"
)

// Profile is the stacks of after less those of before, to be written for "go tool pprof".
type Profile struct{ out *profile.Profile }

// NewProfile makes the profile of a comparison, as "go tool pprof -diff_base" does: the samples of before are negative and
// have the label pprof::base. Of several captures of a side it has the mean. Process numbers, which differ between captures,
// are left out; the label process stays. With images given it holds the processes of these images only. What is shown first are
// leaking bytes where anything leaks on either side. An error tells of a side without a profile, or of profiles that do not
// go together.
func NewProfile(before, after []*report.Profile, images ...string) (*Profile, error) {
	if len(before) == 0 || len(after) == 0 {
		return nil, errors.New("compare: a profile of a comparison takes a profile of each side")
	}
	base, err := meanProfile(before, images)
	if err != nil {
		return nil, err
	}
	other, err := meanProfile(after, images)
	if err != nil {
		return nil, err
	}
	kinds := []string{base.DefaultSampleType, other.DefaultSampleType}
	lengths := [2]int64{base.DurationNanos, other.DurationNanos}
	base.Scale(-1)
	base.SetLabel("pprof::base", []string{"true"}) // what -diff_base sets; percentages are then of the base
	out, err := profile.Merge([]*profile.Profile{other, base})
	if err != nil {
		return nil, fmt.Errorf("compare: profiles of both sides: %w", err)
	}
	out.DefaultSampleType = kinds[1]
	if slices.Contains(kinds, leakingBytes) {
		out.DefaultSampleType = leakingBytes
	}
	out.TimeNanos, out.DurationNanos = other.TimeNanos, lengths[1]
	out.Comments = []string{"After less before: what only before has is negative."}
	if one, other := float64(lengths[0]), float64(lengths[1]); max(one, other) > sameLengthBy*min(one, other) {
		out.Comments = append(out.Comments, fmt.Sprintf("The captures differ in length, %.1f s before and %.1f s after, and the totals "+
			"here with them.", float64(lengths[0])/1e9, float64(lengths[1])/1e9))
	}
	return &Profile{out}, nil
}

const leakingBytes = "leaking_bytes"

// meanProfile is the mean of the profiles of a side; its duration is the mean too.
func meanProfile(list []*report.Profile, images []string) (*profile.Profile, error) {
	parsed := make([]*profile.Profile, len(list))
	leaks := false
	var length int64
	for i, p := range list {
		var b bytes.Buffer
		if err := p.WritePprof(&b); err != nil {
			return nil, err
		}
		var err error
		if parsed[i], err = profile.ParseData(b.Bytes()); err != nil {
			return nil, fmt.Errorf("compare: reading a profile: %w", err)
		}
		if len(images) > 0 {
			parsed[i].Sample = slices.DeleteFunc(parsed[i].Sample, func(s *profile.Sample) bool { return !ofImage(s, images) })
		}
		parsed[i].RemoveLabel("pid")
		unifyMappings(parsed[i])
		leaks = leaks || parsed[i].DefaultSampleType == leakingBytes
		length += parsed[i].DurationNanos / int64(len(list))
	}
	merged, err := profile.Merge(parsed)
	if err != nil {
		return nil, fmt.Errorf("compare: profiles of one side: %w", err)
	}
	merged.Scale(1 / float64(len(list)))
	if leaks {
		merged.DefaultSampleType = leakingBytes
	}
	merged.DurationNanos = length
	return merged, nil
}

// ofImage tells whether a sample is of a process of one of the images.
func ofImage(s *profile.Sample, images []string) bool {
	return slices.ContainsFunc(s.Label["process"], func(is string) bool {
		return slices.ContainsFunc(images, func(image string) bool { return strings.EqualFold(is, image) })
	})
}

// unifyMappings lets frames of one image go together though captures have it at different addresses: a location is its
// offset in the image then. Windows does not tell upper from lower case in names of files.
func unifyMappings(p *profile.Profile) {
	for _, l := range p.Location {
		if l.Mapping != nil && l.Address >= l.Mapping.Start {
			l.Address -= l.Mapping.Start
		}
	}
	for _, m := range p.Mapping {
		m.File = strings.ToLower(m.File)
		m.Limit -= min(m.Limit, m.Start)
		m.Start = 0
	}
}

// WritePprof writes the profile in the compressed form that "go tool pprof" reads. Equal profiles give equal bytes.
func (p *Profile) WritePprof(w io.Writer) error {
	if err := p.out.Write(w); err != nil {
		return fmt.Errorf("compare: writing a profile: %w", err)
	}
	return nil
}
