package command

import (
	"slices"
	"strings"
)

// poolLists are the flags of pool that take all names which follow them.
var poolLists = []string{"--baseline", "--after", "--counters", "--tags", "--drivers", "--drivers-after"}

// poolAlone are its flags that take no value.
var poolAlone = []string{"--help", "-h", "--details"}

// listed are the commands with flags that take all names which follow them, with the flags that take no value.
var listed = map[string]struct{ lists, alone []string }{
	"pool":    {poolLists, poolAlone},
	"compare": {[]string{"--after"}, []string{"--help", "-h", "--same-workload", "--bytes"}},
}

// spreadLists lets a flag of pool or compare take several names in a row, as shells make them of a pattern: of 'pool in --after a b'
// it makes 'pool in --after a --after b'. Names before any such flag are inputs; where there are none, flags take one name
// each, and the inputs may follow.
func spreadLists(args []string) []string {
	if len(args) == 0 {
		return args
	}
	flags, known := listed[args[0]]
	if !known {
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
			if slices.Contains(flags.lists, name) {
				current = name
			}
			short := arg[1] != '-'
			if !valued && !slices.Contains(flags.alone, arg) && (!short || len(arg) == 2) && i+1 < len(args) {
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
