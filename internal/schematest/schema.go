// Package schematest holds JSON against the schemas that docs publishes. It is for tests.
package schematest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Read compiles the schema in a file, formats included.
func Read(t testing.TB, path string) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	name := filepath.Base(path)
	if err := c.AddResource(name, doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile(name)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// Keeps checks that a document is valid.
func Keeps(t testing.TB, schema *jsonschema.Schema, js []byte) {
	t.Helper()
	if err := validate(t, schema, js); err != nil {
		t.Errorf("the output breaks its own contract: %v", err)
	}
}

// Refuses checks that a valid document is no longer so after any of the changes, each a text that it holds and what to put
// in its place.
func Refuses(t testing.TB, schema *jsonschema.Schema, js []byte, changes [][2]string) {
	t.Helper()
	Keeps(t, schema, js)
	for _, c := range changes {
		changed := strings.Replace(string(js), c[0], c[1], 1)
		if changed == string(js) {
			t.Fatalf("the document does not hold %s", c[0])
		}
		if validate(t, schema, []byte(changed)) == nil {
			t.Errorf("the schema accepts %s", c[1])
		}
	}
}

func validate(t testing.TB, schema *jsonschema.Schema, js []byte) error {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(js))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(v)
}
