package command

import (
	"fmt"
	"strings"

	"etledger/internal/textform"
	"etledger/report/fleet"
)

// judgeFleet gives a *verdictError if the report has a group with a status to fail on: with "suspected" also those that leak.
func (f *failFlags) judgeFleet(r *fleet.Report) error {
	if f.on.value == "" {
		return nil
	}
	var found []string
	for _, groups := range [][]fleet.Group{r.Images, r.Modules, r.PoolTags} {
		for i := range groups {
			g := &groups[i]
			if g.Status == fleet.Leaks || string(g.Status) == f.on.value {
				found = append(found, fmt.Sprintf("%s: %s on %d of %d hosts", textform.Printable(g.Name), g.Status, g.Hosts.Leaking,
					g.Hosts.Judged))
			}
		}
	}
	if len(found) == 0 {
		return nil
	}
	const most = 5
	if rest := len(found) - most; rest > 0 {
		found = append(found[:most], fmt.Sprintf("and %d more", rest))
	}
	return &verdictError{fmt.Sprintf("%s; --fail-on %s ends with status %d", strings.Join(found, ", "), f.on.value, statusVerdict)}
}
