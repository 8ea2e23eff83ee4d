package dataset

import (
	"encoding/json"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"

	"etledger/etl"
)

// captureRow is what the row of table capture is made of.
type captureRow struct {
	manifest     *manifest
	details      string // the manifest as JSON
	computerName string
}

func (r captureRow) header() etl.Header { return r.manifest.Recordings[0].Header }

func (r captureRow) files() string {
	names := make([]string, len(r.manifest.Recordings))
	for i, f := range r.manifest.Recordings {
		names[i] = strings.ToValidUTF8(string(f.Name), "\uFFFD")
	}
	text, err := json.Marshal(names)
	if err != nil {
		panic(err) // strings
	}
	return string(text)
}

func (r captureRow) sizes() (size, buffers uint64) {
	for _, f := range r.manifest.Recordings {
		size += uint64(f.Size)
		buffers += f.Buffers
	}
	return size, buffers
}

// detailsColumn is the column of tables that vouch for others in which the JSON about these is.
const detailsColumn = "details"

var captureSheet = newSheet(TableCapture, captureColumns)

// captureColumns are the columns of table capture: what people ask for, then, as JSON, all that programs need.
var captureColumns = append(describeColumns, append(lossColumnsOfCapture(), []sheetColumn[captureRow]{
	{name: "schema", doc: "layout of the dataset", kind: sheetText, value: func(r captureRow) any { return r.manifest.Schema }},
	{name: "tool", doc: "program that wrote the files", kind: sheetText, value: func(r captureRow) any { return r.manifest.Tool }},
	{name: detailsColumn, doc: "JSON: all that reports need and no other table has, and the capture's files with their checksums",
		kind: sheetText, value: func(r captureRow) any { return r.details }},
}...)...)

var describeColumns = []sheetColumn[captureRow]{
	{name: "capture_id", doc: "ID of the capture, as in the name of its folder", kind: sheetText,
		value: func(r captureRow) any { return r.manifest.ID }},
	{name: "file", doc: "first recording, as it was named", kind: sheetText,
		value: func(r captureRow) any { return string(r.manifest.Recordings[0].Name) }},
	{name: "files", doc: "names of all recordings in order of time, a JSON array", kind: sheetText,
		value: func(r captureRow) any { return r.files() }},
	{name: "size_bytes", unit: "bytes", doc: "of all recordings", kind: sheetU64,
		value: func(r captureRow) any { size, _ := r.sizes(); return size }},
	{name: "sha256", doc: "of the recording; of several, of their digests in order of time", kind: sheetText,
		value: func(r captureRow) any { return r.manifest.SHA256 }},
	{name: "session_name", doc: "session that recorded", kind: sheetText, nullable: true,
		value: func(r captureRow) any { return orNull(r.header().SessionName) }},
	{name: "log_file", doc: "file that the session wrote to", kind: sheetText, nullable: true,
		value: func(r captureRow) any { return orNull(r.header().LogFileName) }},
	{name: "computer_name", doc: "as table system tells it", kind: sheetText, nullable: true,
		value: func(r captureRow) any { return orNull(r.computerName) }},
	{name: "start_time", unit: "ns", doc: "first event, UTC", kind: sheetTime,
		value: func(r captureRow) any { return arrow.Timestamp(r.manifest.Stats.FirstNano) }},
	{name: "end_time", unit: "ns", doc: "last event, UTC", kind: sheetTime,
		value: func(r captureRow) any { return arrow.Timestamp(r.manifest.Stats.LastNano) }},
	{name: "duration_s", unit: "s", doc: "from the first event to the last", kind: sheetF64,
		value: func(r captureRow) any { return float64(r.manifest.Stats.LastNano-r.manifest.Stats.FirstNano) / 1e9 }},
	{name: "boot_time", unit: "ns", doc: "when the system was started, UTC", kind: sheetTime, nullable: true,
		value: func(r captureRow) any { return stamp(r.header().BootTime) }},
	{name: "bias_minutes", unit: "min", doc: "UTC = local time + bias", kind: sheetI64,
		value: func(r captureRow) any { return int64(r.header().BiasMinutes) }},
	{name: "os_build", doc: "Windows build number", kind: sheetU32, nullable: true,
		value: func(r captureRow) any { return orNull(r.header().OSBuild) }},
	{name: "processors", unit: "count", doc: "of the machine", kind: sheetU32, nullable: true,
		value: func(r captureRow) any { return orNull(r.header().Processors) }},
	{name: "mhz", unit: "MHz", doc: "speed of the processors", kind: sheetU32, nullable: true,
		value: func(r captureRow) any { return orNull(r.header().CPUMHz) }},
	{name: "pointer_size", unit: "bytes", doc: "of the program that wrote the recording", kind: sheetU32, nullable: true,
		value: func(r captureRow) any { return orNull(r.header().PointerSize) }},
	{name: "buffer_size", unit: "bytes", doc: "of the session, before compression", kind: sheetU32, nullable: true,
		value: func(r captureRow) any { return orNull(r.header().BufferSize) }},
	{name: "clock", doc: "what stamped the events", kind: sheetText,
		value: func(r captureRow) any { return r.header().Clock.String() }},
	{name: "clock_frequency", unit: "1/s", doc: "of the performance counter", kind: sheetU64, nullable: true,
		value: func(r captureRow) any { return orNull(r.header().PerfFreq) }},
	{name: "buffers", unit: "count", doc: "of all recordings", kind: sheetU64,
		value: func(r captureRow) any { _, buffers := r.sizes(); return buffers }},
	{name: "events", unit: "count", doc: "all, those that no table is made of included", kind: sheetU64,
		value: func(r captureRow) any { return r.manifest.Stats.Events }},
	{name: "malformed", unit: "count", doc: "events whose payload does not fit the layout of their kind", kind: sheetU64,
		value: func(r captureRow) any { return r.manifest.Stats.Malformed }},
	{name: "rows", unit: "count", doc: "of all tables of events", kind: sheetU64,
		value: func(r captureRow) any { return r.manifest.Rows }},
}

// lossColumnsOfCapture makes columns of the counts of losses.
func lossColumnsOfCapture() (columns []sheetColumn[captureRow]) {
	for _, c := range lossCounts {
		columns = append(columns, sheetColumn[captureRow]{name: c.name, unit: c.unit, doc: c.doc, kind: sheetU64,
			value: func(r captureRow) any { return c.of(&r.manifest.Losses) }})
	}
	return append(columns, sheetColumn[captureRow]{name: "damage_places", unit: "places",
		doc: "where a recording could not be read", kind: sheetU64,
		value: func(r captureRow) any { return r.manifest.Stats.DamageCount }})
}
