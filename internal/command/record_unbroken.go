package command

import "sync"

// unbroken is the work under way that has to come to its own end when the program is interrupted, since it leaves the machine in
// another state until then. While there is some, further interruptions do nothing.
var unbroken unbrokenWork

// unbrokenWork counts pieces of work. The zero value has none.
type unbrokenWork struct {
	mu      sync.Mutex
	running int
	ended   chan struct{} // closed when the last piece has ended; nil while there is none
}

// begin tells that a piece of work begins; the result has to be called when it has ended. Whether the program has been interrupted
// is to be looked for after begin: then either the work does not start, or the end of the program waits for it.
func (u *unbrokenWork) begin() (end func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.running++; u.running == 1 {
		u.ended = make(chan struct{})
	}
	return sync.OnceFunc(func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		if u.running--; u.running == 0 {
			close(u.ended)
			u.ended = nil
		}
	})
}

// wait returns when no work is under way.
func (u *unbrokenWork) wait() {
	for {
		u.mu.Lock()
		ended := u.ended
		u.mu.Unlock()
		if ended == nil {
			return
		}
		<-ended
	}
}
