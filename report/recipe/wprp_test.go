package recipe

import (
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// element is what WPRControlProfiles.xsd, version 1.0, says of an element that profiles of this package have.
type element struct {
	children   []string // in the order in which they have to stand
	single     []string // children of which there may be one
	needed     []string // children of which there has to be one
	attributes map[string]string
	required   []string
}

const (
	identifier = `[^:\s]+`
	anything   = `.*`
	number     = `\d+`
	boolean    = `true|false|1|0`
)

// The schema lists the keywords and stacks that WPR knows; these are those of them that recipes may have.
const (
	systemKeyword = "ProcessThread|Loader|ProcessCounter|VirtualAllocation|HardFaults|Pool"
	systemStack   = "VirtualAllocation|VirtualFree"
)

var buffersOfCollector = []string{"BufferSize", "Buffers"}

// schemaFacts are by the path of an element's parent and its name, or by its name alone where it is the same everywhere.
var schemaFacts = map[string]element{
	"WindowsPerformanceRecorder": {
		children: []string{"Profiles", "TraceMergeProperties"}, single: []string{"Profiles"},
		attributes: map[string]string{"Version": `\d+\.\d+`, "Author": anything, "Comments": anything}, required: []string{"Version"},
	},
	"Profiles": {
		children: []string{"SystemCollector", "EventCollector", "SystemProvider", "EventProvider", "Profile"}, needed: []string{"Profile"},
	},
	"SystemCollector": {
		children: buffersOfCollector, single: buffersOfCollector, needed: buffersOfCollector,
		attributes: map[string]string{"Id": identifier, "Name": "NT Kernel Logger"}, required: []string{"Id", "Name"},
	},
	"EventCollector": {
		children: buffersOfCollector, single: buffersOfCollector, needed: buffersOfCollector,
		attributes: map[string]string{"Id": identifier, "Name": anything}, required: []string{"Id", "Name"},
	},
	"BufferSize": {attributes: map[string]string{"Value": number}, required: []string{"Value"}},
	"Buffers":    {attributes: map[string]string{"Value": number}, required: []string{"Value"}},
	"SystemProvider": {
		children: []string{"Keywords", "Stacks", "PoolTags"}, attributes: map[string]string{"Id": identifier}, required: []string{"Id"},
	},
	"EventProvider": {
		children: []string{"Keywords", "CaptureStateOnStart", "CaptureStateOnSave"},
		attributes: map[string]string{
			"Id": identifier, "Name": `[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`, "NonPagedMemory": boolean,
			"Level": `[0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5]`,
		},
		required: []string{"Id", "Name"},
	},
	"Keywords": {children: []string{"Keyword"}, needed: []string{"Keyword"}},
	"SystemProvider/Keywords/Keyword": {
		attributes: map[string]string{"Value": systemKeyword, "Strict": boolean}, required: []string{"Value"},
	},
	"EventProvider/Keywords/Keyword": {attributes: map[string]string{"Value": `0x[0-9a-f]+`}, required: []string{"Value"}},
	"Stacks":                         {children: []string{"Stack"}, needed: []string{"Stack"}},
	"Stack":                          {attributes: map[string]string{"Value": systemStack}, required: []string{"Value"}},
	"Profile": {
		children: []string{"ProblemCategories", "Collectors"},
		attributes: map[string]string{
			"Id": identifier, "Name": identifier, "Description": anything, "Base": identifier, "LoggingMode": "File|Memory",
			"DetailLevel": "Light|Verbose",
		},
		required: []string{"Id", "Name", "Description", "LoggingMode", "DetailLevel"},
	},
	"ProblemCategories": {children: []string{"ProblemCategory"}, needed: []string{"ProblemCategory"}},
	"ProblemCategory":   {attributes: map[string]string{"Value": anything}, required: []string{"Value"}},
	"Collectors": {
		children: []string{"SystemCollectorId", "EventCollectorId"}, single: []string{"SystemCollectorId"},
	},
	"SystemCollectorId": {
		children: []string{"SystemProviderId"}, single: []string{"SystemProviderId"},
		attributes: map[string]string{"Value": identifier}, required: []string{"Value"},
	},
	"SystemProviderId": {attributes: map[string]string{"Value": identifier}, required: []string{"Value"}},
	"EventCollectorId": {
		children: []string{"EventProviders"}, attributes: map[string]string{"Value": identifier}, required: []string{"Value"},
	},
	"EventProviders":  {children: []string{"EventProviderId"}},
	"EventProviderId": {attributes: map[string]string{"Value": identifier}, required: []string{"Value"}},
	"TraceMergeProperties": {
		children: []string{"TraceMergeProperty"}, needed: []string{"TraceMergeProperty"},
	},
	"TraceMergeProperty": {
		children: []string{"DeletePreMergedTraceFiles", "CustomEvents", "FileCompression"}, single: []string{"DeletePreMergedTraceFiles"},
		needed: []string{"CustomEvents"}, attributes: map[string]string{"Id": identifier, "Name": anything}, required: []string{"Id", "Name"},
	},
	"DeletePreMergedTraceFiles": {attributes: map[string]string{"Value": boolean}},
	"CustomEvents":              {children: []string{"CustomEvent"}, needed: []string{"CustomEvent"}},
	"CustomEvent": {attributes: map[string]string{
		"Value": "None|ImageId|BuildInfo|VolumeMapping|EventMetadata|PerfTrackMetadata|WinSAT|NetworkInterface",
	}},
}

// node is an element of a profile.
type node struct {
	name       string
	attributes map[string]string
	children   []*node
}

func parse(t *testing.T, text string) *node {
	t.Helper()
	root := &node{}
	open := []*node{root}
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			n := &node{name: token.Name.Local, attributes: map[string]string{}}
			for _, a := range token.Attr {
				n.attributes[a.Name.Local] = a.Value
			}
			last := open[len(open)-1]
			last.children = append(last.children, n)
			open = append(open, n)
		case xml.EndElement:
			open = open[:len(open)-1]
		}
	}
	if len(root.children) != 1 {
		t.Fatalf("%d elements at the top", len(root.children))
	}
	return root.children[0]
}

// check holds an element and all in it against the facts, and calls wrong for what does not fit.
func check(n *node, path []string, wrong func(string, ...any)) {
	path = append(path, n.name)
	facts, known := schemaFacts[strings.Join(path[max(0, len(path)-3):], "/")]
	if !known {
		facts, known = schemaFacts[n.name]
	}
	if !known {
		wrong("%v is not known", path)
		return
	}
	for name, value := range n.attributes {
		if pattern, allowed := facts.attributes[name]; !allowed || !regexp.MustCompile(`^(?:`+pattern+`)$`).MatchString(value) {
			wrong("%v cannot have %s=%q", path, name, value)
		}
	}
	for _, name := range facts.required {
		if _, there := n.attributes[name]; !there {
			wrong("%v lacks %s", path, name)
		}
	}
	place, count, values := 0, map[string]int{}, map[string]bool{}
	for _, c := range n.children {
		at := slices.Index(facts.children, c.name)
		if at < place {
			wrong("%v: %s stands in a wrong place", path, c.name)
		}
		place = max(place, at)
		count[c.name]++
		if v := c.attributes["Value"]; slices.Contains([]string{"Keyword", "Stack", "CustomEvent"}, c.name) {
			if values[v] {
				wrong("%v has %s twice", path, v)
			}
			values[v] = true
		}
		check(c, path, wrong)
	}
	for _, name := range facts.single {
		if count[name] > 1 {
			wrong("%v has %d of %s", path, count[name], name)
		}
	}
	for _, name := range facts.needed {
		if count[name] == 0 {
			wrong("%v has no %s", path, name)
		}
	}
}

// find gives all elements of a name.
func (n *node) find(name string) []*node {
	var found []*node
	if n.name == name {
		found = append(found, n)
	}
	for _, c := range n.children {
		found = append(found, c.find(name)...)
	}
	return found
}

func TestProfileFitsTheSchema(t *testing.T) {
	for _, c := range all(t) {
		if c.Tool != WPR {
			if len(c.Files) != 0 {
				t.Errorf("%s has files", &c)
			}
			continue
		}
		if len(c.Files) != 1 || !strings.HasSuffix(c.Files[0].Name, ".wprp") {
			t.Fatalf("%s: files %v", &c, c.Files)
		}
		root := parse(t, c.Files[0].Content)
		check(root, nil, func(format string, args ...any) { t.Errorf("%s: %s", &c, fmt.Sprintf(format, args...)) })

		// Ids are unique among all that stand below the parts of the file, and what refers to one finds it.
		ids := map[string]string{}
		for _, part := range root.children {
			for _, n := range part.children {
				if id := n.attributes["Id"]; ids[id] != "" {
					t.Errorf("%s: %s and %s have one id %s", &c, ids[id], n.name, id)
				} else {
					ids[id] = n.name
				}
			}
		}
		for _, name := range []string{"SystemCollector", "EventCollector", "SystemProvider", "EventProvider"} {
			for _, n := range root.find(name + "Id") {
				if ids[n.attributes["Value"]] != name {
					t.Errorf("%s: there is no %s %s", &c, name, n.attributes["Value"])
				}
			}
			if defined, used := len(root.find(name)), len(root.find(name+"Id")); defined != used {
				t.Errorf("%s: %d of %s, %d used", &c, defined, name, used)
			}
		}
		checkProfiles(t, &c, root, ids)
		checkSizes(t, &c, root)
	}
}

// checkProfiles holds the profiles against the rules that WPR's documentation adds to the schema.
func checkProfiles(t *testing.T, c *combination, root *node, ids map[string]string) {
	modes := map[string]int{}
	for _, p := range root.find("Profile") {
		a := p.attributes
		if want := a["Name"] + "." + a["DetailLevel"] + "." + a["LoggingMode"]; a["Id"] != want {
			t.Errorf("%s: profile %s has to have the id %s", c, a["Id"], want)
		}
		if a["Base"] != "" && ids[a["Base"]] != "Profile" {
			t.Errorf("%s: there is no profile %s", c, a["Base"])
		}
		if !strings.HasSuffix(c.Start[0].String(), c.Files[0].Name+"!"+a["Name"]+" -filemode") {
			t.Errorf("%s: %s does not start profile %s", c, c.Start[0].String(), a["Name"])
		}
		modes[a["LoggingMode"]]++
	}
	if modes["File"] != 1 || modes["Memory"] != 1 {
		t.Errorf("%s: profiles for %v, want one for each mode", c, modes)
	}
}

// checkSizes compares the buffers in the file with what the recipe says of its sessions.
func checkSizes(t *testing.T, c *combination, root *node) {
	collectors := append(root.find("SystemCollector"), root.find("EventCollector")...)
	if len(collectors) != len(c.Sessions) {
		t.Fatalf("%s: %d collectors, %d sessions", c, len(collectors), len(c.Sessions))
	}
	for i, n := range collectors {
		s := c.Sessions[i]
		size, count := n.children[0].attributes["Value"], n.children[1].attributes["Value"]
		if size != fmt.Sprint(s.BufferKB) || count != fmt.Sprint(s.MaxBuffers) || n.attributes["Name"] != s.Name {
			t.Errorf("%s: collector %s with %s buffers of %s KiB, session %+v", c, n.attributes["Name"], count, size, s)
		}
	}
}

// TestSchemaFactsRefuse shows that the facts find what is wrong.
func TestSchemaFactsRefuse(t *testing.T) {
	r, err := For(WPR, Options{Stacks: true, KernelMemory: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{`Value="Loader"`, `Value="LOADER"`}, {`Value="Loader"`, `Value="HardFaults"`}, {`<Stack Value="VirtualFree"/>`, `<Stack/>`},
		{`Strict="true"`, `Strict="yes"`}, {`LoggingMode="File"`, ``}, {`Level="5"`, `Level="256"`}, {`Id="KernelProvider"`, `Id="a b"`},
		{`<Keywords>`, `<Keys>`}, {`"NT Kernel Logger"`, `"etledger"`}, {`<Profiles>`, `<Profiles><Stacks><Stack Value="VirtualFree"/></Stacks>`},
		{`<BufferSize Value="1024"/>`, ``}, {`Value="ImageId"`, `Value="ImageIds"`},
	} {
		text := strings.Replace(r.Files[0].Content, change[0], change[1], 1)
		if change[0] == `<Keywords>` {
			text = strings.Replace(text, `</Keywords>`, `</Keys>`, 1)
		}
		found := 0
		check(parse(t, text), nil, func(string, ...any) { found++ })
		if found == 0 {
			t.Errorf("nothing is wrong with %s instead of %s", change[1], change[0])
		}
	}
}
