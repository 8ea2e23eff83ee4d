package model

import (
	"slices"

	"etledger/etl"
)

func systemCases() []decodeCase {
	return slices.Concat(groupMaskCases(), processorCases(), diskAndServiceCases(), volumeCases())
}

func groupMaskCases() []decodeCase {
	var cases []decodeCase
	for _, opcode := range []uint16{5, 0x20} {
		w := &payloadWriter{}
		want := row{"opcode": opcode}
		for i := range uint32(8) {
			w.u32(0x100 + i)
			want["mask_"+string(rune('0'+i))] = 0x100 + i
		}
		old := decodeCase{
			name: "group mask v1", table: TableGroupMask, event: kernelEvent(opcode, 1, 8, w.bytes), want: []row{want},
			least: 32,
		}
		newer := old
		newer.name = "group mask v2"
		newer.event = kernelEvent(opcode, 2, 8, slices.Concat(w.bytes, []byte{85, 0, 0, 0}))
		newer.want = []row{{"kernel_event_version": 85}}
		for column, value := range want {
			newer.want[0][column] = value
		}
		cases = append(cases, old, newer)
	}
	return cases
}

func processorCases() []decodeCase {
	old := bothPointers(func(w *payloadWriter) decodeCase {
		w.u32(3592).u32(8).u32(4096).u32(4096).u32(65536).fixedWide("BOX", 256).fixedWide("DOMAIN", 132).ptr(0)
		return decodeCase{
			name: "processors v1", table: TableSystem, event: kernelEvent(0x0B0A, 1, 0, nil), least: 796 + w.byWidth(8, 4),
			want: []row{{
				"mhz": 3592, "processors": 8, "memory_mb": 4096, "page_size": 4096, "allocation_granularity": 65536,
				"computer_name": "BOX", "domain_name": "DOMAIN",
			}},
		}
	})
	v3 := bothPointers(func(w *payloadWriter) decodeCase {
		w.u32(3592).u32(8).u32(4096).u32(4096).u32(65536).fixedWide("BOX", 256).fixedWide("", 134).ptr(0)
		w.ptr(0x7FFE0000).u16(9).u16(6).u16(1).u8(1).u8(1).u32(2666)
		return decodeCase{
			name: "processors v3", table: TableSystem, event: kernelEvent(0x0B0A, 3, 0, nil),
			least: 800 + w.byWidth(18, 10),
			want: []row{{
				"mhz": 3592, "processors": 8, "memory_mb": 4096, "page_size": 4096, "allocation_granularity": 65536,
				"computer_name": "BOX", "domain_name": "", "highest_user_address": 0x7FFE0000, "architecture_code": 9,
			}},
		}
	})
	return append(old, v3...)
}

func diskAndServiceCases() []decodeCase {
	disk := &payloadWriter{}
	disk.u64(368050176).u64(135996112896).u32(0).u32(112).u32(1).fixedWide("C:", 4).u32(0).u32(2).u32(8).u32(512).u32(0)
	disk.u64(29898381).u64(33202175).fixedWide("NTFS", 16).u32(0).u32(0)
	service := &payloadWriter{}
	service.u32(1000).u32(4).u32(5).wide("Appinfo").wide("Application Information").wide("svchost.exe").wide("").wide("netsvcs")
	return []decodeCase{
		{
			name: "partition", table: TableVolume, event: kernelEvent(0x0B0C, 2, 8, disk.bytes), least: 104,
			want: []row{{"dos_prefix": `C:\`, "disk_number": 0, "partition_number": 2, "file_system": "NTFS"}},
		},
		{
			name: "service", table: TableService, event: kernelEvent(0x0B0F, 3, 8, service.bytes), least: 12,
			want: []row{{
				"pid": 1000, "state": 4, "sub_process_tag": 5, "service_name": "Appinfo",
				"display_name": "Application Information", "process_name": "svchost.exe",
			}},
		},
	}
}

func volumeCases() []decodeCase {
	record := func(opcode uint8, w *payloadWriter) etl.Event {
		return etl.Event{
			Kind: etl.KindClassic, Provider: sysConfig, Opcode: opcode, PointerSize: 8, Payload: w.bytes, HasThread: true,
		}
	}
	paths := (&payloadWriter{}).wide(`C:\Windows\system32`).wide(`C:\Windows\`)
	mapping := (&payloadWriter{}).wide(`\Device\HarddiskVolume2\`).wide(`C:\`)
	empty := (&payloadWriter{}).wide(`\??\`).wide("")
	unknown := (&payloadWriter{}).wide(`\Device\HarddiskVolume1\`)
	return []decodeCase{
		{
			name: "system paths", table: TableVolume, event: record(33, paths), least: 42,
			want: []row{{"windows_directory": `C:\Windows\`}},
		},
		{
			name: "unknown volume", table: TableVolume, event: record(34, unknown), least: 2,
			want: []row{{"nt_prefix": `\Device\HarddiskVolume1\`}},
		},
		{
			name: "volume", table: TableVolume, event: record(35, mapping), least: 2,
			want: []row{{"nt_prefix": `\Device\HarddiskVolume2\`, "dos_prefix": `C:\`}},
		},
		{
			name: "volume without DOS prefix", table: TableVolume, event: record(35, empty), least: 2,
			want: []row{{"nt_prefix": `\??\`, "dos_prefix": ""}},
		},
	}
}
