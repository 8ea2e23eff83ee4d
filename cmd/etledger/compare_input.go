package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"etledger/model/dataset"
)

// capturesOf lists the captures of a dataset.
func capturesOf(path string) (ids []string, err error) {
	_, found, err := dataset.Find(path)
	if errors.Is(err, dataset.ErrNotDataset) && filepath.Ext(path) != ".parquet" {
		return nil, fmt.Errorf("%s is a folder, but no dataset; name the recordings in it, or what 'etledger convert' wrote", path)
	}
	if err != nil {
		return nil, err
	}
	for _, place := range found {
		ids = append(ids, place.ID)
	}
	if len(ids) == 0 {
		return nil, fmt.Errorf("%s holds no capture; 'etledger convert' puts captures into a dataset", path)
	}
	return ids, nil
}
