package command

import (
	"strings"

	"github.com/spf13/cobra"

	"etledger/model"
	"etledger/model/dataset"
	"etledger/report"
)

// captureEndings are what the names of files end with that hold captures, or parts of datasets.
var captureEndings = []string{"etl", "zip", "diagsession", "parquet"}

// completeCaptures has shells complete file names that captures may have, and folders.
func completeCaptures(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return captureEndings, cobra.ShellCompDirectiveFilterFileExt
}

// completer is what shells ask for the values of a flag.
type completer = func(cmd *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective)

// completeValues lets shells complete what follows those flags of a command that all commands share.
func completeValues(cmd *cobra.Command) {
	completeChoices(cmd)
	completeFlags(cmd, map[string]completer{
		"capture": completeIDs, "table": completeTables, "html": filesEnding("html"), "pprof": filesEnding("gz"),
		"process": noValues, "width": noValues, "from": noValues, "to": noValues, "limit": noValues, "where": noValues,
	})
}

// completeFlags lets shells complete what follows flags of a command. A flag that it does not have is left out.
func completeFlags(cmd *cobra.Command, values map[string]completer) {
	for name, complete := range values {
		if cmd.Flags().Lookup(name) != nil {
			_ = cmd.RegisterFlagCompletionFunc(name, complete) // fails where the command has its own already
		}
	}
}

func noValues(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// completeInputs has shells complete whatever batch takes: files of any name, and folders.
func completeInputs(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// completeFolders has shells complete the names of folders.
func completeFolders(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

func filesEnding(ending string) completer {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return []cobra.Completion{ending}, cobra.ShellCompDirectiveFilterFileExt
	}
}

// completeIDs gives the captures of the dataset that the command line names.
func completeIDs(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var ids []cobra.Completion
	for _, arg := range args {
		if !isDataset(arg) {
			continue
		}
		_, found, err := dataset.Find(arg)
		if err != nil {
			continue // the command itself will say what is wrong
		}
		for _, place := range found {
			ids = append(ids, cobra.CompletionWithDesc(place.ID, place.Host+" "+place.Date))
		}
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}

func completeTables(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	for table := range model.Tables() {
		names = append(names, table.String())
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func completeSort(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	for _, c := range report.Columns() {
		names = append(names, cobra.CompletionWithDesc(c.Name, c.Meaning))
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completeColumns completes the last of the names that commas separate.
func completeColumns(_ *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	head := begun[:strings.LastIndexByte(begun, ',')+1]
	var lists []cobra.Completion
	for _, c := range report.Columns() {
		lists = append(lists, cobra.CompletionWithDesc(head+c.Name, c.Meaning))
	}
	return lists, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
