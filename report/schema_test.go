package report

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"etledger/internal/schematest"
)

// schemaOf reads one of the schemas that docs publishes.
func schemaOf(t *testing.T, file string) *jsonschema.Schema {
	t.Helper()
	return schematest.Read(t, filepath.Join("..", "docs", file))
}

func TestSchemaRefusesWhatBreaksIt(t *testing.T) {
	schema := schemaOf(t, "report.schema.json")
	js, err := os.ReadFile("testdata/sample.json")
	if err != nil {
		t.Fatal(err)
	}
	schematest.Refuses(t, schema, js, [][2]string{
		{`"schema": "etledger/report/v1"`, `"schema": "etledger/report/v2"`},
		{`"verdict": "leak"`, `"verdict": "bad"`},
		{`"commit_bytes": 83886080`, `"commit_bytes": -1`},
		{`"commit_bytes": 83886080`, `"commit_bytes": "80 MiB"`},
		{`"start": "2024-03-05T09:30:00.0000000Z"`, `"start": "2024-03-05 09:30"`},
		{`"residual_bytes"`, `"residual"`},
	})
}

// Every field of the Go structs must stand in the schema, and nothing else, so that the two cannot part.
func TestSchemaHasEveryField(t *testing.T) {
	for file, root := range map[string]reflect.Type{
		"report.schema.json": reflect.TypeFor[Report](), "info.schema.json": reflect.TypeFor[Info](),
		"doctor.schema.json": reflect.TypeFor[Doctor](),
	} {
		js, err := os.ReadFile(filepath.Join("..", "docs", file))
		if err != nil {
			t.Fatal(err)
		}
		var doc schemaNode
		if err := json.Unmarshal(js, &doc); err != nil {
			t.Fatal(err)
		}
		compareFields(t, file, &doc, &doc, root)
	}
}

// schemaNode is the part of JSON Schema that the comparison walks.
type schemaNode struct {
	Ref        string                 `json:"$ref"`
	Properties map[string]*schemaNode `json:"properties"`
	Items      *schemaNode            `json:"items"`
	AnyOf      []*schemaNode          `json:"anyOf"`
	Defs       map[string]*schemaNode `json:"$defs"`
}

func (n *schemaNode) resolve(doc *schemaNode) *schemaNode {
	switch {
	case n.Ref != "":
		return doc.Defs[strings.TrimPrefix(n.Ref, "#/$defs/")]
	case len(n.AnyOf) > 0:
		return n.AnyOf[0].resolve(doc)
	case n.Items != nil:
		return n.Items.resolve(doc)
	}
	return n
}

func compareFields(t *testing.T, where string, doc, node *schemaNode, typ reflect.Type) {
	fields := jsonFields(typ)
	var names, listed []string
	for name := range fields {
		names = append(names, name)
	}
	for name := range node.Properties {
		listed = append(listed, name)
	}
	slices.Sort(names)
	slices.Sort(listed)
	if !slices.Equal(names, listed) {
		t.Errorf("%s: the struct has %v, the schema %v", where, names, listed)
		return
	}
	for name, field := range fields {
		for field.Kind() == reflect.Pointer || field.Kind() == reflect.Slice {
			field = field.Elem()
		}
		if field.Kind() == reflect.Struct && field != reflect.TypeFor[Time]() {
			compareFields(t, where+"/"+name, doc, node.Properties[name].resolve(doc), field)
		}
	}
}

// jsonFields gives the types of a struct's fields by their JSON names, those of embedded structs included.
func jsonFields(typ reflect.Type) map[string]reflect.Type {
	fields := map[string]reflect.Type{}
	for i := range typ.NumField() {
		f := typ.Field(i)
		if !f.IsExported() {
			continue
		}
		if f.Anonymous {
			for name, t := range jsonFields(f.Type) {
				fields[name] = t
			}
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		fields[name] = f.Type
	}
	return fields
}
