package fleet

import (
	"cmp"
	"math"
	"slices"

	"etledger/trend"
)

// hostRate is the rate at which a group leaks on a host.
type hostRate struct {
	host int // index of view.hosts
	trend.Slope
}

// mean is the mean of slopes with the interval that their own intervals tell: half of it is the root of the sum of the squares of
// their halves, over their number. Slopes without interval count only where none has one.
func mean(slopes []rise) (trend.Slope, bool) {
	var with, without int
	var sum, sumWithout, squares float64
	for i := range slopes {
		switch s := &slopes[i]; {
		case s.interval:
			with++
			sum += s.slope
			half := (s.high - s.low) / 2
			squares += half * half
		case s.known:
			without++
			sumWithout += s.slope
		}
	}
	switch {
	case with > 0:
		n := float64(with)
		rate, half := sum/n, math.Sqrt(squares)/n
		return trend.Slope{Rate: rate, Low: rate - half, High: rate + half, Interval: true}, true
	case without > 0:
		return trend.Slope{Rate: sumWithout / float64(without)}, true
	}
	return trend.Slope{}, false
}

// hostRates are the rates of the hosts on which a group leaks, the greatest first.
func (v *view) hostRates(g *collected) (rates []hostRate) {
	slopes := map[int][]rise{}
	for i := range g.risen {
		host := v.captures[g.risen[i].capture].hostIndex
		if g.risen[i].verdict == leaking && g.leaking[host] {
			slopes[host] = append(slopes[host], g.risen[i].rise)
		}
	}
	return ratesOf(slopes)
}

func ratesOf(slopes map[int][]rise) (rates []hostRate) {
	for host, of := range slopes {
		s, _ := mean(of)
		rates = append(rates, hostRate{host, s})
	}
	slices.SortFunc(rates, func(a, b hostRate) int { return cmp.Or(cmp.Compare(b.Rate, a.Rate), cmp.Compare(a.host, b.host)) })
	return rates
}

// names lists the hosts.
func (v *view) names(rates []hostRate) []string {
	names := []string{}
	for _, r := range rates[:min(len(rates), MaxNamed)] {
		names = append(names, v.hosts[r.host])
	}
	return names
}

// pool takes the rates of hosts together, or those of the captures of the only host.
func (v *view) pool(g *collected, rates []hostRate) *Pooled {
	if len(rates) > 1 {
		return pooled(slopesOf(rates), "hosts")
	}
	slopes := map[int][]rise{} // by capture
	for i := range g.risen {
		s := &g.risen[i]
		if s.verdict == leaking && g.leaking[v.captures[s.capture].hostIndex] {
			slopes[s.capture] = append(slopes[s.capture], s.rise)
		}
	}
	return pooled(slopesOf(ratesOf(slopes)), "captures")
}

func slopesOf(rates []hostRate) (slopes []trend.Slope) {
	// In the order of hosts or captures, so that sums do not depend on the rates.
	slices.SortFunc(rates, func(a, b hostRate) int { return cmp.Compare(a.host, b.host) })
	for _, r := range rates {
		slopes = append(slopes, r.Slope)
	}
	return slopes
}

// pooled takes slopes together; nil when there are none.
func pooled(slopes []trend.Slope, of string) *Pooled {
	if len(slopes) == 0 {
		return nil
	}
	c := trend.Combine(slopes)
	r := &Pooled{Rate: rounded(c.Rate, rateStep), Estimates: max(c.Estimates, 1), Of: of}
	if c.Estimates == 0 {
		r.Estimates = len(slopes)
	}
	if c.Interval {
		low, high := rounded(c.Low, rateStep), rounded(c.High, rateStep)
		r.Low, r.High = &low, &high
	}
	if c.Estimates > 1 {
		tau, i2, q, chance := rounded(c.Tau, rateStep), rounded(c.I2, shareStep), rounded(c.Q, rateStep), chanceOf(c.Chance)
		r.Tau, r.I2, r.Q, r.QChance = &tau, &i2, &q, &chance
	}
	least, most := slopes[0].Rate, slopes[0].Rate
	for _, s := range slopes {
		least, most = min(least, s.Rate), max(most, s.Rate)
	}
	r.Lowest, r.Highest = rounded(least, rateStep), rounded(most, rateStep)
	return r
}
