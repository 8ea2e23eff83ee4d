package command

import (
	"fmt"
	"strings"

	"etledger/etl"
	"etledger/model"
)

// damage says, for commands whose output has no place for it, what is wrong with an input, a phrase for each fault; events
// that the session lost while recording are no damage. It is what report.Report.Damaged knows of as findings.
type damage []string

func damageOf(l etl.Losses, stats model.Stats) damage {
	var d damage
	add := func(count uint64, format string) {
		if count > 0 {
			d = append(d, fmt.Sprintf(format, count))
		}
	}
	add(uint64(l.TruncatedBytes), "the last buffer lacks %d bytes")
	add(l.BuffersMissing, "%d buffers are missing")
	add(uint64(l.TrailingBytes), "%d bytes after the last buffer are no events")
	add(l.UndecodableBuffers, "%d buffers hold data that cannot be understood")
	add(l.UndecodableEvents, "%d events have a header that contradicts itself")
	add(stats.Malformed, "%d events have a payload that does not fit their kind")
	return d
}

// tell tells the damage on standard error, if there is any.
func (d damage) tell(c console) error {
	if len(d) == 0 {
		return nil
	}
	fmt.Fprintf(c.err, "etledger: the input is damaged: %s; what could be read was written, 'etledger info' tells more\n",
		strings.Join(d, ", "))
	return errDamaged
}
