package poolscenario

import (
	"math"
	"math/rand/v2"
	"slices"

	"etledger/model/poolsnap"
)

// Kind is what a tag does.
type Kind string

// The kinds. Those that leak are in Leaks, the others in Others.
const (
	Linear       Kind = "linear leak"             // never freed
	UnderChurn   Kind = "leak under churn"        // demand that comes and goes beside it
	UnderWalk    Kind = "leak under slow demand"  // demand with a long memory beside it
	Bursty       Kind = "leak in bursts"          // at random moments
	Speeding     Kind = "leak that speeds up"     // up to four times
	SmallObjects Kind = "leak of small objects"   // by count, hardly any bytes
	PerWork      Kind = "leak under workload"     // in proportion to operations
	Unmoved      Kind = "unmoved"                 // the same always
	Idle         Kind = "idle"                    // moves by a few objects
	Noise        Kind = "churn"                   // around a mean, without memory
	Persistent   Kind = "slow demand"             // around a mean, with a long memory
	Periodic     Kind = "periodic demand"         // two waves or more
	Bursts       Kind = "bursts given back"       //
	WarmUp       Kind = "warm-up"                 // fills a cache in the first third
	Step         Kind = "step"                    // grows at once and stays
	Stopped      Kind = "leak that stopped"       // after at most six tenths of the time
	Draining     Kind = "draining"                // falls
	Demand       Kind = "demand under workload"   // comes back
	WorkCache    Kind = "cache under workload"    // filled by the first workload, kept
	Walk         Kind = "walk between two bounds" // like a random walk for a while
)

// Leaks and Others are the kinds without workload, those that leak and those that do not. WorkLeaks and WorkOthers need
// workloads.
var (
	Leaks      = []Kind{Linear, UnderChurn, UnderWalk, Bursty, Speeding, SmallObjects}
	Others     = []Kind{Unmoved, Idle, Noise, Persistent, Periodic, Bursts, WarmUp, Step, Stopped, Draining, Walk}
	WorkLeaks  = []Kind{PerWork}
	WorkOthers = []Kind{Demand, WorkCache}
)

// Leaks tells whether tags of the kind leak.
func (k Kind) Leaks() bool {
	for _, l := range slices.Concat(Leaks, WorkLeaks) {
		if k == l {
			return true
		}
	}
	return false
}

// Tag is one tag in one pool.
type Tag struct {
	poolsnap.Key
	Kind Kind
	Size uint64  // bytes of one object
	Base float64 // objects held all the time
	// Grow is how many objects a leak adds in all; of other kinds how far they move.
	Grow  float64
	Turn  float64 // objects allocated and freed between two snapshots beside that
	phase float64 // 0 to 1: of waves, or where in time something begins
	waves float64
	churn float64 // beside a leak, as a part of it

	// Follow makes a tag a satellite: it holds Times objects for each that another one leaks.
	Follow *Tag
	Times  float64

	rng           *rand.Rand
	noise         float64
	jumps         []float64
	leaked        float64
	allocs, frees uint64
}

// Add adds a tag of a kind with figures drawn at random.
func (s *Scenario) Add(kind Kind) *Tag {
	r := s.rng
	t := &Tag{
		Kind: kind, Size: 16 << r.IntN(9), Base: math.Floor(math.Exp(r.Float64() * 10)), phase: r.Float64(),
		waves: 2 + 10*r.Float64(), Turn: math.Exp(r.Float64() * 8), churn: 0.01 * math.Exp(r.Float64()*4),
	}
	t.Grow = math.Floor((0.3 + 3*r.Float64()) * (t.Base + 2000))
	if kind == SmallObjects {
		t.Size, t.Grow = 16, float64(100+r.IntN(1000))
	}
	t.Key = s.newKey()
	s.Tags = append(s.Tags, t)
	return t
}

// Fixed adds a tag with given figures that leaks grow objects, evenly, and frees none.
func (s *Scenario) Fixed(tag string, pool poolsnap.Pool, size uint64, base, grow float64) *Tag {
	t := &Tag{Kind: Linear, Size: size, Base: base, Grow: grow}
	copy(t.Tag[:], tag+"    ")
	t.Pool = pool
	s.used[t.Key] = true
	s.Tags = append(s.Tags, t)
	return t
}

// Satellite adds a tag that holds times objects for each that another one leaks, beside a turnover of its own.
func (s *Scenario) Satellite(tag string, of *Tag, times, turn float64) *Tag {
	t := s.Fixed(tag, of.Pool, 64, 10, 0)
	t.Follow, t.Times, t.Turn = of, times, turn
	return t
}

func (s *Scenario) newKey() poolsnap.Key {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	for {
		k := poolsnap.Key{Pool: poolsnap.Nonpaged + poolsnap.Pool(s.rng.IntN(2))}
		for i := range k.Tag {
			k.Tag[i] = letters[s.rng.IntN(len(letters))]
		}
		if !s.used[k] {
			s.used[k] = true
			return k
		}
	}
}

// begin puts a tag in its state before the first snapshot.
func (t *Tag) begin(s *Scenario) {
	seed := uint64(t.Tag[0]) | uint64(t.Tag[1])<<8 | uint64(t.Tag[2])<<16 | uint64(t.Tag[3])<<24 | uint64(t.Pool)<<32
	t.rng = rand.New(rand.NewPCG(s.Seed, seed))
	t.noise, t.leaked, t.allocs, t.frees = 0, 0, 0, 0
	t.jumps = make([]float64, 6+t.rng.IntN(20))
	for i := range t.jumps {
		t.jumps[i] = t.rng.Float64()
	}
	switch t.Kind {
	case Persistent, UnderWalk, Walk:
		t.noise = t.rng.NormFloat64()
	}
}

// step moves a tag on to a snapshot.
func (t *Tag) step(s *Scenario, i int) {
	u := float64(i) / float64(max(1, s.Options.Snapshots-1))
	var level float64
	if t.Follow != nil {
		level = t.Base + t.Times*t.Follow.leaked
	} else {
		level = t.level(s, i, u)
	}
	want := uint64(max(0, math.Round(level)))
	turn := uint64(0)
	if t.Turn > 0 && (t.Follow != nil || t.Kind != Unmoved && t.Kind != Linear) {
		turn = uint64(t.Turn * (0.5 + t.rng.Float64()))
	}
	t.allocs += turn
	t.frees += turn
	held := t.allocs - t.frees
	if want >= held {
		t.allocs += want - held
	} else {
		t.frees += held - want
	}
}

// level is how many objects a tag holds at a snapshot, which is at u of the time.
func (t *Tag) level(s *Scenario, i int, u float64) float64 {
	normal := t.rng.NormFloat64
	switch t.Kind {
	case Linear, SmallObjects:
		t.leaked = math.Floor(t.Grow * u)
		return t.Base + t.leaked
	case UnderChurn:
		return t.Base + t.Grow*(u+t.churn*math.Abs(normal()))
	case UnderWalk:
		t.noise = 0.9*t.noise + 0.44*normal()
		return t.Base + t.Grow*(u+0.06*t.noise) + 0.3*t.Grow
	case Bursty:
		n := 0.0
		for _, j := range t.jumps {
			if j <= u {
				n++
			}
		}
		return t.Base + t.Grow*n/float64(len(t.jumps))
	case Speeding:
		return t.Base + t.Grow*(u+1.5*u*u)/2.5
	case PerWork:
		if total := s.operations(s.Options.Snapshots); total > 0 {
			t.leaked = math.Floor(t.Grow * s.operations(i) / total)
		}
		return t.Base + t.leaked
	case Unmoved:
		return t.Base
	case Idle:
		return t.Base + math.Floor(5*t.rng.Float64())
	case Noise:
		return t.Base + t.Grow*math.Abs(0.5+0.3*normal())
	case Persistent:
		t.noise = 0.9*t.noise + 0.44*normal()
		return t.Base + t.Grow*max(0, 1+0.3*t.noise)
	case Walk:
		t.noise += 0.15 * normal()
		t.noise = max(-3, min(3, t.noise))
		return t.Base + t.Grow*(1+t.noise/4)
	case Periodic:
		return t.Base + t.Grow*(1+math.Sin(2*math.Pi*(t.waves*u+t.phase))+0.1*normal())/2
	case Bursts:
		level := t.Base + 2*t.rng.Float64()
		for _, j := range t.jumps {
			if u >= j && u < j+0.04 {
				level += t.Grow * math.Mod(97*j, 1)
			}
		}
		return level
	case WarmUp:
		return t.Base + t.Grow*(1-math.Exp(-u/(0.02+0.06*t.phase))) + 0.002*t.Grow*normal()
	case Step:
		if u > 0.1+0.6*t.phase {
			return t.Base + t.Grow
		}
		return t.Base
	case Stopped:
		return t.Base + t.Grow*min(1, u/(0.2+0.4*t.phase))
	case Draining:
		return t.Base + t.Grow*(1-u)
	case Demand:
		if s.busy(i) {
			return t.Base + t.Grow*(0.8+0.2*t.rng.Float64())
		}
		return t.Base + 0.01*t.Grow*t.rng.Float64()
	case WorkCache:
		if len(s.Phases) > 0 {
			p := s.Phases[0]
			return t.Base + t.Grow*max(0, min(1, 2*float64(i-p.First)/float64(p.Last-p.First)))
		}
	}
	return t.Base
}
