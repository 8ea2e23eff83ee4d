package results

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
)

// Every column stands in docs/results.md, under its table, with what it means.
func TestDocumentHasEveryColumn(t *testing.T) {
	text, err := os.ReadFile("../../docs/results.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]string{}
	for _, section := range strings.Split(string(text), "\n## ")[1:] {
		name, _, _ := strings.Cut(section, ":")
		sections[name] = section
	}
	for table, row := range map[string]reflect.Type{
		TableCaptures: reflect.TypeFor[Capture](), TableLifetimes: reflect.TypeFor[Lifetime](), TableModules: reflect.TypeFor[Module](),
		TablePoolTags: reflect.TypeFor[PoolTag](),
	} {
		columns := 0
		for i := range row.NumField() {
			tag := row.Field(i).Tag
			if tag.Get("col") == "" {
				continue
			}
			columns++
			begin, end := fmt.Sprintf("\n| `%s` | ", tag.Get("col")), fmt.Sprintf(" | %s |\n", tag.Get("doc"))
			_, rest, found := strings.Cut(sections[table], begin)
			if line, _, _ := strings.Cut(rest, "\n"); !found || !strings.HasSuffix(line+"\n", end) {
				t.Errorf("docs/results.md has no line for %s.%s: %s", table, tag.Get("col"), tag.Get("doc"))
			}
		}
		if lines := strings.Count(sections[table], "\n| `"); lines != columns {
			t.Errorf("docs/results.md has %d lines for %s, which has %d columns", lines, table, columns)
		}
	}
}
