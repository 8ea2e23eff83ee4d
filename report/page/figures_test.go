package page

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"etledger/internal/webpage/webpagetest"
	"etledger/report"
)

// TestLevelsAndSurvivors: what the charts show of made-up blocks is what there was.
func TestLevelsAndSurvivors(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	const first, bins, all = 3, 25, 40
	blocks := madeBlocks(random, bins, 300)
	line := madeTimeline(first, bins, blocks)
	var got struct {
		Levels    []*int64
		Survivors []uint64
		Low       []*int64
	}
	webpagetest.Run(t, pageOf(t, madeReport(1, 4), Options{}), `return {
		Levels: timelines.levels(input, 40, 30), Survivors: timelines.survivors(input),
		Low: timelines.extremes(input, 40).low };`, line, &got)
	if len(got.Levels) != all+1 || len(got.Low) != all+1 {
		t.Fatalf("%d levels", len(got.Levels))
	}
	for edge := range got.Levels {
		var want *int64
		if edge >= first && edge <= 30 {
			level := int64(0)
			for _, b := range blocks {
				if b.born >= 0 && b.born+first < edge {
					level += int64(b.bytes)
				}
				if b.died >= 0 && b.died+first < edge {
					level -= int64(b.bytes)
				}
			}
			want = &level
		}
		if (want == nil) != (got.Levels[edge] == nil) || want != nil && *want != *got.Levels[edge] {
			t.Errorf("edge %d: level %v, expected %v", edge, got.Levels[edge], want)
		}
	}
	survivors := make([]uint64, bins)
	for _, b := range blocks {
		if b.born >= 0 && b.died < 0 {
			survivors[b.born] += uint64(b.bytes)
		}
	}
	if !slices.Equal(got.Survivors, survivors) {
		t.Errorf("survivors %v, expected %v", got.Survivors, survivors)
	}
}

// TestChartsEndWhereTheAccountDoes: for every process of the shipped capture, the level at the end is what the account says.
func TestChartsEndWhereTheAccountDoes(t *testing.T) {
	r := analyzed(t, shipped, report.Options{Details: true})
	page := pageOf(t, r, Options{})
	var got []struct{ Last, Survivors, Slope *float64 }
	webpagetest.Run(t, page, `const { report } = input; const at = timelines.edges(report.details.bins, input.page.bin_ns);
		return report.processes.map((p) => {
			const t = p.details.timeline;
			const levels = timelines.levels(t, report.details.bins).filter((v) => v !== null);
			const c = timelines.moves(t) ? survivors.content(p, at, report.details.bins) : null;
			const fit = c && c.fit ? c.fit[0].map((v, i) => [at[i], v]).filter((v) => v[1] !== null) : [];
			return { Last: levels[levels.length - 1] ?? null, Survivors: c && c.total,
				Slope: fit.length ? (fit[fit.length - 1][1] - fit[0][1]) / (fit[fit.length - 1][0] - fit[0][0]) : null };
		});`, anyOf(t, webpagetest.Data(t, page)), &got)
	for i := range r.Processes {
		p := &r.Processes[i]
		v := &p.VirtualAlloc
		want := float64(v.OutstandingCommitBytes) - float64(v.BeforeFreedBytes+v.UnknownFreedBytes)
		if got[i].Last == nil || *got[i].Last != want {
			t.Errorf("%s: the chart ends at %v, the account at %v", p.Name(), got[i].Last, want)
		}
		if s := got[i].Survivors; s != nil && *s != float64(v.OutstandingCommitBytes) {
			t.Errorf("%s: %v survive on the page, %d in the account", p.Name(), *s, v.OutstandingCommitBytes)
		}
		if p.Trend.Claims() != (got[i].Slope != nil) {
			t.Errorf("%s: a claim %t, but a line %t", p.Name(), p.Trend.Claims(), got[i].Slope != nil)
		} else if s := got[i].Slope; s != nil && math.Abs(*s-*p.Trend.SlopeBytesPerS) > 1e-3 {
			t.Errorf("%s: the line rises by %v, the slope is %v", p.Name(), *s, *p.Trend.SlopeBytesPerS)
		}
	}
}

// TestBridgeAddsUp: the steps of the bridge lead from the initial bytes to the counter, wherever there is one.
func TestBridgeAddsUp(t *testing.T) {
	r := analyzed(t, shipped, report.Options{Details: true})
	page := pageOf(t, r, Options{})
	var got []struct{ Steps []int64 }
	webpagetest.Run(t, page, `return input.report.processes.map((p) => ({ Steps: (bridge.steps(p) || []).map((s) => s.bytes) }));`,
		anyOf(t, webpagetest.Data(t, page)), &got)
	bridges := 0
	for i, b := range got {
		if len(b.Steps) == 0 {
			continue
		}
		bridges++
		sum := int64(0)
		for _, s := range b.Steps[:len(b.Steps)-1] {
			sum += s
		}
		if last := b.Steps[len(b.Steps)-1]; sum != last || uint64(last) != *r.Processes[i].Counters.PrivateBytes {
			t.Errorf("%s: the steps %v lead to %d", r.Processes[i].Name(), b.Steps, sum)
		}
	}
	if bridges == 0 {
		t.Error("no process has a bridge")
	}
}

// TestStacksMerge: a tree holds the bytes of all its stacks, and common frames once.
func TestStacksMerge(t *testing.T) {
	given := map[string]any{
		"frames": []string{"leaf.dll+0x1", "mid.dll+0x2", "root.exe+0x3", "other.dll!Name"},
		"stacks": []report.StackBytes{
			{Frames: []int{0, 1, 2}, OutstandingBytes: 100, LeakingBytes: 100}, {Frames: []int{3, 1, 2}, OutstandingBytes: 50},
			{Frames: []int{2}, OutstandingBytes: 7}, {Frames: []int{}, OutstandingBytes: 3},
		},
	}
	var got map[string]any
	webpagetest.Run(t, pageOf(t, madeReport(1, 4), Options{}), `const tree = stacks.tree(input.stacks, input.frames, "outstanding");
		const say = (n) => n.name + "=" + n.bytes + "/" + n.own + "(" + n.children.map(say).join(" ") + ")";
		return { tree: say(tree), leaking: say(stacks.tree(input.stacks, input.frames, "leaking")), matched: stacks.matched(tree, ".dll"),
			modules: [...input.frames, "0x7ff6a0001000"].map(stacks.module).join(" ") };`, given, &got)
	for name, want := range map[string]any{
		"tree": "all stacks=160/0(root.exe+0x3=157/7(mid.dll+0x2=150/0(leaf.dll+0x1=100/100() other.dll!Name=50/50())) " +
			"(stack not known)=3/3())",
		"leaking": "all stacks=100/0(root.exe+0x3=100/0(mid.dll+0x2=100/0(leaf.dll+0x1=100/100())))",
		"matched": 150.0, "modules": "leaf.dll mid.dll root.exe other.dll 0x7ff6a0001000",
	} {
		if got[name] != want {
			t.Errorf("%s: %v, expected %v", name, got[name], want)
		}
	}
}
