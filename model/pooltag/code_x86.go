package pooltag

import (
	"encoding/binary"
	"fmt"
)

// Context of code that is kept around a place: operands look back at most this far for the start of their instruction or
// for what loads a register, and ahead for the call.
const (
	lookBack  = 4096
	lookAhead = 160
	near      = 96  // bytes between an operand and the call that it is passed to, at most
	loading   = 512 // bytes between a call through a register and what loaded the register on x86, at most
)

var registers32 = [16]string{"eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi",
	"r8d", "r9d", "r10d", "r11d", "r12d", "r13d", "r14d", "r15d"}

// operandX86 tells which instruction of x86 or x64 has the four bytes at p as its immediate operand, empty for none that is
// known. Passed tells that the instruction puts it where arguments go: a register, the stack, or memory.
func operandX86(b []byte, p int, wide bool) (text string, passed bool) {
	back := func(n int) byte {
		if p < n {
			return 0x90
		}
		return b[p-n]
	}
	switch op := back(1); {
	case op&0xf8 == 0xb8:
		register := op & 7
		if rex := back(2); wide && rex&0xf0 == 0x40 {
			// With REX.W these are the low bytes of a 64-bit number: of text that is copied or compared eight characters at
			// a time, then. Otherwise the byte that looks like REX.W ends the instruction before.
			if rex&8 != 0 && p+8 <= len(b) && isText(b[p+4:p+8]) {
				return "", false
			}
			if rex&8 == 0 {
				register |= rex & 1 << 3
			}
		}
		return fmt.Sprintf("mov %s, imm32", registers32[register]), true
	case op == 0x68:
		return "push imm32", true
	case op == 0x3d:
		return "cmp eax, imm32", false
	}
	for _, n := range [...]int{2, 3, 4, 6, 7} { // opcode, ModRM, SIB and displacement
		switch op := back(n); {
		case op != 0xc7 && op != 0x81 || modLength(back(n-1), back(n-2)) != n-1:
		case op == 0xc7 && back(n-1)&0x38 == 0:
			return "mov " + place86(back(n-1), back(n-2), wide) + ", imm32", true
		case op == 0x81:
			return [8]string{"add", "or", "adc", "sbb", "and", "sub", "xor", "cmp"}[back(n-1)>>3&7] + " operand, imm32", false
		}
	}
	return "", false
}

func isText(b []byte) bool {
	for _, c := range b {
		if c != 0 && !printable(c) {
			return false
		}
	}
	return true
}

// modLength gives the length of ModRM, SIB and displacement.
func modLength(mod, sib byte) int {
	n := 1
	if mod>>6 != 3 && mod&7 == 4 {
		n++
		if mod>>6 == 0 && sib&7 == 5 {
			return n + 4
		}
	}
	switch {
	case mod>>6 == 1:
		return n + 1
	case mod>>6 == 2, mod>>6 == 0 && mod&7 == 5:
		return n + 4
	}
	return n
}

// place86 says where a mov stores.
func place86(mod, sib byte, wide bool) string {
	switch {
	case mod>>6 == 3:
		return "register"
	case mod&7 == 4 && sib == 0x24 && wide:
		return "[rsp+..]"
	case mod&7 == 4 && sib == 0x24:
		return "[esp+..]"
	}
	return "[memory]"
}

// callX86 finds the first call or jump after an operand that ends at p, within reach, to a function that takes tags: through
// the import address table, through a stub that jumps there, through a register that was loaded from it (as compilers for
// x86 do when a function is called more than once), or to the function itself in the file that exports it.
func (s *sectionScan) callX86(b []byte, p int) (name string, distance int) {
	s.work -= near
	for q := p; q+6 <= len(b) && q < p+near && s.work > 0; q++ {
		switch {
		case b[q] == 0xff && (b[q+1] == 0x15 || b[q+1] == 0x25):
			name = s.calls.slots[s.slotX86(b, q+2)]
		case b[q] == 0xe8 || b[q] == 0xe9:
			name = s.target(s.rva(q+5) + binary.LittleEndian.Uint32(b[q+1:]))
		case !s.image.wide && b[q] == 0xff && b[q+1]&0xf8 == 0xd0:
			name = s.registerX86(b, q, b[q+1]&7)
		}
		if name != "" {
			return name, q - p
		}
	}
	return "", 0
}

// slotX86 gives the RVA that a 32-bit displacement at p refers to, which ends its instruction.
func (s *sectionScan) slotX86(b []byte, p int) uint32 {
	displacement := binary.LittleEndian.Uint32(b[p:])
	if s.image.wide {
		return s.rva(p+4) + displacement
	}
	return displacement - uint32(s.image.base)
}

// registerX86 finds what a register was loaded with from the import address table, last before p.
func (s *sectionScan) registerX86(b []byte, p int, register byte) string {
	s.work -= loading
	for q := p - 5; q >= 0 && q >= p-loading; q-- {
		if register == 0 && b[q] == 0xa1 {
			if name := s.calls.slots[s.slotX86(b, q+1)]; name != "" {
				return name
			}
		}
		if b[q] == 0x8b && b[q+1] == register<<3|5 && q+6 <= p {
			if name := s.calls.slots[s.slotX86(b, q+2)]; name != "" {
				return name
			}
		}
	}
	return ""
}
