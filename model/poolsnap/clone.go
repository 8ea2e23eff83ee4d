package poolsnap

import "slices"

// Clone gives a copy that stays as it is when the snapshot is used again.
func (s *Snapshot) Clone() *Snapshot {
	c := *s
	c.Rows = slices.Clone(s.Rows)
	c.Memory = s.Memory.Clone()
	return &c
}

// Clone gives a copy that stays as it is when the sample is used again.
func (m *Memory) Clone() Memory {
	c := *m
	for _, p := range []**uint64{&c.Physical, &c.Available, &c.Committed, &c.CommitLimit, &c.CommitPeak, &c.Nonpaged,
		&c.Paged, &c.NonpagedLimit, &c.PagedLimit, &c.WorkingSets, &c.PrivateBytes, &c.SystemCache, &c.NonpagedAllocs,
		&c.PagedAllocs, &c.FreePTEs} {
		*p = clone(*p)
	}
	c.Uptime = clone(m.Uptime)
	if m.Processes != nil {
		c.Processes = make(map[string]ProcessMemory, len(m.Processes))
		for name, p := range m.Processes {
			c.Processes[name] = ProcessMemory{PID: clone(p.PID), WorkingSet: clone(p.WorkingSet),
				PrivateBytes: clone(p.PrivateBytes), Virtual: clone(p.Virtual), Handles: clone(p.Handles),
				NonpagedQuota: clone(p.NonpagedQuota), PagedQuota: clone(p.PagedQuota)}
		}
	}
	return c
}

func clone[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}
