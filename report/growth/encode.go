package growth

import (
	"encoding/json"
	"fmt"
	"io"
)

// WriteJSON writes the report as the documented JSON: indented by two spaces, without HTML escapes, with a newline at the end.
// Equal reports give equal bytes.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		return fmt.Errorf("growth: writing JSON: %w", err)
	}
	return nil
}
