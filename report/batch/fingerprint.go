package batch

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"etledger/model/dataset"
	"etledger/report"
	"etledger/report/results"
)

// fingerprint tells what results were made with beside the content of the capture: the layouts of reports, results and tables,
// the edition of reports, whether tables were asked for, and the metadata. Results with the same fingerprint, of the same
// content, are not made again. The version of the program is no part of it: whoever changes what comes out changes a layout's
// version or the edition.
func fingerprint(tables bool, meta dataset.Meta) string {
	text, err := json.Marshal(struct {
		Report, Results, Dataset string
		Edition                  int
		Tables                   bool
		Meta                     dataset.Meta
	}{report.Schema, results.Schema, dataset.Schema, report.Edition, tables, meta})
	if err != nil {
		// The year of a time is out of range: the dataset refuses it with an error of its own.
		text = []byte(err.Error())
	}
	return hashOf(string(text))
}

// tables tells whether the tables of events are written: those of a capture in a dataset are where they are.
func (u *unit) tables() bool { return u.options.Tables && u.in.Place == nil }

// hashOf gives the SHA-256 of texts in hexadecimal.
func hashOf(texts ...string) string {
	sum := sha256.New()
	for _, text := range texts {
		sum.Write([]byte(text))
		sum.Write([]byte{0})
	}
	return hex.EncodeToString(sum.Sum(nil))
}
