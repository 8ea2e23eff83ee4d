package ledger

import (
	"cmp"
	"slices"

	"etledger/model"
)

// mostFiles is how many files are named for each lifetime, the greatest first.
const mostFiles = 10

// fileSums adds up what a lifetime did with each file. The names may become known only later.
type fileSums map[*model.FileName]*FileSum

// add enters amounts under a file.
func (s *fileSums) add(file *model.FileName, more FileSum) {
	if *s == nil {
		*s = fileSums{}
	}
	sum := (*s)[file]
	if sum == nil {
		sum = &FileSum{}
		(*s)[file] = sum
	}
	sum.merge(more)
}

// addAll enters the sums of another.
func (s *fileSums) addAll(other fileSums) {
	for file, sum := range other {
		s.add(file, *sum)
	}
}

func (f *FileSum) merge(more FileSum) {
	f.Count += more.Count
	grow(&f.Bytes, more.Bytes)
	f.DurationNS += more.DurationNS
}

// list gives the files with most bytes, now that names are known. Those without a name stand together under none.
func (s fileSums) list(paths *model.Paths) []FileSum {
	byPath := map[string]*FileSum{}
	for file, sum := range s {
		path, _ := paths.DOS(file.Path)
		total := byPath[path]
		if total == nil {
			total = &FileSum{Path: path}
			byPath[path] = total
		}
		total.merge(*sum)
	}
	list := make([]FileSum, 0, len(byPath))
	for _, total := range byPath {
		list = append(list, *total)
	}
	slices.SortFunc(list, func(a, b FileSum) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Path, b.Path))
	})
	return slices.Clip(list[:min(len(list), mostFiles)])
}

// fileRow enters what a file key stands for.
func (l *Ledger) fileRow(v *model.FileNameRows, i int) {
	path, _ := v.Name.At(i)
	l.files.Add(v.Op[i], v.FileKey[i], l.text(path))
}

// faultSum is what the hard faults of a process, or of a thread that nothing has announced yet, come to.
type faultSum struct {
	HardFaults
	files fileSums
}

func (s *faultSum) add(other faultSum) {
	s.Count += other.Count
	s.Bytes += other.Bytes
	s.DurationNS += other.DurationNS
	s.files.addAll(other.files)
}
