package command

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // zones have their names on machines without a database of them, too

	"etledger/model/poolsnap"
	"etledger/report/pool"
)

// poolFormat is the form of the output of pool, a flag value.
type poolFormat string

const (
	poolText poolFormat = "text"
	poolJSON poolFormat = "json"
	poolHTML poolFormat = "html"
)

// String implements pflag.Value.
func (f *poolFormat) String() string { return string(*f) }

// Type implements pflag.Value.
func (f *poolFormat) Type() string { return "text|json|html" }

// Set implements pflag.Value.
func (f *poolFormat) Set(s string) error {
	switch poolFormat(s) {
	case poolText, poolJSON, poolHTML:
		*f = poolFormat(s)
		return nil
	}
	return errors.New("the formats are text, json and html")
}

// zoneValue is a time zone, a flag value.
type zoneValue struct {
	text     string
	location *time.Location // nil for UTC
}

// String implements pflag.Value.
func (z *zoneValue) String() string { return z.text }

// Type implements pflag.Value.
func (z *zoneValue) Type() string { return "zone" }

// Set implements pflag.Value.
func (z *zoneValue) Set(s string) error {
	for _, layout := range []string{"-07:00", "-0700", "-07"} {
		if t, err := time.Parse(layout, s); err == nil {
			_, offset := t.Zone()
			z.text, z.location = s, time.FixedZone(s, offset)
			return nil
		}
	}
	location, err := time.LoadLocation(s)
	if err != nil || s == "" {
		return errors.New("expected a zone such as Europe/Berlin, UTC or +01:00")
	}
	z.text, z.location = s, location
	return nil
}

// dateOrderValue is the order of the parts of dates, a flag value.
type dateOrderValue struct {
	text  string
	order poolsnap.DateOrder
}

// String implements pflag.Value.
func (d *dateOrderValue) String() string { return d.text }

// Type implements pflag.Value.
func (d *dateOrderValue) Type() string { return "mdy|dmy|ymd" }

// Set implements pflag.Value.
func (d *dateOrderValue) Set(s string) error {
	order, ok := map[string]poolsnap.DateOrder{"mdy": poolsnap.MonthDayYear, "dmy": poolsnap.DayMonthYear,
		"ymd": poolsnap.YearMonthDay}[s]
	if !ok {
		return errors.New("the orders are mdy, dmy and ymd")
	}
	d.text, d.order = s, order
	return nil
}

// tagValue is a pool tag, a flag value.
type tagValue struct{ tag *poolsnap.Tag }

// String implements pflag.Value.
func (t *tagValue) String() string {
	if t.tag == nil {
		return ""
	}
	return t.tag.String()
}

// Type implements pflag.Value.
func (t *tagValue) Type() string { return "tag" }

// Set implements pflag.Value. It takes what reports show: \xNN stands for a byte.
func (t *tagValue) Set(s string) error {
	var bytes []byte
	for s != "" {
		if len(s) >= 4 && s[:2] == `\x` {
			if b, err := strconv.ParseUint(s[2:4], 16, 8); err == nil {
				bytes, s = append(bytes, byte(b)), s[4:]
				continue
			}
		}
		bytes, s = append(bytes, s[0]), s[1:]
	}
	if len(bytes) == 0 || len(bytes) > 4 {
		return errors.New("a tag has one to four characters")
	}
	tag := poolsnap.Tag{' ', ' ', ' ', ' '}
	copy(tag[:], bytes)
	t.tag = &tag
	return nil
}

// poolValue is one of the pools, a flag value.
type poolValue struct{ pool poolsnap.Pool }

// String implements pflag.Value.
func (p *poolValue) String() string {
	if p.pool == poolsnap.PoolUnknown {
		return ""
	}
	return p.pool.String()
}

// Type implements pflag.Value.
func (p *poolValue) Type() string { return "nonpaged|paged" }

// Set implements pflag.Value.
func (p *poolValue) Set(s string) error {
	switch s {
	case "nonpaged":
		p.pool = poolsnap.Nonpaged
	case "paged":
		p.pool = poolsnap.Paged
	default:
		return errors.New("the pools are nonpaged and paged")
	}
	return nil
}

// sizeValue is a number of bytes, a flag value.
type sizeValue uint64

// String implements pflag.Value.
func (v *sizeValue) String() string {
	if *v == 0 {
		return ""
	}
	return strconv.FormatUint(uint64(*v), 10)
}

// Type implements pflag.Value.
func (v *sizeValue) Type() string { return "size" }

// Set implements pflag.Value.
func (v *sizeValue) Set(s string) error {
	text := strings.ToLower(strings.TrimSpace(s))
	text = strings.TrimSuffix(strings.TrimSuffix(text, "b"), "i")
	factor := 1.0
	if n := len(text); n > 0 {
		if power := strings.IndexByte("kmgt", text[n-1]); power >= 0 {
			factor, text = math.Exp2(float64(10*(power+1))), strings.TrimSpace(text[:n-1])
		}
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || !(number > 0) || number*factor >= 1<<62 {
		return errors.New("expected a size such as 96GiB, 512M or 4294967296")
	}
	*v = sizeValue(number * factor)
	return nil
}

// readPhaseFile reads a file of phases.
func readPhaseFile(path string, zone *time.Location) ([]pool.Phase, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("phases: %w", err)
	}
	defer f.Close()
	return pool.ReadPhases(f, path, zone)
}
