package model

import "etledger/etl"

// decodeFunc makes rows of the decoder's event, or returns false when its payload does not fit its kind's layout.
type decodeFunc func(*decoder) bool

// handler says how events of a kind are decoded.
type handler struct {
	table  Table
	decode decodeFunc
	since  uint16 // the lowest version whose layout is known
}

// handlerOf finds the handler for a kind of events. Higher versions than the highest known are decoded like that one: new
// fields are known to be added at the end.
func handlerOf(k KindKey) (h handler, ok bool) {
	switch k.Kind {
	case etl.KindKernel:
		h, ok = kernelHandlers[k.Hook()]
	case etl.KindClassic:
		if k.Provider == sysConfig {
			h, ok = sysConfigHandlers[k.Opcode]
		} else if k.Provider == imageID {
			h, ok = imageIDHandlers[k.Opcode]
		} else if group, known := GroupOf(k.Provider); known {
			h, ok = kernelHandlers[uint16(group)<<8|uint16(k.Opcode)]
		}
	case etl.KindEvent:
		switch k.Provider {
		case kernelProcess:
			h, ok = kernelProcessHandlers[k.ID]
		case kernelMemory:
			h, ok = kernelMemoryHandlers[k.ID]
		}
	}
	return h, ok && k.Version >= h.since
}

// TableOf tells which table the events of a kind become rows of, if any. That of frames belongs to the events of the table
// of stacks.
func TableOf(k KindKey) (Table, bool) {
	h, ok := handlerOf(k)
	return h.table, ok
}

// isHandled tells whether events of a kind can become rows of some table.
func isHandled(k KindKey) bool {
	_, ok := handlerOf(k)
	return ok
}

// kernelHandlers are the handlers by hook (group<<8 | opcode). Image load is in the group of processes on the wire,
// and opcode 10 of the image class under classic headers.
var kernelHandlers = map[uint16]handler{
	0x0005: {table: TableGroupMask, decode: decodeGroupMask},
	0x0020: {table: TableGroupMask, decode: decodeGroupMask},

	0x0220: {table: TableHardFault, decode: decodeHardFault},
	0x0262: {table: TableVirtualAlloc, decode: decodeVirtual},
	0x0263: {table: TableVirtualAlloc, decode: decodeVirtual},
	0x0270: {table: TableMemoryInfo, decode: decodeMemoryInfo},
	0x027D: {table: TableProcessMemoryInfo, decode: decodeProcessMemoryInfo},
	0x027E: {table: TableSessionMemoryInfo, decode: decodeSessionMemoryInfo},
	0x0280: {table: TableVirtualAlloc, decode: decodeVirtual},
	0x0281: {table: TableVirtualAlloc, decode: decodeVirtual},

	0x0301: {table: TableProcess, decode: decodeProcess},
	0x0302: {table: TableProcess, decode: decodeProcess},
	0x0303: {table: TableProcess, decode: decodeProcess},
	0x0304: {table: TableProcess, decode: decodeProcess},
	0x030A: {table: TableImage, decode: decodeImage},
	0x030B: {table: TableProcess, decode: decodeTerminate},
	0x0320: {table: TableProcessCounters, decode: decodeProcessCounters, since: 2},
	0x0321: {table: TableProcessCounters, decode: decodeProcessCounters, since: 2},
	0x0327: {table: TableProcess, decode: decodeProcess},

	0x0400: {table: TableFileName, decode: decodeFileName},
	0x0420: {table: TableFileName, decode: decodeFileName},
	0x0423: {table: TableFileName, decode: decodeFileName},
	0x0424: {table: TableFileName, decode: decodeFileName},
	0x0425: {table: TableMapView, decode: decodeMapView, since: 2},
	0x0426: {table: TableMapView, decode: decodeMapView, since: 2},
	0x0427: {table: TableMapView, decode: decodeMapView, since: 2},
	0x0428: {table: TableMapView, decode: decodeMapView, since: 2},

	0x0501: {table: TableThread, decode: decodeThread},
	0x0502: {table: TableThread, decode: decodeThread},
	0x0503: {table: TableThread, decode: decodeThread},
	0x0504: {table: TableThread, decode: decodeThread},

	0x0B0A: {table: TableSystem, decode: decodeProcessors},
	0x0B0C: {table: TableVolume, decode: decodeLogDisk, since: 2},
	0x0B0F: {table: TableService, decode: decodeService, since: 2},

	0x0E20: {table: TablePool, decode: decodePool},
	0x0E21: {table: TablePool, decode: decodePool},
	0x0E22: {table: TablePool, decode: decodePool},
	0x0E23: {table: TablePool, decode: decodePool},
	0x0E24: {table: TablePool, decode: decodePool},
	0x0E25: {table: TablePool, decode: decodePool},
	0x0E26: {table: TablePool, decode: decodePool},
	0x0E27: {table: TablePool, decode: decodePool},

	0x1401: {table: TableImage, decode: decodeImage},
	0x1402: {table: TableImage, decode: decodeImage},
	0x1403: {table: TableImage, decode: decodeImage},
	0x1404: {table: TableImage, decode: decodeImage},
	0x140A: {table: TableImage, decode: decodeImage},

	0x1820: {table: TableStack, decode: decodeDirectStack},
	0x1822: {table: TableStack, decode: decodeKeyDefinition},
	0x1823: {table: TableStack, decode: decodeKeyDefinition},
	0x1824: {table: TableStack, decode: decodeKeyDefinition},
	0x1825: {table: TableStack, decode: decodeKeyReference},
	0x1826: {table: TableStack, decode: decodeKeyReference},
}

// sysConfig is the class of records that merging adds about the machine.
var sysConfig = etl.MustGUID("9b79ee91-b5fd-41c0-a243-4248e266e9d0")

var sysConfigHandlers = map[uint8]handler{
	33: {table: TableVolume, decode: decodeSystemPaths},
	34: {table: TableVolume, decode: decodeVolume},
	35: {table: TableVolume, decode: decodeVolume},
}

// imageID is the class of records that merging adds about the files of images.
var imageID = etl.MustGUID("b3e675d7-2554-4f18-830b-2762732560de")

var imageIDHandlers = map[uint8]handler{
	0:  {table: TableImageVersion, decode: decodeImageID, since: 2},
	64: {table: TableImageVersion, decode: decodeFileVersion},
}

var kernelProcessHandlers = map[uint16]handler{
	1:  {table: TableProcess, decode: decodeManifestStart},
	2:  {table: TableProcess, decode: decodeManifestStop},
	3:  {table: TableThread, decode: decodeManifestThread},
	4:  {table: TableThread, decode: decodeManifestThread},
	5:  {table: TableImage, decode: decodeManifestImage},
	6:  {table: TableImage, decode: decodeManifestImage},
	15: {table: TableProcess, decode: decodeManifestStart},
}

var kernelMemoryHandlers = map[uint16]handler{
	1: {table: TableMemoryInfo, decode: decodeManifestMemoryInfo},
	2: {table: TableProcessMemoryInfo, decode: decodeProcessMemoryInfo},
	3: {table: TableSessionMemoryInfo, decode: decodeSessionMemoryInfo},
}
