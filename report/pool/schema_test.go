package pool

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"etledger/internal/schematest"
	"etledger/report"
)

var schemaPath = filepath.Join("..", "..", "docs", "pool.schema.json")

// TestReportsKeepTheContract holds reports of all sorts against the schema.
func TestReportsKeepTheContract(t *testing.T) {
	schema := schematest.Read(t, schemaPath)
	written := exampleInputs(t, true, true)
	reports := map[string]*Report{
		"one snapshot": analyzed(t, Inputs{Now: observedOf(t, leaking(1, 1000, 900))}, Options{}),
		"two":          analyzed(t, Inputs{Now: observedOf(t, leaking(2, 1000, 900))}, Options{}),
		"many tags":    analyzed(t, Inputs{Now: scenarioOf(t, machineOf(5, 30, 300, true))}, Options{PagedLimit: 1 << 40}),
		"counters":     analyzed(t, Inputs{Now: counters(3, onlyPools)}, Options{}),
		"written case": analyzed(t, written, Options{}),
		"for a page":   analyzed(t, written, Options{Details: true}),
	}
	for name, r := range reports {
		t.Run(name, func(t *testing.T) { schematest.Keeps(t, schema, jsonOf(t, r)) })
	}
	schematest.Refuses(t, schema, jsonOf(t, reports["written case"]), [][2]string{
		{`"schema": "etledger/pool/v1"`, `"schema": "etledger/pool/v2"`},
		{`"verdict": "leak"`, `"verdict": "bad"`},
		{`"problem_count": 0`, `"problem_count": -1`},
		{`"share_of_growth"`, `"share"`},
	})
}

// Every field of the Go structs must stand in the schema, and nothing else, so that the two cannot part.
func TestSchemaHasEveryField(t *testing.T) {
	text, err := os.ReadFile(schemaPath)
	if err != nil {
		t.Fatal(err)
	}
	var doc schemaNode
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	compareFields(t, "report", &doc, &doc, reflect.TypeFor[Report]())
}

// schemaNode is the part of JSON Schema that the comparison walks.
type schemaNode struct {
	Ref        string                 `json:"$ref"`
	Required   []string               `json:"required"`
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
	fields, always := jsonFields(typ)
	var names, listed []string
	for name := range fields {
		names = append(names, name)
	}
	for name := range node.Properties {
		listed = append(listed, name)
	}
	slices.Sort(names)
	slices.Sort(listed)
	slices.Sort(always)
	required := slices.Sorted(slices.Values(node.Required))
	if !slices.Equal(names, listed) || !slices.Equal(always, required) {
		t.Errorf("%s: the struct has %v, the schema %v, of which %v are required", where, names, listed, required)
		return
	}
	for name, field := range fields {
		for field.Kind() == reflect.Pointer || field.Kind() == reflect.Slice {
			field = field.Elem()
		}
		if field.Kind() == reflect.Struct && field != reflect.TypeFor[report.Time]() {
			compareFields(t, where+"/"+name, doc, node.Properties[name].resolve(doc), field)
		}
	}
}

// jsonFields gives the types of a struct's fields by their JSON names, those of embedded structs included, and the names of
// those that are never left out.
func jsonFields(typ reflect.Type) (fields map[string]reflect.Type, always []string) {
	fields = map[string]reflect.Type{}
	for i := range typ.NumField() {
		f := typ.Field(i)
		switch {
		case f.Anonymous:
			inner, names := jsonFields(f.Type)
			maps.Copy(fields, inner)
			always = append(always, names...)
		case f.IsExported():
			name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			fields[name] = f.Type
			if options != "omitempty" {
				always = append(always, name)
			}
		}
	}
	return fields, always
}
