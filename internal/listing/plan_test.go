package listing_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"etledger/internal/listing"
	"etledger/internal/where"
	"etledger/model"
)

func TestWhere(t *testing.T) {
	all := objects(t, list(t, leakyService, listing.Request{Format: listing.JSONL}, model.Options{}))
	for expression, chosen := range map[string]func(map[string]any) bool{
		"pid = 860": func(o map[string]any) bool { return fmt.Sprint(o["pid"]) == "860" },
		"region_size >= 64KiB and type = 'free'": func(o map[string]any) bool {
			return o["region_size"] != nil && number(t, o, "region_size") >= 65536 && o["type"] == "free"
		},
		"name is null and pid is not null": func(o map[string]any) bool { return o["name"] == nil && o["pid"] != nil },
	} {
		var want []string
		for _, o := range all {
			if chosen(o) {
				want = append(want, fmt.Sprint(o))
			}
		}
		var got []string
		for _, o := range objects(t, list(t, leakyService, listing.Request{Format: listing.JSONL, Where: expression},
			model.Options{})) {
			got = append(got, fmt.Sprint(o))
		}
		if !slices.Equal(got, want) || len(want) == 0 {
			t.Errorf("%s: %d rows, want %d", expression, len(got), len(want))
		}
	}
	// Columns that are not shown can be asked for all the same.
	text := list(t, leakyService, listing.Request{Tables: []model.Table{model.TableProcess}, Columns: []string{"pid"},
		Where: "name = 'System' and type = 'rundown_start'", Format: listing.CSV}, model.Options{})
	if text != "pid\n4\n" {
		t.Errorf("%q", text)
	}
}

func TestNeeds(t *testing.T) {
	for _, c := range []struct {
		request listing.Request
		want    string
	}{
		{listing.Request{Tables: []model.Table{model.TableImage}, Columns: []string{"file_name"}, Format: listing.CSV},
			"[image] map[image:[seq file_name]]"},
		{listing.Request{Tables: []model.Table{model.TableImage}, Columns: []string{"file_name"}, Where: "pid = 4 and image_size > 0",
			Format: listing.CSV}, "[image] map[image:[seq pid image_size file_name]]"},
		{listing.Request{Where: "region_size > 0", Columns: []string{"pid"}, Format: listing.JSONL},
			"[virtual_alloc] map[virtual_alloc:[seq region_size pid]]"},
		{listing.Request{Tables: []model.Table{model.TableStack}, Columns: []string{"frames"}, Format: listing.JSONL},
			"[stack frame] map[stack:[seq frame_count] frame:[address]]"},
		{listing.Request{Tables: []model.Table{model.TableStack}, Columns: []string{"key"}, Format: listing.JSONL},
			"[stack] map[stack:[seq key]]"},
		{listing.Request{Tables: []model.Table{model.TableStack}, Columns: []string{"first_frame"}, Format: listing.Arrow},
			"[stack] map[stack:[seq first_frame]]"},
		{listing.Request{Columns: []string{"computer_name", "pid"}, Where: "computer_name = 'X'", Format: listing.JSONL},
			"[system] map[system:[seq computer_name]]"},
		{listing.Request{Tables: []model.Table{model.TableImage}, Where: "pid > 4 and pid < 0", Format: listing.JSONL}, "[] map[]"},
	} {
		plan, err := listing.NewPlan(c.request)
		if err != nil {
			t.Errorf("%+v: %v", c.request, err)
			continue
		}
		tables, columns := plan.Needs()
		if got := fmt.Sprint(tables, columns); got != c.want {
			t.Errorf("%+v needs %s, want %s", c.request, got, c.want)
		}
	}
}

func TestRequestsThatCannotBeFulfilled(t *testing.T) {
	images := []model.Table{model.TableImage}
	for _, c := range []struct {
		request listing.Request
		want    string
	}{
		{listing.Request{Format: listing.CSV}, "csv holds one table; name one with --table: process, thread,"},
		{listing.Request{Format: listing.Arrow, Tables: []model.Table{0, 1}},
			"arrow holds one table; name one with --table: process, thread"},
		{listing.Request{Columns: []string{"pidd"}}, `none of the tables has a column "pidd"; did you mean "pid"?`},
		{listing.Request{Tables: images, Columns: []string{"pid", "size"}},
			`table image does not have a column "size"; did you mean "image_size"?; 'etledger events --describe --table image'`},
		{listing.Request{Tables: []model.Table{model.TableImage, model.TableSystem}, Columns: []string{"pid"}},
			"table system has none of the columns pid; 'etledger events --describe --table system' lists them"},
		{listing.Request{Columns: []string{"pid", "seq", "pid"}}, `column "pid" is named twice`},
		{listing.Request{Tables: []model.Table{model.TableStack}, Columns: []string{"frames"}, Format: listing.Arrow},
			`cannot hold the column "frames"`},
		{listing.Request{Where: "pid = "}, "at character 7: expected"},
		{listing.Request{Tables: images, Where: "name = 'a'"},
			`at character 1: column "name" is not in table image; did you mean "file_name"?`},
	} {
		if c.request.Format == "" {
			c.request.Format = listing.JSONL
		}
		plan, err := listing.NewPlan(c.request)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.request, err, c.want)
		}
		if plan != nil && err != nil {
			t.Errorf("%+v: both a plan and an error", c.request)
		}
		if fault := (*where.Error)(nil); c.request.Where != "" && !errors.As(err, &fault) {
			t.Errorf("%+v: the error is a %T", c.request, err)
		}
	}
}

func TestDescribe(t *testing.T) {
	var b bytes.Buffer
	if err := listing.Describe(&b, nil); err != nil {
		t.Fatal(err)
	}
	for table := range model.Tables() {
		_, rest, found := strings.Cut("\n"+b.String(), "\n"+table.String()+": ")
		section, _, _ := strings.Cut(rest, "\n\n")
		if !found || strings.HasPrefix(section, "\n") {
			t.Errorf("%v is not described", table)
		}
		for _, f := range table.Schema().Fields() {
			doc, _ := f.Metadata.GetValue("description")
			if !strings.Contains(section, "\n  "+f.Name+" ") || !strings.Contains(section+"\n", "  "+doc+"\n") {
				t.Errorf("%v: column %s is not described", table, f.Name)
			}
		}
	}
	b.Reset()
	if err := listing.Describe(&b, []model.Table{model.TableHardFault}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "  duration         int64 or null      ns       from the beginning of the read") {
		t.Errorf("%s", b.String())
	}
}
