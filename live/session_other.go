//go:build !windows || !cgo

package live

// Session is a source that this program does not have: OpenSession always fails.
type Session struct{ Source }

// OpenSession fails with ErrNoSessions.
func OpenSession(SessionOptions) (*Session, error) { return nil, ErrNoSessions }

// Stop does nothing.
func (*Session) Stop() error { return nil }
