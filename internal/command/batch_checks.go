package command

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"etledger/internal/textform"
	"etledger/model/dataset"
	"etledger/report/batch"
)

// check refuses command lines that make no sense.
func (f *batchFlags) check(args []string) error {
	switch {
	case len(args) == 0:
		return usagef("name captures, or a folder of them, as in 'etledger batch archive/ -o captures'")
	case f.output == "":
		return usagef("name the dataset for the results, as in '-o captures'")
	case f.output == "-":
		return usagef("a dataset is a folder; name one, as in '-o captures'")
	case strings.Contains(f.output, "://"):
		return usagef("the dataset is a local folder; write it there, and copy it where it shall be")
	case slices.Contains(args, ""):
		return usagef("one of the inputs is an empty text, as of a variable that is not set; leave it out, or write . for the folder that " +
			"you are in")
	case f.summary == "-":
		return usagef("--summary needs a file of its own; --format json writes the summary to standard output")
	}
	return nil
}

// checkFolders refuses, before any work is done, folders that could not be used.
func (f *batchFlags) checkFolders() error {
	if info, err := os.Stat(f.output); err == nil && !info.IsDir() {
		return fmt.Errorf("-o %s is a file; name a folder for the dataset", f.output)
	}
	if f.scratch != "" {
		if info, err := os.Stat(f.scratch); err != nil || !info.IsDir() {
			return fmt.Errorf("--scratch %s is no folder that is there; make it, or name another one", f.scratch)
		}
	}
	return nil
}

// checkSummary refuses a summary in the place of something that is read.
func (f *batchFlags) checkSummary(inputs []string, captures []batch.Capture) error {
	read := append([]string{f.annotations}, inputs...)
	for i := range captures {
		read = append(read, captures[i].Location)
	}
	for i := range inputs {
		read = append(read, strings.TrimPrefix(inputs[i], "@"))
	}
	return checkOutput(f.summary, read)
}

// differingMeta tells of inputs whose content another input has, with other metadata: those of the first count.
func differingMeta(s *batch.Summary, captures []batch.Capture) (problems []batch.Problem) {
	metas := map[string]dataset.Meta{}
	for i := range captures {
		metas[captures[i].Location] = captures[i].Meta
	}
	withResults := map[string]bool{}
	for i := range s.Entries {
		e := &s.Entries[i]
		withResults[e.Location] = e.Status == batch.Done || e.Status == batch.Kept
		if e.Repeats != nil && withResults[*e.Repeats] && !metas[e.Location].Equal(metas[*e.Repeats]) {
			problems = append(problems, batch.Problem{Where: e.Location, Message: fmt.Sprintf("it has the content of %s, but other metadata, "+
				"which count for nothing", *e.Repeats)})
		}
	}
	return problems
}

// mostProblems bounds how many problems are told one by one.
const mostProblems = 20

func tellProblems(c console, problems []batch.Problem) {
	for i, p := range problems {
		if i == mostProblems {
			fmt.Fprintf(c.err, "etledger: and %s more of that kind, which --summary FILE lists\n", textform.Count(len(problems)-i))
			break
		}
		fmt.Fprintln(c.err, "etledger: "+oneLine(textform.Printable(p.String())))
	}
}
