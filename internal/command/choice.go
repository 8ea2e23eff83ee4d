package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"etledger/internal/where"
)

// choice is a flag value out of a few words.
type choice struct {
	value string
	what  string // plural, as in "the formats are"
	known []string
}

// String implements pflag.Value.
func (c *choice) String() string { return c.value }

// Type implements pflag.Value.
func (c *choice) Type() string { return strings.Join(c.known, "|") }

// Set implements pflag.Value.
func (c *choice) Set(s string) error {
	if slices.Contains(c.known, s) {
		c.value = s
		return nil
	}
	return fmt.Errorf("the %s are %s%s", c.what, enumerated(c.known), where.DidYouMean(strings.ToLower(s), c.known))
}

// enumerated joins words as a sentence does.
func enumerated(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// completeChoices lets shells complete the values of all flags of a command that are choices.
func completeChoices(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		words := strings.Split(f.Value.Type(), "|")
		if len(words) < 2 {
			return
		}
		// The error says that the flag has a completion of its own already, which is then the better one.
		_ = cmd.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	})
}
