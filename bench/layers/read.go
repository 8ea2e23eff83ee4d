package layers

import (
	"context"
	"errors"
	"io"

	"etledger/etl"
)

var stepOver = Layer{
	Name:  "step over",
	About: "Scan with no kind of event selected: every event is found and counted, none is delivered",
	Prepare: withCapture(func(ctx context.Context, c *etl.Capture) (uint64, error) {
		return scan(ctx, c, etl.ScanOptions{Select: func(etl.KindKey) bool { return false }}, func(*etl.Event) {})
	}),
}

var order = Layer{
	Name:  "order",
	About: "Scan with every kind selected: all events delivered in the exact order of time",
	Prepare: withCapture(func(ctx context.Context, c *etl.Capture) (uint64, error) {
		return scan(ctx, c, etl.ScanOptions{}, func(*etl.Event) {})
	}),
}

// scan goes through a capture and gives the number of events met. Damage, which real recordings have, is passed over.
func scan(ctx context.Context, c *etl.Capture, opts etl.ScanOptions, deliver func(*etl.Event)) (uint64, error) {
	s := c.Scan(ctx, opts)
	defer s.Close()
	for {
		e, err := s.Next()
		if err == nil {
			deliver(e)
			continue
		}
		if err == io.EOF {
			events, _, _ := s.Met()
			return events, nil
		}
		if damage := (*etl.CorruptError)(nil); !errors.As(err, &damage) {
			return 0, err
		}
	}
}
