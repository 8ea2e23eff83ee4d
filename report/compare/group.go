package compare

import (
	"slices"
	"strings"

	"etledger/report"
)

// group is what is compared with one another: the processes of one image, or of one command line of it.
type group struct {
	image, command *string // as the first capture spells them
	sides          [2]groupSide
}

// groupSide is what the captures of one side have of a group, in the order of the captures; those without it are left out.
type groupSide []*groupCapture

// groupCapture are the lifetimes of a group in one capture.
type groupCapture struct {
	index   int // of the capture
	report  *report.Report
	about   *Capture
	members []*report.Process
}

// key tells groups apart. Windows does not tell upper from lower case in names.
type key struct{ image, command string }

// groupsOf puts processes together by image. Where a capture has several processes of one image, those whose command line
// occurs on both sides are compared by it, and the others are taken together.
func groupsOf(before, after []*report.Report, about ...*Side) []group {
	sides := [2][]*report.Report{before, after}
	common := commonCommands(sides)
	var groups []group
	index := map[key]int{}
	for side, reports := range sides {
		for i, r := range reports {
			if about[side].Captures[i].Unused != nil {
				continue
			}
			for k := range r.Processes {
				p := &r.Processes[k]
				id := key{image: lower(p.Image)}
				if command := lower(p.CommandLine); common[key{id.image, command}] {
					id.command = command
				}
				at, known := index[id]
				if !known {
					at = len(groups)
					index[id] = at
					g := group{image: p.Image}
					if id.command != "" {
						g.command = p.CommandLine
					}
					groups = append(groups, g)
				}
				groups[at].sides[side].add(i, r, &about[side].Captures[i], p)
			}
		}
	}
	return groups
}

func (s *groupSide) add(index int, r *report.Report, about *Capture, p *report.Process) {
	if n := len(*s); n == 0 || (*s)[n-1].index != index {
		*s = append(*s, &groupCapture{index: index, report: r, about: about})
	}
	last := (*s)[len(*s)-1]
	last.members = append(last.members, p)
}

// commonCommands are the command lines, with their images, that processes are compared by.
func commonCommands(sides [2][]*report.Report) map[key]bool {
	several := map[string]bool{} // images of which a capture has several processes
	var commands [2]map[key]bool
	distinct := map[string]int{}
	for side, reports := range sides {
		commands[side] = map[key]bool{}
		for _, r := range reports {
			count := map[string]int{}
			for i := range r.Processes {
				p := &r.Processes[i]
				image := lower(p.Image)
				count[image]++
				several[image] = several[image] || count[image] > 1
				if p.CommandLine == nil || image == "" {
					continue
				}
				id := key{image, lower(p.CommandLine)}
				if !commands[0][id] && !commands[side][id] {
					distinct[image]++
				}
				commands[side][id] = true
			}
		}
	}
	common := map[key]bool{}
	for id := range commands[0] {
		if several[id.image] && commands[1][id] && distinct[id.image] > 1 {
			common[id] = true
		}
	}
	return common
}

func lower(s *string) string {
	if s == nil {
		return ""
	}
	return strings.ToLower(strings.TrimSpace(*s))
}

// pids are the process numbers of a group.
func (g *group) pids() (pids []uint32) {
	for _, side := range g.sides {
		for _, c := range side {
			for _, p := range c.members {
				pids = append(pids, p.PID)
			}
		}
	}
	slices.Sort(pids)
	return slices.Compact(pids)
}
