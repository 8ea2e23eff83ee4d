// Command etledger reads recorded Windows kernel event files (.etl) on any operating system and says which process
// leaks memory, how fast, and how sure that is.
package main

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

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop() // a second Ctrl-C ends the program at once
		time.AfterFunc(patience, func() {
			unfinished.remove()
			fmt.Fprintln(os.Stderr, "etledger: "+interrupted)
			os.Exit(statusFailed)
		})
	})
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}
