package pooltag_test

import (
	"fmt"
	"strings"

	"etledger/model/poolsnap"
	"etledger/model/pooltag"
)

func ExampleMapper_Candidates() {
	file, err := pooltag.ReadTagFile(strings.NewReader("Wdg1 - widget.sys - Widget connection blocks\nWdg? - gadget.sys - Others\n"), "pooltag.txt")
	if err != nil {
		fmt.Println(err)
		return
	}
	drivers, err := pooltag.ReadInventory(strings.NewReader("Name,PathName,State,Version\nWidget,C:\\drivers\\widget.sys,Running,2.5.0.1\n"), "drivers.csv")
	if err != nil {
		fmt.Println(err)
		return
	}
	mapper := pooltag.NewMapper(pooltag.Sources{Tags: pooltag.NewIndex(file), Inventories: []*pooltag.Inventory{drivers}})
	mapping := mapper.Candidates(poolsnap.Tag{'W', 'd', 'g', '1'}, pooltag.Hints{})
	fmt.Println("uncertain:", mapping.Uncertain)
	for _, c := range mapping.Candidates {
		fmt.Println(c.Name(), c.Version.Value, c.Points)
		for _, e := range c.Evidence {
			fmt.Println(" ", e)
		}
	}
	// Output:
	// uncertain: false
	// widget.sys 2.5.0.1 50
	//   tag file pooltag.txt:1: Wdg1 - widget.sys - Widget connection blocks
	//   inventory drivers.csv:2: listed, by the file name, Running
	// gadget.sys  15
	//   tag file pooltag.txt:2: Wdg? - gadget.sys - Others
}
