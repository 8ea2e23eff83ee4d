package recipe

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	jump  = regexp.MustCompile(`goto (\w+)`)
	label = regexp.MustCompile(`(?m)^:(\w+)$`)
)

func submatches(r *regexp.Regexp, text string) []string {
	var list []string
	for _, m := range r.FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// TestScriptsJumpToLabels also checks that no label is left over, and that nothing runs into one by accident.
func TestScriptsJumpToLabels(t *testing.T) {
	for _, c := range all(t) {
		for _, f := range c.Scripts {
			jumps, labels := submatches(jump, f.Content), submatches(label, f.Content)
			for _, l := range labels {
				// What undoes the last command falls through to what undoes the one before, and in the end to the message.
				if !slices.Contains(jumps, l) && !strings.HasPrefix(l, "undo") {
					t.Errorf("%s: %s has a label %s that nothing jumps to", &c, f.Name, l)
				}
			}
			for _, j := range jumps {
				if !slices.Contains(labels, j) {
					t.Errorf("%s: %s jumps to %s, which is not there", &c, f.Name, j)
				}
			}
			for _, bad := range []string{"errorlevel 1", "(\n", "\t", "\r"} {
				if strings.Contains(f.Content, bad) {
					t.Errorf("%s: %s has %q", &c, f.Name, bad)
				}
			}
			if !strings.HasSuffix(f.Content, "exit /b %status%\n") {
				t.Errorf("%s: %s does not end with a status", &c, f.Name)
			}
		}
	}
}

// TestRecordScriptRunsTheSteps checks that the commands stand in the script in order, that each is followed by a look at its
// status, and that what undoes a start stands behind the label that its failure, or a later one, jumps to.
func TestRecordScriptRunsTheSteps(t *testing.T) {
	for _, c := range all(t) {
		script := c.Scripts[0].Content
		lines := strings.Split(script, "\n")
		at := 0
		for phase, commands := range [][]Command{c.Start, c.Stop} {
			for _, command := range commands {
				next := slices.IndexFunc(lines[at:], func(l string) bool { return strings.HasSuffix(l, command.String()) })
				if next < 0 {
					t.Fatalf("%s: the script lacks %s", &c, command.String())
				}
				at += next + 1
				if want := []string{`goto undo`, `set failed=1`}[phase]; !strings.HasPrefix(lines[at], `if not "%errorlevel%"=="0" `+want) {
					t.Errorf("%s: %s is followed by %s", &c, command.String(), lines[at])
				}
			}
		}
		if strings.Contains(script, "start \"\" /wait") != (c.Tool == PerfView) {
			t.Errorf("%s: the script waits in the wrong way", &c)
		}
		// Nothing that is not ours is stopped when the first command fails.
		first := regexp.MustCompile(`goto (undo\d)`).FindStringSubmatch(script)
		want := "undo0"
		if c.Tool == PerfView {
			want = "undo1"
		}
		if first == nil || first[1] != want {
			t.Errorf("%s: the first failure jumps to %v, want %s", &c, first, want)
		}
		for i := range c.Start[1:] {
			undo := c.Cancel[len(c.Cancel)-1-i].String()
			if !strings.Contains(script, "\n:undo"+string(rune('1'+i))+"\n"+undo+"\n") {
				t.Errorf("%s: nothing undoes command %d by %s", &c, i, undo)
			}
		}
		// What was recorded is deleted only where it was merged, or never started.
		done := script[:strings.Index(script, "echo Done.")]
		for _, capture := range c.Captures {
			if strings.Contains(done, `del "`+capture+`"`) {
				t.Errorf("%s: the script deletes %s", &c, capture)
			}
		}
	}
}

// TestRecordScriptLooksForSessions checks that no session that would keep the tool from starting is overlooked, nor any that the
// recipe starts, and that looking comes before starting.
func TestRecordScriptLooksForSessions(t *testing.T) {
	for _, c := range all(t) {
		names := []string{"NT Kernel Logger"}
		if c.Tool == WPR {
			names = append(names, "WPR_initiated_WprApp_WPR System Collector")
		} else if len(c.Sessions) > 1 {
			names = append(names, c.Sessions[1].Name)
		}
		before, _, _ := strings.Cut(c.Scripts[0].Content, c.Start[0].String())
		for _, name := range names {
			if !strings.Contains(before, "\nlogman query \""+name+"\" -ets >nul 2>&1\nif \"%errorlevel%\"==\"0\" goto busy\n") {
				t.Errorf("%s: the script does not look for %s", &c, name)
			}
			if !strings.Contains(c.Check[0].Does, name) {
				t.Errorf("%s: the check does not name %s", &c, name)
			}
		}
	}
}

// TestRecordScriptWaitsOnce checks that how to wait is settled before the recording starts, and that nothing looks at how waiting
// ended, which after Ctrl-C would make it begin again.
func TestRecordScriptWaitsOnce(t *testing.T) {
	for _, c := range all(t) {
		before, after, _ := strings.Cut(c.Scripts[0].Content, c.Start[0].String())
		settling := "\nset waits=timeout\ntimeout /t 1 /nobreak >nul 2>&1\nif not \"%errorlevel%\"==\"0\" set waits=ping\n"
		if !strings.Contains(before, settling) {
			t.Errorf("%s: the script does not settle how to wait", &c)
		}
		waiting := "if \"%waits%\"==\"timeout\" timeout /t 180 /nobreak\n" +
			"if \"%waits%\"==\"ping\" ping -n 181 127.0.0.1 >nul\n\nset failed=0\n"
		if !strings.Contains(after, waiting) || strings.Contains(after, "set waits") {
			t.Errorf("%s: the script waits otherwise:\n%s", &c, after)
		}
	}
}

func TestFolderHasLinesForWindows(t *testing.T) {
	for _, c := range all(t) {
		files := c.Folder()
		if len(files) != len(c.Files)+2 {
			t.Errorf("%s: %d files", &c, len(files))
		}
		for _, f := range files {
			if strings.Count(f.Content, "\r\n") != strings.Count(f.Content, "\n") || f.Content == "" {
				t.Errorf("%s: %s has lines that do not end with CR and LF", &c, f.Name)
			}
			if strings.ContainsAny(f.Name, `/\: `) {
				t.Errorf("%s: %q is no name of a file without folder", &c, f.Name)
			}
			for i, b := range []byte(f.Content) {
				if b > 126 {
					t.Errorf("%s: %s has a byte beyond ASCII at %d, which depends on the code page", &c, f.Name, i)
					break
				}
			}
		}
	}
}
