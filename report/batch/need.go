package batch

import (
	"archive/zip"
	"encoding/binary"
	"math"
	"os"
	"path"
	"strings"

	"etledger/etl"
)

// What the work on a capture takes, in bytes: the upper bounds of measurements, which docs/batch.md has with the commands. Most
// captures take far less than their size calls for, since memory that was given back is forgotten; one that does nothing but
// allocate takes all of it.
const (
	needAnyway     = 32 << 20
	needTables     = 48 << 20 // more to write or read tables of events
	needGoroutine  = 16 << 20 // more for each goroutine beside the first
	needOutOf2     = 5        // halves of a byte for each byte of the recordings
	packedArchive  = 8        // bytes of recordings for each byte of an archive that cannot be looked into
	packedBuffers  = 4        // bytes of events for each byte of a recording with compressed buffers
	mostRecordings = math.MaxInt64 / 16
)

// Need estimates how much memory, in bytes, the work on a capture takes beside what a run takes anyway. It looks at the
// beginning of files, and at the tables of contents of archives.
func Need(c *Capture, tables bool, concurrency int) int64 {
	need := int64(needAnyway) + needGoroutine*int64(max(0, concurrency-1))
	if tables || c.Place != nil {
		need += needTables
	}
	return need + min(max(0, unpacked(c)), mostRecordings)*needOutOf2/2
}

// unpacked estimates the bytes of the recordings of a capture, as they are in memory.
func unpacked(c *Capture) int64 {
	name := strings.ToLower(path.Ext(c.Location))
	isPacked := name == ".zip" || name == ".diagsession"
	switch {
	case c.Place != nil:
		return c.Size
	case c.Object == nil:
		if size, ok := unpackedFile(c.Location, c.Size); ok {
			return size
		}
	}
	if isPacked {
		return min(c.Size, mostRecordings) * packedArchive
	}
	return c.Size
}

// logFileMode is where the first buffer of a recording has LogFileMode: in TRACE_LOGFILE_HEADER, after the headers of buffer
// and event (docs/format).
const logFileMode = 0x88

// unpackedFile is unpacked for a file; false if the file does not tell.
func unpackedFile(location string, size int64) (int64, bool) {
	if info, err := os.Stat(location); err != nil || !info.Mode().IsRegular() {
		return 0, false // opening a pipe may never return
	}
	f, err := os.Open(location)
	if err != nil {
		return 0, false
	}
	defer f.Close()
	archive, err := isArchive(f)
	if err != nil {
		return 0, false
	}
	if !archive {
		var mode [4]byte
		_, err := f.ReadAt(mode[:], logFileMode)
		if err == nil && binary.LittleEndian.Uint32(mode[:])&etl.ModeCompressed != 0 {
			size = min(size, mostRecordings) * packedBuffers
		}
		return size, true
	}
	contents, err := zip.NewReader(f, size)
	if err != nil {
		return size, true // it cannot be unpacked
	}
	var sum uint64
	for _, entry := range contents.File {
		sum = min(sum+min(entry.UncompressedSize64, mostRecordings), mostRecordings)
	}
	return int64(sum), true
}
