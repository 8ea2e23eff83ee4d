package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"etledger/model/dataset"
)

// FindOptions say how captures are found. The zero value gives the defaults.
type FindOptions struct {
	Stores []Store   // that URLs among the inputs are listed by
	List   io.Reader // the list that the input "-" stands for
	// Output is the folder of the dataset that will be written to. It is no input unless it is named itself.
	Output string
	// Pattern and Annotations tell metadata; nil for none. What Annotations tell takes precedence.
	Pattern     *Pattern
	Annotations *Annotations
}

// Problem is something that is not as it should be, but keeps nothing from being done.
type Problem struct {
	Where   string `json:"where"` // file or folder; of lists and tables with the line
	Message string `json:"message"`
	// Missed tells that captures which were asked for may be missing: a file or folder that could not be looked at.
	Missed bool `json:"missed"`
}

// String says where and what.
func (p Problem) String() string { return p.Where + ": " + p.Message }

// Find lists the captures that inputs name, each of them once, in the order of the inputs. An input is
//
//   - a file, whatever it is called: a recording or an archive of some;
//   - a folder: all files in it and below that are called *.etl, *.zip or *.diagsession, in any case, in the order of their
//     paths; links are followed, but no folder is searched twice;
//   - a dataset or a part of one: its captures, in order of host, date and ID. Other files in its folder come before them;
//   - a pattern with *, ?, [...], {...} and **, for any number of folders: the files and folders that it matches;
//   - a list of inputs, one a line: @FILE, or a file called *.txt or *.list. Empty lines and those that begin with # are left
//     out, and paths are relative to the folder of the list;
//   - a URL that a store holds: an object, or all below a prefix that are called as above.
//
// An error names each input that names nothing. The captures are those of the other inputs. A line of a list that names nothing
// is a problem only.
func Find(ctx context.Context, inputs []string, o FindOptions) ([]Capture, []Problem, error) {
	f := &finder{ctx: ctx, options: o, found: map[string]bool{}, searched: map[string]bool{}}
	for _, input := range inputs {
		f.failed(f.input(input, "", 0))
	}
	if err := ctx.Err(); err != nil {
		return nil, f.problems, err
	}
	f.annotate()
	return f.captures, f.problems, errors.Join(f.errs...)
}

// finder is one call of Find.
type finder struct {
	ctx      context.Context
	options  FindOptions
	captures []Capture
	found    map[string]bool // by absolute path, or URL
	searched map[string]bool // folders, by their real paths
	problems []Problem
	errs     []error
}

func (f *finder) failed(err error) {
	if err != nil {
		f.errs = append(f.errs, err)
	}
}

func (f *finder) problem(where, format string, args ...any) {
	f.problems = append(f.problems, Problem{Where: where, Message: fmt.Sprintf(format, args...)})
}

// missed enters that captures may be missing.
func (f *finder) missed(where, format string, args ...any) {
	f.problems = append(f.problems, Problem{Where: where, Message: fmt.Sprintf(format, args...), Missed: true})
}

// maxLists is how deep lists may name lists.
const maxLists = 8

// input finds what an input names. Relative paths are so to a folder, the working folder if that is empty.
func (f *finder) input(input, folder string, depth int) error {
	if err := f.ctx.Err(); err != nil {
		return nil //nolint:nilerr // Find tells it
	}
	if list, ok := strings.CutPrefix(input, "@"); ok {
		return f.list(within(folder, list), depth)
	}
	if input == "-" && depth == 0 {
		if f.options.List == nil {
			return errors.New("-: there is no list to read")
		}
		return f.lines(f.options.List, "-", "", depth)
	}
	if isURL(input) {
		return f.objects(input)
	}
	path := within(folder, input)
	info, err := os.Stat(path)
	switch {
	case err != nil && isPattern(input):
		return f.glob(path)
	case err != nil:
		return fmt.Errorf("%s: there is no such file or folder: %w", path, err)
	case info.IsDir():
		return f.folder(path)
	case filepath.Ext(path) == ".parquet":
		return f.dataset(path)
	case isList(path):
		return f.list(path, depth)
	}
	f.file(path, info)
	return nil
}

// within gives a path relative to a folder.
func within(folder, path string) string {
	if folder == "" || filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(folder, path)
}

// file enters a file.
func (f *finder) file(path string, info os.FileInfo) {
	if f.isNew(path) {
		f.captures = append(f.captures, Capture{Location: path, Size: info.Size(), Modified: info.ModTime()})
	}
}

// isNew tells whether a path was not found before.
func (f *finder) isNew(path string) bool {
	full, err := filepath.Abs(path)
	if err != nil {
		full = path // there is no working folder any more
	}
	if f.found[full] {
		return false
	}
	f.found[full] = true
	return true
}

// errNoCapture means that a dataset, or a part of one, has no capture.
var errNoCapture = errors.New("there is no capture in this dataset, or this part of one")

// dataset enters the captures of a dataset, or of a part of one.
func (f *finder) dataset(path string) error {
	folder, places, err := dataset.Find(path)
	if err != nil {
		return err
	}
	for _, place := range places {
		// The folder of the capture is a path that etledger analyze takes.
		at := filepath.Join(folder, "table="+dataset.TableCapture, "host="+place.Host, "date="+place.Date, "capture="+place.ID)
		if !f.isNew(at) {
			continue
		}
		c := Capture{Location: at, Dataset: folder, Place: &place}
		if stored, err := dataset.Open(folder, place); err == nil { // else the work on it will tell
			c.Size = int64(stored.Bytes())
		}
		f.captures = append(f.captures, c)
	}
	if len(places) == 0 {
		return fmt.Errorf("%s: %w", path, errNoCapture)
	}
	return nil
}

// objects enters the objects that a URL names.
func (f *finder) objects(url string) error {
	store := storeOf(f.options.Stores, url)
	if store == nil {
		return fmt.Errorf("%s: no object store that this program knows holds it; the program in the folder objectstore knows s3://, "+
			"gs://, azblob:// and file://", shownURL(url))
	}
	count := 0
	for o, err := range store.List(f.ctx, url) {
		if err != nil {
			return err // it names the URL, without secrets that may stand in it
		}
		if o.Location != url && !isWanted(pathOfURL(url), pathOfURL(o.Location)) {
			continue
		}
		count++
		if !f.found[o.Location] {
			f.found[o.Location] = true
			f.captures = append(f.captures, Capture{Location: o.Location, Size: max(0, o.Size), Object: &o})
		}
	}
	if count == 0 {
		return fmt.Errorf("%s: there is no such object, and no recording (%s) below it", shownURL(url), wantedNames)
	}
	return nil
}

// annotate enters what is known of the captures from outside.
func (f *finder) annotate() {
	missed, example := 0, ""
	for i := range f.captures {
		c := &f.captures[i]
		if p := f.options.Pattern; p != nil && c.Place == nil {
			meta, ok := p.Match(c.path())
			if ok {
				c.Meta = meta
			} else {
				missed++
				example = cmp.Or(example, c.Location)
			}
		}
	}
	if missed > 0 {
		f.problem(f.options.Pattern.text, "%d of %d captures are called otherwise, such as %s: the pattern says nothing of them", missed,
			len(f.captures), example)
	}
	if f.options.Annotations != nil {
		f.problems = append(f.problems, f.options.Annotations.apply(f.captures)...)
	}
}
