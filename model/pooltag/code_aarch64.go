package pooltag

import "encoding/binary"

// reachARM64 bounds, in instructions, the way from the first half of a constant to its second and from there to the call.
const reachARM64 = near / 4

// constants follows the pairs of movz and movk that make 32-bit constants on ARM64, where no four bytes of the file are the
// tag.
type constants struct {
	value [32]uint32
	at    [32]int64 // offset of the movz in the file, plus one; 0 for none
}

// step takes an instruction and gives the constant that it completes.
func (c *constants) step(instruction uint32, offset int64) (value uint32, register int, complete bool) {
	r, half, shift := instruction&31, instruction>>5&0xffff, instruction>>21&3*16
	if shift > 16 || r == 31 {
		return 0, 0, false
	}
	switch instruction & 0x7f800000 {
	case 0x52800000: // movz
		c.value[r], c.at[r] = half<<shift, offset+1
	case 0x72800000: // movk
		if c.at[r] == 0 || offset-c.at[r] > 4*reachARM64 {
			return 0, 0, false
		}
		c.value[r] = c.value[r]&^(0xffff<<shift) | half<<shift
		return c.value[r], int(r), true
	}
	return 0, 0, false
}

// literal finds the instruction that loads the four bytes at p into a register. Compilers put constants behind the function
// that needs them.
func (s *sectionScan) literal(b []byte, p int) (at int, found bool) {
	s.work -= lookBack / 4
	for q := p - 4; q >= 0 && q >= p-lookBack && s.work > 0; q -= 4 {
		i := binary.LittleEndian.Uint32(b[q:])
		if i&0xff000000 == 0x18000000 && int(i>>5&0x7ffff)*4 == p-q { // ldr w, forward
			return q, true
		}
	}
	return 0, false
}

// callARM64 finds the first call after the instruction before p, within reach, to a function that takes tags: bl to a stub
// or to the function itself, or blr through a register that was loaded from the import address table.
func (s *sectionScan) callARM64(b []byte, p int) (name string, distance int) {
	var loaded [32]string  // by register, for the slots loaded so far
	var address [32]uint32 // what adrp and add made in a register
	var known [32]bool     // that they did
	start := max(p%4, p-4*reachARM64)
	for q := start; q+4 <= len(b) && q < p+4*reachARM64; q += 4 {
		i := binary.LittleEndian.Uint32(b[q:])
		to, base, offset := i&31, i>>5&31, i>>10&0xfff
		switch {
		case i&0x9f000000 == 0x90000000: // adrp
			address[to], known[to] = pageARM64(i, s.rva(q)), true
		case i&0xffc00000 == 0x91000000 && known[base]: // add x, x, #offset
			address[to], known[to] = address[base]+offset, true
		case i&0xffc00000 == 0xf9400000: // ldr x, [x, #offset]
			loaded[to] = ""
			if known[base] {
				loaded[to] = s.calls.slots[address[base]+offset*8]
			}
		case q < p:
		case i&0xfc000000 == 0x94000000, i&0xfc000000 == 0x14000000: // bl, b
			name = s.target(s.rva(q) + uint32(int32(i<<6)>>4))
		case i&0xfffffc1f == 0xd63f0000, i&0xfffffc1f == 0xd61f0000: // blr, br
			name = loaded[base]
		}
		if name != "" {
			return name, q - p
		}
	}
	return "", 0
}

// pageARM64 gives the page that adrp puts into its register.
func pageARM64(instruction, rva uint32) uint32 {
	pages := int32(instruction>>5&0x7ffff<<2|instruction>>29&3) << 11 >> 11
	return rva&^0xfff + uint32(pages)<<12
}
