package model

import (
	"testing"

	"etledger/etl"
)

// fuzzDecoders feeds payloads to the decoders of some cases: an event of the case that the first argument chooses,
// with any version, pointer size and payload, must be malformed or give rows that are sound, and never both.
func fuzzDecoders(f *testing.F, cases []decodeCase) {
	for i, c := range cases {
		f.Add(uint16(i), c.event.Version, c.event.PointerSize, c.event.Payload)
	}
	f.Fuzz(func(t *testing.T, which, version uint16, pointer uint8, payload []byte) {
		if len(payload) > 1<<16 {
			t.Skip("events are at most 64 KiB")
		}
		c := cases[int(which)%len(cases)]
		c.event.Version, c.event.PointerSize, c.event.Payload = version, pointer, payload
		chunks, stats := read(t, Options{}, c.event)
		if stats.Malformed > 0 && len(chunks) > 0 {
			t.Error("a malformed event gave rows")
		}
		for _, chunk := range chunks {
			checkChunk(t, chunk)
		}
	})
}

func FuzzProcess(f *testing.F)       { fuzzDecoders(f, processCases()) }
func FuzzThread(f *testing.F)        { fuzzDecoders(f, threadCases()) }
func FuzzImage(f *testing.F)         { fuzzDecoders(f, imageCases()) }
func FuzzKernelProcess(f *testing.F) { fuzzDecoders(f, kernelProcessCases()) }
func FuzzVirtual(f *testing.F)       { fuzzDecoders(f, virtualCases()) }
func FuzzMapping(f *testing.F)       { fuzzDecoders(f, mappingCases()) }
func FuzzMemoryInfo(f *testing.F)    { fuzzDecoders(f, memoryInfoCases()) }
func FuzzPool(f *testing.F)          { fuzzDecoders(f, poolCases()) }
func FuzzStack(f *testing.F)         { fuzzDecoders(f, stackCases()) }
func FuzzSystem(f *testing.F)        { fuzzDecoders(f, systemCases()) }

// FuzzExtendedStack feeds the data of an extended item.
func FuzzExtendedStack(f *testing.F) {
	f.Add(false, []byte{1, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4})
	f.Add(true, []byte{0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8})
	f.Fuzz(func(t *testing.T, is64 bool, data []byte) {
		kind := uint16(etl.ExtStackTrace32)
		if is64 {
			kind = etl.ExtStackTrace64
		}
		d := newDecoder(nil, Options{ChunkRows: defaultChunkRows, ChunkBytes: defaultChunkBytes})
		d.extendedStack(kind, data)
		if c := d.flush(); c != nil {
			checkChunk(t, c)
		}
	})
}
