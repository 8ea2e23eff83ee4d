package main

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// terminal opens a pseudo-terminal: what is written to tty can be read from screen.
func terminal(t *testing.T) (screen, tty *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	t.Cleanup(func() { screen.Close() })
	if err := unix.IoctlSetPointerInt(int(screen.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(int(screen.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 100}); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(screen.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	t.Cleanup(func() { tty.Close() })
	return screen, tty
}

func TestProgressShowsOnATerminal(t *testing.T) {
	screen, tty := terminal(t)
	shown := make(chan struct{})
	go func() {
		var all []byte
		b := make([]byte, 4096)
		for {
			n, err := screen.Read(b)
			if err != nil {
				return
			}
			if all = append(all, b[:n]...); bytes.Contains(all, []byte("2.0 MiB of 4.0 MiB")) {
				close(shown)
				return
			}
		}
	}()
	p := newProgress(tty)
	p.update(1<<20, 4<<20)
	p.update(2<<20, 4<<20)
	<-shown // or the test's time runs out
	p.end()
}
