// Command hostile writes a capture whose names try to become markup, script, formulas and other lines when a page shows
// them.
//
//	go run ./.ci/browser/hostile -o hostile.etl
//	go run ./.ci/browser/hostile -o worse.etl -seed 2 -rate 131072
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"etledger/internal/scenario"
)

const (
	image  = `</script><script>alert("image")</script>.exe`
	module = `<img src=x onerror=alert('module')>.dll`
)

func main() {
	out := flag.String("o", "hostile.etl", "file to write")
	seed := flag.Uint64("seed", 1, "of all chance in it")
	rate := flag.Float64("rate", 64<<10, "bytes that leak per second")
	flag.Parse()
	if err := write(*out, *seed, *rate); err != nil {
		fmt.Fprintln(os.Stderr, "hostile:", err)
		os.Exit(1)
	}
}

func write(path string, seed uint64, rate float64) error {
	capture, err := scenario.Run(scenario.Options{
		Seed: seed, Duration: 2 * time.Minute, Stacks: scenario.DirectStacks, MemoryInfoEvery: 10 * time.Second,
		Programs: []scenario.Program{
			{Image: image, Folder: `C:\"><svg onload=alert(1)>`,
				Arguments: "--x=\"</td><iframe src=javascript:alert(2)>\" {{.}} ${alert(3)} \u202edesrever\u2028",
				Initial:   8 << 20, Behaviours: []scenario.Behaviour{
					scenario.Leak{Module: module, BytesPerSecond: rate},
					scenario.Churn{BytesPerSecond: 64 << 10, Module: `=cmd|' /C calc'!A0.dll`},
				}},
			{Image: "=HYPERLINK(\"http://example.invalid\").exe", Behaviours: churn("-1+1,\".dll")},
			{Image: "__proto__", Behaviours: churn("constructor")},
			{Image: "right\u202eexe.txt\nsecond\rline.exe", Behaviours: churn("a\u2028b.dll")},
		},
	})
	if err != nil {
		return err
	}
	return os.WriteFile(path, capture.File, 0o666)
}

// churn takes memory and gives it back, in a module.
func churn(module string) []scenario.Behaviour {
	return []scenario.Behaviour{scenario.Churn{BytesPerSecond: 64 << 10, Module: module}}
}
