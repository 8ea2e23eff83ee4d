package pooltag

import (
	"cmp"
	"fmt"
	"slices"

	"etledger/model/poolsnap"
)

// Kind says how a file holds the four bytes of a tag, the strongest evidence first.
type Kind uint8

// The kinds.
const (
	InCall    Kind = iota // an operand in code, close before a call of a function that takes tags
	InCode                // an operand elsewhere in code
	InData                // four aligned bytes that are no part of a longer text
	Elsewhere             // any other four bytes: part of a text, not aligned, in code without being an operand
	kinds
)

// String says the kind in words.
func (k Kind) String() string {
	return [...]string{"operand of a pool call", "operand in code", "aligned data", "bytes"}[k]
}

// Hit is a place of a file that holds a tag.
type Hit struct {
	Kind      Kind
	Section   string // its name as it stands, empty in files that are no PE images
	Offset    int64  // in the file
	Operand   string // the instruction, for InCall and InCode: mov r8d, imm32
	Call      string // the function called, for InCall
	Distance  int    // bytes from the end of the operand to the call, for InCall
	Protected bool   // the bytes carry the mark of protected pool
}

// String says what is where.
func (h Hit) String() string {
	text := fmt.Sprintf("%s at %#x", h.Kind, h.Offset)
	if h.Section != "" {
		text = fmt.Sprintf("%s in %s at %#x", h.Kind, h.Section, h.Offset)
	}
	if h.Operand != "" {
		text += ": " + h.Operand
	}
	if h.Call != "" {
		text += fmt.Sprintf(", %d bytes before a call of %s", h.Distance, h.Call)
	}
	return text
}

// Hits are the places of one file that hold one tag.
type Hits struct {
	Tag    poolsnap.Tag
	Counts [kinds]int // of all places, by Kind
	Best   []Hit      // some of the strongest, at most four, in the order of kind and offset
}

// Kind gives the strongest kind.
func (h *Hits) Kind() Kind { return h.Best[0].Kind }

// maxBest bounds the places kept of one tag in one file.
const maxBest = 4

func (h *Hits) add(hit Hit) {
	h.Counts[hit.Kind]++
	if len(h.Best) == maxBest && !hit.before(h.Best[maxBest-1]) {
		return
	}
	i, _ := slices.BinarySearchFunc(h.Best, hit, func(a, b Hit) int {
		return cmp.Or(int(a.Kind)-int(b.Kind), cmp.Compare(a.Offset, b.Offset))
	})
	h.Best = slices.Insert(h.Best, i, hit)
	h.Best = h.Best[:min(len(h.Best), maxBest)]
}

func (h Hit) before(other Hit) bool {
	return h.Kind < other.Kind || h.Kind == other.Kind && h.Offset < other.Offset
}
