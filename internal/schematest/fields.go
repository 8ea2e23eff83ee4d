package schematest

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// node is a part of a schema that describes an object.
type node struct {
	Properties map[string]json.RawMessage `json:"properties"`
}

// Fields checks that the schema in a file lists the JSON fields of structs, and no others, so that the two cannot part. The
// structs go by the name of their definition in the schema, or of the property of the document that they are; "" is the
// document itself.
func Fields(t testing.TB, path string, structs map[string]reflect.Type) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		node
		Defs map[string]node `json:"$defs"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	for name, typ := range structs {
		listed, defined := doc.Defs[name]
		switch {
		case name == "":
			listed = doc.node
		case !defined && doc.Properties[name] != nil:
			if err := json.Unmarshal(doc.Properties[name], &listed); err != nil {
				t.Fatal(err)
			}
		}
		var fields, properties []string
		for i := range typ.NumField() {
			if field, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ","); field != "" {
				fields = append(fields, field)
			}
		}
		for p := range listed.Properties {
			properties = append(properties, p)
		}
		slices.Sort(fields)
		slices.Sort(properties)
		if !slices.Equal(fields, properties) {
			t.Errorf("%q: the struct has %v, the schema %v", name, fields, properties)
		}
	}
}
