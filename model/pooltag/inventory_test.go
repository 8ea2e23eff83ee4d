package pooltag

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
)

func readItems(t *testing.T, name string, text []byte) *Inventory {
	t.Helper()
	v, err := ReadInventory(bytes.NewReader(text), name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// said gives what an item says, name=value, without what is empty.
func said(i Item) string {
	var b strings.Builder
	put := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s=%s ", name, value)
		}
	}
	put("file", i.File)
	put("path", i.Path)
	put("service", i.Service)
	put("name", i.DisplayName)
	put("vendor", i.Vendor)
	put("version", i.Version)
	if !i.Date.IsZero() {
		put("date", i.Date.Format(time.DateTime))
	}
	put("signer", i.Signer)
	if i.Signed != Untold {
		put("signed", i.Signed.String())
	}
	put("state", i.State)
	if i.Running != Untold {
		put("running", i.Running.String())
	}
	put("start", i.StartMode)
	put("package", i.Package)
	put("original", i.Original)
	put("store", i.Store)
	return fmt.Sprintf("%d: %s", i.Line, strings.TrimSpace(b.String()))
}

func TestInventories(t *testing.T) {
	const widget = `file=widget.sys path=C:\WINDOWS\system32\drivers\widget.sys service=Widget name=%s date=2019-03-14 10:20:00 state=%s start=Boot`
	for _, c := range []struct {
		file, kind string
		want       []string
		skipped    int
		problems   []int
	}{
		{"driverquery.csv", "driverquery /v", []string{
			"3: " + strings.Replace(fmt.Sprintf(widget, "Widget Bus Driver", "Running"), " start", " running=true start", 1),
			`4: file=gadget.sys path=C:\WINDOWS\system32\drivers\gadget.sys service=GadgetFlt name=Gadget "fast" Filter date=2020-02-03 22:30:00 state=Stopped running=false start=System`,
			"6: service=NoFile name=No File state=Stopped running=false start=Manual"}, 0, []int{5}},
		{"driverquery-de.csv", "driverquery /v", []string{
			"2: " + strings.Replace(fmt.Sprintf(widget, "Widget-Bustreiber", "Wird ausgeführt"), " start", " running=true start", 1)}, 0, nil},
		{"driverquery-other.csv", "driverquery /v", []string{"2: " + strings.Replace(fmt.Sprintf(widget, "Widget-väylä", "Käynnissä"), "10:20:00", "00:00:00", 1)}, 0, nil},
		{"driverquery-si.csv", "driverquery /si", []string{
			"2: name=Widget Bus vendor=Widgets Inc. signed=true package=oem12.inf",
			"3: name=Odd Device signed=false package=odd.inf"}, 0, nil},
		{"signed.csv", "CSV", []string{
			"3: name=Widget Bus vendor=Widgets Inc. version=10.2.300.4 date=2019-03-14 02:00:00 signer=Widget Publisher signed=true package=oem12.inf",
			"4: file=gadget.sys name=Gadget Adapter vendor=Gadget GmbH version=1.2.3.4 date=2020-02-03 01:00:00 signed=false package=oem7.inf"}, 0, nil},
		{"packages.csv", "CSV", []string{
			"2: vendor=Widgets Inc. version=10.2.300.4 date=2019-03-14 00:00:00 signed=true package=oem12.inf original=widget.inf store=widget.inf_amd64_0123456789abcdef"}, 0, nil},
		{"packages.txt", "list", []string{
			"2: version=1.2.3.4 date=2019-03-14 00:00:00 package=oem12.inf original=widget.inf store=widget.inf_amd64_0123456789abcdef",
			"10: vendor=Gadget: GmbH package=oem13.inf"}, 0, []int{9}},
		{"drivers.json", "JSON", []string{
			`2: file=widget.sys path=\SystemRoot\System32\drivers\widget.sys service=Widget name=Widget Bus Driver state=Running running=true start=Boot`,
			`11: file=gadget.sys path=C:\Program Files\Gadget\gadget.sys service=GadgetFlt version=1.2.3.4 date=2019-03-14 00:00:00 state=Stopped running=false`}, 0, nil},
	} {
		v := readItems(t, c.file, sample(t, c.file))
		var got []string
		for _, i := range v.Items {
			if i.Source != c.file {
				t.Errorf("%s: source %q", c.file, i.Source)
			}
			got = append(got, said(i))
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s:\n%s\nwant:\n%s", c.file, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
		var lines []int
		for _, p := range v.Problems {
			lines = append(lines, p.Line)
		}
		if v.Kind != c.kind || v.Skipped != c.skipped || fmt.Sprint(lines) != fmt.Sprint(c.problems) {
			t.Errorf("%s: %s, %d skipped, problems in %v: %v", c.file, v.Kind, v.Skipped, lines, v.Problems)
		}
	}
}

func TestInventoryForms(t *testing.T) {
	verbose := sample(t, "driverquery.csv")
	header, rest, _ := strings.Cut(strings.TrimSpace(string(verbose)), "\r\n")
	want := readItems(t, "x", verbose).Items
	for name, text := range map[string][]byte{
		"UTF-16":       wide(string(verbose), false, true),
		"no header":    []byte(rest),
		"tabs":         []byte(strings.ReplaceAll(string(verbose), `","`, "\"\t\"")),
		"semicolons":   []byte(strings.ReplaceAll(string(verbose), `","`, `";"`)),
		"header twice": []byte(header + "\n" + header + "\n" + rest),
	} {
		got := readItems(t, "x", text).Items
		if len(got) != len(want) {
			t.Errorf("%s: %d items, want %d", name, len(got), len(want))
			continue
		}
		for i := range got {
			a, b := said(got[i]), said(want[i])
			_, a, _ = strings.Cut(a, ": ")
			_, b, _ = strings.Cut(b, ": ")
			if a != b {
				t.Errorf("%s:\n%s\nwant\n%s", name, a, b)
			}
		}
	}
	v := readItems(t, "x", []byte("Module Name,Display Name,Driver Type,Link Date\nA,\"never closed,Kernel,1/2/2020\nB,Bee,Kernel,1/13/2020\n"))
	if len(v.Items) != 1 || v.Items[0].Service != "B" || len(v.Problems) != 1 || v.Problems[0].Line != 2 {
		t.Errorf("a quote that is not closed: %+v %v", v.Items, v.Problems)
	}
	v = readItems(t, "x", []byte("Name,PathName\na,C:\\a.sys\n\nFile,Vendor,Version,Signer\nb.sys,Bee,1.2.3.4,\"CN=Bee Inc, O=Bee\"\n"))
	if len(v.Items) != 2 || said(v.Items[1]) != "5: file=b.sys vendor=Bee version=1.2.3.4 signer=Bee Inc signed=true" {
		t.Errorf("two tables: %+v", v.Items)
	}
	for name, text := range map[string]string{
		"one object":      `{"Name":"w","PathName":"w.sys"}`,
		"JSON lines":      "{\"Name\":\"w\",\"PathName\":\"w.sys\"}\n{\"Name\":\"v\",\"PathName\":\"v.sys\"}",
		"inside a list":   `{"count":1,"value":[{"name":"w","pathName":"w.sys"}]}`,
		"list in a field": `{"Name":["w"],"PathName":"w.sys"}`,
	} {
		v := readItems(t, "x", []byte(text))
		if len(v.Items) == 0 || v.Items[0].File != "w.sys" || v.Items[0].Service != "w" || len(v.Problems) > 0 {
			t.Errorf("%s: %+v %v", name, v.Items, v.Problems)
		}
	}
	v = readItems(t, "x", []byte("[{\"Name\":\"w\",\"PathName\":\"w.sys\"},\n{\"Name\":\"cut off"))
	if len(v.Items) != 1 || len(v.Problems) != 1 || v.Problems[0].Line != 2 {
		t.Errorf("JSON that breaks off: %+v %v", v.Items, v.Problems)
	}
	if v = readItems(t, "x", []byte(strings.Repeat("[", 100000))); len(v.Problems) != 1 {
		t.Errorf("deep JSON: %v", v.Problems)
	}
	if v = readItems(t, "x", nil); len(v.Items)+len(v.Problems) != 0 {
		t.Errorf("nothing: %+v", v)
	}
}

func TestDates(t *testing.T) {
	for _, c := range []struct {
		text  string
		order dateOrder
		want  string
	}{
		{"3/14/2019 10:20:00 AM", orderUnknown, "2019-03-14 10:20:00"},
		{"14/3/2019 22:20", orderUnknown, "2019-03-14 22:20:00"},
		{"3/4/2019", orderUnknown, ""},
		{"3/4/2019", dayFirst, "2019-04-03 00:00:00"},
		{"3/4/2019 12:05:00 AM", monthFirst, "2019-03-04 00:05:00"},
		{"3/4/2019 12:05:00 PM", monthFirst, "2019-03-04 12:05:00"},
		{"5/5/2019", orderUnknown, "2019-05-05 00:00:00"},
		{"04.03.2019 1:02:03", orderUnknown, "2019-03-04 01:02:03"},
		{"2019-03-04T05:06:07+01:00", orderUnknown, "2019-03-04 05:06:07"},
		{"2019/3/4", orderUnknown, "2019-03-04 00:00:00"},
		{"20060621000000.******+***", orderUnknown, "2006-06-21 00:00:00"},
		{`/Date(1150848000000)/`, orderUnknown, "2006-06-21 00:00:00"},
		{`\/Date(1150848000000+0200)\/`, orderUnknown, "2006-06-21 00:00:00"},
		{"31.02.2019", orderUnknown, ""},
		{"10.0.19041.1", orderUnknown, ""},
		{"", orderUnknown, ""},
	} {
		got := ""
		if when, ok := readDate(c.text, c.order); ok {
			got = when.Format(time.DateTime)
		}
		if got != c.want {
			t.Errorf("%q, order %d: %s, want %s", c.text, c.order, got, c.want)
		}
	}
}
