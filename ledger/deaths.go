package ledger

import (
	"math/bits"

	"etledger/trend"
)

// deaths counts pages by the age at which they were given back, in bins that grow by a quarter of an octave.
type deaths struct {
	pages *[4 * 64]uint64
}

// add enters pages that died at an age in ns.
func (d *deaths) add(age int64, pages uint64) {
	if d.pages == nil {
		d.pages = new([4 * 64]uint64)
	}
	grow(&d.pages[deathBin(age)], pages)
}

// deathBin numbers the ages: four bins to each power of two.
func deathBin(age int64) int {
	a := uint64(max(age, 1))
	octave := bits.Len64(a) - 1
	quarter := a << 2 >> octave & 3
	if octave > 61 {
		quarter = a >> (octave - 2) & 3
	}
	return octave*4 + int(quarter)
}

// deathAge is the upper edge of a bin in seconds.
func deathAge(bin int) float64 {
	octave, quarter := bin/4, bin%4
	return float64(uint64(1)<<octave) * float64(quarter+5) / 4 / 1e9
}

// histogram gives the bins that are not empty, in order of age.
func (d *deaths) histogram() []trend.Death {
	if d.pages == nil {
		return nil
	}
	var list []trend.Death
	for bin, pages := range d.pages {
		if pages > 0 {
			list = append(list, trend.Death{Age: deathAge(bin), Bytes: float64(pages) * pageBytes})
		}
	}
	return list
}
