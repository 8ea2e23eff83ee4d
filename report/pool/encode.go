package pool

import (
	"io"

	"etledger/internal/jsonform"
)

// WriteJSON writes the report as the documented JSON: indented by two spaces, without HTML escapes, with a newline at the
// end. Equal reports give equal bytes.
func (r *Report) WriteJSON(w io.Writer) error { return jsonform.Write(w, "pool", r) }
