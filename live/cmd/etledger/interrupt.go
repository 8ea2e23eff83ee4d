package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// stopPatience is how long a session may take to stop.
const stopPatience = 3 * time.Second

// endAtOnce has the second interruption end the program: with nothing left but the session, which stop ends. What becomes of what is recorded
// is said. The function that it gives takes that back.
func endAtOnce(stderr io.Writer, stop func() error, said string) (done func()) {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	ended := make(chan struct{})
	go func() {
		for range 2 {
			select {
			case <-ended:
				return
			case <-signals:
			}
		}
		stopped := make(chan error, 1)
		go func() { stopped <- stop() }()
		select {
		case err := <-stopped:
			if err != nil {
				fmt.Fprintln(stderr, "etledger: "+err.Error())
			}
		case <-time.After(stopPatience):
			fmt.Fprintln(stderr, "etledger: the session does not stop; 'etledger watch --replace' or 'logman stop' does it")
		}
		fmt.Fprintln(stderr, "etledger: ended at once; "+said)
		os.Exit(1)
	}()
	return func() { signal.Stop(signals); close(ended) }
}
