package listing

import (
	"io"
	"strconv"
	"strings"

	"etledger/model"
	"etledger/model/columns"
)

// csvWriter writes the rows of one table as CSV (RFC 4180, but that lines end in \n): a line with the names of the columns,
// then the rows. Null is nothing at all, an empty text two quotes.
type csvWriter struct {
	output
	clock clock
	texts []encoded
	batch *model.Batch // that the texts are of
}

func newCSVWriter(w io.Writer, t *table) *csvWriter {
	c := &csvWriter{output: output{w: w}, texts: make([]encoded, len(t.shown))}
	for i, s := range t.shown {
		if i > 0 {
			c.b = append(c.b, ',')
		}
		c.b = append(c.b, s.Name...)
	}
	c.b = append(c.b, '\n')
	return c
}

func (c *csvWriter) rows(t *table, rows []int32) error {
	if c.batch != t.batch {
		c.batch = t.batch
		for i := range t.values {
			c.texts[i].load(&t.values[i], appendCSV)
		}
	}
	for _, row := range rows {
		for i := range t.shown {
			if i > 0 {
				c.b = append(c.b, ',')
			}
			if t.shown[i].frames {
				for k, address := range t.frames[row] {
					if k > 0 {
						c.b = append(c.b, ' ')
					}
					c.b = strconv.AppendUint(c.b, address, 10)
				}
			} else {
				c.value(&t.values[i], &c.texts[i], int(row))
			}
		}
		c.b = append(c.b, '\n')
		if err := c.flushFull(); err != nil {
			return err
		}
	}
	return nil
}

func (c *csvWriter) value(v *columns.Values, texts *encoded, row int) {
	switch {
	case v.Null(row):
	case v.Type == columns.Text:
		c.b = append(c.b, texts.text(v.Index(row))...)
	case v.Type == columns.Timestamp:
		c.b = c.clock.append(c.b, v.Int64[row])
	default:
		c.b = appendNumber(c.b, v, row)
	}
}

// appendCSV appends a text, in quotes where it needs them.
func appendCSV(b []byte, text string) []byte {
	if text != "" && !strings.ContainsAny(text, ",\"\r\n") {
		return append(b, text...)
	}
	b = append(b, '"')
	for i := range len(text) {
		if text[i] == '"' {
			b = append(b, '"')
		}
		b = append(b, text[i])
	}
	return append(b, '"')
}

func (c *csvWriter) end() error { return c.flush() }
