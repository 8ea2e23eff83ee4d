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

// lossesOf asks the system how much a session has lost.
static ULONG lossesOf(LPCWSTR name, ULONG *events, ULONG *buffers) {
	struct {
		EVENT_TRACE_PROPERTIES properties;
		WCHAR session[longestName], file[longestName];
	} q;
	memset(&q, 0, sizeof q);
	q.properties.Wnode.BufferSize = sizeof q;
	q.properties.LoggerNameOffset = offsetof(__typeof__(q), session);
	q.properties.LogFileNameOffset = offsetof(__typeof__(q), file);
	ULONG status = ControlTraceW(0, name, &q.properties, EVENT_TRACE_CONTROL_QUERY);
	*events = q.properties.EventsLost;
	*buffers = q.properties.RealTimeBuffersLost;
	return status;
}
*/
import "C"

import (
	"errors"
	"reflect"
	"sync"
	"time"
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

// sessionLosses keeps what the system counts as lost.
type sessionLosses struct {
	mu              sync.Mutex
	events, buffers uint64
	asked           time.Time
}

// askEvery is how often the system is asked.
const askEvery = 10 * time.Second

// update gives the figures, and asks for them if that is due or wanted now.
func (l *sessionLosses) update(name string, now bool) (events, buffers uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now || time.Since(l.asked) >= askEvery {
		l.asked = time.Now()
		wide, err := windows.UTF16PtrFromString(name)
		var lostEvents, lostBuffers C.ULONG
		if err == nil && C.lossesOf((C.LPCWSTR)(unsafe.Pointer(wide)), &lostEvents, &lostBuffers) == 0 {
			// A figure that falls is of another session of the name.
			l.events, l.buffers = max(l.events, uint64(lostEvents)), max(l.buffers, uint64(lostBuffers))
		}
	}
	return l.events, l.buffers
}
