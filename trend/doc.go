// Package trend judges series and cohorts of numbers: is this growth a leak, how fast, how sure. It knows nothing of
// where the numbers come from, keeps no state and never fails: Judge is a pure function of its Input.
//
// # The first witness: survivors over birth time
//
// Churn dies young, what a warm-up left is old, a step was born at once; what leaks survives and is born evenly. So the
// running sum of what survives is regressed over the time of its birth, and its slope is the rate of the leak. What was
// born lately has not had the time to die and must be left out, and how late is lately the account tells itself.
//
//   - Lifetimes. With D(x) the bytes that died at the age x, and N(i) the mortal bytes of the cohort i, of age a(i),
//     the share of mortal bytes that dies at x is f(x) = D(x) / sum of N(i) over a(i) >= x, and N(i) = dead(i) / F(a(i))
//     with F the running sum of f. That is solved by iteration: a self-consistent estimate (Efron, The two sample problem
//     with censored data, 1967; Turnbull, JRSS B 38, 1976) of lifetimes cut off at the age of the cohort. It is the curve
//     of Kaplan and Meier (JASA 53, 1958) below its plateau when all cohorts hold the same share of immortals, as in the
//     cure models of Maller and Zhou (Survival Analysis with Long-Term Survivors, 1996), and needs no such share.
//   - The tail. What dies later than any window of this length can show is reckoned from the last octaves of age: each is
//     taken to lose the same part of what the one before it lost, which is exact for the tail of Pareto.
//   - The horizon, the age from which survivors count, weighs the share of survivors that may die yet against the time
//     that is left to judge. Of each cohort N(i) (1 - F(a(i))) bytes are then taken off, those expected to die.
//   - The rate is the slope of a least-squares line through the running sum (gonum.org/v1/gonum/stat). Its variance comes
//     from the long-run variance of what is born per bin, by the Bartlett kernel (Newey and West, Econometrica 55, 1987)
//     with a bandwidth that grows as births become rare, and the quantile suits that bandwidth (Kiefer and Vogelsang,
//     Econometric Theory 21, 2005) and the number of births. The interval is widened by what the tail, chance among few
//     blocks, and losses may add.
//   - The shape. Lumps that tower over all others are steps and do not count; an early surplus is a warm-up and the rate
//     is that after it; a leak goes on through the last six tenths of the time, down to its end, and does not slow down
//     as growth with the logarithm of time does.
//
// # The second witness: the level
//
// The floors of a level are the least values of sixteen windows; churn comes down to them, a leak lifts them. Their trend
// is the median slope of Theil (1950) with the interval of Sen (JASA 63, 1968) and the test of Mann and Kendall (Kendall,
// Rank Correlation Methods, 1970), the latter two with the correction for ties. Where births are known the level only
// contradicts: when it stands still, when older memory goes at the rate at which new memory stays, and when it falls at
// once after gradual growth, as the level of a collected heap does, survivors prove less. Where births are unknown it is
// the only witness, and a leak takes floors that rise nearly all the time without slowing down.
//
// # Losses
//
// A free that was lost leaves its memory looking as if it stayed. With a share q of events lost, dead bytes leave
// q / (1 - q) times as much behind; that is taken off at the likely share, and a leak must withstand a worse one. Events are
// lost in stretches, though, which take both ends of short lives: seen backwards in time a free is an allocation, so what is
// freed without having been seen taken bounds what only seems to stay (Input.Unpaired). An account that an independent count
// confirms to the byte (Input.Audited) has lost nothing that matters.
//
// How well this does is measured by the command in bench/verdicts.
package trend
