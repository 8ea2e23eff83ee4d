package model

// codedText fills a text column with the names of numbers, such as sets of flags. A number that was met before in the
// chunk costs no conversion.
type codedText struct {
	column *Strings
	name   func(code uint32) string

	indexes map[uint32]int64 // of the chunk's dictionary, by code; -1 when the code has no name
	last    uint32
	index   int64 // for last
	any     bool
}

// set gives row i the name of a code; one that has no name is null.
func (c *codedText) set(i int, code uint32) {
	if c.column.unwanted {
		return
	}
	if !c.any || code != c.last {
		c.find(code)
	}
	if c.index >= 0 {
		c.column.setIndex(i, uint32(c.index))
	}
}

func (c *codedText) find(code uint32) {
	index, known := c.indexes[code]
	if !known {
		index = -1
		if name := c.name(code); name != "" {
			index = int64(c.column.dictionary().text(name))
		}
		c.indexes[code] = index
	}
	c.last, c.index, c.any = code, index, true
}

// begin prepares for the rows of a new chunk.
func (c *codedText) begin() {
	c.indexes, c.any = make(map[uint32]int64), false
}
