package model

import "slices"

// threadAddressValues writes the six addresses that thread events share.
func threadAddressValues(w *payloadWriter) *payloadWriter {
	return w.ptr(0x90006000).ptr(0x90000000).ptr(0x40000).ptr(0x3F000).ptr(0xFF).ptr(0x7474A8C0)
}

func threadCases() []decodeCase {
	v0 := decodeCase{
		name: "thread v0", table: TableThread, least: 8,
		event: kernelEvent(0x0501, 0, 8, (&payloadWriter{}).u32(88).u32(1000).bytes),
		want:  []row{{"type": "start", "pid": 1000, "tid": 88}},
	}
	v1End := decodeCase{
		name: "thread v1 end", table: TableThread, least: 8,
		event: kernelEvent(0x0502, 1, 8, (&payloadWriter{}).u32(1000).u32(88).bytes),
		want:  []row{{"type": "end", "pid": 1000, "tid": 88}},
	}
	v1 := bothPointers(func(w *payloadWriter) decodeCase {
		threadAddressValues(w.u32(1000).u32(88)).u8(0xFF)
		return decodeCase{
			name: "thread v1", table: TableThread, event: kernelEvent(0x0503, 1, 0, nil), least: w.byWidth(57, 33),
			want: []row{{
				"type": "rundown_start", "pid": 1000, "tid": 88, "stack_base": 0x90006000, "stack_limit": 0x90000000,
				"user_stack_base": 0x40000, "user_stack_limit": 0x3F000, "start_address": 0xFF,
				"win32_start_address": 0x7474A8C0,
			}},
		}
	})
	v2 := bothPointers(func(w *payloadWriter) decodeCase {
		threadAddressValues(w.u32(1000).u32(88)).ptr(0x7F000000).u32(13)
		return decodeCase{
			name: "thread v2", table: TableThread, event: kernelEvent(0x0504, 2, 0, nil), least: w.byWidth(68, 40),
			want: []row{{
				"type": "rundown_end", "pid": 1000, "tid": 88, "stack_base": 0x90006000, "stack_limit": 0x90000000,
				"user_stack_base": 0x40000, "user_stack_limit": 0x3F000, "start_address": 0xFF,
				"win32_start_address": 0x7474A8C0, "teb_base": 0x7F000000, "sub_process_tag": 13,
			}},
		}
	})
	return slices.Concat([]decodeCase{v0, v1End}, v1, v2, namedThreads(3), namedThreads(4))
}

// namedThreads are events of versions that can carry the name of the thread.
func namedThreads(version uint16) []decodeCase {
	var cases []decodeCase
	for hook, kind := range map[uint16]string{
		0x0501: "start", 0x0502: "end", 0x0503: "rundown_start", 0x0504: "rundown_end",
	} {
		cases = append(cases, bothPointers(func(w *payloadWriter) decodeCase {
			threadAddressValues(w.u32(1000).u32(88)).ptr(0x7F000000).u32(13).raw(8, 5, 2, 0).wide("worker")
			return decodeCase{
				name: "thread with name " + kind, table: TableThread, event: kernelEvent(hook, version, 0, nil),
				least: w.byWidth(72, 44),
				want: []row{{
					"type": kind, "pid": 1000, "tid": 88, "stack_base": 0x90006000, "stack_limit": 0x90000000,
					"user_stack_base": 0x40000, "user_stack_limit": 0x3F000, "affinity": 0xFF,
					"win32_start_address": 0x7474A8C0, "teb_base": 0x7F000000, "sub_process_tag": 13,
					"thread_name": "worker",
				}},
			}
		})...)
	}
	return cases
}
