//go:build cgo

package live

import (
	"encoding/binary"
	"os"
	"time"
	"unicode/utf16"
	"unsafe"

	"golang.org/x/sys/windows"

	"etledger/etl"
	"etledger/live/spool"
)

// Processes implements Lister. The events have the process number of this program in their headers, whose making they are.
func (s *Session) Processes() []spool.Event {
	list, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPPROCESS, 0)
	if err != nil {
		return nil // the names are missing, which is said
	}
	defer windows.CloseHandle(list)
	var events []spool.Event
	now := time.Now().UnixNano()
	entry := windows.ProcessEntry32{Size: uint32(unsafe.Sizeof(windows.ProcessEntry32{}))}
	for err = windows.Process32First(list, &entry); err == nil; err = windows.Process32Next(list, &entry) {
		var session uint32
		_ = windows.ProcessIdToSessionId(entry.ProcessID, &session)
		name := windows.UTF16ToString(entry.ExeFile[:])
		created, path := detailsOf(entry.ProcessID)
		if path == "" {
			path = name
		}
		events = append(events, rundownEvent(now, entry.ProcessID, entry.ParentProcessID, session, created, path))
	}
	return events
}

// detailsOf gives when a process was created, as FILETIME, and the NT path of its image; zero and "" where this account may not ask.
func detailsOf(pid uint32) (created uint64, path string) {
	process, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, pid)
	if err != nil {
		return 0, ""
	}
	defer windows.CloseHandle(process)
	var creation, exit, kernel, user windows.Filetime
	if windows.GetProcessTimes(process, &creation, &exit, &kernel, &user) == nil {
		created = uint64(creation.HighDateTime)<<32 | uint64(creation.LowDateTime)
	}
	const native = 1 // PROCESS_NAME_NATIVE of winbase.h
	buffer := make([]uint16, windows.MAX_LONG_PATH)
	n := uint32(len(buffer))
	if windows.QueryFullProcessImageName(process, native, &buffer[0], &n) == nil {
		path = windows.UTF16ToString(buffer[:n])
	}
	return created, path
}

// rundownEvent gives ProcessRundown in its version 0 (format notes, 6.2): what is not known is zero or empty.
func rundownEvent(unixNano int64, pid, parent, session uint32, created uint64, path string) spool.Event {
	le := binary.LittleEndian
	p := le.AppendUint32(nil, pid)
	p = le.AppendUint64(p, created)
	p = le.AppendUint32(p, parent)
	p = le.AppendUint32(p, session)
	p = le.AppendUint32(p, 0) // Flags
	for _, unit := range append(utf16.Encode([]rune(path)), 0) {
		p = le.AppendUint16(p, unit)
	}
	return spool.Event{Kind: etl.KindEvent, Provider: kernelProcess, ID: idProcessRundown, Keyword: keywordsProcess, UnixNano: unixNano,
		PointerSize: 8, PID: uint32(os.Getpid()), Payload: withoutPackage(p)}
}
