package model

import (
	"slices"
	"testing"

	"etledger/etl"
)

func stackCases() []decodeCase {
	direct := bothPointers(func(w *payloadWriter) decodeCase {
		w.u64(1000100).u32(0x1234).u32(0x88)
		return decodeCase{
			name: "stack without frames", table: TableStack, event: kernelEvent(0x1820, 2, 0, nil), least: 16,
			want: []row{{
				"type": "direct", "event_ticks": 1000100, "pid": 0x1234, "tid": 0x88, "first_frame": 0, "frame_count": 0,
			}},
		}
	})
	cases := slices.Clone(direct)
	for hook, kind := range map[uint16]string{0x1822: "key_create", 0x1823: "key_delete", 0x1824: "key_rundown"} {
		cases = append(cases, bothPointers(func(w *payloadWriter) decodeCase {
			w.ptr(key)
			return decodeCase{
				name: "stack " + kind, table: TableStack, event: kernelEvent(hook, 2, 0, nil), least: w.byWidth(8, 4),
				want: []row{{"type": kind, "key": w.key(), "first_frame": 0, "frame_count": 0}},
			}
		})...)
	}
	for hook, kind := range map[uint16]string{0x1825: "key_kernel", 0x1826: "key_user"} {
		cases = append(cases, bothPointers(func(w *payloadWriter) decodeCase {
			w.u64(1000100).u32(0x1234).u32(0x88).ptr(key)
			return decodeCase{
				name: "stack " + kind, table: TableStack, event: kernelEvent(hook, 2, 0, nil), least: w.byWidth(24, 20),
				want: []row{{
					"type": kind, "event_ticks": 1000100, "pid": 0x1234, "tid": 0x88, "key": w.key(), "first_frame": 0,
					"frame_count": 0,
				}},
			}
		})...)
	}
	return cases
}

// referenceStack is the stack of the reference's minimal recording, without the header.
var referenceStack = []byte{
	0xA4, 0x42, 0x0F, 0x00, 0x00, 0x00, 0x00, 0x00, 0x34, 0x12, 0x00, 0x00, 0x88, 0x00, 0x00, 0x00,
	0x00, 0x10, 0x00, 0x00, 0x00, 0xF8, 0xFF, 0xFF, 0x00, 0x10, 0x00, 0x00, 0xF6, 0x7F, 0x00, 0x00,
	0x00, 0x20, 0x00, 0x00, 0xF6, 0x7F, 0x00, 0x00,
}

var referenceFrames = []uint64{0xFFFFF80000001000, 0x7FF600001000, 0x7FF600002000}

func TestStackFrames(t *testing.T) {
	w := &payloadWriter{pointer: 4}
	w.ptr(0xABCD).ptr(0x1000).ptr(0x2000)
	definition := kernelEvent(0x1823, 2, 4, w.bytes)
	chunks, _ := read(t, Options{}, kernelEvent(0x1820, 2, 8, referenceStack), definition)
	stacks, frames := chunks[0].Batch(TableStack).Stack(), chunks[0].Batch(TableFrame).Frame()
	if !slices.Equal(stacks.FirstFrame, []uint64{0, 3}) || !slices.Equal(stacks.FrameCount, []uint32{3, 2}) {
		t.Errorf("frames begin at %d and are %d", stacks.FirstFrame, stacks.FrameCount)
	}
	if want := append(slices.Clone(referenceFrames), 0x1000, 0x2000); !slices.Equal(frames.Address, want) {
		t.Errorf("frames are %x, want %x", frames.Address, want)
	}
	if want := []uint16{0, 1, 2, 0, 1}; !slices.Equal(frames.Depth, want) {
		t.Errorf("depths are %d, want %d", frames.Depth, want)
	}
	if ticks, ok := stacks.EventTicks.At(0); ticks != 1000100 || !ok {
		t.Errorf("the stack is of the event stamped %d, %v", ticks, ok)
	}
	if want := []Table{TableStack, TableStack}; !slices.Equal(chunks[0].Order(), want) {
		t.Errorf("order is %v, want %v", chunks[0].Order(), want)
	}
}

// TestStackWithoutFrames asks for stacks only, or for frames only.
func TestStackWithoutFrames(t *testing.T) {
	e := kernelEvent(0x1820, 2, 8, referenceStack)
	chunks, _ := read(t, Options{Tables: []Table{TableStack}}, e)
	stacks := chunks[0].Batch(TableStack).Stack()
	if stacks.FrameCount[0] != 3 || chunks[0].Batch(TableFrame) != nil {
		t.Errorf("%d frames are counted, want 3 without a batch of them", stacks.FrameCount[0])
	}
	chunks, _ = read(t, Options{Tables: []Table{TableFrame}}, e)
	if got := chunks[0].Batch(TableFrame).Frame().Address; !slices.Equal(got, referenceFrames) {
		t.Errorf("frames are %x, want %x", got, referenceFrames)
	}
	if len(chunks[0].Order()) != 0 || chunks[0].Batch(TableStack) != nil {
		t.Error("stacks were delivered, which nobody asked for")
	}
}

// TestManifestStack has the stack of a manifest event in two parts, of which one is of the other width.
func TestManifestStack(t *testing.T) {
	kernel := (&payloadWriter{}).u64(5).u64(0xFFFFF80000001000).u64(0xFFFFF80000002000).bytes
	user := (&payloadWriter{}).u64(0).u32(0x401000).bytes
	short := []byte{1, 2, 3}
	capture := recording(t, manifestRecord(1000042, 4, 8, etl.MustGUID("00000000-0000-0000-0000-000000000001"), 1,
		item{etl.ExtStackTrace64, kernel}, item{etl.ExtSID, systemSID}, item{etl.ExtStackTrace32, user},
		item{etl.ExtStackTrace64, short}))
	var chunks []*Chunk
	for c, err := range NewReader(capture, Options{}).Chunks(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		chunks = append(chunks, c)
	}
	want := []row{
		{"type": "direct", "event_ticks": 1000042, "pid": 4, "tid": 8, "match_id": 5, "first_frame": 0, "frame_count": 2},
		{"type": "direct", "event_ticks": 1000042, "pid": 4, "tid": 8, "first_frame": 2, "frame_count": 1},
	}
	got := tableRows(t, chunks, TableStack)
	if len(got) != len(want) {
		t.Fatalf("%d stacks, want %d", len(got), len(want))
	}
	for i := range want {
		compareRows(t, "stack", got[i], want[i])
	}
	frames := []uint64{0xFFFFF80000001000, 0xFFFFF80000002000, 0x401000}
	if got := chunks[0].Batch(TableFrame).Frame().Address; !slices.Equal(got, frames) {
		t.Errorf("frames are %x, want %x", got, frames)
	}
}
