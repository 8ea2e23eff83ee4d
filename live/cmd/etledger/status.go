package main

import (
	"fmt"
	"io"
	"sync"

	"etledger/internal/command"
	"etledger/internal/textform"
	"etledger/live"
	"etledger/model/dataset"
)

// status keeps the last line of a terminal up to date, below the lines that stay. In a pipe there are only those.
type status struct {
	mu       sync.Mutex
	terminal io.Writer // nil when silent
	shown    bool
}

func newStatus(w io.Writer, wanted bool) *status {
	if !wanted || !command.IsTerminal(w) {
		return &status{}
	}
	return &status{terminal: w}
}

const eraseLine = "\r\x1b[K"

// progress shows how far a watch has come.
func (s *status) progress(p live.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.terminal == nil {
		return
	}
	text := fmt.Sprintf("%s  %s, %s kept of %s", p.Time.Local().Format("15:04:05"), textform.Plural(p.Processes, "process name"),
		textform.Plural(p.Written, "event"), textform.Count(p.Delivered))
	if p.Dropped > 0 {
		text += ", " + textform.Count(p.Dropped) + " lost"
	}
	if p.Waiting > 0 {
		text += ", " + textform.Size(p.Waiting) + " to convert"
	}
	fmt.Fprint(s.terminal, eraseLine+text)
	s.shown = true
}

// line writes a line that stays.
func (s *status) line(w io.Writer, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.erase()
	fmt.Fprintln(w, text)
}

// end takes the last line away.
func (s *status) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.erase()
	s.terminal = nil
}

func (s *status) erase() {
	if s.shown {
		fmt.Fprint(s.terminal, eraseLine)
		s.shown = false
	}
}

// segmentLine says what became of a recording.
func segmentLine(s live.Segment) string {
	r := &s.Result
	done := map[dataset.Outcome]string{
		dataset.Written: "written", dataset.Rewritten: "written anew", dataset.Kept: "there already",
	}[r.Outcome]
	return fmt.Sprintf("%s: %s as %s, host %s, %s: %s rows, %s bytes", textform.Printable(s.Recording), done, r.ID, r.Host, r.Date,
		textform.Count(r.Details.Rows), textform.Count(r.Bytes))
}

// summaryLine says what came of a watch.
func summaryLine(s live.Summary) string {
	text := fmt.Sprintf("%s, of %s delivered %s kept", textform.Plural(s.Captures, "capture"), textform.Plural(s.Delivered, "event"),
		textform.Count(s.Written))
	for _, part := range []struct {
		n    uint64
		what string
	}{{s.Thinned, "thinned out"}, {s.Unknown, "of other kinds"}, {s.Malformed, "malformed"}, {s.Dropped, "lost"}} {
		if part.n > 0 {
			text += ", " + textform.Count(part.n) + " " + part.what
		}
	}
	return text
}
