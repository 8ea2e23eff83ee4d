package report

import (
	"slices"

	"etledger/etl"
	"etledger/model"
	"etledger/report/recipe"
)

// signal is what the doctor knows of a signal.
type signal struct {
	name, delivers string
	wanted         Wanted
	kind           MissingKind
	keyword        string // of xperf, as ledger.Accounts has it; "" for what has none
	names          []ToolName
	how            string
	elsewhere      Here // of MissingKernelLogger: whether it comes in other system loggers

	hooks    [][2]uint16 // of kernel events, first and last
	stacks   bool        // stacks of memory events, which are counted elsewhere
	provider string
	guid     etl.GUID
	keywords uint64                      // of the provider, 0 for all
	ids      []uint16                    // of the provider's events; nil for all
	also     func(k *model.KindKey) bool // other events that tell the same
	doubt    func(e *evidence) bool      // events that may tell it
}

// has tells whether a kind of event belongs to the signal.
func (s *signal) has(k *model.KindKey) bool {
	if s.also != nil && s.also(k) {
		return true
	}
	if k.Kind == etl.KindEvent {
		return s.guid != (etl.GUID{}) && k.Provider == s.guid && s.doubt == nil && (s.ids == nil || slices.Contains(s.ids, k.ID))
	}
	hook, kernel := hookOf(k)
	return kernel && slices.ContainsFunc(s.hooks, func(r [2]uint16) bool { return r[0] <= hook && hook <= r[1] })
}

func (s *signal) count(e *evidence) uint64 {
	if s.stacks {
		if e.accounts.Coverage.CommitsWithStack == 0 {
			return 0 // of frees alone, which tell nothing of who keeps memory
		}
		return e.accounts.Coverage.StacksMatched
	}
	return e.count(func(k *model.KindCount) bool { return s.has(&k.KindKey) })
}

// signals lists the signals that the doctor looks for: those of the profile, then those often asked for, then those that should be
// off.
func signals() (list []signal) {
	for _, s := range recipe.Signals() {
		list = append(list, profileSignal(&s))
	}
	at := slices.IndexFunc(list, func(s signal) bool { return s.name == "MemoryHardFaults" })
	list = slices.Insert(list, max(at, 0), stackSignal())
	return append(list, askedSignals()...)
}

// profileSignal is a signal of the memory-growth profile.
func profileSignal(s *recipe.Signal) signal {
	kind := signal{name: s.Name, delivers: s.Delivers, wanted: WantedNeeded, kind: MissingKeyword, keyword: s.Keyword,
		names: toolNames(s), ids: s.Events, keywords: s.ProviderKeywords, provider: s.Provider.Name,
		how: "Switch the keyword on; 'etledger recipe' does."}
	if s.Optional {
		kind.wanted = WantedOptional
	}
	for _, hook := range s.Hooks {
		kind.hooks = append(kind.hooks, [2]uint16{hook, hook})
	}
	if s.Provider.GUID != "" {
		kind.guid, kind.kind = etl.MustGUID(s.Provider.GUID), MissingProvider
		kind.how = "Enable the provider on an ordinary session beside the kernel's; 'etledger recipe --kernel-memory' does. On a kernel " +
			"session xperf's keyword gives the same."
	}
	switch s.Name {
	case "Process":
		kind.also = processEvent([]uint16{1, 2, 15})
	case "Thread":
		kind.also = processEvent([]uint16{3, 4})
	case "ImageLoad":
		kind.also = processEvent([]uint16{5, 6})
	case "MemInfo":
		kind.hooks = [][2]uint16{{0x0270, 0x0270}}
	case "MemInfoWS":
		kind.hooks = [][2]uint16{{0x027D, 0x027E}}
	case "Pool":
		kind.how = "Switch the keyword on; 'etledger recipe --pool' does. It makes many events, so only where the pool grows."
	}
	return kind
}

// processEvent tells events of Microsoft-Windows-Kernel-Process apart.
func processEvent(ids []uint16) func(k *model.KindKey) bool {
	return func(k *model.KindKey) bool {
		return k.Kind == etl.KindEvent && k.Provider == providerProcess && slices.Contains(ids, k.ID)
	}
}

func toolNames(s *recipe.Signal) (names []ToolName) {
	for _, n := range []ToolName{{"xperf", s.Keyword}, {"wpr", s.WPR}, {"logman", s.Logman}, {"tracelog", s.TraceLog},
		{"perfview", s.PerfView}} {
		if n.Name != "" {
			names = append(names, n)
		}
	}
	return names
}

func stackSignal() signal {
	return signal{name: "VirtualAlloc stacks", delivers: "the call stack of each allocation and release", wanted: WantedNeeded,
		kind: MissingKeyword, stacks: true, how: "Walk the stacks of VirtualAlloc and VirtualFree; 'etledger recipe --stacks' does.",
		names: []ToolName{{"xperf", "-stackwalk VirtualAlloc+VirtualFree"}, {"wpr", "VirtualAllocation, VirtualFree"}}}
}
