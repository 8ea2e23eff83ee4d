// Command etledger is etledger with watch, which records memory snapshots as Windows delivers them. On other systems than Windows,
// and where it is built without cgo, watch can play recordings again.
package main

import "etledger/internal/command"

func main() { command.Main(command.Extension{Watch: newWatchCommand}) }
