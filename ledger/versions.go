package ledger

import (
	"strings"
	"unicode/utf8"

	"etledger/model"
)

// ImageVersion is what the version resource of an image says, as far as it says anything. Texts of more than 512 bytes are
// cut.
type ImageVersion struct {
	FileVersion    string
	ProductName    string
	ProductVersion string
	CompanyName    string
}

// Bounds of what is kept of version resources: real machines run some thousand builds, whose texts are short.
const (
	mostVersions    = 1 << 14
	mostVersionText = 512
	mostOfBuild     = 16
)

// versionBook has the version resources of a capture, each build's once.
type versionBook struct {
	builds map[build][]namedVersion
	texts  map[string]string
	count  int
}

// namedVersion is the version resource of one of the files that have a size and a time date stamp in common, as libraries that
// were linked at the same moment do.
type namedVersion struct {
	name    string // that the file was built with
	version *ImageVersion
}

// enter enters a version resource. A build that has one of the same name already keeps it.
func (b *versionBook) enter(of build, name string, v ImageVersion) {
	if v == (ImageVersion{}) || b.count == mostVersions || len(b.builds[of]) == mostOfBuild {
		return
	}
	for _, known := range b.builds[of] {
		if strings.EqualFold(known.name, name) {
			return
		}
	}
	if b.builds == nil {
		b.builds, b.texts = map[build][]namedVersion{}, map[string]string{}
	}
	b.count++
	b.builds[of] = append(b.builds[of], namedVersion{b.text(name), &ImageVersion{
		FileVersion: b.text(v.FileVersion), ProductName: b.text(v.ProductName),
		ProductVersion: b.text(v.ProductVersion), CompanyName: b.text(v.CompanyName),
	}})
}

// text gives a text as one that may be kept.
func (b *versionBook) text(s string) string {
	if len(s) > mostVersionText {
		n := mostVersionText
		for n > mostVersionText-utf8.UTFMax && !utf8.RuneStart(s[n]) {
			n--
		}
		s = s[:n]
	}
	kept, ok := b.texts[s]
	if !ok {
		kept = strings.Clone(s)
		b.texts[kept] = kept
	}
	return kept
}

// of gives the version resource of a build of a file, nil when none is known: that of the same name, else that on which all
// files of the build agree. Files without a time date stamp must have the name.
func (b *versionBook) of(of build, name string) *ImageVersion {
	known := b.builds[of]
	for _, v := range known {
		if strings.EqualFold(v.name, name) {
			return v.version
		}
	}
	if len(known) == 0 || of.stamp == 0 {
		return nil
	}
	for _, v := range known[1:] {
		if *v.version != *known[0].version {
			return nil
		}
	}
	return known[0].version
}

// versionRow enters row i about the builds of images. Its time is copied from the event that it describes, or from the
// beginning of the recording: nothing else depends on when it comes.
func (l *Ledger) versionRow(v *model.ImageVersionRows, i int) {
	of := buildOf(v.ImageSize[i], v.TimeDateStamp[i])
	if v.Op[i] == model.VersionOpImageID {
		process, _ := v.PID.At(i)
		base, _ := v.ImageBase.At(i)
		l.identify(v.UnixNano[i], placed{process, base}, of)
		return
	}
	name, _ := v.OriginalFileName.At(i)
	var version ImageVersion
	version.FileVersion, _ = v.FileVersion.At(i)
	version.ProductName, _ = v.ProductName.At(i)
	version.ProductVersion, _ = v.ProductVersion.At(i)
	version.CompanyName, _ = v.CompanyName.At(i)
	l.versions.enter(of, name, version)
}
