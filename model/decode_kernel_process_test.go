package model

import "slices"

const manifestPath = `\Device\HarddiskVolume2\app\service.exe`

// manifestStart writes a ProcessStart of a version.
func manifestStart(version uint16) (payload []byte, want row, least int) {
	w := &payloadWriter{pointer: 8}
	w.u32(1000)
	if version >= 3 {
		w.u64(77)
	}
	w.u64(fileTimeOfUnix + 10).u32(900)
	if version >= 3 {
		w.u64(66)
	}
	w.u32(1)
	want = row{
		"type": "start", "pid": 1000, "parent_pid": 900, "session_id": 1, "create_time": 1000, "exe": manifestPath,
		"name": "service.exe",
	}
	if version >= 1 {
		w.u32(2)
		want["flags"] = 2
	}
	if version >= 3 {
		w.u32(1).u32(0).raw(1, 1, 0, 0, 0, 0, 0, 16, 0, 0x40, 0, 0)
	}
	least = len(w.bytes)
	w.wide(manifestPath)
	if version >= 2 {
		w.u32(0x1234).u32(0x5678)
		least = len(w.bytes)
		w.wide("Pack_1").wide("App")
		want["package_full_name"] = "Pack_1"
		want["application_id"] = "App"
	}
	if version >= 4 {
		w.u32(0)
	}
	if version >= 5 {
		w.u32(1).u16(0x8664)
	}
	return w.bytes, want, least
}

func kernelProcessCases() []decodeCase {
	var cases []decodeCase
	for version := range uint16(6) {
		payload, want, least := manifestStart(version)
		start := decodeCase{name: "manifest start", table: TableProcess, want: []row{want}, least: least}
		start.event = manifestEvent(kernelProcess, 1, version)
		start.event.Payload = payload
		cases = append(cases, start)
		if version < 2 {
			continue
		}
		rundown := start
		rundown.name = "manifest rundown"
		rundown.event.ID, rundown.event.Version = 15, version-2
		_, want, _ = manifestStart(version)
		want["type"] = "rundown_start"
		rundown.want = []row{want}
		cases = append(cases, rundown)
	}
	return slices.Concat(cases, manifestStopCases(), manifestThreadCases(), manifestImageCases())
}

func manifestStopCases() []decodeCase {
	var cases []decodeCase
	for version := range uint16(3) {
		w := &payloadWriter{pointer: 8}
		w.u32(1000)
		if version >= 2 {
			w.u64(77)
		}
		w.u64(fileTimeOfUnix + 10).u64(fileTimeOfUnix + 20).u32(3).u32(1).u32(50).u64(1 << 20).u64(1 << 21)
		if version >= 1 {
			w.u64(12345).u32(1).u32(2).u32(3).u32(4).u32(5)
		}
		c := decodeCase{
			name: "manifest stop", table: TableProcess, event: manifestEvent(kernelProcess, 2, version), least: len(w.bytes),
			want: []row{{
				"type": "end", "pid": 1000, "exit_status": 3, "create_time": 1000, "exit_time": 2000,
				"name": "service.exe",
			}},
		}
		c.event.Payload = w.narrow("service.exe").bytes
		cases = append(cases, c)
	}
	return cases
}

func manifestThreadCases() []decodeCase {
	var cases []decodeCase
	for id, kind := range map[uint16]string{3: "start", 4: "end"} {
		for version := range uint16(2) {
			cases = append(cases, bothPointers(func(w *payloadWriter) decodeCase {
				threadAddressValues(w.u32(1000).u32(88)).ptr(0x7F000000)
				want := row{
					"type": kind, "pid": 1000, "tid": 88, "stack_base": 0x90006000, "stack_limit": 0x90000000,
					"user_stack_base": 0x40000, "user_stack_limit": 0x3F000, "start_address": 0xFF,
					"win32_start_address": 0x7474A8C0, "teb_base": 0x7F000000,
				}
				if version >= 1 {
					w.u32(13)
					want["sub_process_tag"] = 13
				}
				return decodeCase{
					name: "manifest thread " + kind, table: TableThread, event: manifestEvent(kernelProcess, id, version),
					want: []row{want}, least: len(w.bytes),
				}
			})...)
		}
	}
	return cases
}

func manifestImageCases() []decodeCase {
	var cases []decodeCase
	for id, kind := range map[uint16]string{5: "start", 6: "end"} {
		cases = append(cases, bothPointers(func(w *payloadWriter) decodeCase {
			w.ptr(0x77710000).ptr(0x157000).u32(1000).u32(0x162293).u32(0x5010).ptr(0x80000000)
			least := len(w.bytes)
			w.wide(imagePath)
			return decodeCase{
				name: "manifest image " + kind, table: TableImage, event: manifestEvent(kernelProcess, id, 0), least: least,
				want: []row{{
					"type": kind, "pid": 1000, "image_base": 0x77710000, "image_size": 0x157000, "image_checksum": 0x162293,
					"time_date_stamp": 0x5010, "default_base": 0x80000000, "file_name": imagePath,
				}},
			}
		})...)
	}
	return cases
}
