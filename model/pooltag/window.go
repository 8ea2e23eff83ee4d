package pooltag

import (
	"fmt"
	"io"
	"slices"
)

// windowReader reads through a window of 64 KiB, so that the many small reads of tables cost few calls.
type windowReader struct {
	r      io.ReaderAt
	size   int64
	window []byte
	start  int64
	longer []byte // for requests longer than a window
}

const windowSize = 64 << 10

// bytes gives n bytes at an offset, valid until the next call.
func (w *windowReader) bytes(at int64, n int) ([]byte, error) {
	if at < 0 || n < 0 || at+int64(n) > w.size {
		return nil, fmt.Errorf("offset %#x: expected %d bytes", at, n)
	}
	if n > windowSize {
		w.longer = slices.Grow(w.longer[:0], n)[:n]
		_, err := io.ReadFull(io.NewSectionReader(w.r, at, int64(n)), w.longer)
		return w.longer, err
	}
	if at < w.start || at+int64(n) > w.start+int64(len(w.window)) {
		w.start = at &^ 0xfff
		if at+int64(n) > w.start+windowSize {
			w.start = at
		}
		w.window = slices.Grow(w.window[:0], windowSize)[:min(windowSize, w.size-w.start)]
		if got, err := io.ReadFull(io.NewSectionReader(w.r, w.start, int64(len(w.window))), w.window); err != nil {
			w.window = w.window[:got]
			if at+int64(n) > w.start+int64(got) {
				return nil, fmt.Errorf("offset %#x: expected %d bytes: %w", at, n, err)
			}
		}
	}
	return w.window[at-w.start:][:n], nil
}
