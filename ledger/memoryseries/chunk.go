package memoryseries

import "etledger/model"

// Needs says which tables a book is made of, and which of their columns.
func Needs() (tables []model.Table, columns map[model.Table][]string) {
	columns = map[model.Table][]string{
		model.TableProcess: {"timestamp", "type", "pid", "unique_process_key", "name", "command_line", "create_time"},
		model.TableSystem:  {"memory_mb", "page_size", "processors"},
		model.TableMemoryInfo: {"timestamp", "zero_pages", "free_pages", "standby_pages", "paged_pool_pages", "non_paged_pool_pages",
			"mdl_pages", "commit_pages"},
		model.TableProcessMemoryInfo: {"timestamp", "pid", "name", "working_set_pages", "commit_pages", "virtual_size_pages",
			"private_working_set_pages"},
		model.TableSessionMemoryInfo: {"timestamp", "session_id", "working_set_pages", "commit_pages", "paged_pool_pages",
			"private_working_set_pages"},
	}
	for t := range model.Tables() {
		if columns[t] != nil {
			tables = append(tables, t)
		}
	}
	return tables, columns
}

// Add enters the rows of a chunk, decoded as Needs says or with more. Nothing of it is kept but texts.
func (b *Book) Add(c *model.Chunk) {
	in := input{chunk: c}
	for _, t := range c.Order() {
		in.next(b, t)
	}
}

// input walks the rows of a chunk.
type input struct {
	chunk    *model.Chunk
	rows     [5]int // taken of each table
	begun    [5]bool
	process  model.ProcessRows
	system   model.SystemRows
	memory   model.MemoryInfoRows
	sets     model.ProcessMemoryInfoRows
	sessions model.SessionMemoryInfoRows
}

// Places of tables in input.
const (
	ofProcess = iota
	ofSystem
	ofMemory
	ofSets
	ofSessions
)

// row gives the number of the next row of a table, and whether its view is to be made first.
func (in *input) row(table int) (row int, first bool) {
	row, first = in.rows[table], !in.begun[table]
	in.rows[table]++
	in.begun[table] = true
	return row, first
}

func (in *input) next(b *Book, t model.Table) {
	switch t {
	case model.TableProcess:
		i, first := in.row(ofProcess)
		if first {
			in.process = in.chunk.Batch(t).Process()
		}
		b.processRow(&in.process, i)
	case model.TableSystem:
		i, first := in.row(ofSystem)
		if first {
			in.system = in.chunk.Batch(t).System()
		}
		s := &in.system
		b.System(uint64(s.PageSize[i]), uint64(s.MemoryMB[i])<<20, s.Processors[i])
	case model.TableMemoryInfo:
		i, first := in.row(ofMemory)
		if first {
			in.memory = in.chunk.Batch(t).MemoryInfo()
		}
		b.memoryRow(&in.memory, i)
	case model.TableProcessMemoryInfo:
		i, first := in.row(ofSets)
		if first {
			in.sets = in.chunk.Batch(t).ProcessMemoryInfo()
		}
		image, _ := in.sets.ProcessName.At(i)
		p := pagesOf(&in.sets.WorkingSetCounts, &in.sets.VirtualSizePages, i)
		b.Sample(in.sets.UnixNano[i], in.sets.ID[i], image, &p)
	case model.TableSessionMemoryInfo:
		i, first := in.row(ofSessions)
		if first {
			in.sessions = in.chunk.Batch(t).SessionMemoryInfo()
		}
		p := pagesOf(&in.sessions.WorkingSetCounts, &in.sessions.PagedPoolPages, i)
		b.SessionSample(in.sessions.UnixNano[i], in.sessions.ID[i], &p)
	}
}

func pagesOf(c *model.WorkingSetCounts, third *model.Values[uint64], i int) (p Pages) {
	for k, column := range [processFigures]*model.Values[uint64]{
		Commit: &c.CommitPages, WorkingSet: &c.WorkingSetPages, PrivateWorkingSet: &c.PrivateWorkingPages, VirtualSize: third,
	} {
		if v, ok := column.At(i); ok {
			p.Put(k, v)
		}
	}
	return p
}

func (b *Book) memoryRow(r *model.MemoryInfoRows, i int) {
	var p Pages
	p.Put(int(Available), r.ZeroPages[i]+r.FreePages[i]+r.StandbyPages[i])
	for k, column := range [...]*model.Values[uint64]{
		SystemCommit: &r.CommitPages, PagedPool: &r.PagedPoolPages, NonpagedPool: &r.NonPagedPoolPages, DriverPages: &r.MdlPages,
	} {
		if column == nil {
			continue
		}
		if v, ok := column.At(i); ok {
			p.Put(k, v)
		}
	}
	b.Memory(r.UnixNano[i], p)
}

func (b *Book) processRow(r *model.ProcessRows, i int) {
	p := Process{At: r.UnixNano[i], PID: r.PID[i]}
	switch r.Op[i] {
	case model.OpStart:
		p.Op = Started
	case model.OpEnd, model.OpDefunct:
		p.Op = Ended
	case model.OpRundownStart, model.OpRundownEnd:
		p.Op = Exists
	default:
		return
	}
	p.Key, _ = r.UniqueProcessKey.At(i)
	p.Created, _ = r.CreateTime.At(i)
	p.Image, _ = r.Name.At(i)
	p.CommandLine, _ = r.CommandLine.At(i)
	b.Process(p)
}
