package command

import (
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/term"
)

// isTerminal tells whether what is written to w goes to a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Widths of text where no terminal says how wide it is, and the bounds of what COLUMNS is believed.
const (
	usualWidth       = 120
	leastColumns     = 60
	mostColumns      = 1000
	readableWidth    = 100 // of running text such as help, on terminals that are wider
	readableInAPipe  = 90
	environmentWidth = "COLUMNS"
)

// widthOf gives how many columns text on w may fill: those of the terminal; where there is none those that COLUMNS
// names, if that makes sense, else a usual number.
func widthOf(w io.Writer) int {
	if isTerminal(w) {
		if width, _, err := term.GetSize(int(w.(*os.File).Fd())); err == nil && width > 0 {
			return width
		}
	}
	width, err := strconv.Atoi(os.Getenv(environmentWidth))
	if err == nil && leastColumns <= width && width <= mostColumns {
		return width
	}
	return usualWidth
}

// readingWidth gives how many columns running text on w fills.
func readingWidth(w io.Writer) int {
	if isTerminal(w) {
		return min(widthOf(w), readableWidth)
	}
	return readableInAPipe
}

// showsColors tells whether text on w is coloured where nobody says whether it shall be: on a terminal that knows colours,
// unless NO_COLOR (no-color.org) is set; and anywhere if CLICOLOR_FORCE is.
func showsColors(w io.Writer) bool {
	switch {
	case os.Getenv("NO_COLOR") != "":
		return false
	case os.Getenv("CLICOLOR_FORCE") != "" && os.Getenv("CLICOLOR_FORCE") != "0":
		return true
	case !isTerminal(w) || os.Getenv("TERM") == "dumb":
		return false
	}
	return understandsColors(w.(*os.File))
}

// showsOnlyASCII tells terminals that lack the characters which small charts are drawn with. What goes to a file or a
// pipe does not depend on the terminal.
func showsOnlyASCII(w io.Writer) bool {
	if !isTerminal(w) {
		return false
	}
	if kind := os.Getenv("TERM"); kind == "dumb" || kind == "linux" || kind == "vt100" {
		return true
	}
	if runtime.GOOS == "windows" {
		return false // the console takes UTF-16 from the Go runtime, whatever the code page
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := os.Getenv(name); locale != "" {
			locale = strings.ToUpper(locale)
			return !strings.Contains(locale, "UTF-8") && !strings.Contains(locale, "UTF8")
		}
	}
	return runtime.GOOS != "darwin" // without a locale it is "C"
}
