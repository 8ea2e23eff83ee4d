package results

import (
	"context"

	"etledger/model/dataset"
)

// Report is the name of the file beside the tables that holds the report, as JSON.
const Report = "report.json"

// The sheets of the tables.
var (
	captures  = dataset.NewSheet[Capture](TableCaptures)
	lifetimes = dataset.NewSheet[Lifetime](TableLifetimes)
	modules   = dataset.NewSheet[Module](TableModules)
	poolTags  = dataset.NewSheet[PoolTag](TablePoolTags)
)

// Made says how results were made.
type Made struct {
	Fingerprint string // of all that they depend on beside the content of the capture: dataset.ResultsAbout
	Tool        string // program, with its version
	Meta        dataset.Meta
	Sources     []dataset.Source // recordings, in order of time
}

// Put writes the results of a capture into a dataset, the report beside them, in place of those that it had of this capture.
// They are there whole or not at all: see dataset.PutResults.
func Put(ctx context.Context, folder string, rows *Rows, report []byte, made Made) (dataset.Place, error) {
	c := &rows.Capture
	about := dataset.ResultsAbout{ID: c.ID, Host: c.HostName, FirstNano: c.Start.UnixNano(), Fingerprint: made.Fingerprint,
		Tool: made.Tool, Schema: Schema, Meta: made.Meta, Sources: made.Sources}
	sheets := []dataset.SheetRows{
		captures.Rows([]Capture{*c}), lifetimes.Rows(rows.Lifetimes), modules.Rows(rows.Modules), poolTags.Rows(rows.PoolTags),
	}
	return dataset.PutResults(ctx, folder, about, sheets, []dataset.NamedFile{{Name: Report, Content: report}})
}
