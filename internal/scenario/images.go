package scenario

import (
	"hash/fnv"
	"math/rand/v2"
	"strings"

	"etledger/internal/etlwriter"
)

// module is an image in a process's address space.
type module struct {
	name     string // file name
	path     string // NT path
	base     uint64
	size     uint64
	checksum uint32
	stamp    uint32
	build    *Build // nil when nothing is told of it
}

func (i *module) payload(size etlwriter.PointerSize, pid uint32) []byte {
	return etlwriter.Image{Base: i.base, Size: i.size, PID: pid, Checksum: i.checksum, TimeDateStamp: i.stamp,
		SignatureLevel: 0, SignatureType: 1, DefaultBase: i.base, FileName: i.path}.Encode(3, size)
}

// at gives an address in the module's code that stands for a function.
func (i *module) at(function string) uint64 {
	h := fnv.New32a()
	h.Write([]byte(function))
	return i.base + 0x1000 + uint64(h.Sum32())%(i.size-0x2000)
}

const (
	systemFolder = `\Device\HarddiskVolume3\Windows\System32\`
	volume       = `\Device\HarddiskVolume3\`
)

// kernelModules are what the kernel has loaded, with sizes as on Windows 10.
var kernelModules = []struct {
	name string
	size uint64
}{
	{"ntoskrnl.exe", 0x1046000}, {"hal.dll", 0x6000}, {"ci.dll", 0xEC000}, {"ntfs.sys", 0x2D9000},
	{"tcpip.sys", 0x2EB000}, {"win32kbase.sys", 0x2D4000}, {"win32kfull.sys", 0x3B6000}, {"fltmgr.sys", 0x76000},
}

// systemModules are what every program loads, in the order of loading.
var systemModules = []struct {
	name string
	size uint64
}{
	{"ntdll.dll", 0x1F5000}, {"kernel32.dll", 0xBE000}, {"KernelBase.dll", 0x2C9000}, {"ucrtbase.dll", 0x100000},
}

// imageCatalog knows the images of the machine. A library lies at one address in all processes, as Windows arranges it.
type imageCatalog struct {
	size   etlwriter.PointerSize
	random *rand.Rand
	kernel []*module
	shared map[string]*module // by path
	next   uint64             // address of the next library
}

func newImageCatalog(size etlwriter.PointerSize, random *rand.Rand) imageCatalog {
	c := imageCatalog{size: size, random: random, shared: map[string]*module{}, next: 0x7FF8_0000_0000}
	kernel := uint64(0xFFFF_F800_0000_0000) + random.Uint64N(0x8000)<<21
	if size == etlwriter.Pointer32 {
		c.next, kernel = 0x6A00_0000, 0x8180_0000
	}
	for _, k := range kernelModules {
		path := `\SystemRoot\system32\drivers\` + k.name
		if !strings.HasSuffix(k.name, ".sys") {
			path = `\SystemRoot\system32\` + k.name
		}
		c.kernel = append(c.kernel, &module{name: k.name, path: path, base: kernel, size: k.size, checksum: random.Uint32(),
			stamp: random.Uint32()})
		kernel += roundUp(k.size, 1<<16)
	}
	return c
}

// load gives the images of a new process: its own, the system's and the program's. Idle has none, System the kernel's.
func (c *imageCatalog) load(p *process) []*module {
	switch p.program.Image {
	case "Idle":
		return nil
	case "System":
		return c.kernel
	}
	loaded := []*module{c.executable(p)}
	for _, s := range systemModules {
		loaded = append(loaded, c.library(s.name, systemFolder+s.name, s.size, nil))
	}
	for _, name := range p.moduleNames() {
		loaded = append(loaded, c.library(name, p.folder()+name, 0, p.build()))
	}
	return loaded
}

// moduleNames are the program's own modules, those that its behaviours name included.
func (p *process) moduleNames() []string {
	var names []string
	seen := map[string]bool{p.program.Image: true}
	for _, s := range systemModules {
		seen[s.name] = true
	}
	add := func(name string) {
		if name != "" && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	for _, name := range p.program.Modules {
		add(name)
	}
	for _, b := range p.program.Behaviours {
		add(b.module())
	}
	return names
}

// loadLate loads a module of the program while it runs, with its event.
func (p *process) loadLate(name string) {
	m := p.machine
	loaded := m.images.library(name, p.folder()+name, 0, p.build())
	p.modules = append(p.modules, loaded)
	processor := p.move()
	m.tellBuild(processor, p.truth.PID, loaded)
	m.logged(processor, p.anyThread(), etlwriter.HookImageLoad, 3, loaded.payload(m.size, p.truth.PID))
}

// folder is the NT path of the folder that the program lies in.
func (p *process) folder() string {
	return volume + strings.TrimPrefix(p.path[:len(p.path)-len(p.program.Image)], `C:\`)
}

func (c *imageCatalog) executable(p *process) *module {
	base := 0x7FF6_0000_0000 + c.random.Uint64N(0x8000)<<16
	if c.size == etlwriter.Pointer32 {
		base = 0x0040_0000
	}
	i := &module{name: p.program.Image, path: volume + strings.TrimPrefix(p.path, `C:\`), base: base,
		size: roundUp(0x40000+c.random.Uint64N(0x300000), pageSize), checksum: c.random.Uint32(), stamp: c.random.Uint32()}
	if b := p.build(); b != nil {
		i.built(b, true)
	}
	return i
}

// library gives a shared image, placed and sized when it is first asked for, and of the build that it is asked for with, nil
// for none.
func (c *imageCatalog) library(name, path string, size uint64, b *Build) *module {
	if i := c.shared[path]; i != nil {
		return i
	}
	if size == 0 {
		size = roundUp(0x20000+c.random.Uint64N(0x180000), pageSize)
	}
	i := &module{name: name, path: path, base: c.next, size: size, checksum: c.random.Uint32(), stamp: c.random.Uint32()}
	if b != nil {
		i.built(b, false)
	}
	c.next += roundUp(i.size, granularity) + granularity
	c.shared[path] = i
	return i
}
