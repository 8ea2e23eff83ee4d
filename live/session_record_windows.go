//go:build cgo

package live

/*
#cgo LDFLAGS: -ladvapi32
// The headers of MinGW declare what the lowest version of Windows has, unless told of a later one.
#undef _WIN32_WINNT
#define _WIN32_WINNT 0x0601
#include <stddef.h>
#include <string.h>
#include <windows.h>
#include <evntrace.h>
#include <evntcons.h>

typedef struct {
	const void *data;
	USHORT length;
	USHORT processor;
} view;

// viewOf gives what a record holds beside its header.
static view viewOf(void *record) {
	const EVENT_RECORD *r = record;
	view v = {r->UserData, r->UserDataLength, r->BufferContext.ProcessorNumber};
	if (r->EventHeader.Flags & 0x0200) // EVENT_HEADER_FLAG_PROCESSOR_INDEX
		v.processor = r->BufferContext.ProcessorIndex;
	return v;
}

enum { longestName = 1024 }; // characters, as ControlTraceW documents it

typedef struct {
	GUID guid;
	ULONG64 thread;
	ULONG bufferKB, eventsLost, buffersLost;
} state;

// stateOf asks the system about the session that has a name.
static ULONG stateOf(LPCWSTR name, state *s) {
	struct {
		EVENT_TRACE_PROPERTIES properties;
		WCHAR session[longestName], file[longestName];
	} q;
	memset(&q, 0, sizeof q);
	q.properties.Wnode.BufferSize = sizeof q;
	q.properties.LoggerNameOffset = offsetof(__typeof__(q), session);
	q.properties.LogFileNameOffset = offsetof(__typeof__(q), file);
	ULONG status = ControlTraceW(0, name, &q.properties, EVENT_TRACE_CONTROL_QUERY);
	s->guid = q.properties.Wnode.Guid;
	s->thread = (ULONG_PTR)q.properties.LoggerThreadId;
	s->bufferKB = q.properties.BufferSize;
	s->eventsLost = q.properties.EventsLost;
	s->buffersLost = q.properties.RealTimeBuffersLost;
	return status;
}
*/
import "C"

import (
	"errors"
	"reflect"
	"unsafe"

	"github.com/Velocidex/etw"
	"golang.org/x/sys/windows"

	"etledger/etl"
	"etledger/live/spool"
)

// recordField is the field of etw.Event that points to the event as the system delivered it (EVENT_RECORD of evntcons.h). The
// library renders payloads to texts and has no other way to the bytes; nor would the texts do, since the manifest declares the
// lists of working sets as text, which they are not.
const recordField = "eventRecord"

// checkLibrary makes sure that the library is laid out as this program takes it to be.
func checkLibrary() error {
	field, ok := reflect.TypeFor[etw.Event]().FieldByName(recordField)
	if !ok || field.Type.Kind() != reflect.Pointer || field.Type.Elem().Size() != C.sizeof_EVENT_RECORD {
		return errors.New("this program was built with a version of github.com/Velocidex/etw whose events it cannot read; " +
			"build it with the version that live/go.mod names")
	}
	return nil
}

// Flags of EVENT_HEADER (evntcons.h).
const (
	flag32Bit   = 0x20
	flagClassic = 0x100
)

// event takes an event from the system, on its thread. All of it is copied: the record is valid until the function returns.
func (s *Session) event(e *etw.Event) {
	record := reflect.ValueOf(e).Elem().FieldByName(recordField).UnsafePointer()
	if record == nil {
		return
	}
	v := C.viewOf(record)
	h := &e.Header
	delivered := spool.Event{
		Provider: etlGUID(h.ProviderID), UnixNano: h.TimeStamp.UnixNano(), Keyword: h.Keyword, PID: h.ProcessID, TID: h.ThreadID,
		ID: h.ID, Task: h.Task, Processor: uint16(v.processor), Version: h.Version, Channel: h.Channel, Level: h.Level,
		Opcode: h.OpCode, PointerSize: 8, Kind: etl.KindEvent,
	}
	if h.Flags&flagClassic != 0 {
		delivered.Kind = etl.KindClassic
	}
	if h.Flags&flag32Bit != 0 {
		delivered.PointerSize = 4
	}
	if kindOf(&delivered) == kindOther {
		return // such as the description that the system puts in front of all events
	}
	if v.data != nil && v.length > 0 {
		delivered.Payload = C.GoBytes(unsafe.Pointer(v.data), C.int(v.length))
	}
	s.deliver(&delivered)
}

// etlGUID gives a GUID as recordings hold it, which is how it lies in memory.
func etlGUID(g windows.GUID) etl.GUID { return *(*etl.GUID)(unsafe.Pointer(&g)) }

// stateOf asks the system about the session that has a name.
func stateOf(name string) (sessionState, error) {
	wide, err := windows.UTF16PtrFromString(name)
	if err != nil {
		return sessionState{}, err
	}
	var s C.state
	if status := C.stateOf((C.LPCWSTR)(unsafe.Pointer(wide)), &s); status != 0 {
		return sessionState{}, absent(windows.Errno(status))
	}
	return sessionState{
		identity:    sessionIdentity{guid: *(*etl.GUID)(unsafe.Pointer(&s.guid)), thread: uint64(s.thread)},
		bufferBytes: int(s.bufferKB) << 10,
		eventsLost:  uint64(s.eventsLost), buffersLost: uint64(s.buffersLost),
	}, nil
}
