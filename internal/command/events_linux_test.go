package command

import (
	"bufio"
	"bytes"
	"context"
	"strings"
	"testing"
)

// On a terminal events are shown as text, and nothing else is in between.
func TestEventsOnATerminal(t *testing.T) {
	screen, tty := terminal(t)
	lines := make(chan string)
	go func() {
		r := bufio.NewReader(screen)
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				close(lines)
				return
			}
			lines <- strings.TrimRight(line, "\r\n")
		}
	}()
	done := make(chan int)
	go func() {
		done <- run(context.Background(), []string{"events", leakyService, "-t", "process", "-n", "2"}, tty, tty)
	}()
	for i, want := range []string{"TIME_S", "0.0000085  rundown_start    0", "0.0000280  rundown_start    4"} {
		if line := <-lines; !strings.HasPrefix(strings.TrimLeft(line, " "), want) { // or the test's time runs out
			t.Errorf("line %d is %q, want %q", i, line, want)
		}
	}
	if status := <-done; status != statusFine {
		t.Errorf("status %d", status)
	}
	var errs bytes.Buffer
	status := run(context.Background(), []string{"events", leakyService, "-t", "process", "-f", "arrow"}, tty, &errs)
	if status != statusUsage || !strings.Contains(errs.String(), "nothing to read on a terminal") {
		t.Errorf("arrow: status %d, %s", status, &errs)
	}
}
