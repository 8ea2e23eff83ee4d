package model

import (
	"slices"
	"testing"
)

const imagePath = `\Device\HarddiskVolume2\Windows\System32\ntdll.dll`

// imageTypes are the hooks of image events and what they make of a row.
var imageTypes = map[uint16]string{
	0x030A: "start", 0x1401: "start", 0x140A: "start", 0x1402: "end", 0x1403: "rundown_start", 0x1404: "rundown_end",
}

func imageCases() []decodeCase {
	v0 := bothPointers(func(w *payloadWriter) decodeCase {
		w.ptr(0x77710000).u32(0x157000).wide(imagePath)
		e := kernelEvent(0x1403, 0, 0, nil)
		e.HasThread, e.PID = true, 1000
		return decodeCase{
			name: "image v0", table: TableImage, event: e, least: w.byWidth(12, 8),
			want: []row{{
				"type": "rundown_start", "pid": 1000, "image_base": 0x77710000, "image_size": 0x157000,
				"file_name": imagePath,
			}},
		}
	})
	v1 := bothPointers(func(w *payloadWriter) decodeCase {
		w.ptr(0x77710000).ptr(0x157000).u32(1000).wide(imagePath)
		return decodeCase{
			name: "image v1", table: TableImage, event: kernelEvent(0x1403, 1, 0, nil), least: w.byWidth(20, 12),
			want: []row{{
				"type": "rundown_start", "pid": 1000, "image_base": 0x77710000, "image_size": 0x157000,
				"file_name": imagePath,
			}},
		}
	})
	cases := slices.Concat(v0, v1)
	for hook, kind := range imageTypes {
		for _, version := range []uint16{2, 3} {
			cases = append(cases, bothPointers(func(w *payloadWriter) decodeCase {
				w.ptr(0x77710000).ptr(0x157000).u32(1000).u32(0x162293).u32(0x5010).raw(12, 1, 0, 0).ptr(0x180000000)
				w.raw(make([]byte, 16)...).wide(imagePath)
				base := uint64(0x180000000)
				if w.pointer == 4 {
					base = 0x80000000
				}
				return decodeCase{
					name: "image " + kind, table: TableImage, event: kernelEvent(hook, version, 0, nil),
					least: w.byWidth(56, 44),
					want: []row{{
						"type": kind, "pid": 1000, "image_base": 0x77710000, "image_size": 0x157000,
						"image_checksum": 0x162293, "time_date_stamp": 0x5010, "default_base": base,
						"file_name": imagePath,
					}},
				}
			})...)
		}
	}
	return cases
}

// TestImageWithoutProcess has an image event of version 0, whose process is that of the header, under a header
// without one.
func TestImageWithoutProcess(t *testing.T) {
	w := &payloadWriter{pointer: 8}
	w.ptr(0x77710000).u32(0x157000).wide(imagePath)
	if _, stats := read(t, Options{}, kernelEvent(0x1403, 0, 8, w.bytes)); stats.Malformed != 1 {
		t.Error("an image of no process gave a row")
	}
}
