package limits

// Copier copies memory from one window to another, which together are larger than the caches of usual machines, so that
// the memory is measured and not a cache.
type Copier struct {
	from, to []byte
	at       int
}

const (
	windowSize = 1 << 25
	copySize   = 1 << 20 // at once
)

const pattern = "what is copied does not matter, as long as no page is left untouched and shared with the others"

// NewCopier takes the two windows, 32 MiB each, and touches all of their pages.
func NewCopier() *Copier {
	c := &Copier{from: make([]byte, windowSize), to: make([]byte, windowSize)}
	for at := 0; at < windowSize; at += len(pattern) {
		copy(c.from[at:], pattern)
		copy(c.to[at:], pattern[1:])
	}
	return c
}

// Copy copies n bytes, going round in the windows.
func (c *Copier) Copy(n int64) {
	for n > 0 {
		step := min(n, copySize, int64(windowSize-c.at))
		copy(c.to[c.at:c.at+int(step)], c.from[c.at:c.at+int(step)])
		c.at = (c.at + int(step)) % windowSize
		n -= step
	}
}
