package command

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func newManCommand(c console) *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write manual pages of all commands into a folder",
		Long: `Man writes a manual page for each command into a folder, which is made if it is not there
('man -l FOLDER/etledger.1' shows one). The pages are made from what --help says, and are
the same each time.`,
		Example: `  etledger man man1`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("name one folder, as in '%s man1'", cmd.CommandPath())
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			return writeManuals(c, cmd.Root(), args[0])
		},
	}
}

// writeManuals writes the page of a command and those of the commands below it, and tells their names.
func writeManuals(c console, cmd *cobra.Command, folder string) error {
	page, err := manual(cmd)
	if err != nil {
		return err
	}
	path := filepath.Join(folder, strings.ReplaceAll(cmd.CommandPath(), " ", "-")+".1")
	if err := writeFile(path, func(w io.Writer) error { _, err := w.Write(page); return err }); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(c.out, path); err != nil {
		return err
	}
	for _, below := range cmd.Commands() {
		if below.IsAvailableCommand() && !below.IsAdditionalHelpTopicCommand() {
			if err := writeManuals(c, below, folder); err != nil {
				return err
			}
		}
	}
	return nil
}

// manual gives the page of a command. It has no date, which the generator insists on, so that it does not change without
// a cause.
func manual(cmd *cobra.Command) ([]byte, error) {
	var epoch time.Time
	var b bytes.Buffer
	cmd.DisableAutoGenTag = true
	cmd.Long = strings.ReplaceAll(cmd.Long, "\n  ", "\n    ") // the generator takes four blanks, not two, for text as it is
	header := &doc.GenManHeader{Section: "1", Source: "etledger", Manual: "etledger", Date: &epoch}
	if err := doc.GenMan(cmd, header, &b); err != nil {
		return nil, err
	}
	return bytes.Replace(b.Bytes(), []byte(epoch.Format(`"Jan 2006"`)), []byte(`""`), 1), nil
}
