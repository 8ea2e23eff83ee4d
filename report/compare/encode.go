package compare

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// WriteJSON writes the report as the documented JSON: indented by two spaces, without HTML escapes, with a newline at the
// end. Equal reports give equal bytes.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		return fmt.Errorf("compare: writing JSON: %w", err)
	}
	return nil
}

// WithoutTimelines gives the report without the timelines of its processes. It shares all else with r.
func (r *Report) WithoutTimelines() *Report {
	short := *r
	short.Processes = slices.Clone(r.Processes)
	for i := range short.Processes {
		short.Processes[i].Timelines = nil
	}
	return &short
}
