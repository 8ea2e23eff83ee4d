package pooltag

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"etledger/model/poolsnap"
)

// ScanOptions says how to scan driver files.
type ScanOptions struct {
	Concurrency int   // files scanned at once: 0 for GOMAXPROCS
	MaxFileSize int64 // bytes; larger files are reported and left out; 0 for DefaultMaxFileSize
}

// DefaultMaxFileSize is the size of the largest files scanned. The largest drivers, those of graphics adapters, have some
// 100 MB.
const DefaultMaxFileSize = 1 << 30

// Driver is a scanned file.
type Driver struct {
	Path         string
	Size         int64     // bytes
	Machine      string    // x86, x64, ARM64, ...; empty for a file that is no PE image
	Linked       time.Time // the linker's time stamp, UTC; zero for none
	Reproducible bool      // the linker put a hash in the place of the time stamp
	Kernel       bool      // for the kernel: native subsystem, or imports from the kernel or a .sys file
	Framework    bool      // a driver of the Windows Driver Framework (imports from wdfldr.sys)
	Taggers      []string  // functions that take tags which it imports, or exports when it is the kernel; sorted
	Exports      bool      // it exports them
	Version      Version
	Signature    Signature
	Hits         []Hits // by tag, in the order of the tags' bytes
}

// Name gives the file's name without its folder.
func (d *Driver) Name() string { return filepath.Base(d.Path) }

// Find gives where the file holds a tag, nil for nowhere.
func (d *Driver) Find(tag poolsnap.Tag) *Hits {
	i, ok := slices.BinarySearchFunc(d.Hits, tag, func(h Hits, t poolsnap.Tag) int { return compareTags(h.Tag, t) })
	if !ok {
		return nil
	}
	return &d.Hits[i]
}

func compareTags(a, b poolsnap.Tag) int { return cmp.Compare(string(a[:]), string(b[:])) }

// ScanResult is what was found in driver files.
type ScanResult struct {
	Drivers  []Driver           // in the order of their paths
	Others   int                // files of the folder left out since their names end otherwise
	Problems []poolsnap.Problem // files that could not be read, or are no PE images (those are searched all the same)
}

// Scan looks for pool tags in a driver file, or in all files of a folder and the folders in it whose names end in .sys,
// .exe or .dll. Each file is read once for all tags, through a buffer of 1 MiB, section by section; what lies outside of
// sections (headers, signatures) is not searched. Files that cannot be read are reported in the result. An error tells
// that the path itself cannot be read, or that the context ended.
func Scan(ctx context.Context, path string, tags []poolsnap.Tag, options ScanOptions) (*ScanResult, error) {
	result := &ScanResult{}
	paths, err := result.driverFiles(path)
	if err != nil {
		return nil, err
	}
	if options.MaxFileSize <= 0 {
		options.MaxFileSize = DefaultMaxFileSize
	}
	workers := options.Concurrency
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	set := newTagSet(tags)
	drivers := make([]*Driver, len(paths))
	problems := make([]error, len(paths))
	next := make(chan int)
	var group sync.WaitGroup
	for range min(workers, len(paths)) {
		group.Go(func() {
			buffer := make([]byte, lookBack+chunk+lookAhead)
			for i := range next {
				drivers[i], problems[i] = scanFile(paths[i], set, options.MaxFileSize, buffer)
			}
		})
	}
	for i := range paths {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	group.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for i, d := range drivers {
		if problems[i] != nil {
			result.Problems = append(result.Problems, poolsnap.Problem{File: paths[i], Reason: problems[i].Error()})
		}
		if d != nil {
			result.Drivers = append(result.Drivers, *d)
		}
	}
	return result, nil
}

// driverFiles lists the files to scan, sorted.
func (r *ScanResult) driverFiles(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	var paths []string
	err = filepath.WalkDir(path, func(at string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil && at == path:
			return err
		case err != nil:
			r.Problems = append(r.Problems, poolsnap.Problem{File: at, Reason: err.Error()})
			if entry != nil && entry.IsDir() {
				return fs.SkipDir
			}
		case entry.IsDir():
		case !entry.Type().IsRegular():
			r.Others++
		default:
			switch strings.ToLower(filepath.Ext(at)) {
			case ".sys", ".exe", ".dll":
				paths = append(paths, at)
			default:
				r.Others++
			}
		}
		return nil
	})
	slices.Sort(paths)
	return paths, err
}

func scanFile(path string, tags *tagSet, limit int64, buffer []byte) (*Driver, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("expected a file")
	case info.Size() > limit:
		return nil, fmt.Errorf("expected at most %d bytes, the file has %d", limit, info.Size())
	}
	return scanReader(file, info.Size(), path, tags, buffer)
}

// scanReader scans a file. With an error, what was found before it is given too.
func scanReader(r io.ReaderAt, size int64, path string, tags *tagSet, buffer []byte) (*Driver, error) {
	d := &Driver{Path: path, Size: size}
	s := &sectionScan{tags: tags, hits: map[int32]*Hits{}, targets: map[uint32]string{}, work: maxWork}
	m, damage := openImage(r, size)
	if damage != nil {
		m = &image{sections: []section{{length: size}}}
		s.calls = &calls{}
	} else {
		s.calls = m.findCalls()
		d.Machine = machineName(m.machine)
		d.Linked, d.Reproducible = m.linked()
		d.Kernel, d.Framework = s.calls.kernel, s.calls.wdf
		d.Taggers, d.Exports = s.calls.names(), len(s.calls.exports) > 0
		d.Version, d.Signature = m.version(), m.signature()
	}
	s.image = m
	for _, s.section = range m.sections {
		if err := s.run(r, buffer); err != nil {
			damage = err
			break
		}
	}
	for _, hits := range s.hits {
		d.Hits = append(d.Hits, *hits)
	}
	slices.SortFunc(d.Hits, func(a, b Hits) int { return compareTags(a.Tag, b.Tag) })
	return d, damage
}

// describe says what the file is, for evidence.
func (d *Driver) describe() string {
	switch {
	case d.Machine == "":
		return "no PE image"
	case d.Exports:
		return "exports the pool allocators"
	case len(d.Taggers) > 0:
		return "imports " + strings.Join(d.Taggers, ", ")
	}
	return "imports no function that takes a pool tag"
}
