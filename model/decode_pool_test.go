package model

func poolCases() []decodeCase {
	kinds := []struct {
		hook    uint16
		kind    string
		session bool
	}{
		{0x0E20, "alloc", false}, {0x0E21, "alloc", true}, {0x0E22, "free", false}, {0x0E23, "free", true},
		{0x0E24, "page", false}, {0x0E25, "page", false}, {0x0E26, "page", false}, {0x0E27, "page", false},
	}
	var cases []decodeCase
	for _, k := range kinds {
		cases = append(cases, bothPointers(func(w *payloadWriter) decodeCase {
			w.u32(0x10000021).raw('N', 't', 'f', 's').ptr(0x200).ptr(key)
			want := row{
				"type": k.kind, "pool_type_code": 0x10000021, "pool_type": "Paged|Session|Big", "tag_code": 0x7366744E,
				"tag": "Ntfs", "bytes": 0x200, "entry": w.key(),
			}
			least := w.byWidth(24, 16)
			if k.session {
				w.u32(1)
				want["session_id"] = 1
				least += 4
			}
			return decodeCase{
				name: "pool " + k.kind, table: TablePool, event: kernelEvent(k.hook, 2, 0, nil), want: []row{want},
				least: least,
			}
		})...)
	}
	return cases
}
