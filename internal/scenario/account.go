package scenario

const pageSize = 4096

// page is the state of one page of a process. A page without entry is free.
type page struct {
	committed bool
	before    bool   // reserved before the capture began
	old       bool   // committed before the capture began; never together with an owner
	owner     string // module that committed it, for pages committed in the capture
}

// account keeps what happened to a process's pages: the plainest possible book, one entry a page.
type account struct {
	pages    map[uint64]page
	truth    *Lifetime
	current  uint64 // bytes committed in the capture and not given back
	private  uint64 // bytes committed, whenever
	byModule map[string]uint64
}

func newAccount(truth *Lifetime) *account {
	return &account{pages: map[uint64]page{}, truth: truth, byModule: map[string]uint64{}}
}

// each calls the function for the number of every page that the range touches.
func each(base, size uint64, do func(number uint64)) {
	for n := base / pageSize; n < (base+size+pageSize-1)/pageSize; n++ {
		do(n)
	}
}

// existed enters a region from before the capture.
func (a *account) existed(base, size uint64) {
	each(base, size, func(n uint64) {
		a.pages[n] = page{committed: true, before: true, old: true}
		a.addPrivate(pageSize)
	})
	a.truth.InitialPrivateBytes += size
}

func (a *account) reserve(base, size uint64) {
	each(base, size, func(n uint64) {
		a.pages[n] = page{}
		a.truth.ReserveBytes += pageSize
		a.truth.OutstandingReserveBytes += pageSize
	})
}

func (a *account) commit(base, size uint64, owner string) {
	each(base, size, func(n uint64) {
		p := a.pages[n]
		if p.committed {
			a.truth.RepeatCommitBytes += pageSize
			return
		}
		p.committed, p.owner = true, owner
		a.pages[n] = p
		a.truth.CommitBytes += pageSize
		a.byModule[owner] += pageSize
		a.current += pageSize
		a.truth.PeakCommitBytes = max(a.truth.PeakCommitBytes, a.current)
		a.addPrivate(pageSize)
	})
}

func (a *account) decommit(base, size uint64) {
	each(base, size, func(n uint64) {
		p := a.pages[n]
		a.uncommit(p)
		a.pages[n] = page{before: p.before}
	})
}

func (a *account) release(base, size uint64) {
	each(base, size, func(n uint64) {
		p := a.pages[n]
		switch {
		case p.before && !p.committed:
			// Reserved before the capture: a reader that never saw the reservation sees unknown pages go.
			a.truth.UnknownFreedBytes += pageSize
		case !p.before:
			a.truth.OutstandingReserveBytes -= pageSize
		}
		a.uncommit(p)
		delete(a.pages, n)
	})
}

// uncommit books the end of a page's commit, on the account that it touches.
func (a *account) uncommit(p page) {
	if !p.committed {
		return
	}
	if p.old {
		a.truth.UnknownFreedBytes += pageSize
	} else {
		a.truth.FreedBytes += pageSize
		a.byModule[p.owner] -= pageSize
		a.current -= pageSize
	}
	a.private -= pageSize
}

func (a *account) addPrivate(bytes uint64) {
	a.private += bytes
	a.truth.PeakPrivateBytes = max(a.truth.PeakPrivateBytes, a.private)
}

// committedIn is the number of bytes committed in a range.
func (a *account) committedIn(base, size uint64) uint64 {
	var bytes uint64
	each(base, size, func(n uint64) {
		if a.pages[n].committed {
			bytes += pageSize
		}
	})
	return bytes
}

// close writes the balances into the truth.
func (a *account) close() {
	a.truth.OutstandingCommitBytes = a.current
	a.truth.PrivateBytes = a.private
	a.truth.OutstandingByModule = map[string]uint64{}
	for module, bytes := range a.byModule {
		if bytes > 0 {
			a.truth.OutstandingByModule[module] = bytes
		}
	}
}
