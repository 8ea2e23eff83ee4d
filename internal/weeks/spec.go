package weeks

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

// Night says what becomes of a machine at night, from seven in the evening to seven in the morning, and on weekends.
type Night uint8

// What a machine does at night.
const (
	On    Night = iota
	Off         // is shut down, and started anew
	Sleep       // sleeps, and goes on with the same boot
)

// Spec describes a machine and how it is watched. Zero fields take the default named at each.
type Spec struct {
	Seed     uint64
	Host     string        // SERVER-1
	Start    time.Time     // Monday 2025-03-03 00:00 local time, given as UTC
	Bias     time.Duration // UTC = local time + bias
	Days     int           // 14
	Skip     time.Duration // how long the machine has been simulated before the first capture: days after a Monday
	Every    time.Duration // between snapshots: 1 minute
	Capture  time.Duration // length of a capture: 1 hour
	Night    Night
	Reboots  []int         // days, from 0, on which it is started anew at half past three at night
	ClockSet time.Duration // by how much the clock is set at noon of the third day, 0 for not at all
	Gaps     int           // captures that are missing, at random
	NoEvents bool          // no starts and ends of processes, only who runs at the beginning of a capture
	NoNames  bool          // no process rows at all
	Programs []Program
	// Nonpaged and Other are what the nonpaged pool, and commit that is neither of processes nor of pools, leak in a day, in bytes.
	Nonpaged, Other float64
	Memory          uint64 // bytes of physical memory, 64 GiB
}

func (s Spec) withDefaults() Spec {
	if s.Host == "" {
		s.Host = "SERVER-1"
	}
	if s.Start.IsZero() {
		s.Start = time.Date(2025, 3, 3, 0, 0, 0, 0, time.UTC).Add(s.Bias)
	}
	if s.Days == 0 {
		s.Days = 14
	}
	if s.Every == 0 {
		s.Every = time.Minute
	}
	if s.Capture == 0 {
		s.Capture = time.Hour
	}
	if s.Memory == 0 {
		s.Memory = 64 << 30
	}
	return s
}

// Population makes programs of a kind, with figures that differ with the seed. Their leaks are small beside what the day does.
func Population(seed uint64, kind Kind, n int) []Program {
	random := rand.New(rand.NewPCG(seed, 77+uint64(len(kind))*131+uint64(kind[0])))
	between := func(low, high float64) float64 { return low + (high-low)*random.Float64() }
	list := make([]Program, n)
	for i := range list {
		p := Program{Image: fmt.Sprintf("%s-%d.exe", kind, i), Kind: kind}
		p.Command = fmt.Sprintf(`"C:\Program Files\%s\%s" --id %d`, kind, p.Image, random.IntN(1<<20))
		p.Base = math.Exp(between(math.Log(30), math.Log(800))) * (1 << 20)
		p.Swing = p.Base * between(0.1, 0.6)
		p.Noise = p.Base * between(0.005, 0.03)
		p.Share = between(0.4, 0.9)
		p.Warm, p.WarmFor = p.Base*between(0.05, 0.3), time.Duration(between(5, 25)*float64(time.Minute))
		if random.Float64() < 0.25 {
			p.Batch = p.Base * between(0.05, 0.4)
		}
		switch kind {
		case Wandering:
			p.Wander, p.WanderFor = p.Base*between(0.05, 0.15), time.Duration(between(12, 72)*float64(time.Hour))
		case Cache:
			p.Warm, p.WarmFor = p.Base*between(0.3, 1), time.Duration(between(4, 36)*float64(time.Hour))
		case CacheNightly:
			p.Warm, p.WarmFor = p.Base*between(0.3, 1), time.Duration(between(1, 6)*float64(time.Hour))
			p.Restart = 24 * time.Hour
		case NightlyWarm:
			p.Restart = 24 * time.Hour
		case Stepping:
			p.Step, p.StepAt = p.Swing*between(0.3, 1.5), time.Duration(between(0.25, 0.75)*float64(14*24*time.Hour))
		case Touching:
			p.Touch = p.Swing * between(0.1, 0.4)
		case Collected:
			p.Swing, p.Saw = 0, p.Swing
			p.SawPeriod, p.SawPhase = time.Duration(between(1, 48)*float64(time.Hour)), random.Float64()
		case Aliasing:
			p.Swing, p.Saw = 0, p.Swing
			parts := float64(1 + random.IntN(6))
			p.SawPeriod, p.SawPhase = time.Duration(24/parts*between(0.93, 0.999)*float64(time.Hour)), random.Float64()
		case Walking:
			p.Walk = p.Base * between(0.01, 0.05)
		case LeakLate, LeakUpdate:
			p.LeakFrom = time.Duration(between(0.3, 0.7) * float64(14*24*time.Hour))
		case LeakStep:
			p.LeakFrom = time.Duration(between(0.3, 0.7) * float64(14*24*time.Hour))
			p.Step, p.StepAt = p.Swing*between(0.3, 1.5), p.LeakFrom
		case LeakNightly:
			p.Restart = 24 * time.Hour
		case LeakWeekly:
			p.Restart = 7 * 24 * time.Hour
		}
		if kind.Leaks() {
			p.PerDay = p.Swing * between(0.05, 0.3)
		}
		list[i] = p
	}
	return list
}
