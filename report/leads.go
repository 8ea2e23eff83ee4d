package report

import (
	"slices"

	"etledger/ledger"
	"etledger/trend"
)

// maxLeads is how many leads a report names for each process.
const maxLeads = 5

// Where no stack tells who takes memory, an image that was loaded just before the growth began is a lead: worth a look,
// but no more than a coincidence in time.
const (
	leadWithinS   = 5.0  // seconds from the load to the first memory that stayed
	leadWindowS   = 4.0  // least length of the windows that are compared
	leadGaps      = 4    // windows hold so many of the pauses between memory that stays
	leadSustained = 0.25 // share of the slope above which a window grows
)

// leadsOf gives the images whose load growth followed: in the window before the load hardly any memory stayed, within
// seconds after it some did, and from then on it does in every window until the end.
func leadsOf(l *ledger.Lifetime, verdict trend.Result, start int64) []Lead {
	leads := []Lead{}
	if !rises(verdict.Verdict) || verdict.Slope <= 0 || len(l.Suspects) > 0 {
		return leads
	}
	cohorts := l.Evidence.Cohorts
	window := leadWindow(cohorts)
	floor := leadSustained * verdict.Slope * window
	for _, load := range l.Loads {
		loaded := secondsBetween(start, load.Nano)
		begins, ok := firstSurvivors(cohorts, loaded)
		if !ok || begins-loaded > leadWithinS || loaded-l.Evidence.Start < window ||
			survivors(cohorts, loaded-window, loaded) >= floor || !sustained(cohorts, begins, window, floor) {
			continue
		}
		leads = append(leads, Lead{
			Module: load.Image.Name, ModulePath: known(load.Image.Path), LoadedS: loaded, GrowthBeginsS: *rounded(begins, secondStep),
		})
		if len(leads) == maxLeads {
			break
		}
	}
	return leads
}

// leadWindow gives the length of windows in which memory that keeps staying must show: several of the usual pauses
// between bins in which some stays.
func leadWindow(cohorts []trend.Cohort) float64 {
	var pauses []float64
	last := -1
	for i, c := range cohorts {
		if c.Surviving <= 0 {
			continue
		}
		if last >= 0 {
			pauses = append(pauses, c.From-cohorts[last].From)
		}
		last = i
	}
	if len(pauses) == 0 {
		return leadWindowS
	}
	slices.Sort(pauses)
	return max(leadWindowS, leadGaps*pauses[len(pauses)/2])
}

// firstSurvivors gives the time of the first memory that stayed, taken from a time on. A bin that holds the time counts
// from it on.
func firstSurvivors(cohorts []trend.Cohort, from float64) (at float64, ok bool) {
	for _, c := range cohorts {
		if c.To > from && c.Surviving > 0 {
			return max(c.From, from), true
		}
	}
	return 0, false
}

// survivors sums what stayed of the bins whose middle lies in a span.
func survivors(cohorts []trend.Cohort, from, to float64) (bytes float64) {
	for _, c := range cohorts {
		if middle := (c.From + c.To) / 2; middle >= from && middle < to {
			bytes += c.Surviving
		}
	}
	return bytes
}

// sustained tells whether in every window from a time until the end more than the floor stays, and that there are
// several.
func sustained(cohorts []trend.Cohort, from, window, floor float64) bool {
	const least = 3
	end := cohorts[len(cohorts)-1].To
	n := 0
	for at := from; at+window <= end; at += window {
		if survivors(cohorts, at, at+window) < floor {
			return false
		}
		n++
	}
	return n >= least
}
