package recorder

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/windows"
)

// The functions of evntrace.h. Each gives an error code, not the last error of the thread.
var (
	advapi32            = windows.NewLazySystemDLL("advapi32.dll")
	startTrace          = advapi32.NewProc("StartTraceW")
	controlTrace        = advapi32.NewProc("ControlTraceW")
	queryAllTraces      = advapi32.NewProc("QueryAllTracesW")
	traceSetInformation = advapi32.NewProc("TraceSetInformation")
)

const (
	controlQuery          = 0 // EVENT_TRACE_CONTROL_QUERY
	controlStop           = 1 // EVENT_TRACE_CONTROL_STOP
	traceStackTracingInfo = 3 // of TRACE_QUERY_INFO_CLASS
)

func (windowsMachine) Query(session string) (*State, error) { return control(session, controlQuery) }

func (windowsMachine) StopSession(session string) (*State, error) {
	return control(session, controlStop)
}

// control asks or stops a session by name.
func control(session string, code uintptr) (*State, error) {
	properties, err := (&Properties{Name: session}).encode()
	if err != nil {
		return nil, err
	}
	name, err := windows.UTF16PtrFromString(session)
	if err != nil {
		return nil, err
	}
	if err := controlTrace.Find(); err != nil {
		return nil, err
	}
	// The handle is a TRACEHANDLE of 64 bits; 0 means that the name says which session.
	status, _, _ := controlTrace.Call(0, uintptr(unsafe.Pointer(name)), uintptr(unsafe.Pointer(&properties[0])), code)
	switch windows.Errno(status) {
	case windows.ERROR_SUCCESS, windows.ERROR_MORE_DATA: // more data: a name is longer than the room for it
		state := decodeState(properties)
		return &state, nil
	case windows.ERROR_WMI_INSTANCE_NOT_FOUND:
		return nil, nil
	}
	return nil, explained(uint32(status), windows.Errno(status))
}

func (windowsMachine) Sessions() ([]State, error) {
	if err := queryAllTraces.Find(); err != nil {
		return nil, err
	}
	const usual = 64 // that Windows takes in every version; newer ones can have more
	states, more, err := allSessions(usual)
	if err == nil && more > usual {
		states, _, err = allSessions(more)
	}
	return states, err
}

// allSessions asks for so many sessions, and says how many there are.
func allSessions(room uint32) (states []State, count uint32, err error) {
	all := make([][]byte, room)
	pointers := make([]*byte, room)
	for i := range all {
		if all[i], err = (&Properties{}).encode(); err != nil {
			return nil, 0, err
		}
		pointers[i] = &all[i][0]
	}
	status, _, _ := queryAllTraces.Call(uintptr(unsafe.Pointer(&pointers[0])), uintptr(room), uintptr(unsafe.Pointer(&count)))
	runtime.KeepAlive(pointers)
	if code := windows.Errno(status); code != windows.ERROR_SUCCESS && code != windows.ERROR_MORE_DATA {
		return nil, 0, explained(uint32(status), code)
	}
	for _, properties := range all[:min(room, count)] {
		states = append(states, decodeState(properties))
	}
	return states, count, nil
}

func (windowsMachine) StartSession(p *Properties) (uint64, error) {
	properties, err := p.encode()
	if err != nil {
		return 0, err
	}
	name, err := windows.UTF16PtrFromString(p.Name)
	if err != nil {
		return 0, err
	}
	if err := startTrace.Find(); err != nil {
		return 0, err
	}
	var handle uint64
	status, _, _ := startTrace.Call(uintptr(unsafe.Pointer(&handle)), uintptr(unsafe.Pointer(name)), uintptr(unsafe.Pointer(&properties[0])))
	if status != 0 {
		return 0, explained(uint32(status), windows.Errno(status))
	}
	return handle, nil
}

func (windowsMachine) TraceStacks(handle uint64, kinds []ClassicEventID) error {
	if err := traceSetInformation.Find(); err != nil {
		return err
	}
	list := encodeEventIDs(kinds)
	status, _, _ := traceSetInformation.Call(uintptr(handle), traceStackTracingInfo, uintptr(unsafe.Pointer(&list[0])), uintptr(len(list)))
	if status != 0 {
		return explained(uint32(status), windows.Errno(status))
	}
	return nil
}
