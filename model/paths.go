package model

import "strings"

// Paths turns the NT paths that recordings hold into the paths that people know, as far as the capture tells how. The
// zero value knows only what is true of every system.
type Paths struct {
	dos     map[string]string // by NT prefix in lower case, both ending with a backslash
	windows string            // such as C:\Windows\
}

// Add notes that an NT prefix such as \Device\HarddiskVolume2\ is a DOS prefix such as C:\. A volume without a DOS
// prefix is not noted.
func (p *Paths) Add(nt, dos string) {
	if nt == "" || dos == "" {
		return
	}
	if p.dos == nil {
		p.dos = make(map[string]string)
	}
	p.dos[strings.ToLower(withBackslash(nt))] = withBackslash(dos)
}

// SetWindowsDirectory notes the folder that \SystemRoot\ stands for, such as C:\Windows\.
func (p *Paths) SetWindowsDirectory(dir string) {
	if dir != "" {
		p.windows = withBackslash(dir)
	}
}

// AddBatch notes all rows of a batch.
func (p *Paths) AddBatch(rows VolumeRows) {
	for i := range rows.Seq {
		if dir, ok := rows.WindowsDirectory.At(i); ok {
			p.SetWindowsDirectory(dir)
		}
		nt, _ := rows.NTPrefix.At(i)
		dos, _ := rows.DOSPrefix.At(i)
		p.Add(nt, dos)
	}
}

// DOS gives the DOS form of an NT path. The path itself is returned, and false, when the capture does not tell: a
// volume's drive letter is never guessed.
func (p *Paths) DOS(nt string) (string, bool) {
	for end := len(nt); end > 0; end = strings.LastIndexByte(nt[:end-1], '\\') + 1 {
		if dos, ok := p.dos[strings.ToLower(nt[:end])]; ok {
			return dos + nt[end:], true
		}
	}
	for _, object := range []string{`\??\`, `\\?\`, `\GLOBAL??\`} {
		if rest, ok := cutPrefix(nt, object); ok {
			return rest, true
		}
	}
	if p.windows == "" {
		return nt, false
	}
	if rest, ok := cutPrefix(nt, `\SystemRoot\`); ok {
		return p.windows + rest, true
	}
	// Drivers that are loaded at boot have paths without a device: those are on the drive of the Windows directory.
	if drive, _, ok := strings.Cut(p.windows, `\`); ok {
		if _, boot := cutPrefix(nt, `\Windows\`); boot {
			return drive + nt, true
		}
	}
	return nt, false
}

// cutPrefix is strings.CutPrefix for paths, in which letters of either case are the same.
func cutPrefix(path, prefix string) (rest string, ok bool) {
	if len(path) < len(prefix) || !strings.EqualFold(path[:len(prefix)], prefix) {
		return path, false
	}
	return path[len(prefix):], true
}

func withBackslash(path string) string { return strings.TrimSuffix(path, `\`) + `\` }
