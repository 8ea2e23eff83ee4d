package etl

import (
	"context"
	"errors"
	"io"
	"sort"
	"sync"
	"time"
)

// Input is one recording, or one archive of recordings, to be read. What it holds is told from its content.
type Input struct {
	Name string // for messages and reports
	R    io.ReaderAt
	Size int64 // bytes
}

// Options bound what reading may cost. The zero value gives the defaults.
type Options struct {
	// MaxMemory is the ceiling, in bytes, for the index of a recording and, apart from it, for the buffers that an
	// iteration holds at once: one or two per processor, and as many again that are read ahead as long as all of them take
	// less than a quarter of the ceiling. Default 2 GiB.
	MaxMemory int64
	// MaxExtract is the ceiling, in bytes, for recordings unpacked from one archive. Default 256 GiB.
	MaxExtract int64
	// TempDir is where compressed recordings of archives are unpacked, when they are large. Default os.TempDir.
	TempDir string
	// Progress, if not nil, is called from iterations, once for each buffer, with the bytes read so far and the bytes of
	// all recordings. It must return quickly. An iteration calls it from one goroutine at a time, not always the caller's.
	Progress func(done, total int64)
}

func (o Options) withDefaults() Options {
	if o.MaxMemory <= 0 {
		o.MaxMemory = 2 << 30
	}
	if o.MaxExtract <= 0 {
		o.MaxExtract = 256 << 30
	}
	return o
}

// Capture is one or several recordings read as one, in time order. Its methods may be called from several goroutines at
// once; each iteration over Events is independent of the others.
type Capture struct {
	opts       Options
	recordings []*Recording
	size       int64
	closers    []io.Closer

	mu   sync.Mutex
	pass *Losses // what the last complete iteration found
}

// New makes a capture of inputs that are open already and must stay so until the capture is no longer used. An input is a
// recording or an archive that holds some; all of them together are one capture. The header and the index of each recording
// are read at once, its events are not.
func New(ctx context.Context, opts Options, inputs ...Input) (*Capture, error) {
	c := &Capture{opts: opts.withDefaults()}
	if err := c.add(ctx, inputs); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// Open is New for files. Close closes them.
func Open(ctx context.Context, opts Options, paths ...string) (*Capture, error) {
	c := &Capture{opts: opts.withDefaults()}
	inputs, err := c.openFiles(paths)
	if err == nil {
		err = c.add(ctx, inputs)
	}
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// add reads the recordings of the inputs and puts them in order.
func (c *Capture) add(ctx context.Context, inputs []Input) error {
	if len(inputs) == 0 {
		return errors.New("etl: a capture needs at least one recording")
	}
	for _, in := range inputs {
		parts, err := c.unpack(ctx, in)
		if err != nil {
			return err
		}
		for _, part := range parts {
			r, err := readRecording(ctx, part.Input, c.opts)
			if err != nil {
				return errors.Join(err, part.damage)
			}
			if part.damage != nil {
				r.skipped = append(r.skipped, CorruptError{File: r.name, Buffer: r.size, Err: part.damage})
			}
			c.recordings = append(c.recordings, r)
			c.size += r.size
		}
	}
	sort.SliceStable(c.recordings, func(i, j int) bool {
		return c.recordings[i].clock.startNano < c.recordings[j].clock.startNano
	})
	if err := c.refuseTwins(); err != nil {
		return err
	}
	c.shareClocks()
	for i, r := range c.recordings {
		r.number = uint16(i)
		for k := range r.losses.Gaps {
			r.losses.Gaps[k].Recording = i
		}
	}
	return nil
}

// sharedClockSlack is by how much the clocks of two recordings of one boot may seem to differ: a session reads the time of
// day and the performance counter one after the other, and the time of day may be adjusted between two sessions' starts.
const sharedClockSlack = 2 * time.Second

// shareClocks gives recordings that ran on one machine at one time a common clock, so that their events fall into their
// true order: the performance counter is the same for all sessions of a boot, StartTime is read anew by each.
func (c *Capture) shareClocks() {
	for i, r := range c.recordings {
		for _, first := range c.recordings[:i] {
			if r.header.Clock != ClockPerformanceCounter || first.header.Clock != r.header.Clock ||
				first.header.PerfFreq != r.header.PerfFreq || !first.header.BootTime.Equal(r.header.BootTime) {
				continue
			}
			skew := r.clock.startNano - first.clock.unixNano(r.clock.startTicks)
			if skew < int64(sharedClockSlack) && skew > -int64(sharedClockSlack) {
				r.clock = first.clock
				break
			}
		}
	}
}

// Recordings lists the recordings in the order in which they were started.
func (c *Capture) Recordings() []*Recording { return c.recordings }

// Header is that of the recording that was started first.
func (c *Capture) Header() Header { return c.recordings[0].header }

// Size is the length of all recordings in bytes.
func (c *Capture) Size() int64 { return c.size }

// Losses tells what the capture lacks, summed over its recordings. The figures that only reading the events can give are
// those of the last iteration that came to its end, and zero before there was one.
func (c *Capture) Losses() Losses {
	var l Losses
	for _, r := range c.recordings {
		l.add(&r.losses)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pass != nil {
		l.add(c.pass)
	}
	return l
}

// Close closes the files that Open opened and removes what was unpacked from archives.
func (c *Capture) Close() error {
	var errs []error
	for _, f := range c.closers {
		errs = append(errs, f.Close())
	}
	c.closers = nil
	return errors.Join(errs...)
}
