package model

// element is what a column of fixed-width values may hold.
type element interface {
	uint8 | uint16 | uint32 | uint64 | int64 | float64
}

// Values is a nullable column of fixed-width values.
type Values[T element] struct {
	Raw   []T    // one value a row; zero where null; nil when the batch lacks the column
	valid []byte // Arrow validity bitmap, nil when no row is null

	unwanted bool // while being filled: nothing is kept
}

// At gives the value of row i and whether it is present. No row of a column that the batch lacks is.
func (v Values[T]) At(i int) (T, bool) {
	if v.valid != nil && v.valid[i>>3]&(1<<(i&7)) == 0 || v.Raw == nil {
		var zero T
		return zero, false
	}
	return v.Raw[i], true
}

// Strings is a nullable, dictionary-encoded column of text.
type Strings struct {
	index []uint32
	dict  []string
	valid []byte

	words    *dictionary // while the column is being filled
	unwanted bool        // while being filled: nothing is kept
}

// At gives the text of row i, and whether it is present. No row of a column that the batch lacks is.
func (s Strings) At(i int) (string, bool) {
	if s.valid != nil && s.valid[i>>3]&(1<<(i&7)) == 0 || s.index == nil {
		return "", false
	}
	return s.dict[s.index[i]], true
}

// Common are the columns that every table begins with, that of frames excepted.
type Common struct {
	Seq       []uint64       `col:"seq" doc:"ordinal of the event, from 0, in exact time order among all events of the capture that have a table"`
	Ticks     []int64        `col:"ticks" unit:"ticks" doc:"raw time stamp, in units of the recording's clock"`
	UnixNano  []int64        `col:"timestamp" unit:"ns" as:"timestamp" doc:"time in UTC; never decreases"`
	TimeS     []float64      `col:"time_s" unit:"s" doc:"time since the first event of the capture"`
	Processor []uint16       `col:"processor" doc:"processor whose buffer held the event"`
	HeaderPID Values[uint32] `col:"header_pid" doc:"process of the event header; null for headers without one"`
	HeaderTID Values[uint32] `col:"header_tid" doc:"thread of the event header; null for headers without one"`
}

// ProcessNames are what the process and image rows before a row announced about the process that the row is about;
// null when nothing had been announced yet, or when the process had ended.
type ProcessNames struct {
	Exe         Strings `col:"exe" doc:"NT path of the image of the process, as announced before this row"`
	ProcessName Strings `col:"name" doc:"file name of the image of the process, as announced before this row"`
}
