package pooltag

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxDepth bounds how deep JSON may be nested.
const maxDepth = 32

// jsonReader reads items out of JSON of any arrangement: an array, one object after another, lists inside of objects.
type jsonReader struct {
	decoder   *json.Decoder
	inventory *Inventory
	breaks    lineBreaks
}

// readJSON reads objects that name drivers. Text that is no JSON ends it, and is reported; what stands before it is kept.
func (v *Inventory) readJSON(text *lines) error {
	r := &jsonReader{inventory: v}
	r.breaks = lineBreaks{r: text.r, number: text.number + 1, left: text.left}
	r.decoder = json.NewDecoder(&r.breaks)
	r.decoder.UseNumber()
	defer v.settleDates()
	for {
		_, _, err := r.value(0)
		var file *readError
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, &file):
			return fmt.Errorf("%s: %w", v.Name, file.error)
		case err != nil:
			v.problem(r.breaks.line(r.decoder.InputOffset()), "", "expected JSON: "+err.Error())
			return nil
		}
	}
}

// value reads the next value: its text when it is a plain one, or an object that stands for one, such as a date with its
// parts. Objects that name drivers become items.
func (r *jsonReader) value(depth int) (text string, plain bool, err error) {
	if depth > maxDepth {
		return "", false, fmt.Errorf("nested deeper than %d", maxDepth)
	}
	token, err := r.decoder.Token()
	if err != nil {
		return "", false, unfinished(err, depth)
	}
	switch t := token.(type) {
	case json.Delim:
		if t == '[' {
			return r.list(depth)
		}
		return r.object(depth)
	case string:
		return strings.TrimSpace(t), true, nil
	case json.Number:
		return t.String(), true, nil
	case bool:
		return map[bool]string{false: "false", true: "true"}[t], true, nil
	}
	return "", true, nil
}

func (r *jsonReader) list(depth int) (text string, plain bool, err error) {
	count := 0
	for ; r.decoder.More(); count++ {
		if text, plain, err = r.value(depth + 1); err != nil {
			return "", false, err
		}
	}
	_, err = r.decoder.Token()
	return text, plain && count == 1, unfinished(err, 1)
}

// unfinished tells the end of the text inside of a value from its end after one.
func unfinished(err error, depth int) error {
	if err == io.EOF && depth > 0 {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (r *jsonReader) object(depth int) (text string, plain bool, err error) {
	var rec record
	var rank [fields]int
	line := r.breaks.line(r.decoder.InputOffset())
	inner, known, properties := "", 0, 0
	for ; r.decoder.More(); properties++ {
		token, err := r.decoder.Token()
		if err != nil {
			return "", false, unfinished(err, 1)
		}
		name, _ := token.(string)
		text, plain, err := r.value(depth + 1)
		if err != nil {
			return "", false, err
		}
		if strings.EqualFold(name, "value") && plain {
			inner = text
		}
		m, ok := meaning(name)
		if !ok || !plain || text == "" {
			continue
		}
		known++
		if f := m.field; rec[f] == "" || m.rank < rank[f] {
			rec[f], rank[f] = text, m.rank
		}
	}
	if _, err = r.decoder.Token(); err != nil {
		return "", false, unfinished(err, 1)
	}
	if known >= 2 {
		r.inventory.keep(rec.item(), line)
	}
	return inner, inner != "" && known == 0, nil
}

// readError is an error of the file, not of its JSON.
type readError struct{ error }

// lineBreaks passes text on and remembers where its lines end, as long as somebody may ask.
type lineBreaks struct {
	r      io.Reader
	offset int64
	left   int64
	number int     // of the line in which the first of ends stands
	ends   []int64 // offsets of the line ends passed on, less those asked beyond
}

func (b *lineBreaks) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	for i, c := range p[:n] {
		if c == '\n' {
			b.ends = append(b.ends, b.offset+int64(i))
		}
	}
	b.offset += int64(n)
	if b.left -= int64(n); b.left < 0 {
		return 0, &readError{fmt.Errorf("the file has more than %d MiB of text", maxText>>20)}
	}
	if err != nil && err != io.EOF {
		err = &readError{err}
	}
	return n, err
}

// line gives the line that holds an offset. Offsets asked for must not decrease.
func (b *lineBreaks) line(offset int64) int {
	for len(b.ends) > 0 && b.ends[0] < offset {
		b.ends = b.ends[1:]
		b.number++
	}
	return b.number
}
