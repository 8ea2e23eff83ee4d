package command

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"etledger/report"
)

func newVersionCommand(c console) *cobra.Command {
	return &cobra.Command{
		Use:               "version",
		Short:             "Print the version of the program and of its JSON outputs",
		Args:              noArguments,
		ValidArgsFunction: noValues,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(c.out, versionText())
			return err
		},
	}
}

// versionText names the program's version as the Go tool stamped it, and what its outputs conform to.
func versionText() string {
	version, revision, toolchain := "unknown", "", ""
	if build, ok := debug.ReadBuildInfo(); ok {
		version, toolchain = build.Main.Version, " "+build.GoVersion
		for _, s := range build.Settings {
			if s.Key == "vcs.revision" {
				revision = " " + s.Value
			}
		}
	}
	return fmt.Sprintf("etledger %s%s%s %s %s", version, revision, toolchain, report.Schema, report.InfoSchema)
}
