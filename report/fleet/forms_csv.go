package fleet

import (
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"time"

	"etledger/internal/textform"
	"etledger/report"
)

// WriteCSV writes the builds of images as CSV (RFC 4180, but that lines end in \n), one line each, with the columns of table
// fleet_images: exact numbers, nothing for what is not known. A text that a spreadsheet would take for a formula has an
// apostrophe before it.
func (r *Report) WriteCSV(w io.Writer) error {
	typ := reflect.TypeFor[GroupRow]()
	records := [][]string{make([]string, typ.NumField())}
	for k := range typ.NumField() {
		records[0][k] = typ.Field(k).Tag.Get("col")
	}
	for _, row := range r.ImageRows() {
		record, v := make([]string, typ.NumField()), reflect.ValueOf(row)
		for k := range record {
			record[k] = csvText(v.Field(k))
		}
		records = append(records, record)
	}
	if err := csv.NewWriter(w).WriteAll(records); err != nil {
		return fmt.Errorf("fleet: writing CSV: %w", err)
	}
	return nil
}

func csvText(v reflect.Value) string {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return ""
		}
		v = v.Elem()
	}
	switch {
	case v.Kind() == reflect.String:
		return harmless(v.String())
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10)
	case v.CanFloat():
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	}
	t, _ := v.Interface().(time.Time) // rows hold nothing else
	return timeValue(&report.Time{Time: t}).(string)
}

// harmless keeps a spreadsheet from taking a text for a formula, and a terminal from being moved by it.
func harmless(s string) string {
	s = textform.Printable(s)
	if trimmed := strings.TrimLeft(s, " "); trimmed != "" && strings.ContainsRune("=+-@", rune(trimmed[0])) {
		return "'" + s
	}
	return s
}
