package recipe

import (
	"bytes"
	"path/filepath"
	"reflect"
	"testing"

	"etledger/internal/schematest"
)

var schemaPath = filepath.Join("..", "..", "docs", "recipe.schema.json")

func TestRecipesKeepTheContract(t *testing.T) {
	schema := schematest.Read(t, schemaPath)
	var last []byte
	for _, c := range all(t) {
		var b bytes.Buffer
		if err := c.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		last = b.Bytes()
		schematest.Keeps(t, schema, last)
	}
	schematest.Refuses(t, schema, last, [][2]string{
		{`"schema": "etledger/recipe/v1"`, `"schema": "etledger/recipe/v2"`},
		{`"tool": "perfview"`, `"tool": "notepad"`},
		{`"minutes": 3`, `"minutes": 0`},
		{`"kernel": true`, `"kernels": true`},
	})
}

func TestSchemaListsTheFields(t *testing.T) {
	schematest.Fields(t, schemaPath, map[string]reflect.Type{
		"": reflect.TypeFor[Recipe](), "signal": reflect.TypeFor[Signal](), "provider": reflect.TypeFor[Provider](),
		"session": reflect.TypeFor[Session](), "file": reflect.TypeFor[File](), "command": reflect.TypeFor[Command](),
	})
}
