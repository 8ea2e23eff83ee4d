// Package jsonform writes JSON in the one form that all reports have.
package jsonform

import (
	"encoding/json"
	"fmt"
	"io"
)

// Write writes a value as JSON: indented by two spaces, without HTML escapes, with a newline at the end. Errors name the package
// that writes.
func Write(w io.Writer, by string, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("%s: writing JSON: %w", by, err)
	}
	return nil
}
