package pooltag

import "etledger/model/poolsnap"

// Sharing says in what way a tag is not one component's own.
type Sharing uint8

// The ways.
const (
	ByDefault  Sharing = iota // many drivers use it without having chosen it: it names no owner at all
	OnBehalf                  // one component allocates it for whoever asks: the allocator is known, the asker is not
	ForObjects                // objects of the kernel, each there as long as a process or driver holds it open
	ForContent                // follows what is in use: files, keys, regions, sessions
)

// String says the way in words.
func (s Sharing) String() string {
	return [...]string{"default tag of many drivers", "allocated on behalf of others", "objects held by others",
		"follows what is in use"}[s]
}

// SharedTag is a well-known tag whose growth says little about the component that allocates it.
type SharedTag struct {
	Pattern   Pattern
	Owner     string // the component that allocates it, as tag files write it; empty where there is none
	Sharing   Sharing
	About     string // what the memory is
	DependsOn string // what its amount depends on, and with that what to look at
}

// Shared gives what is known of a tag that many components share, or that one allocates for others; nil for all other
// tags. Of several patterns that fit, the one with most literal bytes counts.
func Shared(tag poolsnap.Tag) *SharedTag {
	var best *SharedTag
	for i := range sharedTags {
		if s := &sharedTags[i]; s.Pattern.Matches(tag) && (best == nil || s.Pattern.Literals() > best.Pattern.Literals()) {
			best = s
		}
	}
	if best == nil {
		return nil
	}
	known := *best
	return &known
}

func shared(pattern, owner string, sharing Sharing, about, dependsOn string) SharedTag {
	p, _ := parsePattern([]rune(pattern))
	return SharedTag{p, owner, sharing, about, dependsOn}
}

// What holds of all objects that handles refer to.
const held = "processes and drivers that hold handles or references; look for a process whose handle count grows with it"

// sharedTags holds what public documents of the drivers' kits, of the debugger and of support say of these tags.
var sharedTags = []SharedTag{
	shared("None", "", ByDefault, "allocations made without a tag (ExAllocatePool)",
		"any driver that calls the untagged functions; only stacks or the verifier tell which"),
	shared("Ddk ", "", ByDefault, "allocations of drivers built with the kit's headers that chose no tag of their own",
		"any driver built that way; only stacks or the verifier tell which"),
	shared("Wdm ", "", ByDefault, "allocations of WDM drivers that chose no tag of their own",
		"any driver built that way; only stacks or the verifier tell which"),
	shared("Ifs ", "", ByDefault, "allocations of file system drivers and filters that chose no tag of their own",
		"any file system or filter built that way; only stacks or the verifier tell which"),
	shared("FxDr", "", ByDefault, "memory of the driver framework for drivers whose service name is too short for a tag",
		"any framework driver with such a name; the framework's log in the debugger tells which"),
	shared("Ovfl", "", ByDefault, "tags for which the table of tags had no room left",
		"how many different tags are in use, untagged allocations among them"),
	shared("Cont", "nt", OnBehalf, "physically contiguous memory for drivers",
		"drivers that ask for it, mostly for DMA buffers"),
	shared("MmCm", "nt!mm", OnBehalf, "physically contiguous memory (MmAllocateContiguousMemory)",
		"drivers that ask for it"),
	shared("Irp ", "nt!io", OnBehalf, "I/O request packets",
		"requests that are under way or stuck: drivers that do not complete them, "+
			"and drivers that allocate packets themselves and do not free them"),
	shared("Irp?", "nt", OnBehalf, "I/O request packets and what the verifier keeps of them",
		"requests that drivers do not complete"),
	shared("Mdl ", "nt!io", OnBehalf, "memory descriptor lists",
		"drivers that describe buffers and do not free the lists (IoFreeMdl)"),
	shared("IoWI", "nt!io", OnBehalf, "work items that drivers ask of the I/O manager",
		"drivers that do not free their work items (IoFreeWorkItem); a tag of the driver that grows in step points to it"),
	shared("Io  ", "nt!io", OnBehalf, "buffers of the I/O manager, such as those of requests in buffered I/O",
		"requests that are under way or stuck"),
	shared("Icp ", "nt!io", OnBehalf, "packets that wait in completion ports",
		"processes that post completions and do not take them"),
	shared("NDam", "ndis.sys", OnBehalf, "memory that network drivers allocate through NDIS",
		"network adapter drivers and protocols"),
	shared("VidR", "videoprt.sys", OnBehalf, "memory that the video port allocates for its miniport",
		"the display adapter's driver"),
	shared("FMfn", "fltmgr.sys", OnBehalf, "names of files that the filter manager keeps for minifilters",
		"minifilters that ask for names and do not release them, and the number of files opened"),
	shared("FM??", "fltmgr.sys", OnBehalf, "structures that the filter manager keeps for minifilters",
		"minifilters (virus scanners, backup, encryption) and the operations they have under way"),
	shared("Ntf?", "ntfs.sys", ForContent, "what NTFS keeps of files, folders and streams in use",
		"files that are open or cached; look for who opens them, and for filters that keep references"),
	shared("NtF?", "ntfs.sys", ForContent, "what NTFS keeps of files, folders and streams in use",
		"files that are open or cached; look for who opens them, and for filters that keep references"),
	shared("Proc", "nt!ps", ForObjects, "process objects",
		"exited processes too, for as long as somebody holds a handle to them; "+held),
	shared("Thre", "nt!ps", ForObjects, "thread objects",
		"exited threads too, for as long as somebody holds a handle to them; "+held),
	shared("Toke", "nt!se", ForObjects, "access tokens", held+"; logons and impersonation make them"),
	shared("Even", "nt", ForObjects, "event objects", held),
	shared("Sema", "nt", ForObjects, "semaphore objects", held),
	shared("Muta", "nt", ForObjects, "mutex objects", held),
	shared("Time", "nt!ke", ForObjects, "timer objects", held),
	shared("File", "nt!io", ForObjects, "file objects: open files, folders, pipes, sockets, devices",
		"handles of processes, and files that stay cached or mapped after the last handle is closed; "+held),
	shared("Key ", "nt!cm", ForObjects, "registry key objects", "registry keys that are open; "+held),
	shared("Sect", "nt", ForObjects, "section objects", "mapped files and shared memory; "+held),
	shared("Port", "nt", ForObjects, "port objects for messages between processes", held),
	shared("Dire", "nt!ob", ForObjects, "directories of the object manager", held),
	shared("Devi", "nt!io", ForObjects, "device objects",
		"drivers that create devices, among them those that do not delete them"),
	shared("Driv", "nt!io", ForObjects, "driver objects", "drivers that are loaded"),
	shared("Type", "nt!ob", ForObjects, "object types", "the system's start; it does not grow afterwards"),
	shared("ObNm", "nt!ob", OnBehalf, "names of objects", "named objects that are held open"),
	shared("Obtb", "nt!ob", ForContent, "handle tables", "open handles; look for a process whose handle count grows"),
	shared("MmSt", "nt!mm", ForContent, "prototype page table entries of sections, needed to map files",
		"files that are mapped or cached, with their sizes; given back under pressure, and large on file servers"),
	shared("MmCa", "nt!mm", ForContent, "control areas of mapped and cached data files",
		"files that are or were open and stay cached"),
	shared("MmCi", "nt!mm", ForContent, "control areas of mapped images",
		"programs and libraries that are or were loaded"),
	shared("MmS?", "nt!mm", ForContent, "what the memory manager keeps of sections", "files that are mapped or cached"),
	shared("Vad ", "nt!mm", ForContent, "descriptors of regions of address space",
		"regions that processes have allocated or mapped"),
	shared("VadS", "nt!mm", ForContent, "descriptors of private regions of address space",
		"regions that processes have allocated"),
	shared("Vadl", "nt!mm", ForContent, "descriptors of mapped regions of address space",
		"views that processes have mapped"),
	shared("CM??", "nt!cm", ForContent, "what the registry keeps in memory: CM31 and CM25 are hives",
		"hives that are loaded (one or two for each user's profile), their size, and keys that are open"),
	shared("Cc??", "nt!cc", ForContent, "what the cache manager keeps of cached files", "files that are cached"),
	shared("EtwB", "nt!etw", ForContent, "buffers of event tracing",
		"tracing sessions, and the sizes and numbers of their buffers"),
	shared("EtwR", "nt!etw", OnBehalf, "registrations of event providers in the kernel",
		"drivers that register providers and do not remove them"),
	shared("Gla?", "win32k.sys", ForContent, "handles of the graphics system, from its lookaside lists",
		"bitmaps, brushes, fonts and the like of processes"),
	shared("Gh??", "win32k.sys", ForContent, "handles of the graphics system",
		"bitmaps, brushes, fonts and the like of processes"),
	shared("SeTd", "nt!se", ForObjects, "the variable part of access tokens", "the same as Toke: "+held),
	shared("Afd?", "afd.sys", OnBehalf, "sockets and what is buffered in them",
		"processes that open sockets, send faster than the network takes, "+
			"or receive more than they read"),
}
