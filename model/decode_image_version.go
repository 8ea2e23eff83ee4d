package model

// This file decodes the records that merging adds about the files of images (class ImageID).

// decodeImageID decodes ImageId 0, version 2: which build an image of a process is of.
func decodeImageID(d *decoder) bool {
	p := newPayload(d.event)
	base, size, pid, stamp := p.ptr(), p.ptr(), p.u32(), p.u32()
	if p.bad {
		return false
	}
	i := d.row(&d.imageVersion.rowBuffers)
	rows := &d.imageVersion.rows
	rows.Op[i] = VersionOpImageID
	rows.ImageBase.set(i, base)
	rows.PID.set(i, pid)
	rows.ImageSize[i] = size
	rows.TimeDateStamp[i] = stamp
	setResource(&rows.OriginalFileName, i, p.wide())
	return true
}

// decodeFileVersion decodes FileVersion 64: what the version resource of a build says. The size has 32 bits on every machine.
func decodeFileVersion(d *decoder) bool {
	p := newPayload(d.event)
	size, stamp := p.u32(), p.u32()
	if p.bad {
		return false
	}
	i := d.row(&d.imageVersion.rowBuffers)
	rows := &d.imageVersion.rows
	rows.Op[i] = VersionOpFileVersion
	rows.ImageSize[i] = uint64(size)
	rows.TimeDateStamp[i] = stamp
	for _, column := range [...]*Strings{
		&rows.OriginalFileName, &rows.FileDescription, &rows.FileVersion, &rows.BinFileVersion, &rows.Language,
		&rows.ProductName, &rows.CompanyName, &rows.ProductVersion, &rows.FileID, &rows.ProgramID,
	} {
		setResource(column, i, p.wide())
	}
	return true
}

// setResource sets a text of a version resource. The records have an empty text where the resource has none.
func setResource(column *Strings, i int, text []byte) {
	if len(text) > 0 {
		column.setEncoded(i, wideText, text)
	}
}
