// Package command is the command line of etledger: all of the program but its process, so that modules which add to it can
// build a program of their own around it.
package command

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// patience is how long the program may take to end by itself once it is interrupted. Reading and writing look for that all
// the time; judging, and a write that nobody reads, do not.
const patience = 700 * time.Millisecond

// Main runs the program on the arguments and the streams of the process, which it ends, with what the extensions add to it.
func Main(extensions ...Extension) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		unbroken.wait()
		stop() // a second Ctrl-C ends the program at once
		time.AfterFunc(patience, func() {
			unfinished.remove()
			fmt.Fprintln(os.Stderr, "etledger: "+interrupted)
			os.Exit(statusFailed)
		})
	})
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr, extensions...))
}
