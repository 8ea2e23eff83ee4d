package webpage

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"
)

// Page is one file for a browser.
type Page struct {
	Title string
	// Body is what the page shows, complete enough to be read without scripts. It stands in the main landmark and begins
	// with an h1.
	Body template.HTML
	// Data is embedded as JSON for the scripts, which find it as page.data; nil embeds nothing.
	Data any
	// Styles and Scripts follow those that are common to all pages, in this order. They are part of the program; nothing
	// of a recording belongs there.
	Styles, Scripts []string
	// Charts asks for the chart library.
	Charts bool
}

var (
	//go:embed shell.html
	shellText string
	//go:embed style script vendor
	files embed.FS

	shell = template.Must(template.New("page").Parse(shellText))
)

// What is common to all pages, in the order of the page.
var (
	commonStyles  = []string{"style/base.css", "style/table.css"}
	chartStyles   = []string{"vendor/uPlot.min.css", "style/chart.css"}
	commonScripts = []string{
		"script/format.js", "script/csv.js", "script/dom.js", "script/page.js", "script/table_order.js", "script/table_tools.js",
		"script/tables.js", "script/table_markup.js",
	}
	chartScripts = []string{"script/chart_parts.js", "script/charts.js"}
	lastScript   = "script/start.js"
)

// WriteFrom is Write for a body that a template makes of a view.
func (p *Page) WriteFrom(w io.Writer, body *template.Template, view any) error {
	var b strings.Builder
	if err := body.Execute(&b, view); err != nil {
		return err
	}
	p.Body = template.HTML(b.String())
	return p.Write(w)
}

// Write writes the page. Equal pages give equal bytes. An error is of the writer or tells that Data has no JSON form.
func (p *Page) Write(w io.Writer) error {
	styles, scripts := commonStyles, commonScripts
	var library string
	if p.Charts {
		styles, scripts = append(styles[:len(styles):len(styles)], chartStyles...), append(scripts[:len(scripts):len(scripts)], chartScripts...)
		library = "/*\nuPlot\n\n" + content("vendor/LICENSE") + "\n*/\n" + content("vendor/uPlot.iife.min.js")
	}
	style := joined(styles) + strings.Join(p.Styles, "\n")
	script := "\"use strict\";\n" + joined(scripts) + strings.Join(p.Scripts, "\n") + "\n" + content(lastScript)
	data, err := embeddable(p.Data)
	if err != nil {
		return err
	}
	filled := struct {
		Policy, Title         string
		Style                 template.CSS
		Body                  template.HTML
		Library, Script, Data template.JS
	}{
		Title: p.Title, Style: template.CSS(style), Body: p.Body, Library: template.JS(library), Script: template.JS(script),
		Data: template.JS(data),
		Policy: "default-src 'none'; style-src " + digest(style) + "; script-src " + digest(script) +
			libraryDigest(library) + "; base-uri 'none'; form-action 'none'",
	}
	if err := shell.Execute(w, filled); err != nil {
		return fmt.Errorf("webpage: writing: %w", err)
	}
	return nil
}

// embeddable gives the JSON of v in a form that no script element ends in: json.Marshal escapes <, >, & and the line
// separators that scripts of old took for line ends.
func embeddable(v any) (string, error) {
	if v == nil {
		return "", nil
	}
	b, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("webpage: data as JSON: %w", err)
	}
	return string(b), nil
}

func libraryDigest(library string) string {
	if library == "" {
		return ""
	}
	return " " + digest(library)
}

// digest names a style sheet or script for the policy.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func joined(names []string) string {
	var b strings.Builder
	for _, name := range names {
		b.WriteString(content(name) + "\n")
	}
	return b.String()
}

// content gives the text of an embedded file, with line ends as browsers count them for digests.
func content(name string) string {
	b, err := files.ReadFile(name)
	if err != nil {
		return "" // not reached: a test reads every name that is used
	}
	return string(bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")))
}
