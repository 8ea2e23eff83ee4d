package report

import (
	"encoding/json"
	"io"
	"math"
	"time"

	"etledger/internal/jsonform"
)

// Time is a moment in UTC. In JSON it is RFC 3339 with 100 ns, the resolution at which Windows keeps time.
type Time struct{ time.Time }

const timeLayout = "2006-01-02T15:04:05.0000000Z"

// At makes a Time of nanoseconds since 1970 UTC.
func At(unixNano int64) Time { return Time{time.Unix(0, unixNano).UTC()} }

// MarshalJSON implements json.Marshaler.
func (t Time) MarshalJSON() ([]byte, error) {
	return []byte(`"` + t.UTC().Format(timeLayout) + `"`), nil
}

// UnmarshalJSON implements json.Unmarshaler; it takes any RFC 3339 time.
func (t *Time) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	parsed, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return err
	}
	t.Time = parsed.UTC()
	return nil
}

// WriteJSON writes the report as the documented JSON: indented by two spaces, without HTML escapes, with a newline at
// the end. Equal reports give equal bytes.
func (r *Report) WriteJSON(w io.Writer) error { return writeJSON(w, r) }

// WriteJSON writes the information as the documented JSON, in the form that Report.WriteJSON uses.
func (i *Info) WriteJSON(w io.Writer) error { return writeJSON(w, i) }

func writeJSON(w io.Writer, v any) error { return jsonform.Write(w, "report", v) }

// Steps to which the floats of a report are rounded: finer digits are noise, and would differ between processors that
// fuse multiplications and those that do not.
const (
	secondStep = 1e-7 // 100 ns
	rateStep   = 1e-3 // bytes per second
	shareStep  = 1e-4
)

// rounded gives x to a multiple of step, nil when x is no finite number.
func rounded(x, step float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	inverse := math.Round(1 / step)
	r := math.Round(x*inverse) / inverse
	if math.IsInf(r, 0) {
		r = x
	}
	r += 0 // a negative zero would print as -0
	return &r
}

// secondsBetween gives the seconds from one moment to another, both in nanoseconds.
func secondsBetween(from, to int64) float64 { return *rounded(float64(to-from)/1e9, secondStep) }

// known gives a pointer to v, nil when v is the zero value that the accounts use for "not recorded".
func known[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// when gives a pointer to v if ok.
func when[T any](ok bool, v T) *T {
	if !ok {
		return nil
	}
	return &v
}
