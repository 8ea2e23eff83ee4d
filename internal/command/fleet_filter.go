package command

import (
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"etledger/report/batch"
	"etledger/report/results"
)

// fleetFilter says which captures of a dataset are looked at. Empty fields take all.
type fleetFilter struct {
	host, ring, version, workload string // names, or patterns with * and ?
	since, until                  string
	from, to                      time.Time
}

func (f *fleetFilter) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.host, "host", "", "only captures of hosts whose name is this or matches this `pattern`, as in 'PC-00*'")
	flags.StringVar(&f.ring, "ring", "", "only captures with this `ring` in their metadata, or pattern")
	flags.StringVar(&f.version, "product-version", "", "only captures with this `version` in their metadata, or pattern")
	flags.StringVar(&f.workload, "workload", "", "only captures with this `workload` in their metadata, or pattern")
	flags.StringVar(&f.since, "since", "", "only captures that begin at this `time` or later, as in 2025-11-30 or 2025-11-30T08:00:00Z")
	flags.StringVar(&f.until, "until", "", "only captures that begin before this `time`")
}

func (f *fleetFilter) check() (err error) {
	for flag, pattern := range map[string]string{"host": f.host, "ring": f.ring, "product-version": f.version, "workload": f.workload} {
		if _, bad := path.Match(pattern, ""); bad != nil {
			return usagef("--%s %s: not a pattern; * stands for any text, ? for a character, [ab] for one of some", flag, pattern)
		}
	}
	if f.from, err = momentOf("since", f.since); err != nil {
		return err
	}
	f.to, err = momentOf("until", f.until)
	return err
}

// momentOf reads a time that a flag has, in UTC unless it says otherwise.
func momentOf(flag, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.DateOnly, time.DateTime, time.RFC3339, "2006-01-02T15:04:05", "2006-01"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, usagef("--%s %s: not a time; write 2025-11-30 or 2025-11-30T08:00:00Z", flag, text)
}

// takes tells whether a capture is one of those that are looked at.
func (f *fleetFilter) takes(r *results.Rows) bool {
	c := &r.Capture
	return named(f.host, c.HostName) && named(f.ring, r.Meta.Ring) && named(f.version, r.Meta.Version) &&
		named(f.workload, r.Meta.Workload) && !c.Start.Before(f.from) && (f.to.IsZero() || c.Start.Before(f.to))
}

// takesFailure does so for a capture that failed, of which nothing is known but its metadata.
func (f *fleetFilter) takesFailure(failed *batch.Failure) bool {
	m := &failed.Meta
	return named(f.host, m.Host) && named(f.ring, m.Ring) && named(f.version, m.Version) && named(f.workload, m.Workload) &&
		!m.Time.Before(f.from) && (f.to.IsZero() || m.Time.Before(f.to))
}

// named tells whether a name is the one, or matches the pattern, that was asked for, in upper or lower case.
func named(asked, name string) bool {
	if asked == "" || strings.EqualFold(asked, name) {
		return true
	}
	// The pattern has been checked. A name is no path: a slash in it is a letter like others.
	ok, _ := path.Match(flatten(asked), flatten(name))
	return ok
}

func flatten(s string) string { return strings.ReplaceAll(strings.ToLower(s), "/", "\x00") }

// filterText says which captures are looked at, for messages.
func (f *fleetFilter) filterText() string {
	var parts []string
	for _, p := range []struct{ flag, value string }{
		{"host", f.host}, {"ring", f.ring}, {"product-version", f.version}, {"workload", f.workload}, {"since", f.since}, {"until", f.until},
	} {
		if p.value != "" {
			parts = append(parts, fmt.Sprintf("--%s %s", p.flag, p.value))
		}
	}
	return strings.Join(parts, " ")
}
