package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"etledger/etl"
	"etledger/internal/command"
	"etledger/internal/textform"
	"etledger/live"
)

// watchFlags say what watch records, and where.
type watchFlags struct {
	output   string
	every    time.Duration
	roll     time.Duration
	rollSize int64
	length   time.Duration
	host     string
	session  string
	replace  bool
	from     string
}

func newWatchCommand(stdout, stderr io.Writer) *cobra.Command {
	flags := watchFlags{rollSize: 64 << 20}
	cmd := &cobra.Command{
		Use:   "watch -o DATASET",
		Short: "Record memory snapshots as Windows delivers them, cheap enough to leave on",
		Long: `Watch records the memory snapshots that Windows takes of itself, twice a second: working set and
commit of every process, pool and page lists of the system. Of each interval (--every) it
keeps one, with the starts and ends of processes, and writes them into a DATASET as 'etledger
convert' writes recordings: a capture for each hour (--roll). 'etledger trend DATASET' says what
grows over hours and weeks. It reads no memory and no stacks; a leak that it finds is looked
into with 'etledger capture'.

It needs Windows, and an account that is an administrator or in the group Performance Log
Users. It opens one ordinary session (--session), which Ctrl-C, or the end of --for, closes.
What a watch that was killed has recorded is in the dataset after the next one has begun; the
session that it left is stopped with --replace, or 'logman stop etledger-watch -ets'.

With --from it plays a recording with memory snapshots again, on any system: it makes of the
recording what a watch would have made of the events. Played again with the same options, it
finds the captures that are there already.

Exit statuses: 0 fine, also after Ctrl-C; 1 failed, or recordings are left that could not be
converted; 2 wrong usage.`,
		Example: `  etledger watch -o captures
  etledger watch -o captures --every 1m --for 168h --replace
  etledger watch -o captures --from snapshots.etl
  etledger trend captures`,
		Args: func(_ *cobra.Command, args []string) error { return flags.check(args) },
		RunE: func(cmd *cobra.Command, _ []string) error {
			if flags.from != "" {
				return flags.replay(cmd.Context(), stdout, stderr)
			}
			return flags.run(cmd.Context(), stdout, stderr, openSession)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&flags.output, "output", "o", "", "the `dataset` to write to")
	f.DurationVar(&flags.every, "every", 10*time.Second, "keep one snapshot of each such `interval`; 0 keeps all")
	f.DurationVar(&flags.roll, "roll", time.Hour, "begin a capture with each such `interval` of the clock")
	f.Var(command.NewSize(&flags.rollSize), "roll-size", "begin another when a capture has so many bytes of events")
	f.DurationVar(&flags.length, "for", 0, "end after this `time` (default: when interrupted)")
	f.StringVar(&flags.host, "host", "", "`name` of the host, instead of that of the computer")
	f.StringVar(&flags.session, "session", live.DefaultSession, "`name` of the session")
	f.BoolVar(&flags.replace, "replace", false, "stop a session of this name first")
	f.StringVar(&flags.from, "from", "", "play this `capture` again instead of watching")
	command.CompleteFlags(cmd, []string{"from"}, []string{"output"}, []string{"every", "roll", "roll-size", "for", "host", "session"})
	return cmd
}

// check refuses flags that make no sense.
func (f *watchFlags) check(args []string) error {
	switch {
	case len(args) > 0:
		return fmt.Errorf("watch takes no captures; to play one again say '--from %s'", textform.ShellWord(args[0]))
	case f.output == "":
		return errors.New("name the dataset, as in '-o captures'")
	case f.every < 0 || f.length < 0:
		return errors.New("--every and --for take a time such as 10s, not one below zero")
	case f.roll < time.Second:
		return errors.New("--roll takes a second or more")
	case f.session == "":
		return errors.New("--session needs a name")
	case f.from != "" && (f.replace || f.length > 0):
		return errors.New("--from opens no session: leave out --replace and --for")
	}
	return nil
}

// run opens a session, and watches it.
func (f *watchFlags) run(ctx context.Context, stdout, stderr io.Writer, open opener) error {
	host := f.host
	if host == "" {
		var err error
		if host, err = os.Hostname(); err != nil {
			return fmt.Errorf("the name of this computer: %w; name it with --host", err)
		}
	}
	defer command.Unbroken()() // before there is a session that an end at once would leave behind
	var held holder
	defer endAtOnce(stderr, held.stop, "the next watch converts what is recorded")()
	session, err := held.open(ctx, open, live.SessionOptions{Name: f.session, Replace: f.replace})
	if ctx.Err() != nil {
		fmt.Fprintln(stderr, "etledger: interrupted before anything was recorded")
		return held.stop()
	}
	if err != nil {
		return adviseSession(err)
	}
	end := "Ctrl-C ends it"
	if f.length > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, f.length)
		defer stop()
		end = "it ends after " + f.length.String() + " or with Ctrl-C"
	}
	fmt.Fprintf(stderr, "etledger: session %s records memory snapshots of all processes, one each %s, and starts and ends of processes, into %s; %s\n",
		textform.Printable(f.session), f.every, textform.Printable(f.output), end)
	err = f.watch(ctx, session, host, stdout, stderr)
	if stopped := held.stop(); err == nil { // also where the watch could not begin
		err = stopped
	}
	return err
}

// adviseSession says what to do about a session that could not be opened.
func adviseSession(err error) error {
	if exists := new(live.SessionExistsError); errors.As(err, &exists) {
		return fmt.Errorf("%w; --replace stops it first, so does 'logman stop %s -ets', and --session names another", err, textform.ShellWord(exists.Name))
	}
	if errors.Is(err, live.ErrNoSessions) {
		return fmt.Errorf("%w; --from plays a recording again, docs/watch.md says how to build", err)
	}
	return err
}

// replay plays a recording again.
func (f *watchFlags) replay(ctx context.Context, stdout, stderr io.Writer) error {
	defer command.Unbroken()()
	defer endAtOnce(stderr, func() error { return nil }, "play the capture again for what is not in the dataset yet")()
	err := f.play(ctx, stdout, stderr)
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		fmt.Fprintln(stderr, "etledger: interrupted before anything was played")
		return nil
	}
	return err
}

func (f *watchFlags) play(ctx context.Context, stdout, stderr io.Writer) error {
	capture, err := etl.Open(ctx, etl.Options{}, f.from)
	if err != nil {
		return err
	}
	defer capture.Close()
	host := f.host
	if host == "" {
		if host, err = live.HostOf(ctx, capture); err != nil {
			return err
		}
	}
	return f.watch(ctx, live.NewReplay(capture), host, stdout, stderr)
}

// watch records what the source delivers, and says what came of it.
func (f *watchFlags) watch(ctx context.Context, source live.Source, host string, stdout, stderr io.Writer) error {
	show := newStatus(stderr, source.Live())
	summary, err := live.Watch(ctx, source, live.Options{
		Dataset: f.output, Host: host, Tool: command.Tool(), Every: f.every, Roll: f.roll, RollSize: f.rollSize,
		Say:      func(text string) { show.line(stderr, "etledger: "+textform.Printable(text)) },
		Written:  func(s live.Segment) { show.line(stdout, segmentLine(s)) },
		Progress: show.progress,
	})
	show.end()
	fmt.Fprintln(stderr, "etledger: "+summaryLine(summary))
	if err == nil && summary.Left > 0 && f.from != "" {
		err = fmt.Errorf("%s could not be converted; the lines before tell why, and playing the capture again makes what is missing",
			textform.Plural(summary.Left, "recording"))
	}
	if err == nil && summary.Left > 0 {
		err = fmt.Errorf("%s could not be converted and stay in %s for the next watch; the lines before tell why",
			textform.Plural(summary.Left, "recording"), f.output)
	}
	if err != nil && ctx.Err() != nil { // of a command that was interrupted nothing more is said than that
		fmt.Fprintln(stderr, "etledger: "+textform.Printable(err.Error()))
	}
	return err
}
