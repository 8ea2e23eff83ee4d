package listing

import (
	"io"
	"strconv"

	"etledger/model"
	"etledger/model/columns"
)

// jsonlWriter writes each row as a JSON object on a line of its own: the table, then the columns.
type jsonlWriter struct {
	output
	clock  clock
	tables map[model.Table]*jsonlTable
}

type jsonlTable struct {
	head  []byte   // what a row begins with
	keys  [][]byte // what comes before the value of each column
	texts []encoded
	batch *model.Batch // that the texts are of
}

func newJSONLWriter(w io.Writer, tables []*table) *jsonlWriter {
	j := &jsonlWriter{output: output{w: w}, tables: make(map[model.Table]*jsonlTable)}
	for _, t := range tables {
		made := &jsonlTable{head: appendJSON([]byte(`{"table":`), t.String()), texts: make([]encoded, len(t.shown))}
		for _, s := range t.shown {
			made.keys = append(made.keys, append(appendJSON([]byte(`,`), s.Name), ':'))
		}
		j.tables[t.Table] = made
	}
	return j
}

func (j *jsonlWriter) rows(t *table, rows []int32) error {
	form := j.tables[t.Table]
	if form.batch != t.batch {
		form.batch = t.batch
		for i := range t.values {
			form.texts[i].load(&t.values[i], appendJSON)
		}
	}
	for _, row := range rows {
		j.b = append(j.b, form.head...)
		for i, key := range form.keys {
			j.b = append(j.b, key...)
			if t.shown[i].frames {
				j.b = appendAddresses(j.b, t.frames[row])
			} else {
				j.value(&t.values[i], &form.texts[i], int(row))
			}
		}
		j.b = append(j.b, '}', '\n')
		if err := j.flushFull(); err != nil {
			return err
		}
	}
	return nil
}

func (j *jsonlWriter) value(v *columns.Values, texts *encoded, row int) {
	switch {
	case v.Null(row):
		j.b = append(j.b, "null"...)
	case v.Type == columns.Text:
		j.b = append(j.b, texts.text(v.Index(row))...)
	case v.Type == columns.Timestamp:
		j.b = append(j.clock.append(append(j.b, '"'), v.Int64[row]), '"')
	default:
		j.b = appendNumber(j.b, v, row)
	}
}

func appendAddresses(b []byte, addresses []uint64) []byte {
	b = append(b, '[')
	for i, address := range addresses {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, address, 10)
	}
	return append(b, ']')
}

func (j *jsonlWriter) end() error { return j.flush() }
