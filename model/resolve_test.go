package model

import "testing"

func TestFileNames(t *testing.T) {
	var f FileNames
	type lookup struct {
		when string
		name *FileName
		want string
	}
	var lookups []lookup
	at := func(when string, key uint64, want string) { lookups = append(lookups, lookup{when, f.At(key), want}) }
	at("before its definition it was something else", 1, "")
	at("key that only the rundown names", 3, "listed")
	f.Add(FileOpCreate, 1, "first")
	at("defined", 1, "first")
	f.Add(FileOpDelete, 1, "first")
	at("ended, and the next definition is a new one", 1, "")
	f.Add(FileOpName, 1, "second")
	at("defined again", 1, "second")
	at("key that only its end names", 2, "ended")
	f.Add(FileOpDelete, 2, "ended")
	at("after the only name", 2, "")
	f.Add(FileOpRundown, 3, "listed")
	f.Add(FileOpRundown, 1, "second")
	at("after the rundown", 1, "second")
	at("never named", 4, "")
	for _, l := range lookups {
		if l.name.Path != l.want || l.name.Known() != (l.want != "") {
			t.Errorf("%s: %q, %v, want %q", l.when, l.name.Path, l.name.Known(), l.want)
		}
	}
}

func TestPaths(t *testing.T) {
	var p Paths
	p.Add(`\Device\HarddiskVolume1\`, "")
	p.Add(`\Device\HarddiskVolume2\`, `C:\`)
	p.Add(`\Device\HarddiskVolume2\Mounted\`, `D:\`)
	p.Add(`\Device\Mup`, `\\`)
	p.Add(`\Device\CdRom0\`, `E:`)
	cases := map[string]string{
		`\Device\HarddiskVolume2\a\b.dll`:        `C:\a\b.dll`,
		`\device\harddiskvolume2\A\b.dll`:        `C:\A\b.dll`,
		`\Device\HarddiskVolume2\Mounted\b.dll`:  `D:\b.dll`,
		`\Device\HarddiskVolume2\MountedNot\b`:   `C:\MountedNot\b`,
		`\Device\HarddiskVolume2\`:               `C:\`,
		`\Device\Mup\server\share\b.dll`:         `\\server\share\b.dll`,
		`\Device\CdRom0\setup.exe`:               `E:\setup.exe`,
		`\??\C:\x`:                               `C:\x`,
		`\\?\C:\x`:                               `C:\x`,
		`\GLOBAL??\C:\x`:                         `C:\x`,
		`\Device\HarddiskVolume1\x`:              "",
		`\Device\HarddiskVolume22\x`:             "",
		`\SystemRoot\system32\ntoskrnl.exe`:      "",
		`\Windows\System32\drivers\disk.sys`:     "",
		`ntoskrnl.exe`:                           "",
		``:                                       "",
		`\Device\HarddiskVolume2`:                "",
		`\Device\LanmanRedirector\server\a`:      "",
		`\Device\HarddiskVolume2\Mounted\é\ü.ex`: `D:\é\ü.ex`,
	}
	check := func(cases map[string]string) {
		t.Helper()
		for nt, want := range cases {
			got, ok := p.DOS(nt)
			if ok != (want != "") || ok && got != want || !ok && got != nt {
				t.Errorf("%s is %s, %v, want %s", nt, got, ok, want)
			}
		}
	}
	check(cases)
	p.SetWindowsDirectory("")
	p.SetWindowsDirectory(`C:\Windows`)
	check(map[string]string{
		`\SystemRoot\system32\ntoskrnl.exe`:  `C:\Windows\system32\ntoskrnl.exe`,
		`\systemroot\a`:                      `C:\Windows\a`,
		`\Windows\System32\drivers\disk.sys`: `C:\Windows\System32\drivers\disk.sys`,
		`\WindowsOld\a`:                      "",
		`ntoskrnl.exe`:                       "",
	})
}
