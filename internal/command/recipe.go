package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"etledger/report/recipe"
)

// recipeFlags say what is to be recorded, and with what.
type recipeFlags struct {
	outputFlags
	displayFlags
	tool    choice
	options recipe.Options
	folder  string // for the files, empty for none
}

func newRecipeCommand(c console) *cobra.Command {
	var flags recipeFlags
	flags.tool = choice{value: string(recipe.WPR), what: "tools"}
	for _, t := range recipe.Tools() {
		flags.tool.known = append(flags.tool.known, string(t))
	}
	cmd := &cobra.Command{
		Use:   "recipe",
		Short: "Say how to record a capture from which memory growth can be judged",
		Long: `Recipe prints what a recording tool of Windows has to be given and told so that a capture has
all that a verdict needs: the files and the commands to start, stop and merge, with buffers
that lose no events, what that costs, and what to beware of. It runs nothing.

With --files it writes a folder that can be handed to somebody who has never recorded:
record.cmd in it checks, starts, waits, stops, and cleans up when something fails.

On the machine itself 'etledger capture' does the same. docs/recipes.md says which tool to
choose, and what each signal is for. None of it has been run on Windows by the authors.

Exit statuses: 0 fine; 1 failed; 2 wrong usage, or something that the tool cannot record.`,
		Example: `  etledger recipe
  etledger recipe --stacks --files leak-recording
  etledger recipe --tool xperf --stacks --kernel-memory --processors 64
  etledger recipe --tool logman --minutes 5 --format json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("recipe takes flags only, not %q; 'etledger recipe --help' lists them", args[0])
			}
			return nil
		},
		ValidArgsFunction: noValues,
		RunE:              func(cmd *cobra.Command, _ []string) error { return runRecipe(cmd, c, &flags) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.Var(&flags.tool, "tool", "tool that will record")
	f.IntVar(&flags.options.Minutes, "minutes", recipe.DefaultMinutes, "how long to record: whole minutes, 1 to 1440")
	f.BoolVar(&flags.options.Stacks, "stacks", false, "also call stacks of VirtualAlloc and VirtualFree, which tell what "+
		"allocates")
	f.BoolVar(&flags.options.KernelMemory, "kernel-memory", false, "also memory of the machine and of each process twice a second, "+
		"from Microsoft-Windows-Kernel-Memory")
	f.BoolVar(&flags.options.Pool, "pool", false, "also each allocation of the kernel's pool")
	f.IntVar(&flags.options.Processors, "processors", 8, "logical processors of the machine, by which buffers are counted")
	f.StringVar(&flags.options.Output, "into", recipe.DefaultOutput, "`name` of the capture, on the machine that is recorded")
	f.StringVar(&flags.folder, "files", "", "write the files of the recipe, record.cmd and cancel.cmd to this `folder`")
	flags.outputFlags.register(f, formatText, formatJSON)
	f.Var(&flags.width, "width", "columns that text may fill (default: those of the terminal, else 120)")
	flags.color = choice{value: "auto", what: "choices", known: []string{"auto", "always", "never"}}
	f.Var(&flags.color, "color", "colours: auto means on a terminal, unless NO_COLOR is set")
	completeFlags(cmd, map[string]completer{
		"minutes": noValues, "processors": noValues, "into": noValues, "files": completeFolders,
	})
	return cmd
}

func runRecipe(cmd *cobra.Command, c console, flags *recipeFlags) error {
	flags.path = fileOf(flags.path)
	for _, name := range []string{"files", "into"} {
		if f := cmd.Flags().Lookup(name); f.Changed && strings.TrimSpace(f.Value.String()) == "" {
			return usagef("--%s is empty; leave it out or give it a value", name)
		}
	}
	for _, name := range []string{"minutes", "processors"} { // 0 would mean the default
		if f := cmd.Flags().Lookup(name); f.Value.String() == "0" {
			return usagef("--%s cannot be 0; leave it out or give it a value", name)
		}
	}
	r, err := recipe.For(recipe.Tool(flags.tool.value), flags.options)
	if err != nil {
		return usagef("%w", err)
	}
	if err := checkOutput(flags.path, nil); err != nil {
		return err
	}
	if flags.folder != "" {
		if err := writeRecipeFolder(flags.folder, r.Folder()); err != nil {
			return fmt.Errorf("--files: %w", err)
		}
	}
	write := r.WriteJSON
	if flags.format() == formatText {
		o := flags.text(c, flags.path)
		write = func(w io.Writer) error {
			return r.WriteText(w, recipe.TextOptions{Width: o.Width, Color: o.Color, Folder: flags.folder})
		}
	}
	return deliver(cmd.Context(), c, false, output{flags.path, write})
}
