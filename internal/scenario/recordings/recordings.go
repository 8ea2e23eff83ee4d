// Package recordings makes the files in testdata: a simulated machine with known truth, and small damaged or unusual
// recordings named after what they hold.
//
// The numbered files among them share one plain content: process 1000, a.exe, and events that each reserve and commit
// 64 KiB. Number n lies at address 0x1A000000000 + n * 0x10000 and at n * 10 ms after the start, so that a test can
// tell by an address which events it got.
package recordings

import (
	"fmt"
	"strings"
)

// File is one file of testdata.
type File struct {
	Name  string // relative to testdata, with slashes
	About string // one phrase for the list in README.md
	Data  []byte
}

// All makes every file of testdata, in a fixed order, the list of them last.
func All() ([]File, error) {
	var files []File
	for _, group := range []func() ([]File, error){leakyService, unusual, damaged} {
		made, err := group()
		if err != nil {
			return nil, err
		}
		files = append(files, made...)
	}
	return append(files, File{Name: "README.md", Data: readme(files)}), nil
}

// readme lists the files with what they hold.
func readme(files []File) []byte {
	var b strings.Builder
	b.WriteString(`# Recordings for tests

All written by ` + "`go run ./testdata/generate`" + `, none recorded. The numbered files hold process 1000,
a.exe, and events that each reserve and commit 64 KiB: number n lies at address 0x1A000000000 + n * 0x10000 and at
n * 10 ms after the start.

| file | what it holds |
|---|---|
`)
	for _, f := range files {
		fmt.Fprintf(&b, "| %s | %s |\n", f.Name, f.About)
	}
	return []byte(b.String())
}
