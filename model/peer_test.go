package model

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// This file compares rows with what another decoder read from the same recording. Its text has a line for some events
// of each kind, with the time in ms, the fields by name, and long texts cut off; and lines with counts of kinds.

const peerRecording = "perfview-net452-x64-compressed"

// peerKind says which rows are of a kind of the peer's, and what its fields are called here. What is not listed is in
// no table, or follows from other fields.
type peerKind struct {
	table  Table
	op     string // of the column type, "" when the table has none
	fields map[string]string
}

var (
	peerProcess = map[string]string{
		"ProcessID": "pid", "ParentID": "parent_pid", "ImageFileName": "name", "PageDirectoryBase": "directory_table_base",
		"Flags": "flags", "SessionID": "session_id", "ExitStatus": "exit_status", "UniqueProcessKey": "unique_process_key",
		"CommandLine": "command_line", "PackageFullName": "package_full_name", "ApplicationID": "application_id",
	}
	peerCounters = map[string]string{
		"ProcessID": "pid", "MemoryCount": "page_fault_count", "HandleCount": "handle_count",
		"PeakVirtualSize": "peak_virtual_size", "PeakWorkingSetSize": "peak_working_set_size",
		"PeakPagefileUsage": "peak_pagefile_usage", "QuotaPeakPagedPoolUsage": "peak_paged_pool",
		"QuotaPeakNonPagedPoolUsage": "peak_non_paged_pool", "VirtualSize": "virtual_size",
		"WorkingSetSize": "working_set_size", "PagefileUsage": "pagefile_usage", "QuotaPagedPoolUsage": "paged_pool",
		"QuotaNonPagedPoolUsage": "non_paged_pool", "PrivatePageCount": "private_bytes",
	}
	peerThread = map[string]string{
		"PID": "pid", "TID": "tid", "StackBase": "stack_base", "StackLimit": "stack_limit",
		"UserStackBase": "user_stack_base", "UserStackLimit": "user_stack_limit", "StartAddr": "affinity",
		"Win32StartAddr": "win32_start_address", "TebBase": "teb_base", "SubProcessTag": "sub_process_tag",
	}
	peerImage = map[string]string{
		"PID": "pid", "ImageBase": "image_base", "ImageSize": "image_size", "ImageChecksum": "image_checksum",
		"TimeDateStamp": "time_date_stamp", "DefaultBase": "default_base", "FileName": "file_name",
	}
	peerMasks = map[string]string{
		"GroupMask1": "mask_0", "GroupMask2": "mask_1", "GroupMask3": "mask_2", "GroupMask4": "mask_3",
		"GroupMask5": "mask_4", "GroupMask6": "mask_5", "GroupMask7": "mask_6", "GroupMask8": "mask_7",
		"KernelEventVersion": "kernel_event_version",
	}
)

var peerKinds = map[string]peerKind{
	"Process/Start":          {TableProcess, "start", peerProcess},
	"Process/Stop":           {TableProcess, "end", peerProcess},
	"Process/DCStart":        {TableProcess, "rundown_start", peerProcess},
	"Process/DCStop":         {TableProcess, "rundown_end", peerProcess},
	"Process/Defunct":        {TableProcess, "defunct", peerProcess},
	"Process/PerfCtr":        {TableProcessCounters, "end", peerCounters},
	"Process/PerfCtrRundown": {TableProcessCounters, "rundown_end", peerCounters},
	"Thread/Start":           {TableThread, "start", peerThread},
	"Thread/Stop":            {TableThread, "end", peerThread},
	"Image/Load":             {TableImage, "start", peerImage},
	"Image/Unload":           {TableImage, "end", peerImage},
	"Image/DCStart":          {TableImage, "rundown_start", peerImage},
	"Image/DCStop":           {TableImage, "rundown_end", peerImage},
	"Memory/HardFault": {TableHardFault, "", map[string]string{
		"PID": "pid", "TID": "tid", "PName": "name", "ElapsedTimeMSec": "duration", "ReadOffset": "read_offset",
		"VirtualAddress": "virtual_address", "FileKey": "file_key", "ByteCount": "byte_count", "FileName": "file_name",
	}},
	"SysConfig/VolumeMapping": {TableVolume, "", map[string]string{"NtPath": "nt_prefix", "DosPath": "dos_prefix"}},
	"SysConfig/UnknownVolume": {TableVolume, "", map[string]string{"Value": "nt_prefix"}},
	"SysConfig/SystemPaths":   {TableVolume, "", map[string]string{"SystemWindowsDirectory": "windows_directory"}},
	"SystemConfig/CPU": {TableSystem, "", map[string]string{
		"MHz": "mhz", "NumberOfProcessors": "processors", "MemSize": "memory_mb", "PageSize": "page_size",
		"AllocationGranularity": "allocation_granularity", "ComputerName": "computer_name", "DomainName": "domain_name",
	}},
	"SystemConfig/LogDisk": {TableVolume, "", map[string]string{
		"DiskNumber": "disk_number", "PartitionNumber": "partition_number", "FileSystem": "file_system",
	}},
	"SystemConfig/Services": {TableService, "", map[string]string{
		"ProcessID": "pid", "ServiceState": "state", "SubProcessTag": "sub_process_tag", "ServiceName": "service_name",
		"DisplayName": "display_name",
	}},
	"EventTrace/Extension":    {TableGroupMask, "", peerMasks},
	"EventTrace/EndExtension": {TableGroupMask, "", peerMasks},
}

// peerEvent is one line of the peer's reading.
type peerEvent struct {
	line   string
	kind   string
	ms     float64
	fields map[string]string
}

// peerReading gives the events of the peer that concern the tables, and its counts of all kinds.
func peerReading(t *testing.T) (events []peerEvent, counts map[string]int) {
	t.Helper()
	f, err := os.Open(sharedFile(t, "corpus", "expected", peerRecording+".peer-decoding.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	counts = map[string]int{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		what, rest, _ := strings.Cut(lines.Text(), " ")
		if what == "COUNT" {
			kind, count, _ := strings.Cut(rest, ":")
			counts[strings.TrimPrefix(kind, "Windows Kernel/")], _ = strconv.Atoi(count)
			continue
		}
		time, rest, _ := strings.Cut(rest, ": ")
		name, rest, ok := strings.Cut(rest, " PID=")
		kind, ofKernel := strings.CutPrefix(name, "Windows Kernel/")
		if _, known := peerKinds[kind]; !ok || !ofKernel || !known {
			continue
		}
		ms, err := strconv.ParseFloat(strings.ReplaceAll(time, ",", ""), 64)
		if err != nil {
			t.Fatal(err)
		}
		e := peerEvent{line: lines.Text(), kind: kind, ms: ms, fields: map[string]string{}}
		for field := range strings.SplitSeq("PID="+rest, "; ") {
			if name, value, ok := strings.Cut(field, "="); ok {
				e.fields[name] = strings.TrimSuffix(value, ";")
			}
		}
		events = append(events, e)
	}
	return events, counts
}

// peerRows gives the rows of the recording by table, with what the peer shows beside the columns: the time in ms, and
// paths as DOS paths.
func peerRows(t *testing.T, chunks []*Chunk) map[Table][]row {
	t.Helper()
	names := faultFiles(chunks)
	var paths Paths
	for _, c := range chunks {
		if b := c.Batch(TableVolume); b != nil {
			paths.AddBatch(b.Volume())
		}
	}
	rows := map[Table][]row{}
	for table := range Tables() {
		rows[table] = tableRows(t, chunks, table)
		i := 0
		for _, c := range chunks {
			b := c.Batch(table)
			if b == nil || table == TableFrame {
				continue
			}
			for j := range b.Len() {
				r := rows[table][i]
				r["ms"] = arrowValue(t, b.Record().Column(3), j).(float64) * 1000
				if table == TableHardFault {
					r["file_name"] = names[arrowValue(t, b.Record().Column(0), j).(uint64)].Path
				}
				if path, ok := r["file_name"].(string); ok && table != TableFileName {
					r["file_name"], _ = paths.DOS(path)
				}
				i++
			}
		}
	}
	return rows
}

// faultFiles gives the file of each hard fault, by the ordinal of its event.
func faultFiles(chunks []*Chunk) map[uint64]*FileName {
	var names FileNames
	files := map[uint64]*FileName{}
	for _, c := range chunks {
		next := [tableCount]int{}
		for _, table := range c.Order() {
			i := next[table]
			next[table]++
			switch table {
			case TableFileName:
				rows := c.Batch(table).FileName()
				path, _ := rows.Name.At(i)
				names.Add(rows.Op[i], rows.FileKey[i], path)
			case TableHardFault:
				rows := c.Batch(table).HardFault()
				files[rows.Seq[i]] = names.At(rows.FileKey[i])
			}
		}
	}
	return files
}

func TestPeerDecoding(t *testing.T) {
	events, counts := peerReading(t)
	chunks, _ := readFile(t, sharedFile(t, "corpus", peerRecording+".etl"))
	rows := peerRows(t, chunks)
	for _, e := range events {
		kind := peerKinds[e.kind]
		var reasons []string
		for _, r := range rows[kind.table] {
			if math.Abs(r["ms"].(float64)-e.ms) > 0.0011 || kind.op != "" && r["type"] != kind.op {
				continue
			}
			differences := e.differences(kind, r)
			if len(differences) == 0 {
				reasons = nil
				delete(r, "type") // a row serves one event only
				break
			}
			reasons = append(reasons, fmt.Sprint(differences))
		}
		if reasons != nil {
			t.Errorf("no row agrees with\n%s\n%s", e.line, strings.Join(reasons, "\n"))
		}
	}
	if want := 74; len(events) != want {
		t.Errorf("%d events of the peer's were compared, want %d", len(events), want)
	}
	checkPeerCounts(t, chunks, counts)
}

// checkPeerCounts compares how many rows there are of each kind.
func checkPeerCounts(t *testing.T, chunks []*Chunk, counts map[string]int) {
	t.Helper()
	for name, kind := range peerKinds {
		if kind.op == "" {
			continue
		}
		n := 0
		for _, r := range tableRows(t, chunks, kind.table) {
			manifest := r["create_time"] != nil // of Kernel-Process, which the peer counts apart
			if r["type"] == kind.op && !manifest {
				n++
			}
		}
		if n != counts[name] {
			t.Errorf("%d rows of %s, the peer counts %d", n, name, counts[name])
		}
	}
	for name, table := range map[string]Table{"Memory/HardFault": TableHardFault, "SystemConfig/Services": TableService} {
		if n := len(tableRows(t, chunks, table)); n != counts[name] {
			t.Errorf("%d rows of %s, the peer counts %d", n, name, counts[name])
		}
	}
}

// differences tells in which fields a row does not agree with the peer.
func (e *peerEvent) differences(kind peerKind, r row) []string {
	var differences []string
	for field, column := range kind.fields {
		text, present := e.fields[field]
		if !present || !agrees(text, field, r[column]) {
			differences = append(differences, fmt.Sprintf("%s=%s (%s is %v)", field, text, column, r[column]))
		}
	}
	return differences
}

// agrees tells whether a value is what the peer prints.
func agrees(text, field string, value any) bool {
	switch v := value.(type) {
	case string:
		if field == "PName" { // without the extension
			v = strings.TrimSuffix(v, ".exe")
		}
		if start, cut := strings.CutSuffix(text, "..."); cut {
			return strings.HasPrefix(v, start)
		}
		// A text with a semicolon ends there for this test.
		return v == text || strings.HasPrefix(v, text+";")
	case int64: // duration in ns, printed in ms
		ms, err := strconv.ParseFloat(text, 64)
		return err == nil && math.Abs(ms-float64(v)/1e6) < 0.0006
	case uint64:
		if flags, ok := map[string]uint64{"None": 0, "Protected": 4}[text]; ok && field == "Flags" {
			return v == flags
		}
		n, err := strconv.ParseInt(strings.ReplaceAll(text, ",", ""), 0, 64)
		if err != nil {
			u, err := strconv.ParseUint(text, 0, 64)
			return err == nil && v == u
		}
		return v == uint64(n) || n < 0 && v == uint64(uint32(n))
	}
	return false
}
