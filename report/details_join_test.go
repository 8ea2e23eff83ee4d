package report

import (
	"bytes"
	"maps"
	"slices"
	"testing"
)

// Joined bins still sum up to the accounts, select what the narrow ones did, and leave copies of the report alone.
func TestJoinedBins(t *testing.T) {
	r := buildFile(t, leakyService, Options{Details: true})
	first := jsonOf(t, r)
	before := *r
	joins := 0
	for was := before; joinBins(r); was = *r {
		joins++
		if r.Details.BinS != 2*was.Details.BinS || r.Details.Bins != (was.Details.Bins+1)/2 {
			t.Fatalf("%d bins of %v s, after %d of %v s", r.Details.Bins, r.Details.BinS, was.Details.Bins, was.Details.BinS)
		}
		for i := range r.Processes {
			checkDetails(t, r, &r.Processes[i])
		}
		for _, part := range [][2]int{{0, r.Details.Bins}, {1, r.Details.Bins}, {r.Details.Bins / 3, r.Details.Bins/2 + 1}} {
			got, want := selected(r, part[0], part[1]), selected(&was, 2*part[0], 2*part[1])
			if !maps.Equal(got, want) {
				t.Fatalf("bins %v of %d: %v, want %v", part, r.Details.Bins, got, want)
			}
		}
	}
	if joins < 7 || r.Details.Bins != 1 || !bytes.Equal(first, jsonOf(t, &before)) {
		t.Errorf("%d bins after %d joins, or the first report has changed", r.Details.Bins, joins)
	}
}

// joinBins joins the bins of all timelines of a report, and gives false when there is but one.
func joinBins(r *Report) bool {
	if r.Details.Bins == 1 {
		return false
	}
	r.Details = &Details{BinS: 2 * r.Details.BinS, Bins: (r.Details.Bins + 1) / 2}
	r.Processes = slices.Clone(r.Processes)
	for i := range r.Processes {
		d := *r.Processes[i].Details
		if d.Timeline != nil {
			d.Timeline = d.Timeline.Joined()
		}
		r.Processes[i].Details = &d
	}
	return true
}
