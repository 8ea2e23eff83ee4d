package batch

import (
	"io"
	"time"

	"etledger/report"

	"etledger/internal/jsonform"
)

// Schema names the layout of the JSON that Summary.WriteJSON gives: docs/batch.schema.json. Fields may be added within a
// version; none is removed, renamed or given another meaning.
const Schema = "etledger/batch/v1"

// Summary says what became of the captures of a run. It does not depend on timing: the same captures and the same dataset
// give the same summary.
type Summary struct {
	Schema   string         `json:"schema"`
	Counts   Counts         `json:"counts"`
	Failures map[Kind]int   `json:"failures"` // captures that failed in this run, by kind
	Verdicts map[string]int `json:"verdicts"` // lifetimes of captures that are done or kept, by verdict
	Leaking  int            `json:"leaking"`  // captures that are done or kept, with a lifetime that leaks
	Damaged  int            `json:"damaged"`  // captures that are done or kept, of which parts could not be read
	Bytes    int64          `json:"bytes"`    // of all captures, as they are stored
	Problems []Problem      `json:"problems"` // that Find had with the inputs, as the caller enters them
	Entries  []Entry        `json:"captures"` // in the order in which they were given
}

// Counts are how many captures came to which status.
type Counts struct {
	Captures      int `json:"captures"` // all: the sum of the others
	Done          int `json:"done"`
	Kept          int `json:"kept"`
	Repeated      int `json:"repeated"`
	Failed        int `json:"failed"`
	SkippedFailed int `json:"skipped_failed"`
	Busy          int `json:"busy"` // left to another process
	Left          int `json:"left"` // the run ended before them
}

// Entry is one capture of a run.
type Entry struct {
	Location string         `json:"location"`
	Status   Status         `json:"status"`
	Bytes    int64          `json:"bytes"`    // as it is stored
	ID       *string        `json:"id"`       // null if it could not be read, or was not
	SHA256   *string        `json:"sha256"`   // of the content, from which the ID is made
	Host     *string        `json:"host"`     // that it counts for; this and what follows of those that are done or kept
	Start    *report.Time   `json:"start"`    // first event
	Damaged  bool           `json:"damaged"`  // parts of it could not be read
	Leaking  int            `json:"leaking"`  // lifetimes that leak
	Verdicts map[string]int `json:"verdicts"` // lifetimes by verdict
	Answer   *string        `json:"answer"`   // of the report
	Repeats  *string        `json:"repeats"`  // location of the input that has the same content
	Failure  *EntryFailure  `json:"failure"`
}

// EntryFailure says why a capture failed.
type EntryFailure struct {
	Kind    Kind   `json:"kind"`
	Message string `json:"message"`
	Offset  *int64 `json:"offset"` // in the file, of the buffer that is at fault; null where there is none
}

func summaryOf(entries []Entry) *Summary {
	s := &Summary{Schema: Schema, Failures: map[Kind]int{}, Verdicts: map[string]int{}, Problems: []Problem{}, Entries: entries}
	s.Counts.Captures = len(entries)
	counts := map[Status]*int{Done: &s.Counts.Done, Kept: &s.Counts.Kept, Repeated: &s.Counts.Repeated, Failed: &s.Counts.Failed,
		Skipped: &s.Counts.SkippedFailed, Busy: &s.Counts.Busy, Left: &s.Counts.Left}
	for i := range entries {
		e := &entries[i]
		*counts[e.Status]++
		s.Bytes += e.Bytes
		if e.Status == Failed && e.Failure != nil {
			s.Failures[e.Failure.Kind]++
		}
		for verdict, n := range e.Verdicts {
			s.Verdicts[verdict] += n
		}
		if e.Leaking > 0 {
			s.Leaking++
		}
		if e.Damaged {
			s.Damaged++
		}
	}
	return s
}

// WriteJSON writes the summary as the documented JSON: indented by two spaces, without HTML escapes, with a newline at the
// end.
func (s *Summary) WriteJSON(w io.Writer) error { return jsonform.Write(w, "batch", s) }

func timeOf(t time.Time) *report.Time {
	if t.IsZero() {
		return nil
	}
	return &report.Time{Time: t}
}
