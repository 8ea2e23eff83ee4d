package scenario

import (
	"encoding/binary"
	"hash/fnv"
	"strings"

	"etledger/internal/etlwriter"
)

// Build is what a program was built as. Its own libraries, those that it names besides the system's, are of the same build.
// A program with one has the records by which a merge tells of builds; its images are the same in every capture, whatever
// the seed, but for where they lie.
type Build struct {
	TimeDateStamp  uint32 // of the program's PE header; those of the libraries follow from it. Zero: chosen
	Size           uint64 // bytes of the program's image; zero: chosen
	FileVersion    string
	ProductName    string
	ProductVersion string
	CompanyName    string
}

// build gives the program's build, nil when it has none.
func (p *process) build() *Build {
	if p.program.Build == (Build{}) {
		return nil
	}
	return &p.program.Build
}

// built makes an image one of a build: the program's own, or that of a library.
func (i *module) built(b *Build, own bool) {
	h := fnv.New64a()
	h.Write(binary.LittleEndian.AppendUint32([]byte(strings.ToLower(i.name)), b.TimeDateStamp))
	h.Write([]byte(b.FileVersion))
	chosen := h.Sum64()
	i.build = b
	i.size, i.stamp, i.checksum = roundUp(0x40000+chosen%0x200000, pageSize), uint32(chosen>>32), uint32(chosen)
	if own && b.TimeDateStamp != 0 {
		i.stamp = b.TimeDateStamp
	}
	if own && b.Size != 0 {
		i.size = roundUp(b.Size, pageSize)
	}
}

// tellBuild writes, just before an event of an image that is of a build, what a merge tells of it: the version resource once,
// and with every event the time date stamp. The records have the stamp of the event, which must be the next to be written.
func (m *machine) tellBuild(processor int, pid uint32, i *module) {
	if i.build == nil {
		return
	}
	ticks := m.nextStamp()
	if b := i.build; !m.told[i.path] {
		m.told[i.path] = true
		number, _, _ := strings.Cut(b.FileVersion, " ")
		m.session.Write(processor, ticks, etlwriter.FileVersion{
			Size: uint32(i.size), TimeDateStamp: i.stamp, OriginalFileName: i.name, FileDescription: b.ProductName,
			FileVersion: b.FileVersion, BinFileVersion: number, VerLanguage: "1033", ProductName: b.ProductName,
			CompanyName: b.CompanyName, ProductVersion: b.ProductVersion,
		}.Record(pid))
	}
	m.session.Write(processor, ticks, etlwriter.ImageID{
		Base: i.base, Size: i.size, PID: pid, TimeDateStamp: i.stamp, OriginalFileName: i.name,
	}.Record(m.size))
}
