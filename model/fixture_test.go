package model

import (
	"encoding/binary"
	"unicode/utf16"

	"etledger/etl"
)

// payloadWriter writes payloads field by field.
type payloadWriter struct {
	bytes   []byte
	pointer int
}

func (w *payloadWriter) u8(v uint8) *payloadWriter {
	w.bytes = append(w.bytes, v)
	return w
}

func (w *payloadWriter) u16(v uint16) *payloadWriter {
	w.bytes = binary.LittleEndian.AppendUint16(w.bytes, v)
	return w
}

func (w *payloadWriter) u32(v uint32) *payloadWriter {
	w.bytes = binary.LittleEndian.AppendUint32(w.bytes, v)
	return w
}

func (w *payloadWriter) u64(v uint64) *payloadWriter {
	w.bytes = binary.LittleEndian.AppendUint64(w.bytes, v)
	return w
}

func (w *payloadWriter) ptr(v uint64) *payloadWriter {
	if w.pointer == 4 {
		return w.u32(uint32(v))
	}
	return w.u64(v)
}

func (w *payloadWriter) wide(s string) *payloadWriter {
	for _, c := range utf16.Encode([]rune(s)) {
		w.u16(c)
	}
	return w.u16(0)
}

func (w *payloadWriter) fixedWide(s string, n int) *payloadWriter {
	start := len(w.bytes)
	w.wide(s)
	w.bytes = append(w.bytes, make([]byte, 2*n)...)[:start+2*n]
	return w
}

func (w *payloadWriter) narrow(s string) *payloadWriter {
	w.bytes = append(append(w.bytes, s...), 0)
	return w
}

func (w *payloadWriter) raw(b ...byte) *payloadWriter {
	w.bytes = append(w.bytes, b...)
	return w
}

// kernelEvent makes an event with a PERFINFO header, which has no process and thread.
func kernelEvent(hook, version uint16, pointer uint8, payload []byte) etl.Event {
	return etl.Event{
		Kind: etl.KindKernel, Group: uint8(hook >> 8), Opcode: uint8(hook), Version: version, PointerSize: pointer,
		Payload: payload,
	}
}
