package ledger

import "strings"

// plumbing lists the system's modules that stand between those who ask for memory and the kernel: the loader and heap,
// the Win32 layer, the 32-bit layer of 64-bit Windows, the C and C++ run-time libraries, and the checking tools that
// slip in between. A name ends with * when it stands for all that begin so: debug variants and versions.
var plumbing = []string{
	"ntdll.dll",
	"kernelbase.dll",
	"kernel32.dll",
	"wow64*",       // wow64.dll, wow64cpu.dll, wow64win.dll, wow64base.dll, wow64con.dll
	"xtajit*",      // the same for x86 on ARM64
	"ucrtbase*",    // the universal C run-time library
	"msvcrt*",      // the system's own
	"msvcr1*",      // msvcr100.dll to msvcr120.dll
	"msvcr7*",      // msvcr70.dll and msvcr71.dll
	"msvcr8*",      // msvcr80.dll
	"msvcr9*",      // msvcr90.dll
	"vcruntime*",   // vcruntime140.dll and vcruntime140_1.dll
	"msvcp*",       // the C++ library: operator new of its own allocators
	"verifier.dll", // application verifier
	"vrfcore.dll",
	"vfbasics.dll",
}

// isPlumbing tells whether a module only passes requests for memory on.
func isPlumbing(module string) bool {
	module = strings.ToLower(module)
	for _, name := range plumbing {
		if prefix, ok := strings.CutSuffix(name, "*"); ok && strings.HasPrefix(module, prefix) || module == name {
			return true
		}
	}
	return false
}

// isThreadStart tells the modules in which every user-mode stack begins.
func isThreadStart(module string) bool {
	module = strings.ToLower(module)
	return module == "ntdll.dll" || module == "kernel32.dll"
}

// isKernelCore tells the kernel itself from the drivers that it serves.
func isKernelCore(module string) bool {
	module = strings.ToLower(module)
	return strings.HasPrefix(module, "ntoskrnl") || strings.HasPrefix(module, "ntkrnl") || module == "hal.dll" ||
		module == "securekernel.exe"
}
