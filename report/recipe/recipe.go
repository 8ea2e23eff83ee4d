// Package recipe says how to record a capture from which memory growth can be judged: one profile, and what each of the
// recording tools of Windows has to be told for it. It starts nothing itself.
package recipe

// Tool is a program that records.
type Tool string

// The tools.
const (
	WPR      Tool = "wpr"
	XPerf    Tool = "xperf"
	Logman   Tool = "logman"
	TraceLog Tool = "tracelog"
	PerfView Tool = "perfview"
)

// Tools lists the tools, the best first.
func Tools() []Tool { return []Tool{WPR, XPerf, Logman, TraceLog, PerfView} }

// Names of the sessions that recipes start, where a name can be chosen.
const (
	KernelLogger  = "NT Kernel Logger"
	MemorySession = "etledger-memory" // ordinary session of the manifest provider
)

// WPRKernelSession is what newer versions of WPR call the session in which they record the kernel, whatever the profile calls it.
// Older ones record with KernelLogger.
const WPRKernelSession = "WPR_initiated_WprApp_WPR System Collector"

// Recipe is what one tool has to be given and told to record the profile, step by step. All commands run in one folder, that of
// the files, with the rights of an administrator.
type Recipe struct {
	Schema   string    `json:"schema"`
	Tool     Tool      `json:"tool"`
	Minutes  int       `json:"minutes"`
	Output   string    `json:"output"`   // file that the capture ends in
	Captures []string  `json:"captures"` // files to be analysed, together: Output, and others that the tool cannot merge into it
	Signals  []Signal  `json:"signals"`  // that are recorded
	Stacks   bool      `json:"stacks"`   // call stacks are recorded
	Sessions []Session `json:"sessions"` // that the commands start
	Files    []File    `json:"files"`    // to be written beside where the commands run, before they do
	// Check lists what is already recording: none of Sessions may be, nor WPRKernelSession where WPR records, for it may be
	// somebody else's.
	Check []Command `json:"check"`
	// Start are to be run in order. A session counts as started when its command ended with status 0.
	Start []Command `json:"start"`
	Wait  string    `json:"wait"` // what to do between start and stop, a sentence
	Stop  []Command `json:"stop"` // in order, to the last one whether or not one fails; they also merge
	// Cancel ends the recording and throws it away, and gets rid of what an earlier recording left running. It undoes Start, the
	// last command first, one for one: when the command Start[i] fails, those that undo Start[:i] are to be run, and no others,
	// for what kept Start[i] from starting may be somebody else's session. Only for PerfView the one that undoes Start[i] too.
	Cancel []Command `json:"cancel"`
	// Scripts are record.cmd, which does all this, and cancel.cmd, to be run by hand when record.cmd was ended too early.
	Scripts  []File   `json:"scripts"`
	Requires []string `json:"requires"` // sentences: what has to be installed, which rights, which version of Windows
	Costs    []string `json:"costs"`    // sentences, in order: memory, disk and time that it takes, and how they were reckoned
	Warnings []string `json:"warnings"` // sentences
}

// Session is a trace session that a recipe starts.
type Session struct {
	Name   string `json:"name"`   // of WPR's sessions that in the profile, not what WPR calls them: see WPRKernelSession
	Kernel bool   `json:"kernel"` // records the kernel; otherwise an ordinary one
	// BufferKB is the size of a buffer, MinBuffers and MaxBuffers are how many the session has and may grow to. All are 0 where
	// the tool divides MemoryMB itself.
	BufferKB    int    `json:"buffer_kb"`
	MinBuffers  int    `json:"min_buffers"`
	MaxBuffers  int    `json:"max_buffers"`
	MemoryMB    int    `json:"memory_mb"`    // of its buffers, at most
	EnableFlags uint32 `json:"enable_flags"` // of EVENT_TRACE_PROPERTIES, 0 for ordinary sessions
	File        string `json:"file"`         // that the session writes, before anything is merged; "" when the tool chooses
}

// File is a file of a recipe.
type File struct {
	Name    string `json:"name"`    // without folder
	Content string `json:"content"` // lines end with a line feed; on the disk of a machine with Windows, with CR and LF
}

// Command is a command line for cmd.exe or PowerShell.
type Command struct {
	Args []string `json:"args"` // the program first, unquoted; String quotes them
	Does string   `json:"does"` // what for, a short phrase
	// Optional tells that the recording goes on when the command fails, as one that needs a newer Windows may.
	Optional bool `json:"optional"`
}

// SchemaName is the value of Recipe.Schema.
const SchemaName = "etledger/recipe/v1"
