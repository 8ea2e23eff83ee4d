package fleet

import (
	"path/filepath"
	"reflect"
	"testing"

	"etledger/internal/schematest"
)

var schemaPath = filepath.Join("..", "..", "docs", "fleet.schema.json")

func TestOutputsKeepTheSchema(t *testing.T) {
	schema := schematest.Read(t, schemaPath)
	schematest.Keeps(t, schema, []byte(written(t, sample().WriteJSON)))
	empty := &Report{Schema: Schema, Images: []Group{{Status: Unjudged}}, Chains: []Chain{{Status: "not shown"}}}
	schematest.Keeps(t, schema, []byte(written(t, empty.WriteJSON)))
}

func TestSchemaRefusesWhatBreaksIt(t *testing.T) {
	schematest.Refuses(t, schematest.Read(t, schemaPath), []byte(written(t, sample().WriteJSON)), [][2]string{
		{`"schema": "etledger/fleet/v1"`, `"schema": "etledger/fleet/v2"`},
		{`"status": "leaks"`, `"status": "leaking"`},
		{`"change": "came"`, `"change": "comes"`},
		{`"i2": 0.31`, `"i2": 31`},
		{`"first": "2024-03-01T`, `"first": "2024-03-01 `},
		{`"of": "hosts"`, `"of": "machines"`},
		{`"leaking_on": [`, `"leaking_on": [7, `},
		{`"adjusted_chance"`, `"adjusted"`},
		{`"judged": 10`, `"judged": -10`},
		{`"partners": []`, `"partners": null`},
	})
}

// Every field of the Go structs must stand in the schema, and nothing else, so that the two cannot part.
func TestSchemaHasEveryField(t *testing.T) {
	schematest.Fields(t, schemaPath, map[string]reflect.Type{
		"": reflect.TypeFor[Report](), "fleet": reflect.TypeFor[Fleet](), "method": reflect.TypeFor[Method](),
		"share": reflect.TypeFor[Share](), "group": reflect.TypeFor[Group](), "counts": reflect.TypeFor[Counts](),
		"interval": reflect.TypeFor[Interval](), "pooled": reflect.TypeFor[Pooled](), "sighting": reflect.TypeFor[Sighting](),
		"period": reflect.TypeFor[Period](), "part": reflect.TypeFor[Part](), "partner": reflect.TypeFor[Partner](),
		"update": reflect.TypeFor[Update](), "build": reflect.TypeFor[Build](), "host": reflect.TypeFor[Host](),
		"chain": reflect.TypeFor[Chain](), "level": reflect.TypeFor[Level](), "note": reflect.TypeFor[Note](),
	})
}
