package command

import (
	"bytes"
	"fmt"
	"os"
	"strings"
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

// watch gives what a terminal shows, up to and with the first of what is waited for, then the rest.
func watch(screen *os.File, awaited string) (seen <-chan string, rest <-chan string) {
	first, second := make(chan string, 1), make(chan string, 1)
	go func() {
		var all []byte
		b := make([]byte, 4096)
		waiting := true
		for {
			n, err := screen.Read(b)
			all = append(all, b[:n]...)
			if waiting && (err != nil || bytes.Contains(all, []byte(awaited))) {
				first <- string(all)
				all, waiting = nil, false
			}
			if err != nil { // the other side is closed
				second <- string(all)
				return
			}
		}
	}()
	return first, second
}

func TestProgressShowsOnATerminal(t *testing.T) {
	t.Setenv("TERM", "xterm")
	screen, tty := terminal(t)
	seen, rest := watch(screen, " left")
	p := newProgress(tty)
	p.update(1<<20, 4<<20)
	p.update(2<<20, 4<<20)
	shown := <-seen // or the test's time runs out
	for _, want := range []string{"MiB of 4.0 MiB", "/s, "} {
		if !strings.Contains(shown, want) {
			t.Errorf("it shows %q without %q", shown, want)
		}
	}
	p.end()
	tty.Close()
	// Up one line and erase: what follows begins on a clean line.
	if last := <-rest; !strings.HasSuffix(last, "\x1b[1A\x1b[J") {
		t.Errorf("it ends with %q", last)
	}
}
