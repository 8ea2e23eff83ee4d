package pool

import (
	"strings"
	"testing"
	"time"

	"etledger/model/poolsnap"
	"etledger/model/pooltag"
)

// later moves snapshots to another day.
func later(days int, snapshots []*poolsnap.Snapshot) []*poolsnap.Snapshot {
	for _, s := range snapshots {
		s.Time = s.Time.AddDate(0, 0, days)
	}
	return snapshots
}

// leaking are snapshots ten minutes apart in which a tag grows by some objects each time, unevenly by a part of it.
func leaking(n int, each, uneven uint64) []*poolsnap.Snapshot {
	grow := func(i int) uint64 { return 5_000 + each*uint64(i) + uneven*uint64(i*7919%13)/13 }
	return snapshotsOf(n, 10*time.Minute, append(background(), series{"Wdg1", poolsnap.Nonpaged, 512, grow, none})...)
}

func inventory(t *testing.T, version string) *pooltag.Inventory {
	t.Helper()
	v, err := pooltag.ReadInventory(strings.NewReader("DeviceName,DriverVersion,Manufacturer,DriverName\nWidget,"+version+
		",Widget Works,widget.sys\n"), "drivers.csv")
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestReceipt(t *testing.T) {
	for _, c := range []struct {
		name          string
		before, after []*poolsnap.Snapshot
		phases        []Phase
		verdict       string
		reason        string // a part of it
	}{
		{"fixed", leaking(24, 1000, 900), leaking(24, 0, 900), nil, fixed, "now it changes by"},
		{"fixed, and does not move", leaking(24, 1000, 900), leaking(24, 0, 0), nil, fixed, "now it changes by 0 B/h"},
		{"improved", leaking(24, 1000, 900), leaking(24, 300, 200), nil, improved, "still changes by"},
		{"unchanged", leaking(24, 1000, 900), leaking(24, 1010, 900), nil, unchanged, "and grows by"},
		{"worse", leaking(24, 1000, 900), leaking(24, 2000, 900), nil, worse, "now grows by"},
		{"too short", leaking(24, 1000, 900), leaking(10, 0, 900), nil, notComparable, "only 1.5 h were observed after"},
		{"too few", leaking(24, 1000, 900), leaking(4, 0, 900), nil, notComparable, "4 snapshots from after"},
		{"nothing leaked", leaking(24, 0, 0), leaking(24, 0, 0), nil, notComparable, "nothing that it could have corrected"},
		{"leaks only after", leaking(24, 0, 0), leaking(24, 1000, 900), nil, worse, "not shown to grow before"},
	} {
		r := analyzed(t, Inputs{Now: observedOf(t, c.before), After: observedOf(t, later(1, c.after)), Phases: c.phases}, Options{})
		if r.Receipt.Verdict != c.verdict || !strings.Contains(r.Receipt.Reason, c.reason) {
			t.Errorf("%s: %s: %s", c.name, r.Receipt.Verdict, r.Receipt.Reason)
		}
		if !strings.HasPrefix(r.Answer, "After the correction: "+c.verdict+".") {
			t.Errorf("%s: %s", c.name, r.Answer)
		}
	}
}

// TestReceiptTellsFirstOfWhatLed: what became of the tag that led before is said first, what grows now after it.
func TestReceiptTellsFirstOfWhatLed(t *testing.T) {
	after := append(background(), series{"Wdg1", poolsnap.Nonpaged, 512, by(5_000, 0), none},
		series{"Newt", poolsnap.Nonpaged, 512, by(5_000, 300), none})
	r := analyzed(t, Inputs{Now: observedOf(t, leaking(24, 1000, 900)),
		After: observedOf(t, later(1, snapshotsOf(24, 10*time.Minute, after...)))}, Options{})
	if !strings.HasPrefix(r.Answer, "After the correction: Wdg1 (nonpaged), which led before, is fixed: ") ||
		!strings.Contains(r.Answer, "But Newt (nonpaged) is new") || r.Receipt.Verdict != worse {
		t.Errorf("%s: %s", r.Receipt.Verdict, r.Answer)
	}
}

// TestReceiptOfTheWrongSnapshots: the same on both sides is no comparison, and an after that was before is told.
func TestReceiptOfTheWrongSnapshots(t *testing.T) {
	r := analyzed(t, Inputs{Now: observedOf(t, leaking(24, 1000, 900)), After: observedOf(t, leaking(24, 1000, 900))}, Options{})
	if r.Receipt.Verdict != notComparable || !strings.Contains(r.Receipt.Reason, "the same snapshots") {
		t.Errorf("%s: %s", r.Receipt.Verdict, r.Receipt.Reason)
	}
	r = analyzed(t, Inputs{Now: observedOf(t, leaking(24, 1000, 900)), After: observedOf(t, later(-1, leaking(24, 0, 900)))}, Options{})
	if !hasFinding(r, codeAfterEarlier) {
		t.Errorf("%+v", r.Findings)
	}
}

// working are snapshots five minutes apart, with a workload that leaks so many objects for each of its operations.
func working(day int, operations, perOperation uint64) ([]*poolsnap.Snapshot, []Phase) {
	ran := func(i int) uint64 { return operations * uint64(min(max(i-6, 0), 18)) / 18 }
	tags := append(background(), series{"Wdg1", poolsnap.Nonpaged, 512,
		func(i int) uint64 { return 5_000 + perOperation*ran(i) + uint64(i*7919%13) }, none})
	start := begin.AddDate(0, 0, day)
	at := func(minutes int) Moment { return Moment{Time: start.Add(time.Duration(minutes) * time.Minute)} }
	return later(day, snapshotsOf(37, 5*time.Minute, tags...)), []Phase{
		{Label: "idle", Kind: KindOf("idle"), Start: at(0), End: at(30)},
		{Label: "load", Kind: KindOf("load"), Start: at(30), End: at(120), Volume: float64(operations)},
		{Label: "recovery", Kind: KindOf("recovery"), Start: at(120), End: at(180)},
	}
}

// TestReceiptPerOperation: the same leak for each operation is unchanged though twice as many were done in the same time, and
// what does not leak is fixed whatever was done.
func TestReceiptPerOperation(t *testing.T) {
	for _, c := range []struct {
		name                   string
		operations, per        uint64
		afterPhases, sameLoads bool
		verdict, reason        string
	}{
		{"unchanged", 5400, 10, true, true, unchanged, "5.00 KiB per operation"},
		{"fixed", 3600, 0, true, true, fixed, "per operation"},
		{"other volume", 36000, 0, true, true, notComparable, "the workloads differ"},
		{"no phases after", 3600, 0, false, true, notComparable, "phases of workload are known before the correction only"},
	} {
		before, phases := working(0, 3600, 10)
		after, others := working(2, c.operations, c.per)
		if c.afterPhases {
			phases = append(phases, others...)
		}
		r := analyzed(t, Inputs{Now: observedOf(t, before), After: observedOf(t, after), Phases: phases}, Options{}).Receipt
		if r.Verdict != c.verdict || !strings.Contains(r.Reason, c.reason) {
			t.Errorf("%s: %s: %s", c.name, r.Verdict, r.Reason)
		}
	}
}

func TestReceiptTellsVersions(t *testing.T) {
	tags, err := pooltag.ReadTagFile(strings.NewReader("Wdg1 - widget.sys - Widget connections\n"), "pooltag.txt")
	if err != nil {
		t.Fatal(err)
	}
	in := Inputs{
		Now: observedOf(t, leaking(24, 1000, 900)), After: observedOf(t, later(1, leaking(24, 0, 900))),
		Owners:      OwnerSources{TagFiles: []*pooltag.TagFile{tags}, Inventories: []*pooltag.Inventory{inventory(t, "1.2.3.4")}},
		OwnersAfter: OwnerSources{Inventories: []*pooltag.Inventory{inventory(t, "1.2.4.0")}},
	}
	components := analyzed(t, in, Options{}).Receipt.Tags[0].Components
	if len(components) != 1 || components[0].Name != "widget.sys" || *components[0].Before != "1.2.3.4" ||
		*components[0].After != "1.2.4.0" || !*components[0].Changed {
		t.Errorf("%+v", components)
	}
	in.OwnersAfter.Inventories = []*pooltag.Inventory{inventory(t, "1.2.3.4")}
	if c := analyzed(t, in, Options{}).Receipt.Tags[0].Components[0]; *c.Changed {
		t.Errorf("%+v", c)
	}
}
