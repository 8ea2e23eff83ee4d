package fleet

import (
	"context"
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"etledger/model/dataset"
)

// readBack reads what WriteParquet wrote.
func readBack[R any](t *testing.T, folder, table string) []R {
	t.Helper()
	rows, err := dataset.ReadSheetFile(filepath.Join(folder, table+".parquet"), dataset.NewSheet[R](table), TablesSchema)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestParquetHasWhatTheReportHas(t *testing.T) {
	r, folder := sample(), filepath.Join(t.TempDir(), "new", "tables")
	for range 2 { // the second time in place of the first
		if err := r.WriteParquet(context.Background(), folder, "test"); err != nil {
			t.Fatal(err)
		}
	}
	images := readBack[GroupRow](t, folder, TableImages)
	if !reflect.DeepEqual(images, r.ImageRows()) {
		t.Errorf("images came back as %+v", images)
	}
	for i, g := range r.Images {
		row := images[i]
		if row.Name != g.Name || row.HostsLeaking != uint64(g.Hosts.Leaking) || row.CapturesJudged != uint64(g.Captures.Judged) ||
			row.LifetimesSeen != uint64(g.Lifetimes.Seen) || (row.Slope == nil) != (g.Slope == nil) || row.Status != string(g.Status) {
			t.Errorf("%s is the row %+v", g.Name, row)
		}
	}
	if s := r.Images[0].Slope; *images[0].Slope != s.Rate || *images[0].SlopeLow != *s.Low || *images[0].SlopeHigh != *s.High ||
		*images[0].FirstLeakHost != "host-002" || !images[0].FirstLeak.Equal(at(5, 8).Time) {
		t.Errorf("%+v", images[0])
	}
	if modules := readBack[GroupRow](t, folder,
		TableModules); len(modules) != 1 || modules[0].Name != "cache.dll" || modules[0].Chance != nil {
		t.Errorf("modules: %+v", modules)
	}
	if tags := readBack[GroupRow](t, folder, TablePool); len(tags) != 2 || *tags[0].Pool != "nonpaged" || tags[1].Slope != nil {
		t.Errorf("pool tags: %+v", tags)
	}
	if updates := readBack[UpdateRow](t, folder, TableUpdates); len(updates) != 2 || updates[0].FromHostsJudged != 90 ||
		updates[0].ToHostsLeaking != 10 || updates[1].Since != nil || *updates[1].FromVersion != hostile[0] {
		t.Errorf("updates: %+v", updates)
	}
	if hosts := readBack[HostRow](t, folder, TableHosts); len(hosts) != 3 || *hosts[0].Seconds != 7200 || hosts[2].Rate != nil ||
		!hosts[0].Latest.Equal(at(9, 8).Time) {
		t.Errorf("hosts: %+v", hosts)
	}
	if chains := readBack[ChainRow](t, folder,
		TableChains); len(chains) != 2 || chains[0].LastBytes != 127<<20 || chains[1].Boot != nil ||
		!chains[0].Last.Equal(at(9, 8).Time) || !strings.HasPrefix(chains[0].Levels, `[{"time":"2024-03-01T08`) {
		t.Errorf("chains: %+v", chains)
	}
}

func TestParquetOfNothing(t *testing.T) {
	folder := t.TempDir()
	if err := (&Report{}).WriteParquet(context.Background(), folder, "test"); err != nil {
		t.Fatal(err)
	}
	if images, chains := readBack[GroupRow](t, folder, TableImages), readBack[ChainRow](t, folder,
		TableChains); len(images)+len(chains) > 0 {
		t.Errorf("%v, %v", images, chains)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 6 {
		t.Errorf("%v: %v", entries, err)
	}
}

func TestParquetWholeOrNotAtAll(t *testing.T) {
	folder := t.TempDir()
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if err := sample().WriteParquet(done, folder, "test"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	// A folder stands where the last table is to be: the others are there whole, and nothing half done is.
	if err := os.MkdirAll(filepath.Join(folder, TableChains+".parquet", "in the way"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := sample().WriteParquet(context.Background(), folder, "test"); err == nil || !strings.Contains(err.Error(),
		TableChains) {
		t.Errorf("error %v", err)
	}
	readBack[HostRow](t, folder, TableHosts)
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 6 {
		t.Errorf("%v: %v", entries, err)
	}
	if _, err := dataset.ReadSheetFile(filepath.Join(folder, TableHosts+".parquet"), dataset.NewSheet[HostRow](TableHosts),
		"other/v1"); !errors.As(err,
		new(*dataset.VersionError)) {
		t.Errorf("error %v", err)
	}
}

// CSV has the figures of the JSON, one line for each build, and no formulas.
func TestCSV(t *testing.T) {
	r := sample()
	r.Images[1].Name = hostile[1]
	records, err := csv.NewReader(strings.NewReader(written(t, r.WriteCSV))).ReadAll()
	if err != nil || len(records) != len(r.Images)+1 {
		t.Fatalf("%d records: %v", len(records), err)
	}
	for i, record := range records[1:] {
		g, cells := &r.Images[i], map[string]string{}
		for k, name := range records[0] {
			cells[name] = record[k]
			if strings.ContainsAny(record[k][:min(1, len(record[k]))], "=+@") {
				t.Errorf("%s is a formula: %q", name, record[k])
			}
		}
		slope := ""
		if g.Slope != nil {
			slope = strconv.FormatFloat(g.Slope.Rate, 'g', -1, 64)
		}
		if strings.TrimPrefix(cells["name"],
			"'") != g.Name || cells["status"] != string(g.Status) || cells["slope_bytes_per_s"] != slope ||
			cells["hosts_leaking"] != strconv.Itoa(g.Hosts.Leaking) {
			t.Errorf("%v, expected %+v", cells, g)
		}
	}
}
