package where_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"etledger/internal/where"
	"etledger/model/columns"
)

// compile parses and compiles for the sample table.
func compile(expression string) (*where.Filter, error) {
	e, err := where.Parse(expression)
	if err != nil {
		return nil, err
	}
	filters, err := e.Compile([]where.Table{sampleTable})
	if err != nil {
		return nil, err
	}
	return filters[0], nil
}

func TestFaults(t *testing.T) {
	for _, c := range []struct{ expression, want string }{
		{"", "at character 1: expected a column, a number, a text or (, not the end"},
		{"pid", "at character 4: expected a comparison of pid, such as pid = ..., or pid is not null"},
		{"pid and size > 1", "at character 5: expected a comparison of pid"},
		{"not size", "at character 9: expected a comparison of size"},
		{"pid = ", "at character 7: expected a column, a number, a text or (, not the end"},
		{"pid 4", `at character 5: expected a comparison of pid`},
		{"pid = 4 size = 3", `at character 9: expected and, or, or the end, not "size"`},
		{"pid = 4)", "at character 8: there is no ( for this )"},
		{"(pid = 4", "at character 9: expected ) for the ( at character 1, not the end"},
		{"pid = 4 && size > 1", `at character 9: there is no operator "&&"; write and`},
		{"pid = 4 || size > 1", `at character 9: there is no operator "||"; write or`},
		{"!(pid = 4)", `at character 1: there is no operator "!"; write not`},
		{"name =~ 'a'", `at character 6: there is no operator "=~"; write ~`},
		{"name ~* 'a'", `at character 6: there is no operator "~*"; write ilike`},
		{"pid = 4; drop", "at character 8: ';' cannot stand here"},
		{"näme = 'a'", "at character 2: 'ä' cannot stand here; text stands in quotes"},
		{"name = 'ä' and path = 'x", "at character 23: the text has no closing '"},
		{"1 < pid < 5", "at character 9: comparisons cannot be chained"},
		{"(pid = 4) = 5", "at character 11: a condition cannot be compared"},
		{"pid = (size = 4)", "at character 13: a condition cannot be compared"},
		{"pid = null", "at character 7: nothing is equal to null; write is null"},
		{"pid is 4", `at character 8: expected null after is, not "4"`},
		{"pid in 4", `at character 8: expected ( after in, not "4"`},
		{"pid in ()", `at character 9: expected a column, a number, a text or (, not ")"`},
		{"pid in (4 5)", `at character 11: expected , or ) in the list, not "5"`},
		{"pid in (size)", "at character 9: expected a number or a text in the list"},
		{"pid not 4", `at character 9: expected in, like or ilike after not, not "4"`},
		{"name like 4", `at character 11: expected a pattern in quotes after like, not "4"`},
		{"'name' = 'svchost.exe'", "at character 1: one side of = must be a column; names of columns stand without quotes"},
		{"'name' like 'a'", "at character 1: expected a column before like"},
		{"4 in (4)", "at character 1: expected a column before in"},
		{"'a' is null", "at character 1: expected a column before is"},
		{"pid & 'a'", "at character 5: & takes a column and a whole number"},
		{"pid & -1", "at character 5: & takes a column and a whole number"},
		{"pid & 1.5", "at character 5: & takes a column and a whole number"},
		{"pid & 1KiB", "at character 5: & takes a column and a whole number"},
		{"pid = 4 & size = 1", "at character 16: comparisons cannot be chained"},
		{"(pid = 4) & (size = 1)", "at character 11: & takes a column and a whole number"},
		{"pid & size", "at character 5: & takes a column and a whole number"},
		{"pid = -name", `at character 8: expected a number after -, not "name"`},
		{"pid = 0x", `at character 8: there is no unit "x"`},
		{"size = 64KIBI", `at character 10: there is no unit "kibi"`},
		{"size = " + strings.Repeat("9", 61), "at character 8: the number has more than 60 digits"},
		{strings.Repeat("(", 201) + "pid = 4", "at character 201: the expression is nested more than 200 deep"},
		{strings.Repeat("not ", 201) + "pid = 4", "at character 801: the expression is nested more than 200 deep"},
		{strings.Repeat(" ", 1<<16+1), "at character 65537: the expression is longer than 65536 bytes"},

		{"siz = 4", `at character 1: column "siz" is not in table sample; did you mean "size"?`},
		{"nothing = 4", `at character 1: column "nothing" is not in table sample`},
		{"pid = 4 and tim is null", `at character 13: column "tim" is not in table sample; did you mean "time_s"?`},
		{"pid = '4'", "at character 7: pid is a number; write what it is compared with without quotes"},
		{"pid in (4, '5')", "at character 12: pid is a number; write what it is compared with without quotes"},
		{"name = 4", "at character 8: name is a text; write what it is compared with in quotes"},
		{"name in ('a', 4)", "at character 15: name is a text"},
		{"size > 1s", "at character 8: 1s is a duration, but size is in bytes"},
		{"time_s > 1 KiB", "at character 10: 1 KiB is a size, but time_s is in s"},
		{"pid > 1KiB", "at character 7: 1KiB is a size, but pid has no unit"},
		{"ticks > 1s", "at character 9: 1s is a duration, but ticks is in ticks"},
		{"timestamp > 5", "at character 13: timestamp is a time; write it in quotes, as in '2024-03-05T09:30:00Z', or "},
		{"timestamp > 'noon'", `at character 13: "noon" is no time; write it as in '2024-03-05T09:30:00Z'`},
		{"timestamp in ('3000-01-01')", "at character 15: times are from 1677-09-21 to 2262-04-11"},
		{"time_s & 1", "at character 1: time_s is of type float64, which has no bits to test"},
		{"name & 1", "at character 1: name is of type text, which has no bits to test"},
		{"ticks & 1", "at character 1: ticks is of type int64, which has no bits to test"},
		{"pid = size & 1", "at character 7: bits can be compared with a number only; write them on the left"},
		{"pid & 1 = size", "at character 1: bits can be compared with a number only"},
		{"pid = name", "at character 5: pid is of type uint32 and name of type text; they cannot be compared"},
		{"time_s = size", "at character 8: time_s is of type float64 and size of type uint64; they cannot be compared"},
		{"timestamp = ticks", "at character 11: timestamp is of type timestamp and ticks of type int64"},
		{"pid like '4%'", "at character 1: pid is of type uint32; patterns are for texts"},
		{"name ~ '('", "at character 8: error parsing regexp: missing closing )"},
		{"nowhere ~ '('", `at character 1: column "nowhere"`},
	} {
		_, err := compile(c.expression)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q\ngives %v\nwant  %s", c.expression, err, c.want)
		}
		if fault := (*where.Error)(nil); err != nil && !errors.As(err, &fault) {
			t.Errorf("%q: the error is a %T", c.expression, err)
		}
	}
}

// rowsOf makes a batch of one text column.
func rowsOf(texts ...string) map[string]columns.Values {
	v := columns.Values{Type: columns.Text, Len: len(texts), Words: texts}
	for i := range texts {
		v.Uint32 = append(v.Uint32, uint32(i))
	}
	return map[string]columns.Values{"name": v, "path": v}
}

func TestTexts(t *testing.T) {
	texts := []string{"svchost.exe", "SVCHOST.EXE", `it's`, `\Device\x`, `100%`, "straße", "STRASSE", "ſvchost.exe", ""}
	for expression, want := range map[string][]string{
		`name = 'svchost.exe'`:      {"svchost.exe"},
		`name ilike 'SvcHost.exe'`:  {"svchost.exe", "SVCHOST.EXE", "ſvchost.exe"}, // ſ is an s without case
		`name = 'it''s'`:            {"it's"},
		`name = "it's"`:             {"it's"},
		`name like '\Device\%'`:     {`\Device\x`},
		`name ~ '^\\Device\\'`:      {`\Device\x`},
		`name ~ '(?i)^SVC'`:         {"svchost.exe", "SVCHOST.EXE", "ſvchost.exe"},
		`name ~ '[%]'`:              {"100%"},
		`name = ''`:                 {""},
		`name like '_trasse'`:       nil,
		`name like 'stra_e'`:        {"straße"},
		`NAME LIKE 'stra_e'`:        {"straße"},
		`name < 'T' and name >='S'`: {"SVCHOST.EXE", "STRASSE"},
		`name = path and name = ''`: {""},
	} {
		f, err := compile(expression)
		if err != nil {
			t.Errorf("%s: %v", expression, err)
			continue
		}
		var got []string
		for _, row := range choose(f, rowsOf(texts...), len(texts)) {
			got = append(got, texts[row])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s chooses %q, want %q", expression, got, want)
		}
	}
}

// Numbers and times at the limits of their columns, where conversions could go wrong.
func TestLimits(t *testing.T) {
	batch := map[string]columns.Values{
		"size":      {Type: columns.Uint64, Len: 2, Uint64: []uint64{1<<64 - 1, 1<<53 + 1}},
		"ticks":     {Type: columns.Int64, Len: 2, Int64: []int64{-1 << 63, 1<<63 - 1}},
		"memory":    {Type: columns.Uint32, Len: 2, Uint32: []uint32{16384, 8192}},
		"took":      {Type: columns.Int64, Len: 2, Int64: []int64{1_500_000, 1_499_999}},
		"timestamp": {Type: columns.Timestamp, Len: 2, Int64: []int64{1709631000000000000, 1709631000000000001}},
	}
	for expression, want := range map[string][]int32{
		"size = 18446744073709551615":                           {0},
		"size > 0xFFFFFFFFFFFFFFFE":                             {0},
		"size = 9007199254740993":                               {1}, // no float64 is
		"size >= -5":                                            {0, 1},
		"size < 99999999999999999999":                           {0, 1},
		"size > 99999999999999999999":                           nil,
		"size != 0.5":                                           {0, 1},
		"size in (0.5, 9007199254740993, -1, 1e)":               nil, // a fault
		"ticks = -9223372036854775808":                          {0},
		"ticks < -9223372036854775808":                          nil,
		"ticks < 0":                                             {0},
		"ticks > 9223372036854775806":                           {1},
		"size > ticks":                                          {0}, // signed and unsigned
		"memory = 16GiB":                                        {0},
		"took >= 1.5 ms":                                        {0},
		"took < 0.0015s":                                        {1},
		"timestamp = '2024-03-05T09:30:00Z'":                    {0},
		"timestamp = '2024-03-05 10:30:00+01:00'":               {0},
		"timestamp > '2024-03-05 09:30:00'":                     {1},
		"timestamp = '2024-03-05T09:30:00.000000001Z'":          {1},
		"timestamp > '2024-03-05' and timestamp < '2025-01-01'": {0, 1},
		"timestamp in ('2024-03-05 09:30')":                     {0},
		"0x4000 & memory":                                       {0},
		"memory & 0x6000 = 0x2000":                              {1},
		"memory & 0x4000 & 1":                                   nil, // a fault
	} {
		f, err := compile(expression)
		if err != nil {
			if want != nil {
				t.Errorf("%s: %v", expression, err)
			}
			continue
		}
		if got := choose(f, batch, 2); !slices.Equal(got, want) {
			t.Errorf("%s chooses %v, want %v", expression, got, want)
		}
	}
}

// A table that lacks a column has it null in all rows, and is passed by where that settles the whole.
func TestSeveralTables(t *testing.T) {
	lacking := where.Table{Name: "lacking", Columns: sampleColumns[:3]} // no size, no name
	for expression, want := range map[string]string{
		"size > 5":                       "never",
		"not size > 5":                   "never",
		"name like 'a'":                  "never",
		"not name in ('a')":              "never",
		"size = pid":                     "never",
		"size & 4":                       "never",
		"not (size & 4 = 4)":             "never",
		"size is not null":               "never",
		"not (size is null or pid = 4)":  "never",
		"pid = 4 and size > 5":           "never",
		"size is null":                   "pid",
		"pid = 4 or size > 5":            "pid",
		"pid = 4 and not (size > 5)":     "never",
		"pid = 4 and size is null":       "pid",
		"pid = 4 or size is null":        "pid",
		"not (pid = 4 and size is null)": "pid",
	} {
		e, err := where.Parse(expression)
		if err != nil {
			t.Fatal(err)
		}
		filters, err := e.Compile([]where.Table{lacking, sampleTable})
		if err != nil {
			t.Errorf("%s: %v", expression, err)
			continue
		}
		if (filters[0] == nil) != (want == "never") {
			t.Errorf("%s: filter %v, want %s", expression, filters[0], want)
		}
	}
	e, err := where.Parse("pid = 4 and parrent = 1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Compile([]where.Table{lacking, sampleTable}); err == nil ||
		err.Error() != `at character 13: column "parrent" is in none of the tables; did you mean "parent"?` {
		t.Errorf("a column that no table has: %v", err)
	}
}

// The same for rows: null or lacking makes no difference to what is chosen.
func TestLackingIsNull(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var without []columns.Column
	for _, c := range sampleColumns {
		if !c.Nullable {
			without = append(without, c)
		}
	}
	for range 500 {
		n := r.IntN(100)
		batch, _ := sampleRows(r, n)
		for name, v := range batch {
			if v.Valid != nil {
				v.Valid, v.Offset = make([]byte, (n+7)/8), 0
				batch[name] = v
			}
		}
		text := randomCondition(r, 3).text
		e, err := where.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		filters, err := e.Compile([]where.Table{sampleTable, {Name: "lacking", Columns: without}})
		if err != nil {
			t.Fatal(err)
		}
		if null, lacking := choose(filters[0], batch, n), choose(filters[1], batch, n); !slices.Equal(null, lacking) {
			t.Fatalf("%s: %v where null, %v where lacking", text, null, lacking)
		}
	}
}

func TestColumnsAreNamedOnce(t *testing.T) {
	f, err := compile("pid = 4 or name = 'a' or pid = 5 and not size > pid")
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"pid", "name", "size"}; !slices.Equal(f.Columns(), want) {
		t.Errorf("columns %v, want %v", f.Columns(), want)
	}
}

// Select allocates for texts, if at all, and not for rows.
func TestSelectDoesNotAllocate(t *testing.T) {
	batch, _ := sampleRows(rand.New(rand.NewPCG(5, 6)), 1000)
	f, err := compile("(size > 1MiB or pid in (4, 5)) and not name like '%.exe' and time_s < 3")
	if err != nil {
		t.Fatal(err)
	}
	var values []columns.Values
	for _, name := range f.Columns() {
		values = append(values, batch[name])
	}
	dst := make([]int32, 0, 1000)
	if n := testing.AllocsPerRun(10, func() { f.Select(dst, 1000, values) }); n > float64(len(sampleTexts)) {
		t.Errorf("%v allocations", n)
	}
}
