package live

import "errors"

// DefaultSession is the name of the session of a Watch.
const DefaultSession = "etledger-watch"

// SessionOptions say how a session is opened.
type SessionOptions struct {
	Name string // "" means DefaultSession
	// Replace stops a session of this name first, if there is one.
	Replace bool
}

// ErrNoSessions means that this program cannot open a session: it was not built for Windows, or without cgo.
var ErrNoSessions = errors.New("this program cannot open a session: that needs Windows, and a build with cgo")

// SessionExistsError means that there is a session of the name: another program at work, or left over from one that was killed.
type SessionExistsError struct{ Name string }

// Error implements error.
func (e *SessionExistsError) Error() string {
	return "there is a session of the name " + e.Name + " already, of a watch that is at work or of one that was killed"
}

// ErrAccessDenied means that the account may not open sessions.
var ErrAccessDenied = errors.New("this account may not open a session; run it as an administrator or " +
	"as a member of the group Performance Log Users")

// ErrSessionEnded means that another program stopped the session.
var ErrSessionEnded = errors.New("the session was stopped from outside")
