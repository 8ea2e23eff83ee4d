package model

// Kinds of process, thread, image and similar lifecycle rows.
const (
	OpStart        uint8 = 1 // process or thread start; image load
	OpEnd          uint8 = 2 // process or thread end; image unload
	OpRundownStart uint8 = 3 // DCStart: alive when the capture began
	OpRundownEnd   uint8 = 4 // DCEnd: alive when the capture ended
	OpDefunct      uint8 = 5 // process exited, its object is kept alive by references
	OpTerminate    uint8 = 6 // process terminate: the process has begun to end, only its pid is known
)

// ProcessRows is the view of TableProcess.
type ProcessRows struct {
	Common
	Op                 []uint8        `col:"type" as:"lifecycle" doc:"what happened to the process"`
	PID                []uint32       `col:"pid" doc:"process"`
	ParentPID          Values[uint32] `col:"parent_pid" doc:"creator of the process"`
	SessionID          Values[uint32] `col:"session_id" doc:"terminal session; 0xffffffff is none"`
	ExitStatus         Values[uint32] `col:"exit_status" doc:"NTSTATUS or exit code; meaningful for end rows"`
	UniqueProcessKey   Values[uint64] `col:"unique_process_key" doc:"kernel address of the process object"`
	DirectoryTableBase Values[uint64] `col:"directory_table_base" doc:"physical address of the top page table"`
	Flags              Values[uint32] `col:"flags" doc:"1 package, 2 WOW64, 4 protected, 8 packaged"`
	SID                Strings        `col:"sid" doc:"user of the process, as S-1-..."`
	Name               Strings        `col:"name" doc:"image file name without path"`
	Exe                Strings        `col:"exe" doc:"NT path of the image, where the event carries it"`
	CommandLine        Strings        `col:"command_line" doc:"command line"`
	PackageFullName    Strings        `col:"package_full_name" doc:"application package"`
	ApplicationID      Strings        `col:"application_id" doc:"application id inside the package"`
	CreateTime         Values[int64]  `col:"create_time" unit:"ns" as:"timestamp" doc:"creation, of manifest events"`
	ExitTime           Values[int64]  `col:"exit_time" unit:"ns" as:"timestamp" doc:"exit, of defunct v5 and manifest stop"`
}

// ThreadRows is the view of TableThread.
type ThreadRows struct {
	Common
	Op             []uint8        `col:"type" as:"lifecycle" doc:"what happened to the thread"`
	PID            []uint32       `col:"pid" doc:"process of the thread"`
	TID            []uint32       `col:"tid" doc:"thread"`
	StackBase      Values[uint64] `col:"stack_base" unit:"address" doc:"kernel stack, upper end"`
	StackLimit     Values[uint64] `col:"stack_limit" unit:"address" doc:"kernel stack, lower end"`
	UserStackBase  Values[uint64] `col:"user_stack_base" unit:"address" doc:"user stack, upper end"`
	UserStackLimit Values[uint64] `col:"user_stack_limit" unit:"address" doc:"user stack, lower end"`
	StartAddr      Values[uint64] `col:"start_address" unit:"address" doc:"where the thread starts; versions 1 and 2"`
	Affinity       Values[uint64] `col:"affinity" doc:"processor mask; version 3 and later"`
	Win32StartAddr Values[uint64] `col:"win32_start_address" unit:"address" doc:"function that the program passed"`
	TebBase        Values[uint64] `col:"teb_base" unit:"address" doc:"thread environment block"`
	SubProcessTag  Values[uint32] `col:"sub_process_tag" doc:"service that the thread works for"`
	Name           Strings        `col:"thread_name" doc:"name given to the thread"`
}

// ImageRows is the view of TableImage.
type ImageRows struct {
	Common
	Op            []uint8        `col:"type" as:"lifecycle" doc:"start is load, end is unload"`
	PID           []uint32       `col:"pid" doc:"process; 0 and 4 are the kernel"`
	ImageBase     []uint64       `col:"image_base" unit:"address" doc:"where the image is mapped"`
	ImageSize     []uint64       `col:"image_size" unit:"bytes" doc:"size of the mapping"`
	Checksum      Values[uint32] `col:"image_checksum" doc:"checksum of the PE header"`
	TimeDateStamp Values[uint32] `col:"time_date_stamp" doc:"link time of the PE header; a hash in reproducible builds"`
	DefaultBase   Values[uint64] `col:"default_base" unit:"address" doc:"preferred base; not dependable"`
	Name          Strings        `col:"file_name" doc:"NT path as recorded"`
}

// Kinds of rows about the builds of images.
const (
	VersionOpImageID     uint8 = 1 // ImageId: which build an image of a process is of
	VersionOpFileVersion uint8 = 2 // FileVersion: what the version resource of a build says
)

// ImageVersionRows is the view of TableImageVersion. The records are added when a recording is merged, on the machine that
// was recorded. Size and time date stamp together identify a build, and tie a row to those of TableImage. The times are
// copied from the image event that was described first, or from the beginning of the recording.
type ImageVersionRows struct {
	Common
	Op               []uint8        `col:"type" as:"version" doc:"image_id: the build of one image of a process; file_version: the version resource of a build"`
	ImageBase        Values[uint64] `col:"image_base" unit:"address" doc:"where the image is mapped, of image_id rows"`
	PID              Values[uint32] `col:"pid" doc:"process, of image_id rows; 0 and 4 are the kernel"`
	ImageSize        []uint64       `col:"image_size" unit:"bytes" doc:"size of the image in memory"`
	TimeDateStamp    []uint32       `col:"time_date_stamp" doc:"link time of the PE header; a hash in reproducible builds"`
	OriginalFileName Strings        `col:"original_file_name" doc:"name that the file was built with; this and the texts after it are null where the file has none"`
	FileDescription  Strings        `col:"file_description" doc:"what the file is, of file_version rows as the following"`
	FileVersion      Strings        `col:"file_version" doc:"file version as text, such as 10.0.19041.1 (WinBuild.160101.0800)"`
	BinFileVersion   Strings        `col:"file_version_number" doc:"file version as four numbers"`
	Language         Strings        `col:"language" doc:"language of the version resource, such as 1033"`
	ProductName      Strings        `col:"product_name" doc:"product that the file is a part of"`
	CompanyName      Strings        `col:"company_name" doc:"who made it"`
	ProductVersion   Strings        `col:"product_version" doc:"version of the product"`
	FileID           Strings        `col:"file_id" doc:"hash of the file, as inventories of Windows have it"`
	ProgramID        Strings        `col:"program_id" doc:"installed program, as inventories of Windows have it"`
}

// ProcessCountersRows is the view of TableProcessCounters. At process end (OpEnd) the current values are 0 and only
// the peaks and counts tell something.
type ProcessCountersRows struct {
	Common
	Op  []uint8  `col:"type" as:"lifecycle" doc:"end: at process end; rundown_end: at the end of the capture"`
	PID []uint32 `col:"pid" doc:"process"`
	ProcessNames
	PageFaultCount     []uint32 `col:"page_fault_count" unit:"count" doc:"page faults of all kinds"`
	HandleCount        []uint32 `col:"handle_count" unit:"count" doc:"open handles"`
	PeakVirtualSize    []uint64 `col:"peak_virtual_size" unit:"bytes" doc:"greatest virtual size"`
	PeakWorkingSetSize []uint64 `col:"peak_working_set_size" unit:"bytes" doc:"greatest working set"`
	PeakPagefileUsage  []uint64 `col:"peak_pagefile_usage" unit:"bytes" doc:"greatest commit charge"`
	PeakPagedPool      []uint64 `col:"peak_paged_pool" unit:"bytes" doc:"greatest paged pool quota"`
	PeakNonPagedPool   []uint64 `col:"peak_non_paged_pool" unit:"bytes" doc:"greatest nonpaged pool quota"`
	VirtualSize        []uint64 `col:"virtual_size" unit:"bytes" doc:"reserved address space"`
	WorkingSetSize     []uint64 `col:"working_set_size" unit:"bytes" doc:"physical memory in use"`
	PagefileUsage      []uint64 `col:"pagefile_usage" unit:"bytes" doc:"commit charge"`
	PagedPool          []uint64 `col:"paged_pool" unit:"bytes" doc:"paged pool quota"`
	NonPagedPool       []uint64 `col:"non_paged_pool" unit:"bytes" doc:"nonpaged pool quota"`
	PrivatePageCount   []uint64 `col:"private_bytes" unit:"bytes" doc:"private memory (PrivatePageCount, which is in bytes)"`
}

// ServiceRows is the view of TableService.
type ServiceRows struct {
	Common
	PID           []uint32 `col:"pid" doc:"process that hosts the service; 0 when it does not run"`
	State         []uint32 `col:"state" doc:"SERVICE_STOPPED 1 ... SERVICE_RUNNING 4 ... SERVICE_PAUSED 7"`
	SubProcessTag []uint32 `col:"sub_process_tag" doc:"tag that threads of the service carry"`
	ServiceName   Strings  `col:"service_name" doc:"name of the service"`
	DisplayName   Strings  `col:"display_name" doc:"name that people see"`
	ProcessName   Strings  `col:"process_name" doc:"name of the hosting process"`
}
