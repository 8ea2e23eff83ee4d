package recipe

import (
	"fmt"
	"slices"
	"strings"

	"etledger/internal/textform"
)

// handout says what whoever gets the folder, and whoever gives it, has to know. record.cmd does the rest.
func (t *textWriter) handout(r *Recipe, folder string) {
	t.heading("Written")
	t.say("  ", fmt.Sprintf("%s: %s.", textform.Printable(folder), strings.Join(r.folderNames(), ", ")))

	t.heading("What to do with it")
	t.say("  1. ", "Copy the folder to a local disk of the machine.")
	t.say("  2. ", fmt.Sprintf("While the memory grows, and not right after the machine or the process has started, right-click %s "+
		"there and choose \"Run as administrator\". It checks, starts, waits for %s, stops, and undoes what it began when something "+
		"fails. Leave its window open until it asks for a key.", recordScript, minutes(r.Minutes)))
	back, where := "comes", ""
	if len(r.Captures) > 1 {
		back = "come"
	}
	if !strings.ContainsAny(r.Output, `/\:`) {
		where = ", from the same folder"
	}
	t.say("  3. ", fmt.Sprintf("What %s back is %s%s. Where etledger is:", back, strings.Join(r.Captures, " and "), where))
	t.after("       ", r)
	t.say("  ", fmt.Sprintf("%s, run in the same way, ends what %s left running when it was ended too early, and throws it away.",
		cancelScript, recordScript))

	t.list("What the machine needs", slices.DeleteFunc(slices.Clone(r.Requires), func(s string) bool { return s == administrator }))
	t.list("What it costs", r.Costs[:min(2, len(r.Costs))])
	beware := []string{
		fmt.Sprintf("There is one such recording at a time. %s refuses to start while %s runs: ask who records.", recordScript,
			strings.Join(r.busyNames(), " or ")),
	}
	if heavy := r.heavy(); heavy != "" {
		beware = append(beware, heavy)
	}
	t.list("Beware", append(beware, confidential, untried))
	t.say("", "The same command without --files has the single steps, what is recorded, and all that there is to beware of.")
}
