package fleet

import (
	"testing"

	"etledger/internal/schematest"
)

// The forms of a fleet of which the truth is known: leaky.exe 2.0 leaks on a tenth of 100 hosts, and nothing else does.
func TestGoldenOfASimulatedFleet(t *testing.T) {
	f := fleetOf{hosts: 100, captures: 4, images: 5, leak: 0.1, recall: 0.9, false1: 0.002, growth: 0.02, seed: 1}
	r := partialOf(f.rows()).Report(Options{})
	golden(t, "simulated.txt", asText(t, r, TextOptions{Width: 100}))
	schematest.Keeps(t, schematest.Read(t, schemaPath), []byte(written(t, r.WriteJSON)))
}
