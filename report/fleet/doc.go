// Package fleet says what the results of many captures say together: which build of an image, which module and which pool
// tag leaks on how many hosts, since when and how fast, which hosts are nearest to exhaustion, and which processes grow
// across captures though none of these shows it.
//
// Results are added to a Partial, in any order and spread over as many as one likes; Partial.Report makes the Report, a pure function
// of the captures. What its words mean, and where the formulas come from, tells docs/fleet.md.
package fleet
