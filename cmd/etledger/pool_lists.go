package main

import (
	"slices"
	"strings"
)

// poolLists are the flags of pool that take all names which follow them.
var poolLists = []string{"--baseline", "--after", "--counters", "--tags", "--drivers", "--drivers-after"}

// poolAlone are its flags that take no value.
var poolAlone = []string{"--help", "-h"}

// spreadLists lets a flag of pool take several names in a row, as shells make them of a pattern: of 'pool in --after a b'
// it makes 'pool in --after a --after b'. Names before any such flag are inputs; where there are none, flags take one name
// each, and the inputs may follow.
func spreadLists(args []string) []string {
	if len(args) == 0 || args[0] != "pool" {
		return args
	}
	spread := args[:1:1]
	current, inputs := "", false
	for i := 1; i < len(args); i++ {
		arg := args[i]
		switch name, _, valued := strings.Cut(arg, "="); {
		case arg == "--":
			return append(spread, args[i:]...)
		case len(arg) > 1 && arg[0] == '-':
			spread = append(spread, arg)
			current = ""
			if slices.Contains(poolLists, name) {
				current = name
			}
			short := arg[1] != '-'
			if !valued && !slices.Contains(poolAlone, arg) && (!short || len(arg) == 2) && i+1 < len(args) {
				i++
				spread = append(spread, args[i])
			}
		case current != "" && inputs:
			spread = append(spread, current, arg)
		default:
			spread = append(spread, arg)
			inputs = inputs || current == ""
		}
	}
	return spread
}
