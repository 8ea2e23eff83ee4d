package live

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"etledger/etl"
	"etledger/live/spool"
	"etledger/model"
	"etledger/model/dataset"
)

// Tables are those that a Watch writes, beside capture and loss, which a dataset always has.
var tables = []model.Table{model.TableProcess, model.TableMemoryInfo, model.TableProcessMemoryInfo,
	model.TableSessionMemoryInfo, model.TableSystem}

// converterMemory bounds the index of a recording and the buffers that its reading holds.
const converterMemory = 256 << 20

// Segment is a recording that is in the dataset.
type Segment struct {
	Recording string // its name, without a folder
	Result    dataset.Result
}

// converter turns finished recordings into captures of a dataset, one after the other, and removes those that are whole there.
type converter struct {
	folder  string
	options dataset.Options
	retry   time.Duration
	say     func(string)
	done    func(Segment)
	remove  func(path string) error

	mu      sync.Mutex
	pending []recording // the oldest first; that at work counted
	bytes   int64
	failure error // of the latest attempt, if it failed

	wake    chan struct{}
	ended   chan struct{}
	told    string // the failure that was told last
	written int
	aside   int
	// kept are recordings of which nothing more is wanted and that could not be removed, as while a scanner reads one.
	kept []string
}

// recording is a finished one.
type recording struct {
	path  string
	host  string
	bytes int64
}

// start begins to convert what add brings, until the context ends.
func (c *converter) start(ctx context.Context) {
	c.wake, c.ended = make(chan struct{}, 1), make(chan struct{})
	go func() {
		defer close(c.ended)
		again := time.NewTicker(c.retry)
		defer again.Stop()
		for {
			c.convertAll(ctx)
			select {
			case <-ctx.Done():
				return
			case <-c.wake:
			case <-again.C:
			}
		}
	}()
}

// add hands over a finished recording of a host.
func (c *converter) add(path, host string) {
	size := int64(0)
	if info, err := os.Stat(path); err == nil {
		size = info.Size()
	}
	c.mu.Lock()
	c.pending = append(c.pending, recording{path, host, size})
	c.bytes += size
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// waiting gives the bytes of the recordings that are not converted.
func (c *converter) waiting() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bytes
}

// await waits until less than so many bytes of recordings wait for their conversion. It fails when that fails, and with the context.
func (c *converter) await(ctx context.Context, most int64) error {
	for {
		c.mu.Lock()
		bytes, failure := c.bytes, c.failure
		c.mu.Unlock()
		if bytes < most || failure != nil {
			return failure
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(awaitPause):
		}
	}
}

// awaitPause is how long await waits before it looks again.
const awaitPause = 20 * time.Millisecond

// convertAll converts what is pending, up to the first recording that fails for a reason which may pass, such as a full disk, and
// removes what could not be removed before.
func (c *converter) convertAll(ctx context.Context) {
	c.kept = slices.DeleteFunc(c.kept, func(path string) bool { return c.gone(path) == nil })
	for ctx.Err() == nil {
		c.mu.Lock()
		if len(c.pending) == 0 {
			c.mu.Unlock()
			return
		}
		next := c.pending[0]
		c.mu.Unlock()
		err := c.convert(ctx, next)
		c.mu.Lock()
		if c.failure = err; ctx.Err() != nil {
			c.failure = nil // it was not tried to the end
		}
		c.mu.Unlock()
		if err != nil {
			if text := err.Error(); ctx.Err() == nil && text != c.told {
				c.told = text
				c.say(fmt.Sprintf("%s; the recording is kept, and tried again every %s", text, c.retry))
			}
			return
		}
		c.told = ""
		c.mu.Lock()
		c.pending = c.pending[1:]
		c.bytes -= next.bytes
		c.mu.Unlock()
	}
}

// convert brings a recording into the dataset and removes it. One that holds nothing is removed, one that is none is set aside. A
// recording that cannot be removed is no failure: converted again it would be the capture that is there.
func (c *converter) convert(ctx context.Context, r recording) error {
	path := r.path
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return errors.Join(err, f.Close())
	}
	if info.Size() <= spool.BufferSize { // the header alone: it was killed before the first event
		if err := f.Close(); err != nil {
			return err
		}
		c.discard(path, "holds nothing")
		return nil
	}
	capture, err := etl.New(ctx, etl.Options{MaxMemory: converterMemory}, etl.Input{Name: filepath.Base(path), R: f, Size: info.Size()})
	if errors.Is(err, etl.ErrNotRecording) || errors.Is(err, etl.ErrMemoryLimit) {
		f.Close()
		return c.setAside(path, err)
	}
	if err != nil {
		return errors.Join(err, f.Close())
	}
	options := c.options
	options.Host = r.host
	result, err := dataset.Convert(ctx, c.folder, capture, options)
	if err := errors.Join(err, capture.Close(), f.Close()); err != nil {
		return err
	}
	c.written++
	c.done(Segment{Recording: filepath.Base(path), Result: result})
	c.discard(path, "is in the dataset")
	return nil
}

// discard removes a recording of which nothing more is wanted, now or later.
func (c *converter) discard(path, why string) {
	if err := c.gone(path); err != nil {
		c.kept = append(c.kept, path)
		c.say(fmt.Sprintf("%s %s, but cannot be removed yet: %v", filepath.Base(path), why, err))
	}
}

// gone makes sure that a file is not there.
func (c *converter) gone(path string) error {
	if err := c.remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (c *converter) setAside(path string, why error) error {
	to, err := setAside(path)
	if err != nil {
		return errors.Join(why, err)
	}
	c.aside++
	c.say(fmt.Sprintf("%v; it is set aside as %s", why, to))
	return nil
}

// end waits until nothing more can be converted, and gives how many recordings are left for the next Watch to convert.
func (c *converter) end(stop context.CancelFunc) (left int) {
	stop()
	<-c.ended
	c.convertAll(context.Background())
	c.kept = slices.DeleteFunc(c.kept, func(path string) bool { return c.gone(path) == nil })
	if len(c.kept) > 0 {
		c.say(fmt.Sprintf("recordings that are done with and could not be removed: %d; the next watch removes them", len(c.kept)))
	}
	return len(c.pending)
}
