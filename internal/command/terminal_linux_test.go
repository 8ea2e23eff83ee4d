package command

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"etledger/internal/textform"
)

// onTerminal gives what a command shows on a terminal of 100 columns, as lines.
func onTerminal(t *testing.T, args ...string) []string {
	t.Helper()
	screen, tty := terminal(t)
	seen, rest := watch(screen, "\n")
	var errs bytes.Buffer
	if status := run(context.Background(), args, tty, &errs); status != statusFine || errs.Len() > 0 {
		t.Errorf("%v: status %d, %s", args, status, &errs)
	}
	tty.Close()
	return strings.Split(strings.TrimSuffix(<-seen+<-rest, "\r\n"), "\r\n")
}

func TestTextOnATerminal(t *testing.T) {
	for _, c := range []struct {
		name          string
		environment   map[string]string
		flags         []string
		width         int
		colored, wide bool // wide: characters that ASCII lacks
	}{
		{"usual", nil, nil, 100, true, true},
		{"NO_COLOR", map[string]string{"NO_COLOR": "1"}, nil, 100, false, true},
		{"dumb", map[string]string{"TERM": "dumb"}, nil, 100, false, false},
		{"no UTF-8", map[string]string{"LC_ALL": "C"}, nil, 100, true, false},
		{"never", nil, []string{"--color", "never"}, 100, false, true},
		{"narrow", nil, []string{"--width", "70"}, 70, true, true},
		{"COLUMNS", map[string]string{"COLUMNS": "70"}, nil, 100, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, name := range []string{"NO_COLOR", "CLICOLOR_FORCE", "LC_ALL", "LC_CTYPE", "COLUMNS"} {
				t.Setenv(name, "")
			}
			t.Setenv("TERM", "xterm-256color")
			t.Setenv("LANG", "en_US.UTF-8")
			for name, value := range c.environment {
				t.Setenv(name, value)
			}
			lines := onTerminal(t, append([]string{"analyze", leakyService, "--columns", "process,pid,outstanding,verdict,history"},
				c.flags...)...)
			all := strings.Join(lines, "\n")
			if !strings.Contains(all, "208 KiB/s from session-cache.dll") {
				t.Fatalf("it shows %q", all)
			}
			most := 0
			for _, line := range lines {
				if most = max(most, textform.Width(line)); textform.Width(line) > c.width {
					t.Errorf("wider than %d: %q", c.width, line)
				}
			}
			if most < c.width-20 {
				t.Errorf("the widest line has %d columns of %d", most, c.width)
			}
			if colored := strings.Contains(all, "\x1b["); colored != c.colored {
				t.Errorf("coloured: %t", colored)
			}
			if wide := strings.ContainsFunc(all, func(r rune) bool { return r > '~' }); wide != c.wide {
				t.Errorf("characters that ASCII lacks: %t", wide)
			}
		})
	}
}
