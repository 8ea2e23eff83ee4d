package compare

import (
	"io"
	"slices"

	"etledger/internal/jsonform"
)

// WriteJSON writes the report as the documented JSON: indented by two spaces, without HTML escapes, with a newline at the
// end. Equal reports give equal bytes.
func (r *Report) WriteJSON(w io.Writer) error { return jsonform.Write(w, "compare", r) }

// WithoutTimelines gives the report without the timelines of its processes. It shares all else with r.
func (r *Report) WithoutTimelines() *Report {
	short := *r
	short.Processes = slices.Clone(r.Processes)
	for i := range short.Processes {
		short.Processes[i].Timelines = nil
	}
	return &short
}
