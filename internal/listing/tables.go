package listing

import "etledger/model"

// Framing is the name of the column that the table of stacks has in listings beyond its own: the addresses of the record.
const framing = "frames"

// about is what people are told of a table.
type about struct {
	text string   // what is in it
	main []string // the columns that text shows when none are asked for
}

var tables = map[model.Table]about{
	model.TableProcess: {"starts and ends of processes, and listings of those alive",
		[]string{"time_s", "type", "pid", "parent_pid", "session_id", "exit_status", "name", "command_line"}},
	model.TableThread: {"starts and ends of threads, and listings of those alive",
		[]string{"time_s", "type", "pid", "tid", "win32_start_address", "sub_process_tag", "thread_name"}},
	model.TableImage: {"executables and libraries loaded and unloaded, and listings of those loaded",
		[]string{"time_s", "type", "pid", "image_base", "image_size", "file_name"}},
	model.TableProcessCounters: {"the kernel's memory counters of a process, at its end and at the end of the capture",
		[]string{"time_s", "type", "pid", "private_bytes", "pagefile_usage", "peak_pagefile_usage", "working_set_size",
			"virtual_size", "handle_count", "name"}},
	model.TableVirtualAlloc: {"VirtualAlloc and VirtualFree, and listings of the regions there are",
		[]string{"time_s", "type", "pid", "base_address", "region_size", "alloc_type", "name"}},
	model.TableMapView: {"views of files and sections mapped and unmapped, and listings of those there are",
		[]string{"time_s", "type", "pid", "view_base", "view_size", "section_type", "protection", "name"}},
	model.TableHardFault: {"page faults that were read from disk",
		[]string{"time_s", "pid", "tid", "virtual_address", "byte_count", "duration", "file_key", "read_offset", "name"}},
	model.TableFileName: {"names of the files that file keys stand for",
		[]string{"time_s", "type", "file_key", "file_name"}},
	model.TableMemoryInfo: {"snapshots of the system's page lists and commit charge",
		[]string{"time_s", "commit_pages", "free_pages", "zero_pages", "standby_pages", "modified_pages", "paged_pool_pages",
			"non_paged_pool_pages"}},
	model.TableProcessMemoryInfo: {"snapshots of each process's working set and commit charge",
		[]string{"time_s", "pid", "working_set_pages", "private_working_set_pages", "commit_pages", "virtual_size_pages", "name"}},
	model.TableSessionMemoryInfo: {"snapshots of each terminal session's working set and commit charge",
		[]string{"time_s", "session_id", "working_set_pages", "commit_pages", "paged_pool_pages"}},
	model.TablePool: {"allocations and frees of kernel pool",
		[]string{"time_s", "type", "tag", "pool_type", "bytes", "entry"}},
	model.TableStack: {"stacks of events, and the keys that stand for stacks",
		[]string{"time_s", "type", "event_ticks", "pid", "tid", "key", "frame_count"}},
	model.TableFrame: {"the addresses of the stacks, one a row",
		[]string{"seq", "depth", "address"}},
	model.TableSystem: {"processors, memory and name of the machine",
		[]string{"time_s", "computer_name", "processors", "mhz", "memory_mb", "page_size"}},
	model.TableVolume: {"disk volumes: device names and drive letters",
		[]string{"time_s", "nt_prefix", "dos_prefix", "disk_number", "partition_number", "file_system", "windows_directory"}},
	model.TableGroupMask: {"which kinds of kernel events were recorded",
		[]string{"time_s", "opcode", "mask_0", "mask_1", "mask_2", "mask_3", "mask_4", "mask_5", "mask_6", "mask_7"}},
	model.TableService: {"Windows services and the processes that host them",
		[]string{"time_s", "pid", "service_name", "display_name", "process_name", "state"}},
	model.TableImageVersion: {"builds of images and what their version resources say, in merged recordings",
		[]string{"time_s", "type", "pid", "image_size", "time_date_stamp", "original_file_name", "file_version", "product_name"}},
}

// hexadecimal are the columns, apart from addresses, that text shows in hexadecimal.
var hexadecimal = map[string]bool{
	"affinity": true, "alloc_flags": true, "directory_table_base": true, "exit_status": true, "file_key": true, "flags": true,
	"image_checksum": true, "key": true, "match_id": true, "misc_info": true, "mask_0": true, "mask_1": true, "mask_2": true,
	"mask_3": true, "mask_4": true, "mask_5": true, "mask_6": true, "mask_7": true, "pool_type_code": true, "tag_code": true,
	"time_date_stamp": true, "unique_process_key": true,
}
