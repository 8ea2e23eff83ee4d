package dataset

import (
	"github.com/apache/arrow/go/v17/arrow"

	"etledger/etl"
)

// lossCount is one of the counts of etl.Losses.
type lossCount struct {
	name, unit, doc string
	of              func(*etl.Losses) uint64
}

var lossCounts = []lossCount{
	{"events_lost", "events", "that the session could not log, by the file headers",
		func(l *etl.Losses) uint64 { return l.EventsLost }},
	{"buffers_lost", "buffers", "that the session could not write, by the file headers",
		func(l *etl.Losses) uint64 { return l.BuffersLost }},
	{"buffers_missing", "buffers", "written, by the file headers, but not there",
		func(l *etl.Losses) uint64 { return l.BuffersMissing }},
	{"buffers_flagged_events_lost", "buffers", "with the flag that events were lost",
		func(l *etl.Losses) uint64 { return l.BuffersFlaggedEventsLost }},
	{"buffers_flagged_buffers_lost", "buffers", "with the flag that buffers were lost",
		func(l *etl.Losses) uint64 { return l.BuffersFlaggedBuffersLost }},
	{"lost_event_records", "records", "that tell of lost events", func(l *etl.Losses) uint64 { return l.LostEventRecords }},
	{"lost_buffer_records", "records", "that tell of lost buffers", func(l *etl.Losses) uint64 { return l.LostBufferRecords }},
	{"lost_file_records", "records", "that tell of a lost file", func(l *etl.Losses) uint64 { return l.LostFileRecords }},
	{"sequence_gaps", "places", "where buffers are missing from the sequence; not all of them if there are very many",
		func(l *etl.Losses) uint64 { return uint64(len(l.Gaps)) }},
	{"sequence_missing_buffers", "buffers", "missing from the sequence", func(l *etl.Losses) uint64 { return l.SequenceMissing }},
	{"duplicate_buffers", "buffers", "that stand in a recording twice", func(l *etl.Losses) uint64 { return l.DuplicateBuffers }},
	{"truncated_bytes", "bytes", "of a torn last buffer", func(l *etl.Losses) uint64 { return uint64(l.TruncatedBytes) }},
	{"trailing_bytes", "bytes", "behind the last buffer", func(l *etl.Losses) uint64 { return uint64(l.TrailingBytes) }},
	{"undecodable_bytes", "bytes", "that could not be understood", func(l *etl.Losses) uint64 { return uint64(l.UndecodableBytes) }},
	{"undecodable_buffers", "buffers", "of which a part could not be understood",
		func(l *etl.Losses) uint64 { return l.UndecodableBuffers }},
	{"undecodable_events", "events", "whose header contradicts itself", func(l *etl.Losses) uint64 { return l.UndecodableEvents }},
	{"unknown_events", "events", "whose kind of header is unknown", func(l *etl.Losses) uint64 { return l.UnknownEvents }},
	{"events_out_of_order", "events", "whose time contradicts their neighbours'",
		func(l *etl.Losses) uint64 { return l.EventsOutOfOrder }},
}

// lossRow is one known loss. Pointers are nil for what is not known.
type lossRow struct {
	kind, unit string
	file       *string
	from, to   *int64 // ns since 1970 UTC
	start      int64  // of the capture
	processor  *uint16
	count      uint64
	buffer     *int64
	offset     *uint32
	message    *string
}

var lossSheet = newSheet(TableLoss, lossColumns)

var lossColumns = []sheetColumn[lossRow]{
	{name: "kind", doc: "gap, damage, or the name of a count in table capture", kind: sheetText,
		value: func(r lossRow) any { return r.kind }},
	{name: "file", doc: "recording; null for counts over all of them", kind: sheetText, nullable: true,
		value: func(r lossRow) any { return known(r.file) }},
	{name: "from_time", unit: "ns", doc: "after which time, UTC; null when not known", kind: sheetTime, nullable: true,
		value: func(r lossRow) any { return lossTime(r.from) }},
	{name: "to_time", unit: "ns", doc: "before which time, UTC; null when not known", kind: sheetTime, nullable: true,
		value: func(r lossRow) any { return lossTime(r.to) }},
	{name: "from_s", unit: "s", doc: "from_time since the first event", kind: sheetF64, nullable: true,
		value: func(r lossRow) any { return lossSeconds(r.from, r.start) }},
	{name: "to_s", unit: "s", doc: "to_time since the first event", kind: sheetF64, nullable: true,
		value: func(r lossRow) any { return lossSeconds(r.to, r.start) }},
	{name: "processor", doc: "of the buffer behind a gap", kind: sheetU16, nullable: true,
		value: func(r lossRow) any { return known(r.processor) }},
	{name: "count", doc: "how much is missing, in unit", kind: sheetU64, value: func(r lossRow) any { return r.count }},
	{name: "unit", doc: "buffers, events, bytes, records or places", kind: sheetText,
		value: func(r lossRow) any { return r.unit }},
	{name: "buffer_offset", unit: "bytes", doc: "of damage: place of the buffer in the recording", kind: sheetI64, nullable: true,
		value: func(r lossRow) any { return known(r.buffer) }},
	{name: "event_offset", unit: "bytes", doc: "of damage: place in the buffer, decompressed", kind: sheetU32, nullable: true,
		value: func(r lossRow) any { return known(r.offset) }},
	{name: "message", doc: "of damage: what was expected and found", kind: sheetText, nullable: true,
		value: func(r lossRow) any { return known(r.message) }},
}

func known[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

func lossTime(nano *int64) any {
	if nano == nil {
		return nil
	}
	return arrow.Timestamp(*nano)
}

func lossSeconds(nano *int64, start int64) any {
	if nano == nil {
		return nil
	}
	return float64(*nano-start) / 1e9
}

// lossRows gives the rows of table loss: gaps in order of time, damage in order of place, then the counts that are not 0.
// What a file header counts is told of its recording; the times of other counts are those of the capture. Nothing is in two
// rows.
func lossRows(m *manifest) (rows []lossRow) {
	start, end := m.Stats.FirstNano, m.Stats.LastNano
	name := func(i int) *string {
		if i >= len(m.Recordings) {
			return nil
		}
		return (*string)(&m.Recordings[i].Name)
	}
	for _, g := range m.Losses.Gaps {
		row := lossRow{kind: "gap", unit: "buffers", count: g.Missing, processor: &g.Processor, file: name(g.Recording), start: start}
		if g.From != 0 {
			row.from = &g.From
		}
		if g.To != 0 {
			row.to = &g.To
		}
		rows = append(rows, row)
	}
	for i := range m.Stats.Damage {
		d := &m.Stats.Damage[i]
		rows = append(rows, lossRow{kind: "damage", unit: "places", count: 1, file: (*string)(&d.File), buffer: &d.Buffer,
			offset: &d.Offset, message: (*string)(&d.Err), start: start})
	}
	if more := m.Stats.DamageCount - uint64(len(m.Stats.Damage)); more > 0 {
		rows = append(rows, lossRow{kind: "damage", unit: "places", count: more, start: start})
	}
	for i := range m.Recordings {
		h := &m.Recordings[i].Header
		row := lossRow{file: name(i), start: start}
		if from := h.StartTime.UnixNano(); !h.StartTime.IsZero() {
			row.from = &from
		}
		if to := h.EndTime.UnixNano(); !h.EndTime.IsZero() {
			row.to = &to
		}
		if h.EventsLost > 0 {
			row.kind, row.unit, row.count = "events_lost", "events", uint64(h.EventsLost)
			rows = append(rows, row)
		}
		if h.BuffersLost > 0 {
			row.kind, row.unit, row.count = "buffers_lost", "buffers", uint64(h.BuffersLost)
			rows = append(rows, row)
		}
	}
	for _, c := range lossCounts {
		n := c.of(&m.Losses)
		switch c.name {
		case "events_lost", "buffers_lost", "sequence_gaps":
			continue
		case "sequence_missing_buffers": // beyond the gaps that are told apart
			for _, g := range m.Losses.Gaps {
				n -= min(n, g.Missing)
			}
		}
		if n > 0 {
			rows = append(rows, lossRow{kind: c.name, unit: c.unit, count: n, from: &start, to: &end, start: start})
		}
	}
	return rows
}
