package ledger

import "etledger/model"

// view is one mapped view that is there.
type view struct {
	bytes   uint64
	section uint16
	before  bool            // mapped before the capture
	file    *model.FileName // nil for sections that the page file backs, whose key is no file
}

// viewRow enters a row of mapped views (rule 25). Each view counts for itself, whatever it shows.
func (l *Ledger) viewRow(r *viewRow) {
	if l.stage == stageAfter {
		return
	}
	p := l.owner(r.process, r.nano)
	m := &p.life.Mapped
	lo, hi := pageRange(r.base, r.size, l.pageSize)
	bytes := inBytes(hi - lo)
	old, live := p.views[r.base]
	mapped := view{bytes: bytes, section: r.section}
	if r.section != model.SectionPagefile && r.section != model.SectionPhysical {
		mapped.file = l.files.At(r.file)
	}
	switch r.op {
	case model.MapOpMap:
		m.Maps++
		if live {
			m.LostUnmaps++
			p.unmap(r.base, old)
		}
		grow(&m.MappedBytes, bytes)
		p.addView(r.base, mapped)
	case model.MapOpUnmap:
		m.Unmaps++
		if !live {
			grow(&m.UnknownUnmappedBytes, bytes)
			return
		}
		p.unmap(r.base, old)
	case model.MapOpRundownStart:
		if !live {
			grow(&m.BeforeBytes, bytes)
			mapped.before = true
			p.addView(r.base, mapped)
		}
	case model.MapOpRundownEnd:
		m.ListedViews++
		if !live {
			grow(&m.ListedUnseenBytes, bytes)
		}
	}
}

func (p *process) addView(base uint64, v view) {
	if p.views == nil {
		p.views = map[uint64]view{}
	}
	p.views[base] = v
}

func (p *process) unmap(base uint64, v view) {
	delete(p.views, base)
	if v.before {
		grow(&p.life.Mapped.BeforeUnmappedBytes, v.bytes)
		return
	}
	grow(&p.life.Mapped.UnmappedBytes, v.bytes)
}

// sumViews enters what is still mapped and drops the views.
func (p *process) sumViews() {
	m := &p.life.Mapped
	for _, v := range p.views {
		if v.before {
			continue
		}
		m.OutstandingViews++
		grow(&m.OutstandingBytes, v.bytes)
		if m.OutstandingBySection == nil {
			m.OutstandingBySection = map[string]uint64{}
		}
		m.OutstandingBySection[sectionName(v.section)] += v.bytes
		if v.file != nil {
			p.mappedFiles.add(v.file, FileSum{Count: 1, Bytes: v.bytes})
		}
	}
	p.views = nil
}

// sectionName names the type of a section. A type without a name is taken by its high bits, as the low ones modify it.
func sectionName(section uint16) string {
	switch section {
	case model.SectionData:
		return "DATA"
	case model.SectionImage:
		return "IMAGE"
	case model.SectionImageNoExecute:
		return "IMAGE_NO_EXECUTE"
	case model.SectionPagefile:
		return "PAGEFILE"
	case model.SectionPhysical:
		return "PHYSICAL"
	}
	return "OTHER"
}
