package pooltag

import (
	"fmt"
	"strings"
	"time"
)

// complete adds what the scanned file and the inventories say of a candidate's module.
func (m *Mapper) complete(c *Candidate, key string) {
	drivers := m.drivers[key]
	var stores []string
	for _, d := range drivers {
		if store := storeOf(d.Path); store != "" {
			stores = append(stores, store)
		}
	}
	items := m.join.find(key, stores)
	for _, i := range items {
		c.Items = append(c.Items, i.Item)
	}
	c.Driver = pick(drivers, items)
	if c.Driver != nil {
		c.claimFile(c.Driver)
	}
	for _, i := range items {
		c.claimItem(i)
	}
	if c.Driver != nil && key != "nt" {
		c.Module = c.Driver.Name()
	} else if len(items) > 0 && items[0].by == byFileName {
		c.Module = items[0].File
	}
	if len(items) == 0 && m.inventory && alwaysLoaded(key) {
		c.Running = True
		c.Evidence = append(c.Evidence,
			Evidence{Source: FromInventory, Points: pointsRunning, Text: "part of the system, always loaded"})
	}
	c.note(drivers, items, m.join.services && !alwaysLoaded(key))
}

// pick chooses the scanned file among several of the same name: the one that an inventory has the path of, else the one
// whose folder is called drivers, else the first.
func pick(drivers []*Driver, items []joined) *Driver {
	tail := func(path string, n int) string {
		parts := strings.FieldsFunc(strings.ToLower(path), func(r rune) bool { return r == '\\' || r == '/' })
		return strings.Join(parts[max(0, len(parts)-n):], "/")
	}
	var best *Driver
	for _, d := range drivers {
		for _, i := range items {
			if i.by == byFileName && i.Path != "" && tail(i.Path, 2) == tail(d.Path, 2) {
				return d
			}
		}
		if best == nil && strings.HasPrefix(tail(d.Path, 2), "drivers/") {
			best = d
		}
	}
	if best == nil && len(drivers) > 0 {
		best = drivers[0]
	}
	return best
}

func (c *Candidate) claimFile(d *Driver) {
	set(&c.Version, d.Version.Number(), d.Path)
	set(&c.Vendor, d.Version.Company, d.Path)
	set(&c.Signer, d.Signature.Signer, d.Path)
	set(&c.Path, d.Path, d.Path)
	if !d.Linked.IsZero() {
		set(&c.Date, d.Linked.Format(time.DateOnly), d.Path)
	}
}

func (c *Candidate) claimItem(i joined) {
	from := fmt.Sprintf("%s:%d", i.Source, i.Line)
	if i.by != byFileName {
		from += ", by the " + i.by
	}
	set(&c.Version, i.Version, from)
	set(&c.Vendor, i.Vendor, from)
	set(&c.Signer, i.Signer, from)
	set(&c.Path, i.Path, from)
	if !i.Date.IsZero() {
		set(&c.Date, i.Date.Format(time.DateOnly), from)
	}
	e := Evidence{Source: FromInventory, Points: pointsListed, File: i.Source, Line: i.Line, Text: "listed, by the " + i.by}
	if i.DisplayName != "" {
		e.Text += ": " + i.DisplayName
	}
	if i.Running != Untold && (i.by == byFileName || i.by == byServiceName) {
		if i.Running == True {
			e.Points = pointsRunning
		}
		if c.Running != True {
			c.Running = i.Running
		}
	}
	if i.State != "" {
		e.Text += ", " + i.State
	}
	c.Evidence = append(c.Evidence, e)
}

func set(c *Claim, value, from string) {
	if c.Value == "" && value != "" {
		*c = Claim{value, from}
	}
}

// note says what does not go together.
func (c *Candidate) note(drivers []*Driver, items []joined, listed bool) {
	for _, d := range drivers {
		if v := d.Version.Number(); d != c.Driver && v != "" && v != c.Driver.Version.Number() {
			c.Notes = append(c.Notes, fmt.Sprintf("another copy has version %s: %s", v, d.Path))
		}
	}
	if c.Driver != nil {
		for _, i := range items {
			v := c.Driver.Version.Number()
			if i.by == byFileName && isVersion(i.Version) && isVersion(v) && i.Version != v {
				c.Notes = append(c.Notes, fmt.Sprintf(
					"%s:%d says version %s, the scanned file %s: it may not be the one in use", i.Source, i.Line, i.Version, v))
			}
		}
	}
	if len(items) == 0 && listed {
		c.Notes = append(c.Notes, "no inventory lists it: it may not be on this machine, or be a library that others load")
	}
	if len(c.Notes) > 8 {
		c.Notes = append(c.Notes[:7:7], fmt.Sprintf("%d more of this kind", len(c.Notes)-7))
	}
}
