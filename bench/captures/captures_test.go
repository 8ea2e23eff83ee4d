package captures_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"etledger/bench/captures"
	"etledger/etl"
	"etledger/model"
)

// file is a file in memory.
type file struct {
	b  []byte
	at int
}

func (f *file) Write(b []byte) (int, error) {
	f.b = append(f.b[:f.at], append(bytes.Clone(b), f.b[min(len(f.b), f.at+len(b)):]...)...)
	f.at += len(b)
	return len(b), nil
}

func (f *file) Seek(to int64, whence int) (int64, error) {
	if whence != io.SeekStart || to > int64(len(f.b)) {
		return 0, errors.New("not supported")
	}
	f.at = int(to)
	return to, nil
}

// TestKindsAreDecoded writes a capture of every kind, and expects that nearly all of its events are rows of one table and
// that none is malformed.
func TestKindsAreDecoded(t *testing.T) {
	const events = 2000
	tables := map[string]model.Table{"": model.TableVirtualAlloc, "process": model.TableProcess, "thread": model.TableThread,
		"image": model.TableImage, "counters": model.TableProcessCounters, "hard-fault": model.TableHardFault,
		"map-view": model.TableMapView, "file-name": model.TableFileName, "memory-info": model.TableMemoryInfo,
		"working-sets": model.TableProcessMemoryInfo, "pool": model.TablePool, "stack-key": model.TableStack}
	for _, kind := range append(captures.Kinds(), "") {
		table, ok := tables[kind]
		if !ok {
			t.Errorf("kind %q has no table here", kind)
			continue
		}
		t.Run(fmt.Sprint(table), func(t *testing.T) {
			var f file
			if err := captures.Write(&f, captures.Spec{Events: events, Kind: kind}); err != nil {
				t.Fatal(err)
			}
			ctx := context.Background()
			c, err := etl.New(ctx, etl.Options{}, etl.Input{Name: kind, R: bytes.NewReader(f.b), Size: int64(len(f.b))})
			if err != nil {
				t.Fatal(err)
			}
			r := model.NewReader(c, model.Options{})
			rows := 0
			for b, err := range r.Batches(ctx) {
				if err != nil {
					t.Fatal(err)
				}
				if b.Table() == table {
					rows += b.Len()
				}
			}
			if s := r.Stats(); rows < events || s.Malformed > 0 || s.Events < events || s.DamageCount > 0 {
				t.Errorf("%d rows of %s of %d events; %d events, %d malformed, %d places damaged", rows, table, events, s.Events,
					s.Malformed, s.DamageCount)
			}
		})
	}
	if err := captures.Write(new(file), captures.Spec{Kind: "no such kind"}); err == nil {
		t.Error("an unknown kind is written")
	}
}
