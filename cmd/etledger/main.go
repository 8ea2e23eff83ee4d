// Command etledger reads recorded Windows kernel event files (.etl) on any operating system and says which process
// leaks memory, how fast, and how sure that is.
package main

import "etledger/internal/command"

func main() { command.Main() }
