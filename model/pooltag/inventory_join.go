package pooltag

import "strings"

// joiner finds what inventories of one machine say of a file.
type joiner struct {
	items     []*Item          // of all inventories, in their order
	byFile    map[string][]int // by the file's name in lower case, without .sys
	byService map[string][]int // items without a file, by service in lower case
	byPackage map[string][]int // items without a file and a service, by the package's file, oem12.inf, in lower case
	byStore   map[string][]int // by the package's folder in the driver store
	byInf     map[string][]int // by the name that the package's file had, in lower case, without .inf
	services  bool             // some inventory lists the drivers of the machine
}

// joined is an item with how it was found.
type joined struct {
	*Item
	by string
}

// How items are found, the most dependable first.
const (
	byFileName    = "file name"
	byServiceName = "service name"
	byPackageOf   = "driver package"
	byPackageName = "name of the driver package"
)

func newJoiner(inventories []*Inventory) *joiner {
	j := &joiner{byFile: map[string][]int{}, byService: map[string][]int{}, byPackage: map[string][]int{},
		byStore: map[string][]int{}, byInf: map[string][]int{}}
	add := func(m map[string][]int, key string, n int) {
		if key != "" {
			m[key] = append(m[key], n)
		}
	}
	for _, v := range inventories {
		j.services = j.services || v.Services()
		for k := range v.Items {
			i, n := &v.Items[k], len(j.items)
			j.items = append(j.items, i)
			pack := strings.ToLower(i.Package)
			switch {
			case i.File != "":
				add(j.byFile, stem(i.File), n)
			case i.Service != "":
				add(j.byService, strings.ToLower(i.Service), n)
			}
			add(j.byPackage, pack, n)
			add(j.byStore, i.Store, n)
			add(j.byInf, strings.TrimSuffix(strings.ToLower(i.Original), ".inf"), n)
			if i.Original == "" {
				add(j.byInf, strings.TrimSuffix(pack, ".inf"), n)
			}
		}
	}
	return j
}

// stem gives the name by which files are joined: without folder, in lower case, without .sys.
func stem(file string) string {
	return strings.TrimSuffix(strings.ToLower(fileOf(file)), ".sys")
}

// find gives the items for a file that may lie in the folders of some driver packages, the most dependable first. Each item
// is given once.
func (j *joiner) find(module string, stores []string) []joined {
	var found []joined
	seen := map[int]bool{}
	take := func(list []int, by string) {
		for _, n := range list {
			if !seen[n] {
				seen[n] = true
				found = append(found, joined{j.items[n], by})
			}
		}
	}
	name := stem(module)
	take(j.byFile[name], byFileName)
	take(j.byService[name], byServiceName)
	for _, f := range found {
		if f.Store != "" {
			stores = append(stores, f.Store)
		}
	}
	for _, store := range stores {
		for _, n := range j.byStore[store] {
			if i := j.items[n]; i.File == "" {
				take([]int{n}, byPackageOf)
				take(j.devices(i), byPackageOf)
			}
		}
	}
	for _, n := range j.byInf[name] {
		if i := j.items[n]; i.File == "" {
			take([]int{n}, byPackageName)
			take(j.devices(i), byPackageName)
		}
	}
	return found
}

// devices gives the items that name the same package and no file, for one that has it.
func (j *joiner) devices(pack *Item) []int {
	var list []int
	for _, n := range j.byPackage[strings.ToLower(pack.Package)] {
		if j.items[n].File == "" {
			list = append(list, n)
		}
	}
	return list
}
