package recorder

import (
	"fmt"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// The functions of evntrace.h. Each gives an error code, not the last error of the thread.
var (
	advapi32            = windows.NewLazySystemDLL("advapi32.dll")
	startTrace          = advapi32.NewProc("StartTraceW")
	controlTrace        = advapi32.NewProc("ControlTraceW")
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
	return nil, explained(windows.Errno(status))
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
		return 0, explained(windows.Errno(status))
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
		return explained(windows.Errno(status))
	}
	return nil
}

// explained says what the system's errors mean for a session.
func explained(code syscall.Errno) error {
	for known, meaning := range map[syscall.Errno]string{
		windows.ERROR_ACCESS_DENIED:       "this process lacks the rights; run it as administrator",
		windows.ERROR_ALREADY_EXISTS:      "a session of this name, or one that writes this file, is running",
		windows.ERROR_NO_SYSTEM_RESOURCES: "no more sessions can run: eight system logger sessions and 64 sessions in all; 'logman query -ets' lists them",
		windows.ERROR_DISK_FULL:           "the disk has too little room; make room there, or name another place",
		windows.ERROR_BAD_LENGTH:          "the system does not take this layout of the properties",
		windows.ERROR_INVALID_PARAMETER:   "the system does not take these properties",
	} {
		if code == known {
			return fmt.Errorf("error %d: %w: %s", uint32(code), code, meaning)
		}
	}
	return fmt.Errorf("error %d: %w", uint32(code), code)
}
