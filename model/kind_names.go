package model

import (
	"strconv"

	"etledger/etl"
)

// This file names kinds of events for people. The names are those of the kernel's MOF classes and of the providers'
// manifests.

// KindName gives the readable name of a kind of event, such as PageFault/VirtualAlloc, Process/DCStart, or
// Microsoft-Windows-Kernel-Memory/MemInfo. When only the group, class or provider is known, the number of the event
// stands for its name, as in FileIo/96; when not even that is known, the result is empty.
func KindName(k KindKey) string {
	switch k.Kind {
	case etl.KindKernel:
		return hookName(k.Group, k.Opcode)
	case etl.KindClassic:
		if group, ok := GroupOf(k.Provider); ok {
			return hookName(group, k.Opcode)
		}
		class := classes[k.Provider]
		return join(class.name, class.events[k.Opcode], int(k.Opcode))
	case etl.KindEvent:
		provider := providers[k.Provider]
		return join(provider.name, provider.events[k.ID], int(k.ID))
	case etl.KindMessage:
		return "WPP message"
	}
	return ""
}

// join puts a name together of the name of a group and of the name, or else the number, of an event in it.
func join(group, event string, number int) string {
	if group == "" {
		return ""
	}
	if event == "" {
		event = strconv.Itoa(number)
	}
	return group + "/" + event
}

func hookName(group, opcode uint8) string {
	hook := uint16(group)<<8 | uint16(opcode)
	if hook == imageLoad {
		return "Image/Load"
	}
	return join(groupNames[group], hookNames[hook], int(opcode))
}

// imageLoad is the hook of image load, the one event that is in another group on the wire than under a classic
// header.
const imageLoad = 0x030A

// GroupOf gives the kernel group that a class GUID stands for under a classic header, and whether it stands for any.
func GroupOf(class etl.GUID) (group uint8, ok bool) {
	group, ok = groupClasses[class]
	return group, ok
}

var groupClasses = map[etl.GUID]uint8{
	etl.MustGUID("68fdd900-4a3e-11d1-84f4-0000f80464e3"): 0x00,
	etl.MustGUID("3d6fa8d4-fe05-11d0-9dda-00c04fd7ba7c"): 0x01,
	etl.MustGUID("3d6fa8d3-fe05-11d0-9dda-00c04fd7ba7c"): 0x02,
	etl.MustGUID("3d6fa8d0-fe05-11d0-9dda-00c04fd7ba7c"): 0x03,
	etl.MustGUID("90cbdc39-4a3e-11d1-84f4-0000f80464e3"): 0x04,
	etl.MustGUID("3d6fa8d1-fe05-11d0-9dda-00c04fd7ba7c"): 0x05,
	etl.MustGUID("9a280ac0-c8e0-11d1-84e2-00c04fb998a2"): 0x06,
	etl.MustGUID("3282fc76-feed-498e-8aa7-e70f459d430e"): 0x07,
	etl.MustGUID("bf3a50c5-a9c9-4988-a005-2df0b7c80f80"): 0x08,
	etl.MustGUID("ae53722e-c863-11d2-8659-00c04fa321a1"): 0x09,
	etl.MustGUID("13976d09-a327-438c-950b-7f03192815c7"): 0x0A,
	etl.MustGUID("01853a65-418f-4f36-aefc-dc0f1d2fd235"): 0x0B,
	etl.MustGUID("99134383-5248-43fc-834b-529454e75df3"): 0x0C,
	etl.MustGUID("42695762-ea50-497a-9068-5cbbb35e0b95"): 0x0D,
	etl.MustGUID("0268a8b6-74fd-4302-9dd0-6e8f1795c0cf"): 0x0E,
	etl.MustGUID("ce1dbfb4-137e-4da6-87b0-3f59aa102cbc"): 0x0F,
	etl.MustGUID("222962ab-6180-4b88-a825-346b75f2a24a"): 0x10,
	etl.MustGUID("89497f50-effe-4440-8cf2-ce6b1cdcaca7"): 0x11,
	etl.MustGUID("e43445e0-0903-48c3-b878-ff0fccebdd04"): 0x12,
	etl.MustGUID("a9152f00-3f58-4bee-92a1-70c7d079d5dd"): 0x13,
	etl.MustGUID("2cb15d1d-5fc1-11d2-abe1-00a0c911f518"): 0x14,
	etl.MustGUID("b2d14872-7c5b-463d-8419-ee9bf7d23e04"): 0x15,
	etl.MustGUID("7687a439-f752-45b8-b741-321aec0f8df9"): 0x16,
	etl.MustGUID("3ac66736-cc59-4cff-8115-8df50e39816b"): 0x17,
	etl.MustGUID("def2fe46-7bd6-4b80-bd94-f57fe20d0ce3"): 0x18,
	etl.MustGUID("9aec974b-5b8e-4118-9b92-3186d8002ce5"): 0x19,
	etl.MustGUID("45d8cccd-539f-4b72-a8b7-5c683142609a"): 0x1A,
	etl.MustGUID("d837ca92-12b9-44a5-ad6a-3a65b3578aa8"): 0x1B,
	etl.MustGUID("c861d0e2-a2c1-4d36-9f9c-970bab943a12"): 0x1C,
	etl.MustGUID("7f2a405c-69b5-4bf9-a1f5-30e8f1afab5e"): 0x1D,
	etl.MustGUID("2ce9a149-effe-42f0-a635-a1d39e26c8f2"): 0x1E,
}

// classNames names the events of a classic class that is no kernel group.
type classNames struct {
	name   string
	events map[uint8]string
}

var classes = map[etl.GUID]classNames{
	imageID: {"ImageID", map[uint8]string{
		0: "ImageId", 32: "None", 36: "DbgID_RSDS", 37: "DbgID_ILRSDS", 38: "DbgID_Embedded", 40: "Deterministic",
		64: "FileVersion",
	}},
	sysConfig: {"SysConfig", map[uint8]string{
		32: "BuildInfo", 33: "SystemPaths", 34: "UnknownVolume", 35: "VolumeMapping", 37: "Version",
	}},
	etl.MustGUID("bbccf6c1-6cd1-48c4-80ff-839482e37671"): {"MetaData", map[uint8]string{
		32: "EventInfo", 33: "EventMapInfo",
	}},
	etl.MustGUID("ed54dff8-c409-4cf6-bf83-05e1e61a09c4"): {name: "WinSAT"},
	etl.MustGUID("bf6ef1cb-89b5-490a-80ac-b180cfbcff0f"): {name: "PerfTrack"},
	etl.MustGUID("6a399ae0-4bc6-4de9-870b-3657f8947e7e"): {"LostEvent", map[uint8]string{
		32: "RTLostEvent", 33: "RTLostBuffer", 34: "RTLostFile",
	}},
}

// providerNames names the events of a manifest provider.
type providerNames struct {
	name   string
	events map[uint16]string
}

var providers = map[etl.GUID]providerNames{
	kernelProcess: {"Microsoft-Windows-Kernel-Process", map[uint16]string{
		1: "ProcessStart", 2: "ProcessStop", 3: "ThreadStart", 4: "ThreadStop", 5: "ImageLoad", 6: "ImageUnload",
		15: "ProcessRundown",
	}},
	kernelMemory: {"Microsoft-Windows-Kernel-Memory", map[uint16]string{
		1: "MemInfo", 2: "MemInfoWS", 3: "MemInfoSessionWS", 4: "WorkingSetOutSwapStart", 5: "WorkingSetOutSwapStop",
		6: "WorkingSetInSwapStart", 7: "WorkingSetInSwapStop", 8: "Acg", 9: "WorkingSetInSwap", 10: "MdlAllocation",
		11: "ContAllocation", 12: "MemInfoNode", 13: "MemInfoHugeIoSpace", 14: "ContFree",
	}},
	etl.MustGUID("edd08927-9cc4-4e65-b970-c2560fb5c289"): {name: "Microsoft-Windows-Kernel-File"},
	etl.MustGUID("c7bde69a-e1e0-4177-b6ef-283ad1525271"): {name: "Microsoft-Windows-Kernel-Disk"},
	etl.MustGUID("b675ec37-bdb6-4648-bc92-f3fdc74d3ca2"): {name: "Microsoft-Windows-Kernel-EventTracing"},
	etl.MustGUID("e13c0d23-ccbc-4e12-931b-d9cc2eee27e4"): {name: "Microsoft-Windows-DotNETRuntime"},
	etl.MustGUID("a669021c-c450-4609-a035-5af59af4df18"): {name: "Microsoft-Windows-DotNETRuntimeRundown"},
	etl.MustGUID("763fd754-7086-4dfe-95eb-c01a46faf4ca"): {name: "Microsoft-Windows-DotNETRuntimePrivate"},
	etl.MustGUID("2e5dba47-a3d2-4d16-8ee0-6671ffdcd7b5"): {name: "System.Threading.Tasks.TplEventSource"},
	etl.MustGUID("8e9f5090-2d75-4d03-8a81-e5afbf85daf1"): {name: "System.Diagnostics.Eventing.FrameworkEventSource"},
	etl.MustGUID("1c95126e-7eea-49a9-a3fe-a378b03ddb4d"): {name: "Microsoft-Windows-DNS-Client"},
	etl.MustGUID("315a8872-923e-4ea2-9889-33cd4754bf64"): {name: "Microsoft-Windows-Immersive-Shell"},
	etl.MustGUID("a8a71ac1-040f-54a2-07ca-00a89b5ab761"): {name: "PerfView"},
}
