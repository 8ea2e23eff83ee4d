package recipe

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// Names in the profile of Windows Performance Recorder. WPR wants the Id of a profile to be its name, its level of detail and
// its logging mode, all profiles of a file to have one name, and each of them for both logging modes.
const (
	profileFile = "memory-growth.wprp"
	profileName = "MemoryGrowth"
)

// wpr makes the recipe of Windows Performance Recorder: a profile, and three commands.
func (b *builder) wpr() error {
	r := b.recipe
	r.Files = append(r.Files, File{Name: profileFile, Content: b.wprProfile()})
	r.Start = []Command{{
		Args: []string{"wpr", "-start", profileFile + "!" + profileName, "-filemode"},
		Does: "starts recording to a file",
	}}
	r.Stop = []Command{{
		Args: []string{"wpr", "-stop", b.options.Output, "memory growth"},
		Does: "stops, adds the identities of modules, and writes " + b.options.Output,
	}}
	r.Cancel = []Command{{Args: []string{"wpr", "-cancel"}, Does: "stops a recording of WPR and throws it away"}}

	b.require("wpr.exe, which Windows 10 and later have; for older ones it is in the Windows Performance Toolkit of the Windows ADK.")
	b.warn("WPR has one recording at a time. `wpr -cancel` throws away the recording of whoever started it with WPR.")
	b.warn("Older versions of WPR record the kernel with NT Kernel Logger, and cannot start while xperf, tracelog, PerfView or " +
		"logman records there. Newer ones do with a session " + WPRKernelSession + ", whatever the profile says.")
	b.warn("WPR keeps its file in a temporary folder of its own until it is stopped; give -recordtempto FOLDER with -start " +
		"when the system disk has no room or is slow.")
	b.warn("Microsoft's pages differ on whether WPR heeds BufferSize and Buffers when it records to a file. `wpr -status " +
		"collectors` says while it records which buffers it took, and how many events it lost.")
	if b.options.Stacks {
		b.warn("Stacks of the profile are those of VirtualAlloc and VirtualFree only: more of them would cost more than they " +
			"tell.")
	}
	return nil
}

// wprProfile writes the profile, by the schema WPRControlProfiles.xsd. Keywords are strict, so that WPR refuses to start where
// Windows lacks one, instead of recording without.
func (b *builder) wprProfile() string {
	kernel := b.kernelSession("")
	var t strings.Builder
	t.WriteString(`<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<WindowsPerformanceRecorder Version="1.0" Author="etledger" Comments="Memory growth">
  <Profiles>
`)
	writeCollector(&t, "SystemCollector", "KernelCollector", KernelLogger, kernel)
	if b.options.KernelMemory {
		memory := b.memorySession(MemorySession, "")
		writeCollector(&t, "EventCollector", "MemoryCollector", MemorySession, memory)
	}
	b.writeSystemProvider(&t)
	if b.options.KernelMemory {
		fmt.Fprintf(&t, `    <!-- %s: memory of the machine (0x20) and of each process (0x40) -->
    <EventProvider Id="KernelMemoryProvider" Name="%s" NonPagedMemory="true" Level="5">
      <Keywords>
        <Keyword Value="0x%x"/>
      </Keywords>
    </EventProvider>
`, KernelMemory.Name, KernelMemory.GUID, b.memoryKeywords())
	}
	b.writeProfiles(&t)
	t.WriteString(`  </Profiles>
  <TraceMergeProperties>
    <TraceMergeProperty Id="MergeProperties" Name="MergeProperties">
      <DeletePreMergedTraceFiles Value="true"/>
      <CustomEvents>
        <CustomEvent Value="ImageId"/>
        <CustomEvent Value="BuildInfo"/>
        <CustomEvent Value="VolumeMapping"/>
        <CustomEvent Value="EventMetadata"/>
      </CustomEvents>
    </TraceMergeProperty>
  </TraceMergeProperties>
</WindowsPerformanceRecorder>
`)
	return t.String()
}

func writeCollector(t *strings.Builder, element, id, name string, size Buffers) {
	fmt.Fprintf(t, `    <%s Id="%s" Name="%s">
      <BufferSize Value="%d"/>
      <Buffers Value="%d"/>
    </%[1]s>
`, element, id, name, size.KB, size.Maximum)
}

func (b *builder) writeSystemProvider(t *strings.Builder) {
	t.WriteString(`    <SystemProvider Id="KernelProvider">
      <Keywords>
`)
	for _, name := range b.names(func(s Signal) string { return s.WPR }) {
		fmt.Fprintf(t, "        <Keyword Value=\"%s\" Strict=\"true\"/>\n", name)
	}
	t.WriteString("      </Keywords>\n")
	if b.options.Stacks {
		t.WriteString(`      <Stacks>
        <Stack Value="VirtualAllocation"/>
        <Stack Value="VirtualFree"/>
      </Stacks>
`)
	}
	t.WriteString("    </SystemProvider>\n")
}

func (b *builder) writeProfiles(t *strings.Builder) {
	var description strings.Builder
	// Errors are those of the writer, which has none.
	_ = xml.EscapeText(&description, []byte("Memory growth, for "+minutes(b.options.Minutes)))
	fmt.Fprintf(t, `    <Profile Id="%[1]s.Verbose.File" Name="%[1]s" Description="%[2]s" LoggingMode="File" DetailLevel="Verbose">
      <ProblemCategories>
        <ProblemCategory Value="First Level Triage"/>
      </ProblemCategories>
      <Collectors>
        <SystemCollectorId Value="KernelCollector">
          <SystemProviderId Value="KernelProvider"/>
        </SystemCollectorId>
`, profileName, description.String())
	if b.options.KernelMemory {
		t.WriteString(`        <EventCollectorId Value="MemoryCollector">
          <EventProviders>
            <EventProviderId Value="KernelMemoryProvider"/>
          </EventProviders>
        </EventCollectorId>
`)
	}
	fmt.Fprintf(t, `      </Collectors>
    </Profile>
    <!-- WPR wants every profile for both modes. Record to a file: circular memory keeps only the end. -->
    <Profile Id="%[1]s.Verbose.Memory" Name="%[1]s" Description="%[2]s" Base="%[1]s.Verbose.File"
      LoggingMode="Memory" DetailLevel="Verbose"/>
`, profileName, description.String())
}
