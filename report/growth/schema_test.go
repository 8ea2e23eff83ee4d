package growth

import (
	"bytes"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"etledger/internal/schematest"
	"etledger/internal/weeks"
	"etledger/ledger/memoryseries"
	"etledger/report"
)

var schemaPath = filepath.Join("..", "..", "docs", "trend.schema.json")

func jsonOf(t *testing.T, r *Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// leaking is a machine with a few programs, one of which leaks, and a pool that does.
func leaking() weeks.Spec {
	s := weeks.Spec{Seed: 3, Days: 7, Every: 10 * time.Minute, Nonpaged: 30 << 20, Other: 20 << 20}
	s.Programs = append(weeks.Population(3, weeks.Healthy, 5), weeks.Population(3, weeks.Leak, 1)...)
	s.Programs = append(s.Programs, weeks.Population(3, weeks.LeakNightly, 1)...)
	return s
}

// TestReportsKeepTheContract holds reports of all sorts against the schema.
func TestReportsKeepTheContract(t *testing.T) {
	schema := schematest.Read(t, schemaPath)
	whole := Build(observedOf(leaking(), memoryseries.Options{}), Options{})
	short := Build(observedOf(weeks.Spec{Days: 1, Every: 10 * time.Minute, Programs: weeks.Population(1, weeks.Leak, 2)},
		memoryseries.Options{}), Options{})
	empty := Build(&Observed{Set: memoryseries.New(memoryseries.Options{}).Finish()}, Options{})
	var instances []process
	for i := range 6 {
		instances = append(instances, process{"more.exe", "", uint32(100 + 4*i), float64(20 * i), 1e9, steadyAt(20)})
	}
	for name, r := range map[string]*Report{"weeks": whole, "instances": Build(plainMachine(5, instances), Options{}), "a day": short, "nothing": empty} {
		t.Run(name, func(t *testing.T) { schematest.Keeps(t, schema, jsonOf(t, r)) })
	}
	schematest.Refuses(t, schema, jsonOf(t, whole), [][2]string{
		{`"schema": "etledger/trend/v1"`, `"schema": "etledger/trend/v2"`},
		{`"verdict": "growth"`, `"verdict": "leak"`},
		{`"pattern": "active"`, `"pattern": "busy"`},
		{`"tests": `, `"tests": -`},
	})
	if whole.Advice == nil || len(whole.Programs) != 7 {
		t.Errorf("advice %v, %d programs", whole.Advice, len(whole.Programs))
	}
}

// TestSchemaHasEveryField holds the schema against the structs.
func TestSchemaHasEveryField(t *testing.T) {
	schematest.Fields(t, schemaPath, map[string]reflect.Type{
		"": reflect.TypeFor[Report](), "Interval": reflect.TypeFor[Interval](), "Level": reflect.TypeFor[Level](),
		"Step": reflect.TypeFor[Step](), "Program": reflect.TypeFor[Program](), "Host": reflect.TypeFor[Host](), "Boot": reflect.TypeFor[Boot](),
		"Session": reflect.TypeFor[Session](), "Explanation": reflect.TypeFor[Explanation](), "Part": reflect.TypeFor[Part](),
		"Exhaustion": reflect.TypeFor[Exhaustion](), "Advice": reflect.TypeFor[Advice](), "Finding": reflect.TypeFor[report.Finding](),
	})
}
