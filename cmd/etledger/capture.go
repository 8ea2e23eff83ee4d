package main

import (
	"context"
	"errors"
	"io"

	"etledger/etl"
	"etledger/report"
)

// document is what a command makes of a capture.
type document interface {
	WriteJSON(io.Writer) error
	WriteText(io.Writer, report.TextOptions) error
	Damaged() bool
}

// deliver reads the captures as one, makes a document of them, and writes it as the flags say.
func deliver(ctx context.Context, c console, flags *outputFlags, paths []string,
	examine func(context.Context, *etl.Capture) (document, error)) (err error) {
	if err := checkOutput(flags.path, paths); err != nil {
		return err
	}
	doc, err := readCapture(ctx, c, paths, examine)
	if err != nil {
		return err
	}
	write := func(w io.Writer) error { return doc.WriteText(w, report.TextOptions{}) }
	if flags.format == formatJSON {
		write = doc.WriteJSON
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if flags.path == "" {
		err = write(c.out)
	} else {
		err = writeFile(flags.path, write)
	}
	if err == nil && doc.Damaged() {
		return errDamaged
	}
	return err
}

// readCapture opens the captures, shows how far the reading has come, and closes them.
func readCapture(ctx context.Context, c console, paths []string,
	examine func(context.Context, *etl.Capture) (document, error)) (doc document, err error) {
	show := newProgress(c.err)
	defer show.end()
	capture, err := etl.Open(ctx, etl.Options{Progress: show.update}, paths...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, capture.Close()) }()
	return examine(ctx, capture)
}
