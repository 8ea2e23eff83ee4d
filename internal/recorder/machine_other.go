//go:build !windows

package recorder

import "time"

// ThisMachine gives the machine that the program runs on.
func ThisMachine() Machine { return elsewhere{} }

// elsewhere is a machine without the kernel's events.
type elsewhere struct{}

func (elsewhere) Supported() error                           { return ErrNeedsWindows }
func (elsewhere) Processors() int                            { return 0 }
func (elsewhere) After(d time.Duration) <-chan time.Time     { return time.After(d) }
func (elsewhere) Elevated() (bool, error)                    { return false, ErrNeedsWindows }
func (elsewhere) FreeBytes(string) (uint64, error)           { return 0, ErrNeedsWindows }
func (elsewhere) FindProgram(string) (string, error)         { return "", ErrNeedsWindows }
func (elsewhere) Query(string) (*State, error)               { return nil, ErrNeedsWindows }
func (elsewhere) Sessions() ([]State, error)                 { return nil, ErrNeedsWindows }
func (elsewhere) StartSession(*Properties) (uint64, error)   { return 0, ErrNeedsWindows }
func (elsewhere) TraceStacks(uint64, []ClassicEventID) error { return ErrNeedsWindows }
func (elsewhere) StopSession(string) (*State, error)         { return nil, ErrNeedsWindows }
