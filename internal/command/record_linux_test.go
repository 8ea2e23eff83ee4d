package command

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"etledger/internal/recorder"
	"etledger/internal/recorder/recordertest"
)

// The program that the tests run plays the recording tools, too, and takes the world that the environment names for its machine.
func init() {
	recordertest.RunTool()
	if world := recordertest.Here(); world != nil {
		thisMachine = world.Machine()
	}
}

// recording is a world in which the real command records, as another process.
type recording struct {
	*testing.T
	world     *recordertest.World
	folder    string
	out, errs bytes.Buffer
}

func newRecording(t *testing.T) *recording {
	t.Helper()
	capture, err := filepath.Abs(leakyService)
	if err != nil {
		t.Fatal(err)
	}
	world, err := recordertest.New(t.TempDir(), capture)
	if err == nil {
		err = world.Install(os.Args[0], "wpr", "xperf", "logman")
	}
	if err != nil {
		t.Fatal(err)
	}
	return &recording{T: t, world: world, folder: t.TempDir()}
}

func (r *recording) must(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

// start starts the command in the folder of the recording.
func (r *recording) start(args ...string) *exec.Cmd {
	r.Helper()
	cmd := command(append([]string{"capture"}, args...)...)
	cmd.Dir = r.folder
	cmd.Env = append(os.Environ(), recordertest.Environment+"="+r.world.Folder, "GORACE="+recordertest.NoDelay)
	cmd.Stdout, cmd.Stderr = &r.out, &r.errs
	r.must(cmd.Start())
	return cmd
}

// run runs the command and gives its status.
func (r *recording) run(args ...string) int {
	r.Helper()
	return statusOfProcess(r.T, r.start(args...).Wait())
}

// leftNothing checks that no session is running, and which files there are.
func (r *recording) leftNothing(files ...string) {
	r.Helper()
	if left := r.world.Sessions(); len(left) > 0 {
		r.Errorf("sessions are left: %q", left)
	}
	var names []string
	entries, err := os.ReadDir(r.folder)
	r.must(err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if !slices.Equal(names, files) {
		r.Errorf("files are %q, want %q", names, files)
	}
}

const agreed = "--" + agreement

func TestCaptureRecordsAndAnalyses(t *testing.T) {
	for _, tool := range recorder.Tools() {
		t.Run(string(tool), func(t *testing.T) {
			r := newRecording(t)
			if status := r.run(agreed, "--tool", string(tool), "--html", "page.html"); status != statusFine {
				t.Fatalf("status %d: %s", status, &r.errs)
			}
			r.leftNothing("memory-growth.etl", "page.html")
			if r.errs.Len() > 0 {
				t.Errorf("errors %q", &r.errs)
			}
			for _, want := range []string{"memory-growth.etl: 960 KiB recorded; nothing was lost\n", "208 KiB/s from session-cache.dll",
				"etledger doctor memory-growth.etl\n"} {
				if !strings.Contains(r.out.String(), want) {
					t.Errorf("no %q in %s", want, &r.out)
				}
			}
		})
	}
}

func TestCaptureIsOnlyRecorded(t *testing.T) {
	r := newRecording(t)
	if status := r.run(agreed, "--no-analyze", "-o", "a b.etl"); status != statusFine || r.errs.Len() > 0 {
		t.Fatalf("status %d: %s", status, &r.errs)
	}
	if want := "a b.etl: 960 KiB recorded; nothing was lost\n'etledger analyze 'a b.etl'' analyses it.\n"; r.out.String() != want {
		t.Errorf("it says %q", &r.out)
	}
	r.leftNothing("a b.etl")
	if status := r.run(agreed, "-o", "a b.etl"); status != statusFailed || !strings.Contains(r.errs.String(), "never overwritten") {
		t.Errorf("again: status %d: %s", status, &r.errs)
	}
}

// Without agreement nothing is done, whatever else is asked for.
func TestCaptureNeedsAgreement(t *testing.T) {
	for _, c := range []struct {
		flags  []string
		status int
		errs   string
	}{
		{nil, statusUsage, "etledger: nothing was recorded: --yes-record-this-machine starts it, --dry-run only says what it would do\n"},
		{[]string{"--dry-run", "--replace"}, statusFine, ""},
	} {
		r := newRecording(t)
		if status := r.run(c.flags...); status != c.status || r.errs.String() != c.errs {
			t.Errorf("%q: status %d: %q", c.flags, status, &r.errs)
		}
		r.leftNothing()
		if calls := r.world.Calls(); len(calls) != 1 || calls[0] != "" {
			t.Errorf("%q: calls %q", c.flags, calls)
		}
		for _, want := range []string{"wpr -start memory-growth.wprp!MemoryGrowth -filemode", r.world.Bin(), "wpr -cancel", "command line of every process",
			`logman stop "NT Kernel Logger" -ets`} {
			if !strings.Contains(r.out.String(), want) {
				t.Errorf("%q: no %q in %s", c.flags, want, &r.out)
			}
		}
	}
}

// An interruption at whatever step, also a second one, leaves neither session nor file.
func TestCaptureInterrupted(t *testing.T) {
	for _, tool := range []struct{ name, start, stop, cancel string }{
		{"wpr", "wpr -start", "wpr -stop", "wpr -cancel"},
		{"xperf", "xperf -on", "xperf -stop -d", "xperf -stop"},
		{"logman", "logman create", "logman stop", "logman stop"},
		{"session", "", "", "StopSession"},
	} {
		for _, step := range []string{tool.start, "wait", tool.stop} {
			if step == "" || step == "logman stop" { // that of cleaning up would stand still, too
				continue
			}
			for _, signal := range []syscall.Signal{unix.SIGINT, unix.SIGTERM} {
				if step != "wait" && signal == unix.SIGTERM {
					continue
				}
				t.Run(fmt.Sprint(tool.name, " ", step, " ", signal), func(t *testing.T) {
					t.Parallel()
					r := newRecording(t)
					r.must(r.world.Set("time", map[bool]string{true: "stands still"}[step == "wait"]))
					if step != "wait" {
						r.must(r.world.Misbehave(step, recordertest.Stall))
					}
					cmd := r.start(agreed, "--tool", tool.name)
					r.must(recordertest.Await(func() bool {
						if step == "wait" {
							return len(r.world.Sessions()) > 0
						}
						return slices.ContainsFunc(r.world.Calls(), func(call string) bool { return strings.HasPrefix(call, step) })
					}))
					r.must(cmd.Process.Signal(signal))
					time.Sleep(50 * time.Millisecond) // so that the second is not taken for the first
					_ = cmd.Process.Signal(signal)    // the program may have ended by now
					if status := statusOfProcess(t, cmd.Wait()); status != statusFailed {
						t.Errorf("status %d", status)
					}
					if r.out.Len() > 0 || r.errs.String() != "etledger: "+interrupted+"\n" {
						t.Errorf("output %q, errors %q", &r.out, &r.errs)
					}
					r.leftNothing()
					if calls := r.world.Calls(); !strings.HasPrefix(calls[len(calls)-1], tool.cancel) && !strings.HasPrefix(calls[len(calls)-1], "StopSession") {
						t.Errorf("calls %q", calls)
					}
				})
			}
		}
	}
}

// What an interrupted recording cannot stop it says, whatever else is said of interruptions.
func TestCaptureNamesWhatIsLeft(t *testing.T) {
	r := newRecording(t)
	for _, call := range []string{"wpr -cancel", "StopSession"} {
		r.must(r.world.Misbehave(call, recordertest.Fail))
	}
	r.must(r.world.Set("time", "stands still"))
	cmd := r.start(agreed)
	r.must(recordertest.Await(func() bool { return len(r.world.Sessions()) > 0 }))
	r.must(cmd.Process.Signal(os.Interrupt))
	if status := statusOfProcess(t, cmd.Wait()); status != statusFailed {
		t.Errorf("status %d", status)
	}
	if text := r.errs.String(); !strings.Contains(text, `STILL RUNNING: WPR_initiated_WprApp_WPR System Collector; stop it by hand: logman stop `+
		`"WPR_initiated_WprApp_WPR System Collector" -ets`) || strings.Count(text, "\n") != 1 {
		t.Errorf("errors %q", text)
	}
}

// On a terminal a countdown is shown, and taken away.
func TestCaptureOnATerminal(t *testing.T) {
	r := newRecording(t)
	screen, tty := terminal(t)
	seen, rest := watch(screen, "Ctrl-C throws it away")
	t.Setenv("TERM", "xterm")
	r.must(r.world.Set("time", "stands still"))
	cmd := command("capture", agreed)
	cmd.Dir = r.folder
	cmd.Env = append(os.Environ(), recordertest.Environment+"="+r.world.Folder, "GORACE="+recordertest.NoDelay)
	cmd.Stdout, cmd.Stderr = tty, tty
	r.must(cmd.Start())
	text := <-seen
	r.must(cmd.Process.Signal(os.Interrupt))
	_ = cmd.Wait()
	tty.Close()
	<-rest
	if !strings.Contains(text, "Ctrl-C throws it away") {
		t.Errorf("it shows %q", text)
	}
	r.leftNothing()
}
