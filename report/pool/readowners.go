package pool

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"etledger/model/poolsnap"
	"etledger/model/pooltag"
)

// ReadOwners reads what tells whom tags belong to: tag files (pooltag.txt, localtag.txt), and drivers, each a folder of
// driver files or one of them, which Analyze scans, or an inventory such as driverquery /v /fo csv writes. Role names the
// latter in the report, such as drivers.
func ReadOwners(tagFiles, drivers []string, role string) (o OwnerSources, err error) {
	for _, path := range tagFiles {
		if err := o.addTagFile(path); err != nil {
			return o, fmt.Errorf("pool: reading tag files: %w", err)
		}
	}
	for _, path := range drivers {
		if err := o.addDrivers(path, role); err != nil {
			return o, fmt.Errorf("pool: reading drivers: %w", err)
		}
	}
	return o, nil
}

func (o *OwnerSources) addTagFile(path string) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	t, err := pooltag.ReadTagFile(in, path)
	if err != nil {
		return err
	}
	o.TagFiles = append(o.TagFiles, t)
	o.Sources = append(o.Sources, Source{File: path, Role: roleTags, Kind: "tag file", Rows: len(t.Entries),
		Unusable: len(t.Problems)})
	if len(t.Entries) == 0 {
		return fmt.Errorf("%s: no line of it names a tag, as in 'Wdg1 - widget.sys - Widget connections'", path)
	}
	return nil
}

// addDrivers takes a path for drivers to be scanned, or reads it as an inventory.
func (o *OwnerSources) addDrivers(path, role string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.IsDir() {
		o.addScan(path, role, "folder of drivers")
		return nil
	}
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	head := make([]byte, 2)
	n, err := io.ReadFull(in, head)
	if err == nil && bytes.Equal(head[:n], []byte("MZ")) {
		o.addScan(path, role, "driver")
		return nil
	}
	inventory, err := pooltag.ReadInventory(io.MultiReader(bytes.NewReader(head[:n]), in), path)
	if err != nil {
		return err
	}
	if len(inventory.Items) == 0 {
		return fmt.Errorf("%s: neither a driver nor an inventory of drivers, such as 'driverquery /v /fo csv' writes", path)
	}
	o.Inventories = append(o.Inventories, inventory)
	o.Sources = append(o.Sources, Source{File: path, Role: role, Kind: "inventory, " + inventory.Kind, Rows: len(inventory.Items),
		Unusable: len(inventory.Problems)})
	o.addProblems(inventory.Problems)
	return nil
}

func (o *OwnerSources) addScan(path, role, kind string) {
	o.Drivers = append(o.Drivers, path)
	o.Sources = append(o.Sources, Source{File: path, Role: role, Kind: kind})
}

func (o *OwnerSources) addProblems(problems []poolsnap.Problem) {
	o.ProblemCount += len(problems)
	o.Problems = append(o.Problems, problems[:min(len(problems), maxProblems-len(o.Problems))]...)
}
