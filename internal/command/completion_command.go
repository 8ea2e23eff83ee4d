package command

import (
	"io"
	"slices"

	"github.com/spf13/cobra"
)

// shells are those that completion knows, each with what writes its script.
var shells = []struct {
	name  string
	write func(root *cobra.Command, w io.Writer) error
}{
	{"bash", func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) }},
	{"zsh", (*cobra.Command).GenZshCompletion},
	{"fish", func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) }},
	{"powershell", (*cobra.Command).GenPowerShellCompletionWithDesc},
}

func newCompletionCommand(c console) *cobra.Command {
	var names []string
	for _, shell := range shells {
		names = append(names, shell.name)
	}
	of := func(args []string) int {
		if len(args) != 1 {
			return -1
		}
		return slices.Index(names, args[0])
	}
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print a script that has a shell complete commands, flags and their values",
		Long: `Completion prints a script for a shell, which then completes commands, flags, formats,
columns, verdicts, the files that captures are in, and after --capture the captures of the
dataset that is named before it.

  bash        source <(etledger completion bash)
              always: into /etc/bash_completion.d/etledger; it needs bash-completion 2
  zsh         etledger completion zsh > "${fpath[1]}/_etledger"
              with 'autoload -U compinit; compinit' in ~/.zshrc
  fish        etledger completion fish > ~/.config/fish/completions/etledger.fish
  powershell  etledger completion powershell | Out-String | Invoke-Expression
              always: into the file that $PROFILE names`,
		ValidArgs:             names,
		DisableFlagsInUseLine: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if of(args) < 0 {
				return usagef("name one shell of %s, as in '%s bash'", enumerated(names), cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return shells[of(args)].write(cmd.Root(), c.out) },
	}
}
