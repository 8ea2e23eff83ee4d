package model

import (
	"fmt"
	"slices"
	"testing"

	"etledger/etl"
)

// decodeCase is one event with the rows that it must give, of one table, and the shortest payload that is not
// malformed. Some layouts are whole at a few shorter lengths, too. Layouts and lengths are those of the format
// reference.
type decodeCase struct {
	name  string
	table Table
	event etl.Event
	want  []row
	least int
	whole []int
}

// decodeCases gives the cases of all decoders.
func decodeCases() []decodeCase {
	return slices.Concat(processCases(), threadCases(), imageCases(), kernelProcessCases(), virtualCases(),
		mappingCases(), memoryInfoCases(), poolCases(), stackCases(), systemCases(), imageVersionCases())
}

// bothPointers makes cases for 64-bit and 32-bit events, which differ in the width of pointers only.
func bothPointers(make func(w *payloadWriter) decodeCase) []decodeCase {
	var cases []decodeCase
	for _, pointer := range []int{8, 4} {
		w := &payloadWriter{pointer: pointer}
		c := make(w)
		c.name = fmt.Sprintf("%s %d-bit", c.name, 8*pointer)
		c.event.PointerSize = uint8(pointer)
		c.event.Payload = w.bytes
		cases = append(cases, c)
	}
	return cases
}

// byWidth gives n64 for 64-bit events and n32 for others.
func (w *payloadWriter) byWidth(n64, n32 int) int {
	if w.pointer == 8 {
		return n64
	}
	return n32
}

func TestDecode(t *testing.T) {
	for _, c := range decodeCases() {
		t.Run(c.name, func(t *testing.T) { checkDecodeCase(t, c) })
	}
}

func checkDecodeCase(t *testing.T, c decodeCase) {
	t.Helper()
	chunks, stats := read(t, Options{}, c.event)
	if stats.Malformed != 0 {
		t.Fatalf("the payload of %d bytes is malformed", len(c.event.Payload))
	}
	got := tableRows(t, chunks, c.table)
	if len(got) != len(c.want) {
		t.Fatalf("%d rows, want %d", len(got), len(c.want))
	}
	for i := range got {
		compareRows(t, fmt.Sprint("row ", i), got[i], c.want[i])
	}
	for _, chunk := range chunks {
		checkChunk(t, chunk)
	}
}

// TestDecodeTrailingBytes adds bytes that no layout knows, fewer than a pointer has.
func TestDecodeTrailingBytes(t *testing.T) {
	for _, c := range decodeCases() {
		t.Run(c.name, func(t *testing.T) {
			c.event.Payload = append(slices.Clone(c.event.Payload), 0xEE, 0xEE, 0xEE)
			checkDecodeCase(t, c)
		})
	}
}

// TestDecodeNewerVersion raises the version to one that nobody knows, where the case is of the highest known layout.
func TestDecodeNewerVersion(t *testing.T) {
	newest := map[KindKey]uint16{}
	versionless := func(e etl.Event) KindKey {
		e.Version = 0
		return KeyOf(&e)
	}
	for _, c := range decodeCases() {
		key := versionless(c.event)
		newest[key] = max(newest[key], c.event.Version)
	}
	for _, c := range decodeCases() {
		if c.event.Version == newest[versionless(c.event)] {
			t.Run(c.name, func(t *testing.T) {
				c.event.Version = 99
				checkDecodeCase(t, c)
			})
		}
	}
}

// TestDecodeTruncated cuts every payload at every length: below the shortest whole layout the event is counted as
// malformed and gives no row, from there on it gives rows.
func TestDecodeTruncated(t *testing.T) {
	for _, c := range decodeCases() {
		t.Run(c.name, func(t *testing.T) {
			payload := c.event.Payload
			for n := range len(payload) {
				c.event.Payload = payload[:n:n]
				chunks, stats := read(t, Options{}, c.event)
				want := n < c.least && !slices.Contains(c.whole, n)
				if malformed := stats.Malformed == 1; malformed != want {
					t.Errorf("%d of %d bytes: malformed is %v, want %v", n, len(payload), malformed, want)
				}
				if stats.Malformed == 1 && len(chunks) > 0 {
					t.Errorf("%d bytes: a malformed event gave rows", n)
				}
				for _, chunk := range chunks {
					checkChunk(t, chunk)
				}
			}
		})
	}
}

// TestDecodePointerSize gives events a pointer size that does not exist.
func TestDecodePointerSize(t *testing.T) {
	for _, c := range decodeCases() {
		c.event.PointerSize = 0
		if c.event.Kind != etl.KindKernel || c.table == TableGroupMask {
			continue
		}
		if _, stats := read(t, Options{}, c.event); stats.Malformed != 1 {
			t.Errorf("%s: not malformed with a pointer size of 0", c.name)
		}
	}
}

// TestEveryHandlerHasACase keeps the tests complete.
func TestEveryHandlerHasACase(t *testing.T) {
	covered := map[KindKey]bool{}
	for _, c := range decodeCases() {
		key := KeyOf(&c.event)
		key.Version = 0
		covered[key] = true
	}
	var keys []KindKey
	for hook := range kernelHandlers {
		keys = append(keys, KindKey{Kind: etl.KindKernel, Group: uint8(hook >> 8), Opcode: uint8(hook)})
	}
	for opcode := range sysConfigHandlers {
		keys = append(keys, KindKey{Kind: etl.KindClassic, Provider: sysConfig, Opcode: opcode})
	}
	for opcode := range imageIDHandlers {
		keys = append(keys, KindKey{Kind: etl.KindClassic, Provider: imageID, Opcode: opcode})
	}
	for id := range kernelProcessHandlers {
		keys = append(keys, KindKey{Kind: etl.KindEvent, Provider: kernelProcess, ID: id})
	}
	for id := range kernelMemoryHandlers {
		keys = append(keys, KindKey{Kind: etl.KindEvent, Provider: kernelMemory, ID: id})
	}
	for _, key := range keys {
		if !covered[key] {
			t.Errorf("no case for %s", KindName(key))
		}
	}
}

// manifestEvent makes a manifest event.
func manifestEvent(provider etl.GUID, id, version uint16) etl.Event {
	return etl.Event{
		Kind: etl.KindEvent, Provider: provider, ID: id, Version: version, PointerSize: 8, HasThread: true, PID: 4, TID: 8,
	}
}
