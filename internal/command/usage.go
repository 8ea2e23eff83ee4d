package command

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"etledger/internal/where"
)

// usageError is a mistake in the command line. It ends the program with statusUsage, however late it is found.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }

func (e *usageError) Unwrap() error { return e.err }

// usagef makes a usageError as fmt.Errorf makes an error.
func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// isUsage tells usage errors, also where they are wrapped.
func isUsage(err error) bool { return errors.As(err, new(*usageError)) }

// flagError says of a flag that could not be read what to do about it: for a name that no flag has, the nearest that one
// has; for the rest, where the flags are listed.
func flagError(cmd *cobra.Command, err error) error {
	list := fmt.Sprintf("'%s --help' lists the flags", cmd.CommandPath())
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var bare *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		return usagef("there is no flag -%s; %s", unknown.GetSpecifiedName(), list)
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName()
		if near := nearestFlag(cmd, name); near != "" {
			return usagef("there is no flag --%s%s", name, near)
		}
		return usagef("there is no flag --%s; %s", name, list)
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		// One dash before a long name makes its first letter a flag and the rest the value of that.
		if long, _, _ := strings.Cut(f.Shorthand+invalid.GetValue(), "="); f.Shorthand != "" && cmd.Flags().Lookup(long) != nil {
			return usagef("-%s has no value %q; did you mean \"--%s\"?", f.Shorthand, invalid.GetValue(), long)
		}
		cause := invalid.Unwrap()
		switch {
		case f.Value.Type() == "bool":
			cause = errors.New("expected true or false")
		case errors.As(cause, new(*strconv.NumError)):
			cause = errors.New("expected a number")
		case strings.HasSuffix(cause.Error(), "?"): // it ends with a suggestion
			return usagef("--%s cannot be %q: %w", f.Name, invalid.GetValue(), cause)
		}
		return usagef("--%s cannot be %q: %w; %s", f.Name, invalid.GetValue(), cause, list)
	case errors.As(err, &bare):
		what, _ := pflag.UnquoteUsage(bare.GetFlag())
		return usagef("--%s needs a value (%s); %s", bare.GetFlag().Name, what, list)
	}
	return usagef("%w; %s", err, list)
}

// nearestFlag suggests the flag of a command whose name is nearest to a wrong one, if any is near.
func nearestFlag(cmd *cobra.Command, wrong string) string {
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			known = append(known, "--"+f.Name)
		}
	})
	return where.DidYouMean("--"+strings.ToLower(wrong), known)
}

// nearestCommand suggests the command or topic whose name is nearest to a wrong one, or else something else.
func nearestCommand(root *cobra.Command, wrong, otherwise string) string {
	var known []string
	for _, cmd := range root.Commands() {
		if !cmd.Hidden {
			known = append(known, cmd.Name())
		}
	}
	if near := where.DidYouMean(strings.ToLower(wrong), known); near != "" {
		return near
	}
	return "; " + otherwise
}

// noArguments refuses arguments of commands that take none.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("'%s' takes no arguments; leave out %q", cmd.CommandPath(), args[0])
	}
	return nil
}
