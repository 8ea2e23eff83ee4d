package model

import "sync"

// tableMemory is the memory of the rows of one table in one chunk.
type tableMemory struct {
	room    int // rows that the required columns have room for
	columns []columnMemory
}

// chunkMemory is the memory of a chunk.
type chunkMemory struct {
	pool   *memoryPool
	tables [tableCount]*tableMemory
	order  []Table
}

// memoryPool keeps the memory of released chunks for new ones. Its methods may be called from several goroutines at once.
type memoryPool struct {
	mu     sync.Mutex
	tables [tableCount][]*tableMemory
	orders [][]Table
}

// poolDepth bounds what the pool keeps of each table: no more chunks than that are on their way at once.
const poolDepth = 4

func (p *memoryPool) put(m *chunkMemory) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for t, table := range m.tables {
		if table != nil && len(p.tables[t]) < poolDepth {
			p.tables[t] = append(p.tables[t], table)
		}
	}
	if len(p.orders) < poolDepth {
		p.orders = append(p.orders, m.order)
	}
}

// table gives memory for rows of a table, nil when there is none.
func (p *memoryPool) table(t Table) *tableMemory {
	p.mu.Lock()
	defer p.mu.Unlock()
	return pop(&p.tables[t])
}

// order gives memory for the order of a chunk, nil when there is none.
func (p *memoryPool) order() []Table {
	p.mu.Lock()
	defer p.mu.Unlock()
	return pop(&p.orders)[:0]
}

func pop[T any](list *[]T) (last T) {
	if n := len(*list); n > 0 {
		last = (*list)[n-1]
		*list = (*list)[:n-1]
	}
	return last
}
