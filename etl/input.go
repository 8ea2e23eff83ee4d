package etl

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"etledger/internal/fileio"
)

// openFiles opens the paths; the capture closes them.
func (c *Capture) openFiles(paths []string) ([]Input, error) {
	var inputs []Input
	for _, path := range paths {
		// Opening a pipe that nobody writes to does not return.
		if info, err := os.Stat(path); err == nil && info.Mode()&os.ModeNamedPipe != 0 {
			return nil, fmt.Errorf("%s is a pipe, and a recording is not read from its beginning to its end: give a file", path)
		}
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		c.closers = append(c.closers, f)
		info, err := f.Stat()
		if err != nil {
			return nil, err
		}
		if info.IsDir() {
			return nil, fmt.Errorf("%s is a folder: name the recordings in it", path)
		}
		inputs = append(inputs, Input{Name: path, R: f, Size: info.Size()})
	}
	return inputs, nil
}

// part is a recording that an input holds. damage tells why it is shorter than it should be.
type part struct {
	Input
	damage error
}

// sniffSize is how much of an input decides what it is.
const sniffSize = bufferHeaderSize + 64

// unpack gives the recordings that an input holds, told from its content: the input itself, or the entries of a zip
// archive that are recordings (PerfView's .etl.zip, Visual Studio's .diagsession and others).
func (c *Capture) unpack(ctx context.Context, in Input) ([]part, error) {
	head := make([]byte, min(sniffSize, in.Size))
	if n, err := in.R.ReadAt(head, 0); n < len(head) {
		return nil, fmt.Errorf("%s: reading at offset 0: %w", in.Name, err)
	}
	if !bytes.HasPrefix(head, []byte("PK\x03\x04")) && !bytes.HasPrefix(head, []byte("PK\x05\x06")) {
		return []part{{Input: in}}, nil
	}
	archive, err := zip.NewReader(in.R, in.Size)
	if err != nil {
		return nil, fmt.Errorf("%s: begins as a zip archive, but: %w", in.Name, err)
	}
	var parts []part
	left := c.opts.MaxExtract
	for _, entry := range archive.File {
		if entry.FileInfo().IsDir() {
			continue
		}
		p, ok, err := c.unpackEntry(ctx, in, entry, &left)
		if err != nil {
			return nil, fmt.Errorf("%s!%s: %w", in.Name, entry.Name, err)
		}
		if ok {
			parts = append(parts, p)
		}
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("%s: zip archive of %d entries, none of which is a recording: %w", in.Name, len(archive.File), ErrNotRecording)
	}
	return parts, nil
}

// maxUnpackInMemory is the size up to which an entry is unpacked into memory, not into a file.
const maxUnpackInMemory = 16 << 20

// unpackEntry makes a part of an archive's entry if that is a recording. left is what may still be unpacked.
func (c *Capture) unpackEntry(ctx context.Context, in Input, entry *zip.File, left *int64) (part, bool, error) {
	stream, err := entry.Open()
	if err != nil {
		if errors.Is(err, zip.ErrAlgorithm) {
			return part{}, false, nil // what cannot be unpacked cannot be told to be a recording
		}
		return part{}, false, err
	}
	defer stream.Close()
	head := make([]byte, sniffSize)
	n, _ := io.ReadFull(stream, head)
	if !looksLikeRecording(head[:n]) {
		return part{}, false, nil
	}
	p := part{Input: Input{Name: in.Name + "!" + entry.Name, Size: int64(entry.UncompressedSize64)}}
	if entry.Method == zip.Store {
		offset, err := entry.DataOffset()
		if err != nil {
			return part{}, false, err
		}
		p.Size = max(0, min(p.Size, in.Size-offset))
		p.R = io.NewSectionReader(in.R, offset, p.Size)
		return p, true, nil
	}
	if entry.UncompressedSize64 > uint64(*left) {
		return part{}, false, fmt.Errorf("unpacks to %d bytes: %w (%d bytes)", entry.UncompressedSize64, ErrExtractLimit, c.opts.MaxExtract)
	}
	*left -= p.Size
	err = c.store(ctx, io.MultiReader(bytes.NewReader(head[:n]), stream), &p)
	return p, true, err
}

// store keeps the content of a part where it can be read at any offset: in memory if it is small, else in a file that
// Close removes. Content that ends early or turns out damaged is kept as far as it goes.
func (c *Capture) store(ctx context.Context, content io.Reader, p *part) error {
	var to io.Writer
	if p.Size <= maxUnpackInMemory {
		to = &bytes.Buffer{}
	} else {
		f, err := fileio.CreateTemp(c.opts.TempDir, "etledger-*.etl")
		if err != nil {
			return err
		}
		c.closers = append(c.closers, f)
		p.R, to = f, f
	}
	source := &sourceReader{ctx: ctx, r: content}
	n, err := io.CopyN(to, source, p.Size)
	if err == nil {
		_, _ = source.Read(make([]byte, 1)) // the checksum is compared where the content ends
	}
	if buffer, ok := to.(*bytes.Buffer); ok {
		p.R = bytes.NewReader(buffer.Bytes())
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case source.err != nil && (n < p.Size || !errors.Is(source.err, io.EOF)):
		p.damage = fmt.Errorf("unpacking ended after %d of %d bytes: %w", n, p.Size, source.err)
		p.Size = n
	case err != nil:
		return err // of writing, which is not the archive's fault
	}
	return nil
}

// sourceReader is a reader that ends when its context does, and keeps the error that ended it.
type sourceReader struct {
	ctx context.Context
	r   io.Reader
	err error
}

func (s *sourceReader) Read(b []byte) (int, error) {
	if s.err = s.ctx.Err(); s.err != nil {
		return 0, s.err
	}
	n, err := s.r.Read(b)
	s.err = err
	return n, err
}
