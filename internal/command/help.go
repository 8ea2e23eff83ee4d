package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// newHelpCommand makes the command that explains commands and topics.
func newHelpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND | TOPIC]",
		Short: "Explain a command, or a topic such as verdicts",
		Long: `Help explains a command, as its flag --help does, or one of the topics that 'etledger help
topics' lists.`,
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			var names []cobra.Completion
			if len(args) == 0 {
				for _, c := range cmd.Root().Commands() {
					if !c.Hidden {
						names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
					}
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, err := cmd.Root().Find(args)
			if err != nil || found == nil || len(rest) > 0 {
				return usagef("there is no command or topic %q%s", strings.Join(args, " "), nearestCommand(cmd.Root(), args[0],
					"'etledger help' lists the commands, 'etledger help topics' the topics"))
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}

// usageTemplate gives cobra's template, with flags wrapped to a width and with topics called by their names.
func usageTemplate(template string, width int) string {
	return strings.NewReplacer(
		".FlagUsages ", fmt.Sprintf(".FlagUsagesWrapped %d ", width),
		"Additional help topics:", "Topics ('etledger help TOPIC'):",
		"{{rpad .CommandPath .CommandPathPadding}} {{.Short}}", "{{rpad .Name 15}} {{.Short}}",
	).Replace(template)
}
