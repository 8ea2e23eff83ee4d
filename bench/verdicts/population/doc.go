// Package population simulates accounts of memory whose truth is known, to measure verdicts by: allocation by allocation,
// in all the kinds that a verdict must tell apart, with sizes, rates and durations drawn wide. A scene is then observed as
// package ledger does: binned by birth, age at death and level, and with some of the events lost when asked for.
//
//	for _, kind := range population.Kinds() {
//		scene := kind.Scene(1)
//		result := trend.Judge(scene.Observe(population.Loss{}))
//		...
//	}
//
// Everything follows from the kind and a seed.
package population
