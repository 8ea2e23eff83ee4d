package results

import (
	"strings"
	"testing"
)

func TestRole(t *testing.T) {
	for _, c := range []struct{ image, line, want string }{
		{"svchost.exe", `C:\Windows\system32\svchost.exe -k netsvcs -p -s Schedule`, "netsvcs/schedule"},
		{"SvcHost.EXE", `"C:\Windows\System32\svchost.exe" -k LocalServiceNetworkRestricted -p`, "localservicenetworkrestricted"},
		{"svchost.exe", `svchost.exe /K netsvcs`, "netsvcs"},
		{"svchost.exe", `svchost.exe -k "my group" -s "a b"`, "my group/a b"},
		{"svchost.exe", `svchost.exe -k`, ""},
		{"svchost.exe", `svchost.exe`, ""},
		{"svchost.exe", ``, ""},
		{"w3wp.exe", `c:\windows\system32\inetsrv\w3wp.exe -ap "Shop \"A\" Pool" -v "v4.0" -l "webengine4.dll"`, `shop "a" pool`},
		{"w3wp.exe", `w3wp.exe -v v4.0`, ""},
		{"dllhost.exe", `C:\Windows\system32\DllHost.exe /Processid:{AB8902B4-09CA-4BB6-B78D-A8F59079A8D5}`,
			"{ab8902b4-09ca-4bb6-b78d-a8f59079a8d5}"},
		{"rundll32.exe", `rundll32.exe "C:\Program Files\x y\Sync.dll",Start -k me`, "sync.dll"},
		{"rundll32.exe", `rundll32.exe shell32.dll,Control_RunDLL desk.cpl`, "shell32.dll"},
		{"rundll32.exe", `rundll32.exe C:/x/Sync.dll, Start`, "sync.dll"},
		{"rundll32.exe", `rundll32.exe -sta {F00F}`, "{f00f}"},
		{"notepad.exe", `notepad.exe -k netsvcs`, ""},
		{"svchost.exe", "svchost.exe -k \xff\xfe", "\uFFFD"},
		{"svchost.exe", `svchost.exe -k "never closed`, "never closed"},
		{"svchost.exe", `svchost.exe -k a\\"b c"`, `a\b c`},
	} {
		if got := Role(c.image, c.line); got != c.want {
			t.Errorf("%s: role %q, expected %q", c.line, got, c.want)
		}
	}
	long := Role("svchost.exe", "svchost.exe -k "+strings.Repeat("ä", 1<<16))
	if len(long) > maxRole || len(long) < maxRole-1 {
		t.Errorf("a role of %d bytes", len(long))
	}
	Role("svchost.exe", strings.Repeat(`\`, 1<<20)+strings.Repeat(`" `, 1<<18))
}

func FuzzRole(f *testing.F) {
	f.Add("svchost.exe", `svchost.exe -k netsvcs -p -s "Sched\"ule"`)
	f.Fuzz(func(t *testing.T, image, line string) {
		if role := Role(image, line); len(role) > maxRole {
			t.Errorf("a role of %d bytes", len(role))
		}
	})
}
