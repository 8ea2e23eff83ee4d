package command

import (
	"errors"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"etledger/report"
)

// windowFlags bound the part of a capture that is looked at: the same for every command that has them.
type windowFlags struct{ from, to timeValue }

func (f *windowFlags) register(flags *pflag.FlagSet) {
	flags.Var(&f.from, "from", "look only at what happens from this `time` on, counted from the first event: 12.5 (seconds), 1m30s")
	flags.Var(&f.to, "to", "and only at what happens before this `time`")
}

// check refuses windows that hold nothing.
func (f *windowFlags) check() error {
	if f.from.given && f.to.given && f.to.after <= f.from.after {
		return usagef("--to %s does not come after --from %s; give a later time", f.to.text, f.from.text)
	}
	if f.to.given && f.to.after == 0 {
		return usagef("--to %s leaves nothing to look at; give a later time", f.to.text)
	}
	return nil
}

// timeValue is a time after the first event of a capture, a flag value. It is exact to the nanosecond.
type timeValue struct {
	text  string
	after time.Duration
	given bool
}

// String implements pflag.Value.
func (v *timeValue) String() string { return v.text }

// Type implements pflag.Value.
func (v *timeValue) Type() string { return "time" }

// Set implements pflag.Value. What has no unit is seconds.
func (v *timeValue) Set(s string) error {
	text := strings.TrimSpace(s)
	if n := len(text); n > 0 && (text[n-1] == '.' || '0' <= text[n-1] && text[n-1] <= '9') {
		text += "s"
	}
	after, err := time.ParseDuration(text)
	if err != nil {
		return errors.New("expected seconds such as 12.5, or a time such as 1m30s or 250ms, after the first event")
	}
	if after < 0 {
		return errors.New("times count from the first event; nothing comes before it")
	}
	if _, fraction, _ := strings.Cut(text, "."); fractionDigits(fraction) > 9 {
		return errors.New("times are exact to the nanosecond; give at most nine digits after the point")
	}
	*v = timeValue{text: s, after: after, given: true}
	return nil
}

// fractionDigits counts the digits that s begins with, without zeros at their end.
func fractionDigits(s string) int {
	end := strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(s)
	}
	return len(strings.TrimRight(s[:end], "0"))
}

// window gives the part of the capture that is looked at, nil for all of it.
func (f *windowFlags) window() *report.Window {
	if !f.from.given && !f.to.given {
		return nil
	}
	return &report.Window{FromS: f.from.after.Seconds(), ToS: f.to.after.Seconds()}
}
