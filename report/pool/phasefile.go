package pool

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
)

// maxPhases bounds a phase file: more are no plan of a test.
const maxPhases = 10_000

// ReadPhases reads phases from CSV: start, end, label and, where known, volume, the number of operations done. A heading
// may name the columns and their order; commas, semicolons and tabs separate. Times without zone are in zone, nil meaning
// UTC; +90, +15m and +1h30m are distances from the first snapshot. Errors name the line and what was expected.
func ReadPhases(r io.Reader, name string, zone *time.Location) ([]Phase, error) {
	var phases []Phase
	columns := phaseColumns{start: 0, end: 1, label: 2, volume: 3}
	lines := bufio.NewScanner(r)
	first := true
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if line == "" || line[0] == '#' {
			continue
		}
		cells := splitCells(line)
		if first {
			first = false
			if named, ok := columnsOf(cells); ok {
				columns = named
				continue
			}
		}
		p, err := columns.phase(cells, zone)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		if len(phases) == maxPhases {
			return nil, fmt.Errorf("%s:%d: more than %d phases", name, number, maxPhases)
		}
		phases = append(phases, p)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := SortPhases(phases); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return phases, nil
}

// ParsePhase reads a phase in the form LABEL=START/END or LABEL=START/END/VOLUME.
func ParsePhase(s string, zone *time.Location) (Phase, error) {
	label, rest, found := strings.Cut(s, "=")
	parts := strings.Split(rest, "/")
	if !found || len(parts) < 2 || len(parts) > 3 {
		return Phase{}, fmt.Errorf("phase %q: expected LABEL=START/END or LABEL=START/END/VOLUME, as in "+
			"workload=2024-03-04T09:00:00Z/2024-03-04T10:00:00Z/5000", s)
	}
	return phaseColumns{start: 0, end: 1, label: 2, volume: 3}.phase(
		append([]string{parts[0], parts[1], label}, parts[2:]...), zone)
}

// phaseColumns tells where the parts of a phase stand; -1 where one is missing.
type phaseColumns struct{ start, end, label, volume int }

// columnsOf reads a heading.
func columnsOf(cells []string) (c phaseColumns, ok bool) {
	c = phaseColumns{-1, -1, -1, -1}
	for i, cell := range cells {
		switch strings.ToLower(cell) {
		case "start", "begin", "from", "start time":
			c.start = i
		case "end", "stop", "to", "end time":
			c.end = i
		case "label", "phase", "name", "kind":
			c.label = i
		case "volume", "operations", "ops", "count", "requests", "work":
			c.volume = i
		}
	}
	return c, c.start >= 0 && c.end >= 0 && c.label >= 0
}

// splitCells splits a line at the separator that it has, and takes off quotes.
func splitCells(line string) []string {
	separator := ","
	for _, s := range []string{"\t", ";"} {
		if strings.Contains(line, s) {
			separator = s
			break
		}
	}
	cells := strings.Split(line, separator)
	for i, c := range cells {
		cells[i] = strings.TrimSpace(strings.Trim(strings.TrimSpace(c), `"`))
	}
	return cells
}

func (c phaseColumns) phase(cells []string, zone *time.Location) (p Phase, err error) {
	cell := func(i int) string {
		if i < 0 || i >= len(cells) {
			return ""
		}
		return cells[i]
	}
	if p.Start, err = parseMoment(cell(c.start), zone); err != nil {
		return p, fmt.Errorf("start: %w", err)
	}
	if p.End, err = parseMoment(cell(c.end), zone); err != nil {
		return p, fmt.Errorf("end: %w", err)
	}
	if p.Start.Relative == p.End.Relative && p.End.compare(p.Start) <= 0 {
		return p, errors.New("the end is not after the start")
	}
	if p.Label = cell(c.label); p.Label == "" {
		return p, errors.New("no label, such as idle, workload or recovery")
	}
	p.Kind = KindOf(p.Label)
	if text := cell(c.volume); text != "" {
		p.Volume, err = strconv.ParseFloat(text, 64)
		if err != nil || !(p.Volume >= 0) || math.IsInf(p.Volume, 0) {
			return p, fmt.Errorf("volume %q: expected the number of operations, such as 5000", text)
		}
	}
	return p, nil
}

// momentLayouts are the forms of times; those without zone come last.
var momentLayouts = []string{
	time.RFC3339Nano, "2006-01-02 15:04:05Z07:00", "2006-01-02T15:04Z07:00", "2006-01-02 15:04Z07:00",
	"2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04",
}

func parseMoment(s string, zone *time.Location) (Moment, error) {
	if rest, ok := strings.CutPrefix(s, "+"); ok {
		const most = 100 * 365 * 24 * time.Hour
		if seconds, err := strconv.ParseFloat(rest, 64); err == nil && seconds >= 0 && seconds <= most.Seconds() {
			return Moment{Offset: time.Duration(seconds * float64(time.Second)), Relative: true}, nil
		}
		if d, err := time.ParseDuration(rest); err == nil && d >= 0 {
			return Moment{Offset: d, Relative: true}, nil
		}
		return Moment{}, fmt.Errorf("%q: expected a distance from the first snapshot, such as +90 (seconds), +15m or +1h30m", s)
	}
	if zone == nil {
		zone = time.UTC
	}
	for _, layout := range momentLayouts {
		if t, err := time.ParseInLocation(layout, s, zone); err == nil && t.Year() >= 1970 && t.Year() < 2200 {
			return Moment{Time: t.UTC()}, nil
		}
	}
	return Moment{}, fmt.Errorf("%q: expected a time such as 2024-03-04T09:00:00Z or 2024-03-04 09:00, or a distance from the "+
		"first snapshot such as +15m", s)
}
