// Package recorder records the memory-growth profile on the machine that it runs on: by the tools of Windows, as package recipe
// says how, or by a session of its own. A Plan says beforehand what is done; Record does it, and leaves no session behind however
// it ends.
//
// The package prints nothing. What is Windows about it is behind Machine, and in files of that system only.
package recorder
