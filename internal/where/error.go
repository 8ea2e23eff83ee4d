package where

import (
	"fmt"
	"unicode/utf8"
)

// Error is a fault in an expression.
type Error struct {
	Expression string
	Offset     int // of the fault, in bytes
	Message    string
}

// Error tells the fault and the character, counted from 1, at which it is.
func (e *Error) Error() string {
	return fmt.Sprintf("at character %d: %s", utf8.RuneCountInString(e.Expression[:e.Offset])+1, e.Message)
}
