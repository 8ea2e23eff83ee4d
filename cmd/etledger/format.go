package main

import (
	"fmt"

	"github.com/spf13/pflag"
)

// format is the form of an output, a flag value.
type format string

const (
	formatText format = "text"
	formatJSON format = "json"
)

// String implements pflag.Value.
func (f *format) String() string { return string(*f) }

// Type implements pflag.Value.
func (f *format) Type() string { return "text|json" }

// Set implements pflag.Value.
func (f *format) Set(s string) error {
	switch format(s) {
	case formatText, formatJSON:
		*f = format(s)
		return nil
	}
	return fmt.Errorf("the formats are text and json")
}

// outputFlags are the flags that say in which form and where a command writes.
type outputFlags struct {
	format format
	path   string
}

func (o *outputFlags) register(flags *pflag.FlagSet) {
	o.format = formatText
	flags.VarP(&o.format, "format", "f", "form of the output")
	flags.StringVarP(&o.path, "output", "o", "", "write to this `file`, whole or not at all, instead of standard "+
		"output")
}
