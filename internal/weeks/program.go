package weeks

import (
	"math"
	"math/rand/v2"
	"time"
)

// Kind is what a program shall be taken for.
type Kind string

// The kinds. Those that begin with Leak grow for as long as they run; of the others none does.
const (
	Healthy      Kind = "healthy"       // goes up and down with the load
	Wandering    Kind = "wandering"     // its level wanders for days, and comes back
	Cache        Kind = "cache"         // fills up within hours or days, and comes to rest
	NightlyWarm  Kind = "nightly-warm"  // restarted each night, warms up within the hour to the same level
	CacheNightly Kind = "cache-nightly" // restarted each night, and fills up anew within hours
	Stepping     Kind = "step"          // rises at once, once
	Touching     Kind = "touching"      // its working set grows, its commit does not
	Collected    Kind = "collected"     // a collected heap: a saw, of any period up to two days
	Aliasing     Kind = "aliasing"      // a saw whose period is a little less than a part of a day
	Walking      Kind = "walking"       // its level is a sum of chance steps: nothing draws it back
	Leak         Kind = "leak"
	LeakNightly  Kind = "leak-nightly" // restarted each night
	LeakWeekly   Kind = "leak-weekly"  // restarted each week
	LeakCold     Kind = "leak-cold"    // what it leaks leaves the working set
	LeakLoad     Kind = "leak-load"    // leaks with the load: in the day
	LeakWeekday  Kind = "leak-weekday" // leaks on working days only
	LeakLate     Kind = "leak-late"    // begins to leak in the middle of the time
	LeakUpdate   Kind = "leak-update"  // is restarted in the middle of the time, and leaks from then on
	LeakStep     Kind = "leak-step"    // rises at once, and leaks from then on
)

// Leaks tells whether the commit of programs of this kind grows.
func (k Kind) Leaks() bool {
	switch k {
	case Leak, LeakNightly, LeakWeekly, LeakCold, LeakLoad, LeakWeekday, LeakLate, LeakUpdate, LeakStep:
		return true
	}
	return false
}

// Program is one program of a machine, with what is true of it. Sizes are bytes.
type Program struct {
	Image   string
	Command string
	Kind    Kind
	Base    float64
	Swing   float64 // between night and a busy day
	Batch   float64 // what a job takes from one to half past two at night
	Noise   float64 // standard deviation, of half an hour's memory
	// PerDay is what leaks in a day, on average over the week.
	PerDay    float64
	Share     float64 // of the commit that is in the working set
	Warm      float64 // what it takes within WarmFor of its start, and keeps
	WarmFor   time.Duration
	Wander    float64 // standard deviation of a level that is forgotten within WanderFor
	WanderFor time.Duration
	StepAt    time.Duration // from the beginning of the simulation
	Step      float64
	Touch     float64       // a day, in the working set
	Restart   time.Duration // period; 0 for none. At three at night
	Saw       float64       // height of a saw
	SawPeriod time.Duration
	SawPhase  float64       // of 1
	Walk      float64       // standard deviation of the chance steps of a day
	LeakFrom  time.Duration // from the beginning of the simulation: nothing leaks before. Programs that are updated are restarted then
}

// run is a program while it runs.
type run struct {
	*Program
	pid          uint32
	key          uint64
	started      time.Duration
	noise        float64
	wander       float64
	leaked       float64
	walked       float64
	touched      float64
	random       *rand.Rand
	lastAdvanced time.Duration
}

// advance moves a running program on to a moment. Load is the machine's, from 0 to about 1, and mean its mean over the week.
func (r *run) advance(at time.Duration, load, mean float64) {
	d := (at - r.lastAdvanced).Seconds()
	r.lastAdvanced = at
	if d <= 0 {
		return
	}
	ornsteinUhlenbeck := func(v *float64, deviation float64, memory time.Duration) {
		if deviation == 0 {
			return
		}
		keep := math.Exp(-d / memory.Seconds())
		*v = *v*keep + deviation*math.Sqrt(1-keep*keep)*r.random.NormFloat64()
	}
	ornsteinUhlenbeck(&r.noise, r.Noise, 30*time.Minute)
	ornsteinUhlenbeck(&r.wander, r.Wander, r.WanderFor)
	rate := r.PerDay / 86400
	switch {
	case at < r.LeakFrom:
		rate = 0
	case r.Kind == LeakLoad:
		rate *= load / mean
	case r.Kind == LeakWeekday && weekend(at):
		rate = 0
	case r.Kind == LeakWeekday:
		rate *= 7.0 / 5
	}
	if r.Walk != 0 {
		r.walked += r.Walk * math.Sqrt(d/86400) * r.random.NormFloat64()
	}
	r.leaked += rate * d
	r.touched += r.Touch / 86400 * d
}

// level gives commit, working set and its private part at a moment.
func (r *run) level(at time.Duration, load, batch float64) (commit, set, private float64) {
	age := (at - r.started).Seconds()
	kept := r.Base + r.Swing*load + r.Batch*batch + r.noise + r.wander + r.walked
	if r.Saw != 0 {
		kept += r.Saw * math.Mod(math.Mod(at.Hours()/r.SawPeriod.Hours()+r.SawPhase, 1)+1, 1)
	}
	if r.Warm > 0 {
		kept += r.Warm * (1 - math.Exp(-age/r.WarmFor.Seconds()))
	}
	if r.Step != 0 && at >= r.StepAt {
		kept += r.Step
	}
	kept = max(kept, r.Base/8)
	commit = kept + r.leaked
	private = r.Share * kept
	if r.Kind != LeakCold {
		private += r.leaked
	}
	return commit, private + 12<<20 + r.touched, private
}

// Kinds lists all kinds.
func Kinds() []Kind {
	return []Kind{Healthy, Wandering, Cache, NightlyWarm, CacheNightly, Stepping, Touching, Collected, Aliasing, Walking,
		Leak, LeakNightly, LeakWeekly, LeakCold, LeakLoad, LeakWeekday, LeakLate, LeakUpdate, LeakStep}
}
