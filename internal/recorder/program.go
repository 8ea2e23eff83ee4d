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
	"sync"
	"time"
	"unicode/utf8"

	"etledger/internal/textform"
)

// usualGrace is how long a program may go on by itself once it shall end: one that is killed while it starts a session leaves that
// behind. Windows ends a program five seconds after its console is closed, so what follows has to begin before.
const usualGrace = 2 * time.Second

// runProgram runs a program in a folder, with these arguments and no input, away from the console: neither Ctrl-C nor the end of
// the window reaches it. The error has the exit status, also when the context had ended by then, and the last lines that it wrote.
func (c *Control) runProgram(ctx context.Context, folder, path string, args []string) error {
	if ctx.Err() != nil {
		return &notRunError{context.Cause(ctx)}
	}
	grace := cmp.Or(c.Grace, usualGrace)
	var said tail
	cmd := exec.Command(path, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = folder, &said, &said
	cmd.WaitDelay = grace // for a program of its own that has its output and goes on
	cmd.SysProcAttr = apart()
	if err := cmd.Start(); err != nil {
		return &notRunError{err}
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	err := c.awaitProgram(ctx, cmd, ended, grace)
	if text := said.text(); err != nil && text != "" {
		err = fmt.Errorf("%w; it said: %s", err, text)
	}
	return err
}

// awaitProgram waits for the end of a program. Once the context has ended the program has a little time to end by itself, and then is
// killed. Whether it was is noted, not seen from its exit status, which on Windows could be its own.
func (c *Control) awaitProgram(ctx context.Context, cmd *exec.Cmd, ended <-chan error, grace time.Duration) error {
	select {
	case err := <-ended:
		return ownEnd(err)
	case <-ctx.Done():
	}
	cause := context.Cause(ctx)
	select {
	case err := <-ended:
		return joined(cause, ownEnd(err))
	case <-time.After(grace):
	}
	killing := cmd.Process.Kill()
	select {
	case err := <-ended:
		if killing != nil { // it had ended by then
			return joined(cause, ownEnd(err))
		}
		return cause
	case <-time.After(grace + usualGrace):
		return fmt.Errorf("%w, and it cannot be ended: process %d", cause, cmd.Process.Pid)
	}
}

// ownEnd says how a program ended that was not killed.
func ownEnd(err error) error {
	var exit *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrWaitDelay):
		return nil // it ended well
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		return &programError{exit.ExitCode()}
	}
	return err
}

// joined is a cause, with what came of it if there is that.
func joined(cause, err error) error {
	if err == nil {
		return cause
	}
	return fmt.Errorf("%w; %w", cause, err)
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
type tail struct {
	mu  sync.Mutex
	end []byte
}

var _ io.Writer = (*tail)(nil)

const (
	tailBytes = 4096
	tailLines = 3
)

// Write implements io.Writer.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.end = append(t.end, b...)
	if len(t.end) > tailBytes {
		t.end = bytes.Clone(t.end[len(t.end)-tailBytes:])
	}
	return len(b), nil
}

// text gives the last lines on one. Some tools write UTF-16, and others the characters of a code page that nobody knows here.
func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
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
