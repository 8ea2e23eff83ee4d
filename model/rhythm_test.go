package model

import (
	"context"
	"io"
	"reflect"
	"testing"

	"etledger/etl"
)

// TestRhythm holds what a Reader says of the rhythm against a scan of its own. It says nothing where it has not met all events.
func TestRhythm(t *testing.T) {
	c, err := etl.Open(t.Context(), etl.Options{}, "../testdata/leaky-service.etl")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	scan := c.Scan(t.Context(), etl.ScanOptions{Concurrency: 1})
	defer scan.Close()
	for err = nil; err != io.EOF; _, err = scan.NextBlock() {
		if err != nil {
			t.Fatal(err)
		}
	}
	want := scan.Rhythm()
	if want.From == 0 || len(want.Kinds) == 0 {
		t.Fatalf("%+v", want)
	}
	for _, o := range []Options{{}, {Concurrency: 1, Tables: []Table{TableProcess}}, {ChunkRows: 100}} {
		r := NewReader(c, o)
		for _, err := range r.Chunks(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
		}
		if got := r.Stats().Rhythm; !reflect.DeepEqual(got, want) {
			t.Errorf("%+v:\n%+v, want\n%+v", o, got, want)
		}
	}
	stopped := NewReader(c, Options{ChunkRows: 1, Concurrency: 1})
	for range stopped.Chunks(context.Background()) {
		break
	}
	fromEvents := NewEventReader(c.Events, nil, Options{})
	for range fromEvents.Chunks(context.Background()) {
	}
	for _, r := range []*Reader{stopped, fromEvents} {
		if got := r.Stats(); got.Events == 0 || !reflect.DeepEqual(got.Rhythm, etl.Rhythm{}) {
			t.Errorf("%d events, %+v", got.Events, got.Rhythm)
		}
	}
}
