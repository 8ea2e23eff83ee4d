package command

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"etledger/report"
)

// doctorFlags are those of the doctor command.
type doctorFlags struct {
	inputFlags
	outputFlags
	displayFlags
	failOn choice // the severity of findings, or the grade, to fail on
}

func newDoctorCommand(c console) *cobra.Command {
	var flags doctorFlags
	cmd := &cobra.Command{
		Use:   "doctor CAPTURE... | DATASET",
		Short: "Say how good a capture is for finding leaks, what it lacks, and how to make a better one",
		Long: `Doctor reads a capture and grades it for finding leaks: good, usable, poor or useless. It says
which session recorded it, which signals are there and which are missing, of which kind each
missing one is and what has to be done to have it, what weakens which verdict, and what to do
next time. It judges no process. Several captures are read as one, as analyze reads them.

The last line is the command that prints how to record a better capture. docs/doctor.md has
the grades, and all findings with their thresholds.

Exit statuses: 0 fine; 1 failed; 2 wrong usage; 3 --fail-on found what it was told to fail on;
4 done, but the input is damaged, as the findings tell.`,
		Example: `  etledger doctor capture.etl
  etledger doctor capture.etl --format json | jq -r .grade
  etledger doctor capture.etl --fail-on poor          # status 3 for poor and useless captures`,
		Args:              captureArguments,
		ValidArgsFunction: completeCaptures,
		RunE: func(cmd *cobra.Command, args []string) error {
			flags.path = fileOf(flags.path)
			return runDoctor(cmd.Context(), c, &flags, args)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	flags.inputFlags.register(f)
	flags.outputFlags.register(f, formatText, formatJSON)
	flags.failOn = choice{what: "severities and grades to fail on", known: []string{string(report.SeverityError),
		string(report.SeverityWarning), string(report.GradeUseless), string(report.GradePoor), string(report.GradeUsable)}}
	f.Var(&flags.failOn, "fail-on", fmt.Sprintf("end with status %d on a finding as severe as this, or more, or if the capture is of this "+
		"grade or worse", statusVerdict))
	flags.displayFlags.register(f)
	return cmd
}

func runDoctor(ctx context.Context, c console, flags *doctorFlags, captures []string) error {
	if err := checkOutput(flags.path, captures); err != nil {
		return err
	}
	source, err := flags.read(ctx, c, captures, report.Options{})
	if err != nil {
		return err
	}
	d := report.BuildDoctor(source)
	write := d.WriteJSON
	if flags.format() == formatText {
		write = func(w io.Writer) error { return d.WriteText(w, flags.text(c, flags.path)) }
	}
	err = deliver(ctx, c, d.Damaged(), output{flags.path, write})
	if found := flags.judge(d); found != nil && (err == nil || errors.Is(err, errDamaged)) {
		return found
	}
	return err
}

// judge gives a *verdictError if the worst finding, or the grade, is as bad as what is to be failed on.
func (f *doctorFlags) judge(d *report.Doctor) error {
	fails := false
	switch on := f.failOn.value; on {
	case "":
	case string(report.SeverityError), string(report.SeverityWarning):
		fails = d.Worst().AsSevere(report.Severity(on))
	default:
		fails = !d.Grade.Better(report.Grade(on))
	}
	if !fails {
		return nil
	}
	return &verdictError{fmt.Sprintf("the capture is %s; --fail-on %s ends with status %d", d.Grade, f.failOn.value, statusVerdict)}
}
