package model

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"etledger/etl"
)

// vector is a captured payload with what other decoders' tests read from it.
type vector struct {
	Name    string
	GUID    string
	Version int
	Opcode  int
	Pointer uint8 `json:"ptr"`
	Hex     string
	Expect  map[string]any
}

// sharedFile gives the path of a file of the shared test data, and skips the test when there is none.
func sharedFile(t testing.TB, path ...string) string {
	t.Helper()
	shared := os.Getenv("ETLEDGER_SHARED")
	if shared == "" {
		t.Skip("ETLEDGER_SHARED does not name the folder with corpus/ and cases/")
	}
	name := filepath.Join(append([]string{shared}, path...)...)
	if _, err := os.Stat(name); err != nil {
		t.Skipf("shared test data is not there: %v", err)
	}
	return name
}

// vectorColumns maps the field names of other decoders, in lower case without underscores, to columns. Fields that no
// table has are mapped to nothing.
var vectorColumns = map[Table]map[string]string{
	TableImage: {
		"baseaddress": "image_base", "imagebase": "image_base", "modulesize": "image_size", "imagesize": "image_size",
		"processid": "pid", "imagechecksum": "image_checksum", "timedatestamp": "time_date_stamp",
		"defaultbase": "default_base", "imagefilename": "file_name", "filename": "file_name",
		"signaturelevel": "", "signaturetype": "", "reserved0": "", "reserved1": "", "reserved2": "", "reserved3": "",
		"reserved4": "",
	},
	TableProcess: {
		"uniqueprocesskey": "unique_process_key", "processid": "pid", "parentid": "parent_pid",
		"sessionid": "session_id", "exitstatus": "exit_status", "directorytablebase": "directory_table_base",
		"flags": "flags", "imagefilename": "name", "commandline": "command_line",
		"packagefullname": "package_full_name", "applicationid": "application_id", "exittime": "exit_time",
	},
	TableProcessCounters: {
		"processid": "pid", "pagefaultcount": "page_fault_count", "handlecount": "handle_count", "reserved": "",
		"peakvirtualsize": "peak_virtual_size", "peakworkingsetsize": "peak_working_set_size",
		"peakpagefileusage": "peak_pagefile_usage", "quotapeakpagedpoolusage": "peak_paged_pool",
		"quotapeaknonpagedpoolusage": "peak_non_paged_pool", "virtualsize": "virtual_size",
		"workingsetsize": "working_set_size", "pagefileusage": "pagefile_usage",
		"quotapagedpoolusage": "paged_pool", "quotanonpagedpoolusage": "non_paged_pool",
		"privatepagecount": "private_bytes",
	},
	TableThread: {
		"processid": "pid", "tthreadid": "tid", "threadid": "tid", "stackbase": "stack_base",
		"stacklimit": "stack_limit", "userstackbase": "user_stack_base", "userstacklimit": "user_stack_limit",
		"startaddr": "start_address", "affinity": "affinity", "win32startaddr": "win32_start_address",
		"tebbase": "teb_base", "subprocesstag": "sub_process_tag", "threadname": "thread_name",
		"waitmode": "", "basepriority": "", "pagepriority": "", "iopriority": "", "threadflags": "", "flags": "",
	},
	TableFileName: {"fileobject": "file_key", "filename": "file_name"},
	TableHardFault: {
		"initialtime": "initial_ticks", "readoffset": "read_offset", "virtualaddress": "virtual_address",
		"fileobject": "file_key", "tthreadid": "tid", "bytecount": "byte_count",
	},
	TableVirtualAlloc: {
		"baseaddress": "base_address", "regionsize": "region_size", "processid": "pid", "flags": "alloc_flags",
	},
	TableGroupMask: {
		"groupmask1": "mask_0", "groupmask2": "mask_1", "groupmask3": "mask_2", "groupmask4": "mask_3",
		"groupmask5": "mask_4", "groupmask6": "mask_5", "groupmask7": "mask_6", "groupmask8": "mask_7",
		"kerneleventversion": "kernel_event_version",
	},
	TableStack: {
		"eventtimestamp": "event_ticks", "processid": "pid", "threadid": "tid", "stackkey": "key",
	},
}

// vectorConstants are the texts that the vectors name by constants of their own source code, by vector; where a field
// has no entry of its own the text is a file name.
var vectorConstants = map[string]string{
	"ImageUnloadV2":                     `\Windows\System32\wbem\fastprox.dll`,
	"ImageDCStart32bitsV0":              `C:\code\sawbuck\src\sawbuck\Debug\test_program.exe`,
	"ImageDCStart32bitsV2":              `C:\code\sawbuck\src\sawbuck\Debug\test_program.exe`,
	"ImageDCStartV3":                    `\Device\HarddiskVolume4\Windows\SysWOW64\ntdll.dll`,
	"ImageDCEndV3":                      `\SystemRoot\system32\ntoskrnl.exe`,
	"ImageLoadV2":                       `\Windows\SysWOW64\wscisvif.dll`,
	"ProcessStart32bitsV2":              "notepad.exe",
	"ProcessStart32bitsV2 kCommandLine": `"C:\Windows\system32\notepad.exe" `,
	"ProcessStartV2":                    "notepad.exe",
	"ProcessStartV2 kCommandLine":       `"C:\Windows\system32\notepad.exe" `,
}

// vectorHooks are the hooks of the vectors that do not tell their opcode.
var vectorHooks = map[string]struct{ hook, version uint16 }{
	"Kernel_EventTraceV2HeaderExtensionTypeGroup": {0x0005, 2},
	"Kernel_StackwalkV2KeyEventView":              {0x1825, 2},
	"Kernel_ImageV2LoadEventView":                 {0x030A, 2},
	"Kernel_ProcessV2TypeGroup2EventView":         {0x0321, 2},
	"Kernel_ThreadV4TypeGroup1EventView":          {0x0503, 4},
}

// vectorEvent makes an event of a vector, with a classic header when it tells its class.
func vectorEvent(t *testing.T, v vector) etl.Event {
	payload, err := hex.DecodeString(v.Hex)
	if err != nil {
		t.Fatal(err)
	}
	if h, ok := vectorHooks[v.Name]; ok {
		return kernelEvent(h.hook, h.version, v.Pointer, payload)
	}
	e := etl.Event{
		Kind: etl.KindClassic, Opcode: uint8(v.Opcode), Version: uint16(v.Version), PointerSize: v.Pointer,
		Payload: payload, HasThread: true, PID: 4711,
	}
	class := v.GUID
	if class == "kprocessproviderid" {
		class = "3d6fa8d0-fe05-11d0-9dda-00c04fd7ba7c"
	}
	if class != "" {
		e.Provider = etl.MustGUID(class)
	}
	return e
}

// expectations gives the fields of a vector as name and text, which two projects write in two ways.
func (v vector) expectations() map[string]string {
	fields := map[string]string{}
	for name, value := range v.Expect {
		checks, ok := value.([]any)
		if !ok {
			fields[strings.ToLower(name)] = fmt.Sprint(value)
			continue
		}
		for _, check := range checks {
			name, value, _ := strings.Cut(strings.TrimPrefix(check.(string), "event."), "(), ")
			name = strings.ReplaceAll(name, "_", "")
			if name != "dynamicsize" && !strings.Contains(name, ".") {
				fields[name] = strings.ReplaceAll(value, "'", "")
			}
		}
	}
	return fields
}

func TestPayloadVectors(t *testing.T) {
	data, err := os.ReadFile(sharedFile(t, "corpus", "expected", "payload-vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(data, &vectors); err != nil {
		t.Fatal(err)
	}
	tested := 0
	for _, v := range vectors {
		e := vectorEvent(t, v)
		h, ok := handlerOf(KeyOf(&e))
		if !ok || len(v.Expect) == 0 {
			continue
		}
		tested++
		t.Run(v.Name, func(t *testing.T) {
			got := oneRow(t, h.table, e)
			for field, value := range v.expectations() {
				column, known := vectorColumns[h.table][field]
				if !known {
					t.Errorf("field %s is not known", field)
				}
				if column != "" {
					checkVectorField(t, v.Name, column, got[column], value)
				}
			}
		})
	}
	if want := 32; tested != want {
		t.Errorf("%d vectors concern the tables, want %d", tested, want)
	}
}

// checkVectorField compares a column with the text of a C++ literal.
func checkVectorField(t *testing.T, vector, column string, got any, literal string) {
	t.Helper()
	if text, ok := got.(string); ok {
		want := cText(literal)
		if constant, ok := vectorConstants[vector+" "+literal]; ok {
			want = constant
		} else if constant, ok := vectorConstants[vector]; ok && strings.HasPrefix(literal, "k") {
			want = constant
		}
		// The literals were extracted with runs of blanks made one.
		if strings.Join(strings.Fields(text), " ") != strings.Join(strings.Fields(want), " ") {
			t.Errorf("%s is %q, want %q", column, text, want)
		}
		return
	}
	want, err := strconv.ParseUint(strings.TrimRight(literal, "UL"), 0, 64)
	if err != nil {
		t.Fatalf("%s: %v", column, err)
	}
	if column == "exit_time" {
		want = (want - 116444736000000000) * 100
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s is %v, want %v", column, got, want)
	}
}

// cText gives the text of adjacent C++ string literals.
func cText(literal string) string {
	var text strings.Builder
	for i, part := range strings.Split(strings.ReplaceAll(literal, `\\`, `\`), `"`) {
		if i%2 == 1 {
			text.WriteString(part)
		}
	}
	return text.String()
}

// TestPayloadsWithoutReadings covers the captured payloads that come without another decoder's reading: what is
// wanted of them was read off their bytes by hand.
func TestPayloadsWithoutReadings(t *testing.T) {
	data, err := os.ReadFile(sharedFile(t, "corpus", "expected", "payload-vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(data, &vectors); err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name          string
		hook, version uint16
		table         Table
		want          row
	}{
		{"process_parser_test:kProcessStartPayload32bitV2", 0x0301, 2, TableProcess, row{
			"type": "start", "pid": 1776, "parent_pid": 988, "session_id": 1, "exit_status": 259,
			"unique_process_key": 0, "sid": "S-1-5-21-753675414-103939432-3550797041-1000", "name": "notepad.exe",
			"command_line": `"C:\Windows\system32\notepad.exe" `,
		}},
		{"process_parser_test:kProcessStartPayload64bitV3", 0x0301, 3, TableProcess, row{
			"type": "start", "pid": 6656, "parent_pid": 7328, "session_id": 1, "exit_status": 259,
			"unique_process_key": uint64(0xFFFFFA800F628060), "directory_table_base": 0x11D43F000,
			"name": "xperf.exe", "command_line": "xperf  -d out.etl",
		}},
		{"thread_parser_test:kThreadEndPayload32bitV1", 0x0502, 1, TableThread, row{"type": "end", "pid": 4, "tid": 180}},
		{"thread_parser_test:kThreadStartPayload32bitV3", 0x0501, 3, TableThread, row{
			"type": "start", "pid": 556, "tid": 4908, "stack_base": 0xB1985000, "stack_limit": 0xB1982000,
			"user_stack_base": 0xD50000, "user_stack_limit": 0xD4C000, "affinity": 3,
			"win32_start_address": 0x77AB03E9, "teb_base": 0x7FFDE000, "sub_process_tag": 0,
		}},
	}
	for _, c := range cases {
		at := slices.IndexFunc(vectors, func(v vector) bool { return v.Name == c.name })
		if at < 0 {
			t.Fatalf("there is no vector %s", c.name)
		}
		payload, err := hex.DecodeString(vectors[at].Hex)
		if err != nil {
			t.Fatal(err)
		}
		got := oneRow(t, c.table, kernelEvent(c.hook, c.version, vectors[at].Pointer, payload))
		if _, wanted := c.want["sid"]; !wanted {
			delete(got, "sid")
		}
		compareRows(t, c.name, got, c.want)
	}
}
