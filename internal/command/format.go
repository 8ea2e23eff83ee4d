package command

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// Forms of outputs, as --format names them.
const (
	formatText     = "text"
	formatJSON     = "json"
	formatMarkdown = "markdown"
	formatCSV      = "csv"
	formatHTML     = "html"
)

// formatsByEnding are the forms that the name of an output asks for where --format does not.
var formatsByEnding = map[string]string{
	".txt": formatText, ".json": formatJSON, ".md": formatMarkdown, ".csv": formatCSV, ".html": formatHTML, ".htm": formatHTML,
}

// outputFlags are the flags that say in which form and where a command writes.
type outputFlags struct {
	chosen choice // empty until it is chosen
	path   string // empty for standard output
}

// register makes the flags, for a command that knows these forms.
func (o *outputFlags) register(flags *pflag.FlagSet, formats ...string) {
	o.chosen = choice{what: "formats", known: formats}
	flags.VarP(&o.chosen, "format", "f", "form of the output (default: by the ending of --output, else text)")
	flags.StringVarP(&o.path, "output", "o", "", "write to this `file`, whole or not at all, instead of standard "+
		"output")
}

// format gives the form of the output: the one that was chosen, else the one that its name ends with, else text.
func (o *outputFlags) format() string {
	if o.chosen.value != "" {
		return o.chosen.value
	}
	if ending := formatsByEnding[strings.ToLower(filepath.Ext(o.path))]; slices.Contains(o.chosen.known, ending) {
		return ending
	}
	return formatText
}
