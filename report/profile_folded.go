package report

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// unfoldable are the characters that folded stacks have a use for.
var unfoldable = strings.NewReplacer(";", ":", "\n", " ", "\r", " ")

// WriteFolded writes the profile as folded stacks, the text that flame graph tools read: a line for each stack,
//
//	process (pid);outer frame;...;inner frame bytes
//
// in the order of the text. The bytes are leaking ones, or outstanding ones when nothing leaks; stacks without any are
// left out. Equal profiles give equal bytes.
func (p *Profile) WriteFolded(w io.Writer) error {
	kind := slices.Index(sampleTypes, p.defaultType())
	lines := map[string]int64{}
	for i := range p.samples {
		s := &p.samples[i]
		if bytes := s.values()[kind]; bytes > 0 {
			lines[s.folded()] += bytes
		}
	}
	b := bufio.NewWriter(w)
	for _, line := range slices.Sorted(maps.Keys(lines)) {
		fmt.Fprintf(b, "%s %d\n", line, lines[line])
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("report: writing folded stacks: %w", err)
	}
	return nil
}

func (s *profileSample) folded() string {
	parts := []string{unfoldable.Replace(processName(s.life))}
	for _, f := range slices.Backward(s.stack.Frames) {
		parts = append(parts, unfoldable.Replace(f.String()))
	}
	if len(s.stack.Frames) == 0 {
		parts = append(parts, unknownStack)
	}
	return strings.Join(parts, ";")
}
