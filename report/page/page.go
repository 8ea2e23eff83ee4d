package page

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io"

	"etledger/internal/webpage"
	"etledger/report"
)

// DefaultMaxBytes is how large a page is at most unless Options say otherwise.
const DefaultMaxBytes = 2_000_000

// Options shape a page. The zero value gives the defaults.
type Options struct {
	// MaxBytes is how large the page may be: 0 means DefaultMaxBytes, below 0 that there is no limit. To fit, details are
	// left out, those of the least interesting processes first, and the page says which. A page is never less than its
	// answer, findings, scripts and the first rows of its tables, about 200 kB, whatever the limit.
	MaxBytes int
}

//go:embed page.css script
var files embed.FS

// scripts are the page's own, in an order in which each uses only those before it.
var scripts = []string{
	"timelines", "stacks", "processes", "process_table", "range", "overview", "bridge", "flame", "stack_tree", "stack_view", "survivors",
	"suspects", "process_more", "process_view", "main",
}

// Write writes the page of a report, which should have been made with report.Options.Details: without, the page has no
// charts and no stacks. Equal reports give equal pages. The report is not changed. An error is of the writer.
func Write(w io.Writer, r *report.Report, o Options) error {
	if o.MaxBytes == 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	var shell bytes.Buffer
	if err := write(&shell, r, nil, nil); err != nil {
		return err
	}
	// What was estimated may be short of what is written by a little; then the next page is given that much less room.
	for room := o.MaxBytes - shell.Len(); ; {
		d, omitted := embedded(r, room, o.MaxBytes < 0)
		var b bytes.Buffer
		if err := write(&b, r, d, omitted); err != nil {
			return err
		}
		over := b.Len() - o.MaxBytes
		if over <= 0 || o.MaxBytes < 0 || room <= 0 {
			if _, err := w.Write(b.Bytes()); err != nil {
				return fmt.Errorf("page: writing: %w", err)
			}
			return nil
		}
		room -= over
	}
}

func write(w io.Writer, r *report.Report, data any, omitted []string) error {
	body, err := bodyOf(r, omitted)
	if err != nil {
		return err
	}
	p := webpage.Page{Title: titleOf(r), Body: template.HTML(body), Data: data, Charts: true}
	for _, name := range append([]string{"page.css"}, scriptFiles()...) {
		text, err := files.ReadFile(name)
		if err != nil {
			return fmt.Errorf("page: %w", err)
		}
		if name == "page.css" {
			p.Styles = append(p.Styles, string(text))
		} else {
			p.Scripts = append(p.Scripts, string(text))
		}
	}
	return p.Write(w)
}

func scriptFiles() []string {
	names := make([]string, len(scripts))
	for i, name := range scripts {
		names[i] = "script/" + name + ".js"
	}
	return names
}
