package where

import (
	"time"
)

// timeLayouts are the forms in which times may be written; without a zone they are in UTC.
var timeLayouts = []string{
	time.RFC3339Nano, "2006-01-02 15:04:05.999999999Z07:00",
	"2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999",
	"2006-01-02T15:04", "2006-01-02 15:04", time.DateOnly,
}

// The times that a count of nanoseconds in an int64 can hold.
var (
	earliest = time.Unix(0, -1<<63)
	latest   = time.Unix(0, 1<<63-1)
)

// time gives the time that a text holds, in ns since 1970 UTC.
func (c *compiler) time(t text) (int64, error) {
	for _, layout := range timeLayouts {
		at, err := time.Parse(layout, t.value)
		if err != nil {
			continue
		}
		if at.Before(earliest) || at.After(latest) {
			return 0, c.fault(t, "times are from %s to %s", earliest.UTC().Format(time.DateOnly),
				latest.UTC().Format(time.DateOnly))
		}
		return at.UnixNano(), nil
	}
	return 0, c.fault(t, "%q is no time; write it as in '2024-03-05T09:30:00Z' or '2024-03-05 09:30:00.123' (UTC)", t.value)
}
