package recipe

import (
	"slices"
	"strings"
	"testing"
)

type toolNames struct {
	signal, xperf, wpr, logman, perfView string
	flag                                 uint32
	mask                                 int
	bit                                  uint32
}

// names are what Microsoft's tools call the kernel's signals: bits and xperf's and WPR's names as in the group masks of recordings,
// logman's as `logman query providers "Windows Kernel Trace"` lists them, PerfView's as its TraceEvent library has them.
var names = []toolNames{
	{"Process", "PROC_THREAD", "ProcessThread", "process", "Process", 0x1, 0, 0x1},
	{"Thread", "PROC_THREAD", "ProcessThread", "thread", "Thread", 0x2, 0, 0x2},
	{"ImageLoad", "LOADER", "Loader", "img", "ImageLoad", 0x4, 0, 0x4},
	{"ProcessCounters", "PERF_COUNTER", "ProcessCounter", "proccntr", "ProcessCounters", 0x8, 0, 0x8},
	{"MemoryHardFaults", "HARD_FAULTS", "HardFaults", "hf", "MemoryHardFaults", 0x2000, 0, 0x2000},
	{"VirtualAlloc", "VIRT_ALLOC", "VirtualAllocation", "virtalloc", "VirtualAlloc", 0x4000, 1, 0x8000},
	{"Pool", "POOL", "Pool", "", "", 0, 1, 0x40},
}

func TestSignalsHaveTheToolsNames(t *testing.T) {
	var sum uint32
	for _, s := range Signals() {
		if s.Provider.GUID != "" {
			continue
		}
		i := slices.IndexFunc(names, func(n toolNames) bool { return n.signal == s.Name })
		if i < 0 {
			t.Errorf("%s is not in the table of this test", s.Name)
			continue
		}
		n := names[i]
		if s.Keyword != n.xperf || s.TraceLog != n.xperf || s.WPR != n.wpr || s.Logman != n.logman || s.PerfView != n.perfView {
			t.Errorf("%s has the names %s, %s, %s, %s, %s", s.Name, s.Keyword, s.TraceLog, s.WPR, s.Logman, s.PerfView)
		}
		if s.Flag != n.flag || s.Mask != n.mask || s.Bit != n.bit || s.Optional != (s.Name == "Pool") {
			t.Errorf("%s has flag %#x, bit %#x of mask %d, optional %t", s.Name, s.Flag, s.Bit, s.Mask, s.Optional)
		}
		if s.Flag&PageFaultFlag != 0 {
			t.Errorf("%s turns page faults on", s.Name)
		}
		sum += s.Flag
	}
	if sum != 0x600f || EnableFlags() != sum {
		t.Errorf("flags are %#x, their sum is %#x, want 0x600f", EnableFlags(), sum)
	}
}

func TestManifestSignals(t *testing.T) {
	var keywords uint64
	for _, s := range Signals() {
		if s.Provider.GUID == "" {
			if len(s.Hooks) == 0 || s.ProviderKeywords != 0 {
				t.Errorf("%s delivers nothing that is known", s.Name)
			}
			continue
		}
		if s.Provider.GUID != "d1d93ef7-e1f2-4f45-9943-03d245fe6c00" || s.Flag != 0 || s.Bit != 0 || !s.Optional || len(s.Events) == 0 {
			t.Errorf("%s: %+v", s.Name, s)
		}
		keywords |= s.ProviderKeywords
	}
	if keywords != 0x60 {
		t.Errorf("keywords are %#x, want those of MemInfo and MemInfoEx, 0x60", keywords)
	}
}

// TestToolsRecordTheSame looks into the commands and files for the signals, by the names of the table above.
func TestToolsRecordTheSame(t *testing.T) {
	for _, c := range all(t) {
		text := strings.Builder{}
		for _, f := range c.Files {
			text.WriteString(f.Content)
		}
		for _, start := range c.Start {
			text.WriteString(" " + strings.Join(start.Args, " ") + " ")
		}
		var asked []string
		for _, n := range names {
			if n.signal == "Pool" && !c.options.Pool {
				continue
			}
			switch c.Tool {
			case WPR:
				asked = append(asked, `<Keyword Value="`+n.wpr+`" Strict="true"/>`)
			case XPerf, TraceLog:
				asked = append(asked, n.xperf)
			case PerfView:
				asked = append(asked, n.perfView)
			case Logman:
				asked = []string{"Windows Kernel Trace 0x600f"}
			}
		}
		if c.options.KernelMemory {
			asked = append(asked, "0x60")
		}
		for _, want := range asked {
			if !strings.Contains(text.String(), want) {
				t.Errorf("%s: nothing asks for %s", &c, want)
			}
		}
		for _, never := range []string{"AllFaults", "ALL_FAULTS", "SampledProfile", "PROFILE", "CSwitch", "CSWITCH", "=Memory,", ",Memory "} {
			if strings.Contains(text.String(), never) {
				t.Errorf("%s asks for %s", &c, never)
			}
		}
		if walks := strings.Contains(text.String(), "VirtualFree"); walks != (c.options.Stacks && c.Tool != PerfView) {
			t.Errorf("%s: asks for stacks: %t", &c, walks)
		}
		if strings.Contains(text.String(), "POOL") && !c.options.Pool || strings.Contains(text.String(), `"Pool"`) && !c.options.Pool {
			t.Errorf("%s asks for the pool", &c)
		}
	}
}
