package etl

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
)

// TestShippedRecordings reads the small recordings that ship with the project, each made to hold one oddity; see
// testdata/README.md. Most hold 62 events when whole: the header event, its extension and 60 more.
func TestShippedRecordings(t *testing.T) {
	for name, want := range map[string]struct {
		events, damage int
		losses         Losses
	}{
		"32-bit-header":               {events: 62},
		"32-bit-machine":              {events: 62},
		"buffer-types":                {events: 62},
		"byte-processor-index":        {events: 62},
		"clock-cpu-cycle":             {events: 62},
		"clock-system-time":           {events: 62},
		"compressed":                  {events: 62},
		"never-closed":                {events: 62},
		"no-event-but-the-header":     {events: 1},
		"two-processors-out-of-order": {events: 62},
		"loss-counts":                 {events: 62, losses: Losses{EventsLost: 4650, BuffersLost: 3}},
		"loss-flags":                  {events: 62, losses: Losses{BuffersFlaggedEventsLost: 1, BuffersFlaggedBuffersLost: 1}},
		"lost-buffer":                 {events: 39, losses: Losses{SequenceMissing: 1, Gaps: make([]Gap, 1)}},
		"lost-records":                {events: 15, losses: Losses{LostEventRecords: 1, LostBufferRecords: 1, LostFileRecords: 1}},

		"damaged/buffer-size-huge": {events: 39, damage: 1, losses: Losses{SequenceMissing: 1, Gaps: make([]Gap, 1), BuffersMissing: 1,
			UndecodableBytes: 1024, UndecodableBuffers: 1}},
		"damaged/buffer-twice":            {events: 62, losses: Losses{DuplicateBuffers: 1}},
		"damaged/bytes-after-the-end":     {events: 62, damage: 1, losses: Losses{TrailingBytes: 100}},
		"damaged/compressed-distance":     {events: 39, damage: 1, losses: Losses{UndecodableBytes: 920, UndecodableBuffers: 1}},
		"damaged/compressed-too-short":    {events: 62, damage: 1, losses: Losses{UndecodableBytes: 64, UndecodableBuffers: 1}},
		"damaged/event-size-past-end":     {events: 61, damage: 1, losses: Losses{UndecodableBytes: 40, UndecodableBuffers: 1}},
		"damaged/event-size-zero":         {events: 61, damage: 1, losses: Losses{UndecodableBytes: 40, UndecodableBuffers: 1}},
		"damaged/extended-item-size-zero": {events: 22, damage: 1, losses: Losses{UndecodableBytes: 120, UndecodableEvents: 1}},
		"damaged/second-header-buffer":    {events: 63},
		"damaged/time-leaps-ahead":        {events: 62, losses: Losses{EventsOutOfOrder: 1}},
		"damaged/torn-compressed":         {events: 56, losses: Losses{TruncatedBytes: 50}},
		"damaged/torn-in-buffer-header":   {events: 46, losses: Losses{TrailingBytes: 30, BuffersMissing: 1}},
		"damaged/torn-in-event":           {events: 52, losses: Losses{TruncatedBytes: 692}},
		"damaged/unknown-header-kind":     {events: 61, losses: Losses{UnknownEvents: 1}},
		"damaged/zero-slots-at-the-end":   {events: 62},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := Open(context.Background(), Options{}, filepath.Join("..", "testdata", filepath.FromSlash(name)+".etl"))
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			events, damage := 0, 0
			for _, err := range c.Events(context.Background()) {
				var corrupt *CorruptError
				switch {
				case errors.As(err, &corrupt):
					damage++
				case err != nil:
					t.Fatal(err)
				default:
					events++
				}
			}
			if events != want.events || damage != want.damage || !equalLosses(c.Losses(), want.losses) {
				t.Errorf("%d events, %d damage, losses %+v", events, damage, c.Losses())
			}
		})
	}
}
