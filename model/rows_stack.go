package model

// Kinds of Stack rows.
const (
	StackOpDirect     uint8 = 1 // frames of the event stamped EventTicks
	StackOpKeyKernel  uint8 = 2 // the event stamped EventTicks has the kernel frames of Key
	StackOpKeyUser    uint8 = 3 // the event stamped EventTicks has the user frames of Key
	StackOpKeyCreate  uint8 = 4 // definition of Key
	StackOpKeyDelete  uint8 = 5 // definition of Key, at its eviction
	StackOpKeyRundown uint8 = 6 // definition of Key, at the end of the capture
)

// StackRows is the view of TableStack: the stack walk records of the kernel, and the stacks that manifest events
// carry in their extended items.
type StackRows struct {
	Common
	Op         []uint8        `col:"type" as:"stack" doc:"frames of an event, reference to a key, or definition of a key"`
	EventTicks Values[int64]  `col:"event_ticks" unit:"ticks" doc:"raw time stamp of the event described; null in definitions"`
	PID        Values[uint32] `col:"pid" doc:"process of the stack; null in definitions"`
	TID        Values[uint32] `col:"tid" doc:"thread of the stack; null in definitions"`
	Key        Values[uint64] `col:"key" doc:"stack key; used again after its deletion; null for direct stacks"`
	MatchID    Values[uint64] `col:"match_id" doc:"joins the kernel and the user part of a manifest event's stack"`
	FirstFrame []uint64       `col:"first_frame" doc:"row of the frame table, counted from 0 over the whole capture, of the innermost frame"`
	FrameCount []uint32       `col:"frame_count" unit:"count" doc:"frames of this record; 0 for references to a key"`
}

// FrameRows is the view of TableFrame: one address a row, innermost first, the frames of one stack record together, in
// the order of the stack rows. Time and thread are those of the stack row: this table alone lacks the common columns.
type FrameRows struct {
	Seq     []uint64 `col:"seq" doc:"ordinal of the event of the stack record, as in the stack table"`
	Depth   []uint16 `col:"depth" doc:"0 is the innermost frame of the record"`
	Address []uint64 `col:"address" unit:"address" doc:"return address; of the innermost frame, the instruction pointer"`
}
