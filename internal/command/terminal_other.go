//go:build !windows

package command

import "os"

// understandsColors is for terminals that have to be asked; here TERM has told.
func understandsColors(*os.File) bool { return true }
