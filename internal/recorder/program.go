package recorder

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
	"unicode/utf8"

	"etledger/internal/textform"
)

// usualGrace is how long a program may go on by itself once it shall end: one that is killed while it starts a session leaves that
// behind. Windows ends a program five seconds after its console is closed, so what follows has to begin before.
const usualGrace = 2 * time.Second

// runProgram runs a program in a folder, with these arguments and no input, away from the console: neither Ctrl-C nor the end of
// the window reaches it. The error has the exit status and the last lines that it wrote.
func (c *Control) runProgram(ctx context.Context, folder, path string, args []string) error {
	var said tail
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = folder, &said, &said
	cmd.Cancel = func() error { return nil } // it may end by itself, for WaitDelay
	cmd.WaitDelay = cmp.Or(c.Grace, usualGrace)
	cmd.SysProcAttr = apart()
	if err := cmd.Start(); err != nil {
		return &notRunError{err}
	}
	err := cmd.Wait()
	if err == nil {
		return nil
	}
	if cause := context.Cause(ctx); cause != nil && ctx.Err() != nil {
		err = cause
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() >= 0 {
		err = &programError{exit.ExitCode()}
	}
	if text := said.text(); text != "" {
		err = fmt.Errorf("%w; it said: %s", err, text)
	}
	return err
}

// notRunError tells that a program could not be started.
type notRunError struct{ error }

func (e *notRunError) Unwrap() error { return e.error }

// programError tells that a program ended by itself, and not well.
type programError struct{ status int }

func (e *programError) Error() string { return "it ended with status " + statusText(e.status) }

// statusText gives an exit status as the tools' documentation has it: those of Windows' own kind are known in hexadecimal.
func statusText(code int) string {
	if uint32(code) > 0xffff {
		return fmt.Sprintf("0x%08x", uint32(code))
	}
	return fmt.Sprint(code)
}

// tail keeps the end of what is written to it.
type tail struct{ end []byte }

var _ io.Writer = (*tail)(nil)

const (
	tailBytes = 4096
	tailLines = 3
)

// Write implements io.Writer.
func (t *tail) Write(b []byte) (int, error) {
	t.end = append(t.end, b...)
	if len(t.end) > tailBytes {
		t.end = bytes.Clone(t.end[len(t.end)-tailBytes:])
	}
	return len(b), nil
}

// text gives the last lines on one. Some tools write UTF-16, and others the characters of a code page that nobody knows here.
func (t *tail) text() string {
	raw := bytes.ReplaceAll(t.end, []byte{0}, nil)
	var lines []string
	for line := range strings.Lines(strings.ReplaceAll(string(raw), "\r", "\n")) {
		if line = strings.TrimSpace(line); line != "" {
			if !utf8.ValidString(line) {
				line = strings.ToValidUTF8(line, "?")
			}
			lines = append(lines, textform.Printable(line))
		}
	}
	return strings.Join(lines[max(0, len(lines)-tailLines):], " | ")
}

// CommandLine writes a command as it is typed into cmd.exe: words with blanks in quotes.
func CommandLine(args []string) string {
	words := make([]string, len(args))
	for i, arg := range args {
		if words[i] = arg; arg == "" || strings.ContainsAny(arg, " \t&|<>^()") {
			words[i] = `"` + arg + `"`
		}
	}
	return textform.Printable(strings.Join(words, " "))
}
