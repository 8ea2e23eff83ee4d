package compare

import (
	"bytes"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"etledger/internal/schematest"
	"etledger/report"
)

func schemaOf(t *testing.T) *jsonschema.Schema {
	t.Helper()
	return schematest.Read(t, filepath.Join("..", "..", "docs", "compare.schema.json"))
}

func jsonOf(t *testing.T, r *Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// detailed compares two captures with details, of which one has a process more.
func detailed(t *testing.T) *Report {
	t.Helper()
	build := func(m machine) []*report.Report {
		return []*report.Report{report.Build(m.capture(t, report.Options{Details: true}))}
	}
	return Compare(build(machine{seed: 1}), build(machine{seed: 2, leak: leak, without: "warm.exe"}), Options{})
}

func TestOutputsKeepTheSchema(t *testing.T) {
	schema := schemaOf(t)
	short := compared(t, machine{seed: 1}, machine{seconds: 10}, Options{})
	lossy := compared(t, machine{seed: 1}, machine{leak: leak, lost: 0.1}, Options{})
	for _, r := range []*Report{detailed(t), short, lossy, Compare(nil, nil, Options{})} {
		schematest.Keeps(t, schema, jsonOf(t, r))
	}
}

func TestSchemaRefusesWhatBreaksIt(t *testing.T) {
	schema := schemaOf(t)
	schematest.Refuses(t, schema, jsonOf(t, detailed(t)), [][2]string{
		{`"schema": "etledger/compare/v1"`, `"schema": "etledger/compare/v2"`},
		{`"status": "worse"`, `"status": "bad"`},
		{`"same_workload": false`, `"same_workload": null`},
		{`"tests": `, `"tests": -`},
		{`"slope_difference": `, `"slope": `},
		{`"start": "2024-03-05T`, `"start": "2024-03-05 `},
		{`"side": "before"`, `"side": "left"`},
		{`"verdicts": [`, `"verdicts": [7, `},
	})
}

// Every field of the Go structs must stand in the schema, and nothing else, so that the two cannot part.
func TestSchemaHasEveryField(t *testing.T) {
	schematest.Fields(t, filepath.Join("..", "..", "docs", "compare.schema.json"), map[string]reflect.Type{
		"": reflect.TypeFor[Report](), "side": reflect.TypeFor[Side](), "capture": reflect.TypeFor[Capture](),
		"process": reflect.TypeFor[Process](), "figures": reflect.TypeFor[Figures](), "estimate": reflect.TypeFor[Estimate](),
		"module": reflect.TypeFor[Module](), "timeline": reflect.TypeFor[Timeline](),
	})
}
