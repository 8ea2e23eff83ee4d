// Package fleetscenario makes an archive of captures of a simulated fleet: hosts in rings, each recorded several times over
// weeks, on which one build of one program leaks on a tenth of the hosts after an update, another program grows from capture
// to capture without leaking in any, and everything else only looks as if it might leak. What is true of it is known.
//
// The same Spec gives the same bytes, capture by capture.
package fleetscenario
