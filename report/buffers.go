package report

import (
	"fmt"
	"math"

	"etledger/etl"
	"etledger/internal/textform"
	"etledger/report/recipe"
)

// moreBuffers is what is said against losses where a capture does not tell how fast it was written.
const moreBuffers = "Use larger and more buffers, and write to a fast disk that is not the one under load: the sessions of 'etledger " +
	"recipe' have enough for most machines."

const (
	mostBufferSize = 1 << 30 // bytes; beyond that fewer events help, not more buffers
	mostProcessors = 4096    // that a recipe is made for
	muchLost       = 0.25    // share of lost events from which what is there says little of what there was
)

const leaveOff = "Leave off what memory does not need, as 'etledger recipe' does."

// bufferAdvice says which buffers would have kept what was lost: never fewer than a recipe for such a machine has, but for those
// that are more than mostBufferSize.
func bufferAdvice(e *evidence) string {
	peak := e.busiest()
	if peak <= 0 || math.IsInf(peak, 0) || math.IsNaN(peak) {
		return moreBuffers
	}
	rate := textform.Size(uint64(peak)) + " a second"
	if peak*recipe.WorstStall > mostBufferSize {
		return "Record less: at its busiest time the capture took " + rate + ", which no buffers hold for long. " + leaveOff
	}
	processors := int(min(max(1, e.headers[0].Processors), mostProcessors))
	stacks, flag := e.accounts.Coverage.StacksMatched > 0, ""
	if stacks {
		flag = " --stacks"
	}
	r, err := recipe.For(recipe.XPerf, recipe.Options{Stacks: stacks, Processors: processors})
	if err != nil || len(r.Sessions) == 0 {
		return moreBuffers
	}
	s := &r.Sessions[0]
	needed, fit := recipe.BuffersFor(peak, processors), mostBufferSize/1024/s.BufferKB
	each := textform.Plural(uint64(processors), "processor")
	if needed.Maximum > fit {
		return fmt.Sprintf("Record less: two buffers for each of %s, and room for the busiest time of this capture, %s, take more than "+
			"%s. %s", each, rate, textform.Size(uint64(mostBufferSize)), leaveOff)
	}
	least, most := max(needed.Minimum, min(s.MinBuffers, fit)), max(needed.Maximum, min(s.MaxBuffers, fit))
	busiest := fmt.Sprintf("the busiest time of this capture, %s in buffers of %s", rate, textform.Size(uint64(e.headers[0].BufferSize)))
	use := fmt.Sprintf("%d to %d buffers of %d KB (xperf -BufferSize %d -MinBuffers %d -MaxBuffers %d)", least, most, s.BufferKB,
		s.BufferKB, least, most)
	switch share, _ := e.lostShare(); {
	case share > muchLost:
		return fmt.Sprintf("Record less, and use at least %s: %s of this capture is lost, so how much room it needed is not known. %s "+
			"Write to a disk that is not under load.", use, textform.Percent(share), leaveOff)
	case least == s.MinBuffers && most == s.MaxBuffers:
		return fmt.Sprintf("Record with the buffers of 'etledger recipe --processors %d%s': %d to %d of %d KB, which have room for %s, "+
			"while the disk stands still for %d s. Write to a disk that is not under load.", processors, flag, least, most, s.BufferKB,
			busiest, recipe.WorstStall)
	}
	return fmt.Sprintf("Use %s: two for each of %s, and room for %s, while the disk stands still for %d s to %d s. Write to a disk that "+
		"is not under load.", use, each, busiest, recipe.UsualStall, recipe.WorstStall)
}

// busiest estimates how many bytes a second were written at the busiest time, those that are known to be lost included: the kinds
// that have most events in the same bin of the rhythm, or in a second where bins are shorter, in buffers as full as those of the
// capture on average. It is a lower bound, since bins may be long, and 0 where the capture does not tell.
func (e *evidence) busiest() (bytesPerS float64) {
	duration := e.durationS()
	if e.stats.Events == 0 || duration <= 0 || len(e.headers) == 0 {
		return 0
	}
	rate := float64(e.stats.Events) / duration
	if bin := float64(e.stats.Rhythm.BinNano) / 1e9; bin > 0 {
		var bins [etl.RhythmBins]uint64
		for _, k := range e.stats.Rhythm.Kinds {
			if k.PeakBin >= 0 && k.PeakBin < len(bins) {
				bins[k.PeakBin] += k.PeakCount
			}
		}
		for _, n := range bins {
			rate = max(rate, float64(n)/max(bin, 1))
		}
	}
	share, _ := e.lostShare()
	perEvent := float64(e.buffers) * float64(e.headers[0].BufferSize) / float64(e.stats.Events)
	return rate * perEvent / (1 - min(share, 0.9))
}
