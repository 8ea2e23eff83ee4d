package etl

import "io"

// Content gives the bytes of the recording, from the first to the last that Size counts, as they lie in its file or were
// unpacked from an archive.
func (r *Recording) Content() *io.SectionReader { return io.NewSectionReader(r.r, 0, r.size) }
