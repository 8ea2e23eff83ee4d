package recipe

import (
	"fmt"
	"slices"
	"strings"
)

// Names of the scripts.
const (
	recordScript = "record.cmd"
	cancelScript = "cancel.cmd"
)

// addScripts writes the scripts for cmd.exe. They use no blocks in parentheses, in which cmd.exe replaces variables too early, and
// compare statuses with 0, since many of Windows's own are negative, which "if errorlevel 1" takes for success.
func (b *builder) addScripts() {
	b.recipe.Scripts = []File{{recordScript, b.recordScript()}, {cancelScript, b.cancelScript()}}
}

const scriptHead = `@echo off
rem %s
rem Start it with "Run as administrator". It asks for a key at its end, unless /q is given.
setlocal DisableDelayedExpansion
cd /d "%%~dp0"
if not "%%errorlevel%%"=="0" goto nofolder
fltmc >nul 2>&1
if not "%%errorlevel%%"=="0" goto noadministrator
where %s >nul 2>&1
if not "%%errorlevel%%"=="0" goto noprogram
`

// recordScript writes what a person starts who has been given the folder.
func (b *builder) recordScript() string {
	r := b.recipe
	var t strings.Builder
	purpose := fmt.Sprintf("Records memory growth for %s with %s into %s.", minutes(r.Minutes), r.Tool, r.Output)
	fmt.Fprintf(&t, scriptHead, purpose, r.program())
	for _, file := range r.written() {
		fmt.Fprintf(&t, "if exist \"%s\" goto exists\n", file)
	}
	// A session that runs is never stopped from here: it may be somebody else's.
	for _, name := range r.busyNames() {
		fmt.Fprintf(&t, "logman query \"%s\" -ets >nul 2>&1\nif \"%%errorlevel%%\"==\"0\" goto busy\n", name)
	}
	// timeout fails where input is redirected. Its status after the recording would not tell: Ctrl-C, too, may end it with 1.
	t.WriteString(`rem Not every way to start this has a console that timeout can read from; ping waits without.
set waits=timeout
timeout /t 1 /nobreak >nul 2>&1
if not "%errorlevel%"=="0" set waits=ping

`)
	for i, c := range r.Start {
		fmt.Fprintf(&t, "echo %s\n%s\n%s", doing(c), r.scriptLine(c), onFailure(&c, fmt.Sprintf("undo%d", r.begun(i))))
	}
	fmt.Fprintf(&t, `
echo Recording for %s. Ctrl-C and then N ends it now and keeps what was recorded;
echo Ctrl-C and then Y leaves it running: end it with %s.
if "%%waits%%"=="timeout" timeout /t %d /nobreak
if "%%waits%%"=="ping" ping -n %d 127.0.0.1 >nul

set failed=0
`, minutes(r.Minutes), cancelScript, r.Minutes*60, r.Minutes*60+1)
	for _, c := range r.Stop {
		fmt.Fprintf(&t, "echo %s\n%s\n%s", doing(c), r.scriptLine(c), onStopFailure(&c))
	}
	t.WriteString("if \"%failed%\"==\"1\" goto stopfailed\n")
	for _, file := range r.Captures {
		fmt.Fprintf(&t, "if not exist \"%s\" goto nocapture\n", file)
	}
	for _, file := range r.merged() {
		fmt.Fprintf(&t, "if exist \"%s\" del \"%[1]s\"\n", file)
	}
	fmt.Fprintf(&t, "echo.\necho Done. Copy %s to where etledger is, and look at it:\n", strings.Join(r.Captures, " and "))
	names := quotedAll(r.Captures)
	fmt.Fprintf(&t, "echo   etledger doctor %s\necho   etledger analyze %[1]s\nset status=0\ngoto end\n\n", names)

	b.writeUndoing(&t)
	b.writeEndings(&t)
	return t.String()
}

// begun counts the commands that have to be undone when Start[i] fails: those before it, and with PerfView that one too, since it
// starts two sessions.
func (r *Recipe) begun(i int) int {
	if r.Tool == PerfView {
		i++
	}
	return i
}

// writeUndoing writes the labels that undo what was begun, the last command first; each falls through to the next one.
func (b *builder) writeUndoing(t *strings.Builder) {
	r := b.recipe
	for n := r.begun(len(r.Start) - 1); n > 0; n-- {
		fmt.Fprintf(t, ":undo%d\n%s\n", n, r.scriptLine(r.Cancel[len(r.Cancel)-n]))
	}
}

// writeEndings writes what a script ends with, by what went wrong.
func (b *builder) writeEndings(t *strings.Builder) {
	r := b.recipe
	t.WriteString(":undo0\n")
	for _, file := range r.written() { // none of them was there before
		fmt.Fprintf(t, "if exist \"%s\" del \"%[1]s\"\n", file)
	}
	fmt.Fprintf(t, `echo It could not be started: the lines above say why.
set status=1
goto end

:stopfailed
echo Stopping failed: the lines above say why. Run %s, so that nothing goes on recording.
echo What is left of files that end in .etl may have been recorded well: etledger reads them.
set status=1
goto end

:nocapture
echo %s has written no capture.
set status=1
goto end

:exists
echo There is a recording here already: %s. Move it away first.
set status=1
goto end

:busy
echo A session that this needs is running already; logman query -ets lists them.
echo If an earlier %s was ended too early, run %s. Otherwise ask who records.
set status=1
goto end

`, cancelScript, r.Tool, strings.Join(r.written(), " or "), recordScript, cancelScript)
	writeCommonEndings(t, r.program())
}

func writeCommonEndings(t *strings.Builder, program string) {
	fmt.Fprintf(t, `:nofolder
echo The folder of this script cannot be entered. Copy it to a local disk.
set status=1
goto end

:noadministrator
echo This needs the rights of an administrator: use "Run as administrator".
set status=1
goto end

:noprogram
echo %s was not found, neither here nor on the path.
set status=1
goto end

:end
if /i not "%%~1"=="/q" pause
exit /b %%status%%
`, program)
}

// cancelScript writes what ends a recording that was left running.
func (b *builder) cancelScript() string {
	r := b.recipe
	var t strings.Builder
	purpose := fmt.Sprintf("Ends a recording that %s left running, and throws it away.", recordScript)
	fmt.Fprintf(&t, scriptHead, purpose, r.program())
	t.WriteString("\n")
	if r.Tool != WPR {
		fmt.Fprintf(&t, "echo This stops the session %s, whoever started it.\nif /i not \"%%~1\"==\"/q\" pause\n", KernelLogger)
	}
	for _, c := range r.Cancel {
		fmt.Fprintf(&t, "echo %s\n%s\n", doing(c), r.scriptLine(c))
	}
	for _, file := range r.written() {
		fmt.Fprintf(&t, "if exist \"%s\" echo %[1]s may be deleted unless it is a capture that was finished.\n", file)
	}
	t.WriteString("set status=0\ngoto end\n\n")
	writeCommonEndings(&t, r.program())
	return t.String()
}

// doing gives what a command does, for echo.
func doing(c Command) string { return strings.ToUpper(c.Does[:1]) + c.Does[1:] + "..." }

// scriptLine gives a command as it stands in a script. cmd.exe does not wait for programs with windows unless it is told to.
func (r *Recipe) scriptLine(c Command) string {
	if r.Tool == PerfView {
		return `start "" /wait ` + c.String()
	}
	return c.String()
}

func onFailure(c *Command, label string) string {
	if c.Optional {
		return ""
	}
	return "if not \"%errorlevel%\"==\"0\" goto " + label + "\n"
}

func onStopFailure(c *Command) string {
	if c.Optional {
		return ""
	}
	return "if not \"%errorlevel%\"==\"0\" set failed=1\n"
}

// program is what the tool is called.
func (r *Recipe) program() string { return r.Start[0].Args[0] }

// written lists the files that the commands make, the captures first.
func (r *Recipe) written() []string { return append(append([]string{}, r.Captures...), r.merged()...) }

// merged lists the files of sessions that the tool merges into the capture.
func (r *Recipe) merged() []string {
	var files []string
	for _, s := range r.Sessions {
		if s.File != "" && !slices.Contains(r.Captures, s.File) {
			files = append(files, s.File)
		}
	}
	return files
}
