package pooltag

import (
	"strings"

	"etledger/model/poolsnap"
)

// Sources are what a Mapper draws on; any of them may be missing.
type Sources struct {
	Tags        *Index
	Scans       []*ScanResult // made for the tags that will be asked for
	Inventories []*Inventory  // of one machine
}

// Mapper tells which components a tag may belong to. It is not changed once made, and may be used by several goroutines at
// once; its sources must not change.
type Mapper struct {
	tags      *Index
	join      *joiner
	inventory bool                       // there are inventories
	found     map[poolsnap.Tag][]scanned // files that hold a tag
	drivers   map[string][]*Driver       // by module
	defaults  map[string][]frameworkTag  // tags in lower case that the driver framework gives by default
}

// scanned is a file that holds a tag.
type scanned struct {
	*Driver
	hits *Hits
}

// frameworkTag is the tag that a driver of the framework has by default.
type frameworkTag struct {
	*Driver
	tag     string // as the framework makes it
	service string // the service's name, empty where only the file's is known
	from    *Item  // that tells the service
}

// NewMapper makes a mapper.
func NewMapper(s Sources) *Mapper {
	m := &Mapper{tags: s.Tags, join: newJoiner(s.Inventories), inventory: len(s.Inventories) > 0,
		found: map[poolsnap.Tag][]scanned{}, drivers: map[string][]*Driver{}, defaults: map[string][]frameworkTag{}}
	if m.tags == nil {
		m.tags = NewIndex()
	}
	for _, scan := range s.Scans {
		for i := range scan.Drivers {
			d := &scan.Drivers[i]
			m.drivers[moduleKey(d.Name())] = append(m.drivers[moduleKey(d.Name())], d)
			for k := range d.Hits {
				m.found[d.Hits[k].Tag] = append(m.found[d.Hits[k].Tag], scanned{d, &d.Hits[k]})
			}
			if d.Framework {
				m.addDefaults(d)
			}
		}
	}
	return m
}

// addDefaults notes the default tag of a framework driver: the first four characters of its service's name, or the four
// after WDF where it begins with that. The service is mostly named as the file is.
func (m *Mapper) addDefaults(d *Driver) {
	add := func(name, service string, from *Item) {
		if len(name) > 3 && strings.EqualFold(name[:3], "wdf") {
			name = name[3:]
		}
		if len(name) >= 4 {
			key := strings.ToLower(name[:4])
			m.defaults[key] = append(m.defaults[key], frameworkTag{d, name[:4], service, from})
		}
	}
	known := false
	for _, n := range m.join.byFile[stem(d.Name())] {
		if i := m.join.items[n]; i.Service != "" {
			add(i.Service, i.Service, i)
			known = true
		}
	}
	if !known {
		add(strings.TrimSuffix(strings.TrimSuffix(d.Name(), ".sys"), ".SYS"), "", nil)
	}
}

// moduleKey gives the name that all names of a module share: without folder, in lower case, without .sys; nt for the files
// that the kernel comes in.
func moduleKey(module string) string {
	switch name := stem(module); name {
	case "ntoskrnl.exe", "ntoskrnl", "ntkrnlmp.exe", "ntkrnlpa.exe", "ntkrpamp.exe", "ntkrla57.exe", "nt":
		return "nt"
	case "hal":
		return "hal.dll"
	default:
		return name
	}
}

// alwaysLoaded tells of modules that every system has loaded and no inventory lists.
func alwaysLoaded(key string) bool {
	return key == "nt" || key == "hal.dll" || strings.HasPrefix(key, "win32k")
}
