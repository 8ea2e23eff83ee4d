// Package scenario makes captures of simulated machines: processes that leak, churn, warm up, step, recycle or exit,
// written as Windows event trace logs, together with the truth about each of them.
//
// A machine is a set of programs, each with behaviours. Their actions are put in order by a queue of times, so that
// addresses given back by one action are free for the next, as on a real machine. The truth is kept on a plain map from
// page to state that shares nothing with the code under test.
//
// Everything follows from the seed: the same options give the same bytes.
package scenario
