package growth

import (
	"cmp"
	"container/heap"
	"slices"
	"strings"

	"etledger/ledger/memoryseries"
)

// Lifetimes of one image that overlap in time are different instances. Those that follow one another are taken for restarts of one.

// chain is the lifetimes of one instance, in order of time.
type chain struct {
	number    int // in the order in which chains begin
	lifetimes []*memoryseries.Lifetime
}

func (c *chain) last() *memoryseries.Lifetime { return c.lifetimes[len(c.lifetimes)-1] }

// over is the moment from which on another lifetime may be the next one of a chain: a successor may begin a little before the end.
func (c *chain) over() int64 {
	l := c.last()
	return l.Last - min(mostHandover, (l.Last-l.First)/10)
}

// mostHandover is for how long a process and its successor may run beside each other, ns.
const mostHandover = int64(5 * 60 * 1e9)

// chainsOf puts lifetimes, in order of their beginnings, into chains: as few as can be, which is as many as ran at once. Each goes on from
// the chain that ended with the same command line, else from the one that ended last.
func chainsOf(lifetimes []*memoryseries.Lifetime) (list []*chain) {
	var running busy
	var free []*chain // in the order in which they ended
	for _, l := range lifetimes {
		for len(running) > 0 && running[0].over() < l.First {
			free = append(free, heap.Pop(&running).(*chain))
		}
		var c *chain
		if k := bestFree(free, l); k >= 0 {
			c = free[k]
			free = slices.Delete(free, k, k+1)
		} else {
			c = &chain{number: len(list)}
			list = append(list, c)
		}
		c.lifetimes = append(c.lifetimes, l)
		heap.Push(&running, c)
	}
	return list
}

// mostFree is how many free chains are looked at, those that ended last.
const mostFree = 128

// bestFree gives the chain that a lifetime goes on from; -1 where none is free.
func bestFree(free []*chain, l *memoryseries.Lifetime) int {
	if l.CommandLine != "" {
		for k := len(free) - 1; k >= max(0, len(free)-mostFree); k-- {
			if free[k].last().CommandLine == l.CommandLine {
				return k
			}
		}
	}
	return len(free) - 1
}

// busy is a heap of chains: the one that ended first, and of several the one that began last.
type busy []*chain

func (b busy) Len() int { return len(b) }
func (b busy) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(b[i].over(), b[j].over()), cmp.Compare(b[j].number, b[i].number)) < 0
}
func (b busy) Swap(i, j int) { b[i], b[j] = b[j], b[i] }

// Push adds a chain, a *chain.
func (b *busy) Push(c any) { *b = append(*b, c.(*chain)) }

// Pop takes the last one.
func (b *busy) Pop() any {
	old := *b
	c := old[len(old)-1]
	*b = old[:len(old)-1]
	return c
}

// family is all that has one image on a host, and where it tells programs apart one command line.
type family struct {
	image     string
	lifetimes []*memoryseries.Lifetime
}

// familiesOf puts the lifetimes of a machine together. Where an image has several command lines that come back, such as those of services in
// svchost.exe, each is a family of its own.
func familiesOf(m *memoryseries.Machine) (list []*family) {
	type key struct{ image, line string }
	byImage := map[string]map[string]int{}
	for _, b := range m.Boots {
		for _, l := range b.Lifetimes {
			image := imageOf(l)
			if byImage[image] == nil {
				byImage[image] = map[string]int{}
			}
			byImage[image][likeness(l.CommandLine)]++
		}
	}
	apart := map[string]bool{}
	for image, lines := range byImage {
		n := 0
		for _, count := range lines {
			n += count
		}
		apart[image] = len(lines) > 1 && (2*len(lines) <= n || strings.EqualFold(image, "svchost.exe"))
	}
	found := map[key]*family{}
	for _, b := range m.Boots {
		for _, l := range b.Lifetimes {
			k := key{image: imageOf(l)}
			if apart[k.image] {
				k.line = likeness(l.CommandLine)
			}
			f := found[k]
			if f == nil {
				f = &family{image: l.Image}
				if f.image == "" {
					f.image = k.image
				}
				found[k] = f
				list = append(list, f)
			}
			f.lifetimes = append(f.lifetimes, l)
		}
	}
	return list
}

// programsOf gives the instances that ran on a machine.
func programsOf(m *memoryseries.Machine) (list []*program) {
	count := map[string]int{}
	for _, f := range familiesOf(m) {
		chains := chainsOf(f.lifetimes)
		for _, c := range chains {
			p := &program{host: m, image: f.image, lifetimes: c.lifetimes}
			count[strings.ToLower(f.image)]++
			p.keepLongest()
			list = append(list, p)
		}
	}
	for _, p := range list {
		p.siblings = count[strings.ToLower(p.image)] - 1
	}
	return list
}
