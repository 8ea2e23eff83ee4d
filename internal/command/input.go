package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"etledger/internal/textform"
	"etledger/model/dataset"
	"etledger/report"
)

// inputFlags say which capture is meant where an argument names several.
type inputFlags struct{ capture string }

func (f *inputFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.capture, "capture", "", "of a dataset with several captures, the one with this `ID` or its beginning")
}

// read reads what the arguments name: recordings, which together are one capture, or one capture of a dataset.
func (f *inputFlags) read(ctx context.Context, c console, args []string, options report.Options) (*report.Source, error) {
	path := ""
	for _, arg := range args {
		if isDataset(arg) {
			path = arg
		}
	}
	switch {
	case path == "" && f.capture != "":
		return nil, usagef("--capture chooses from a dataset, and none is named; leave it out")
	case path == "":
		return readCapture(ctx, c, args, report.Read, options)
	case len(args) > 1:
		return nil, usagef("%s is a dataset, which is read alone; name nothing else", path)
	}
	capture, err := f.open(path)
	if err != nil {
		return nil, err
	}
	about := report.Source{Losses: capture.Losses, Bytes: capture.Bytes(), Buffers: capture.Buffers(), Stats: capture.Stats}
	for _, r := range capture.Recordings {
		about.Recordings = append(about.Recordings, report.RecordingHeader{Name: r.Name, Header: r.Header})
	}
	return report.ReadChunks(ctx, chunksOf(ctx, c, capture, report.Decoding(options)), about, options)
}

// isDataset tells datasets, and folders and files in them, from recordings.
func isDataset(path string) bool {
	info, err := os.Stat(path)
	return err == nil && (info.IsDir() || filepath.Ext(path) == ".parquet")
}

// findCaptures lists the captures of a dataset, of which there is at least one.
func findCaptures(path string) (folder string, found []dataset.Place, err error) {
	folder, found, err = dataset.Find(path)
	if errors.Is(err, dataset.ErrNotDataset) && filepath.Ext(path) != ".parquet" {
		return "", nil, fmt.Errorf("%s is a folder, but no dataset; name the recordings in it, or what 'etledger convert' wrote", path)
	}
	if err == nil && len(found) == 0 {
		if _, results, resultsErr := dataset.FindResults(path); resultsErr == nil && len(results) > 0 {
			return folder, nil, fmt.Errorf("%s holds results of %s, but no tables of events; 'etledger fleet' reads results, the folder "+
				"report in it has the reports, and 'etledger batch --tables' writes the tables", path, textform.Plural(len(results), "capture"))
		}
		err = fmt.Errorf("%s holds no capture: there is no file in table=%s, which vouches for the others; "+
			"'etledger convert' puts captures into a dataset, and makes damaged ones whole", path, dataset.TableCapture)
	}
	return folder, found, err
}

// open opens the capture that is meant.
func (f *inputFlags) open(path string) (*dataset.Capture, error) {
	folder, found, err := findCaptures(path)
	if err != nil {
		return nil, err
	}
	var meant []dataset.Place
	for _, place := range found {
		if place.ID == f.capture {
			meant = []dataset.Place{place}
			break
		}
		if strings.HasPrefix(place.ID, f.capture) {
			meant = append(meant, place)
		}
	}
	switch len(meant) {
	case 1:
		return dataset.Open(folder, meant[0])
	case 0:
		return nil, fmt.Errorf("%s holds no capture %q; there is %s", path, f.capture, listCaptures(folder, found))
	}
	return nil, fmt.Errorf("%s holds %d captures; choose one with --capture ID: %s", path, len(meant),
		listCaptures(folder, meant))
}

// mostListed bounds how many captures an error lists.
const mostListed = 20

// listCaptures names captures with what tells them apart.
func listCaptures(folder string, places []dataset.Place) string {
	var texts []string
	for i, place := range places {
		if i == mostListed {
			texts = append(texts, fmt.Sprintf("and %d more", len(places)-i))
			break
		}
		what := "damaged"
		if c, err := dataset.Open(folder, place); err == nil {
			what = c.Recordings[0].Name
		}
		texts = append(texts, fmt.Sprintf("%s (%s, host %s, %s)", place.ID, what, place.Host, place.Date))
	}
	return strings.Join(texts, ", ")
}
