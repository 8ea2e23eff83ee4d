package command

import (
	"context"
	"errors"
	"fmt"
	"io"

	"etledger/etl"
	"etledger/report"
)

// fileOf gives the path of the file that an output names: none for -, which is standard output.
func fileOf(path string) string {
	if path == "-" {
		return ""
	}
	return path
}

// output is something to be written: to a file, whole or not at all, or to standard output when there is no path.
type output struct {
	path  string
	write func(io.Writer) error
}

// deliver writes the outputs of a command that has done its work, and tells whether its input was damaged: on standard
// error too, because not every form of output has a place for it.
func deliver(ctx context.Context, c console, damaged bool, outputs ...output) error {
	for _, o := range outputs {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := o.deliver(c); err != nil {
			return err
		}
	}
	if damaged {
		fmt.Fprintln(c.err, "etledger: the input is damaged; what could be read was used, and the findings in text and JSON say what is "+
			"missing")
		return errDamaged
	}
	return nil
}

func (o *output) deliver(c console) error {
	if o.path == "" {
		return o.write(c.out)
	}
	return writeFile(o.path, o.write)
}

// readCapture opens the captures as one, shows how far the reading has come, and closes them.
func readCapture[T any](ctx context.Context, c console, paths []string,
	examine func(context.Context, *etl.Capture, report.Options) (T, error), options report.Options) (result T, err error) {
	show := newProgress(c.err)
	defer show.end()
	capture, err := etl.Open(ctx, etl.Options{Progress: show.update}, paths...)
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, capture.Close()) }()
	return examine(ctx, capture, options)
}
