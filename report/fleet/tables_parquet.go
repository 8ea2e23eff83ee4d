package fleet

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"etledger/model/dataset"
)

var (
	imageSheet  = dataset.NewSheet[GroupRow](TableImages)
	moduleSheet = dataset.NewSheet[GroupRow](TableModules)
	poolSheet   = dataset.NewSheet[GroupRow](TablePool)
	updateSheet = dataset.NewSheet[UpdateRow](TableUpdates)
	hostSheet   = dataset.NewSheet[HostRow](TableHosts)
	chainSheet  = dataset.NewSheet[ChainRow](TableChains)
)

// WriteParquet writes the tables of the report to a folder, which it makes where it is not there: one file for each,
// fleet_images.parquet and so on, in place of those that are there, each whole or not at all. Tables without rows are
// written too. The files name tool as the program that wrote them. It gives up when the context is done.
func (r *Report) WriteParquet(ctx context.Context, folder, tool string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("fleet: writing tables: %w", err)
	}
	for _, t := range []struct {
		table string
		rows  dataset.SheetRows
	}{
		{TableImages, imageSheet.Rows(r.ImageRows())}, {TableModules, moduleSheet.Rows(r.ModuleRows())},
		{TablePool, poolSheet.Rows(r.PoolTagRows())}, {TableUpdates, updateSheet.Rows(r.UpdateRows())},
		{TableHosts, hostSheet.Rows(r.HostRows())}, {TableChains, chainSheet.Rows(r.ChainRows())},
	} {
		if err := dataset.WriteSheetFile(ctx, filepath.Join(folder, t.table+".parquet"), t.rows, TablesSchema, tool); err != nil {
			return fmt.Errorf("fleet: %w", err)
		}
	}
	return nil
}
