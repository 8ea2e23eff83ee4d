package growth

import (
	"time"

	"etledger/internal/weeks"
	"etledger/ledger/memoryseries"
)

// observedOf enters a simulated machine without the way over recordings and files.
func observedOf(s weeks.Spec, o memoryseries.Options) *Observed {
	book := memoryseries.New(o)
	number := 0
	var boot time.Time
	for c := range s.Captures() {
		start := c.Start.UnixNano()
		if !boot.IsZero() && c.Boot.Sub(boot) > 3*time.Hour {
			number++
		}
		boot = c.Boot
		about := memoryseries.About{Host: c.Host, Start: start, End: start + int64(c.Length), Boot: c.Boot.UnixNano(),
			BiasMinutes: int(c.Bias / time.Minute)}
		book.Begin(about, memoryseries.Step{Boot: number})
		book.System(4096, c.Memory, 8)
		for _, item := range c.Items {
			if e := item.Event; e != nil {
				op := map[weeks.What]memoryseries.ProcessOp{weeks.Runs: memoryseries.Exists, weeks.Starts: memoryseries.Started,
					weeks.Ends: memoryseries.Ended}[e.What]
				book.Process(memoryseries.Process{Op: op, At: start + int64(e.At), PID: e.PID, Key: e.Key, Image: e.Image,
					CommandLine: e.Command})
				continue
			}
			n := item.Snapshot
			at := start + int64(n.At)
			var p memoryseries.Pages
			p.Put(int(memoryseries.SystemCommit), n.Commit/4096)
			p.Put(int(memoryseries.PagedPool), n.Paged/4096)
			p.Put(int(memoryseries.NonpagedPool), n.Nonpaged/4096)
			p.Put(int(memoryseries.Available), n.Available/4096)
			p.Put(int(memoryseries.DriverPages), n.Driver/4096)
			book.Memory(at, p)
			for _, r := range n.Processes {
				var p memoryseries.Pages
				p.Put(int(memoryseries.Commit), r.Commit/4096)
				p.Put(int(memoryseries.WorkingSet), r.Set/4096)
				p.Put(int(memoryseries.PrivateWorkingSet), r.Private/4096)
				p.Put(int(memoryseries.VirtualSize), r.Virtual/4096)
				book.Sample(at, r.PID, "", &p)
			}
		}
		if err := book.End(); err != nil {
			panic(err)
		}
	}
	return &Observed{Set: book.Finish(), Found: 1}
}
