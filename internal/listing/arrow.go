package listing

import (
	"io"

	"etledger/model/arrowstream"
)

// arrowWriter writes the rows of one table as an Arrow IPC stream.
type arrowWriter struct{ stream *arrowstream.Writer }

func newArrowWriter(w io.Writer, t *table) (*arrowWriter, error) {
	var names []string
	for _, s := range t.shown {
		names = append(names, s.Name)
	}
	stream, err := arrowstream.NewWriter(w, t.Table, names)
	return &arrowWriter{stream}, err
}

func (a *arrowWriter) rows(t *table, rows []int32) error { return a.stream.WriteRows(t.batch, rows) }

func (a *arrowWriter) end() error { return a.stream.Close() }
