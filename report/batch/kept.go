package batch

import (
	"context"

	"etledger/model/dataset"
	"etledger/report/results"
)

// kept gives the outcome of a capture whose results are in the dataset as they would be made, with the tables if they are asked
// for; nil if they are not. Results that were made with tables serve those who do not ask for them.
func (u *unit) kept(ctx context.Context) (*Outcome, error) {
	if u.options.Redo {
		return nil, nil
	}
	return u.keptAs(ctx, u.identity.ID, u.identity.SHA256)
}

func (u *unit) keptAs(ctx context.Context, id, sha256 string) (*Outcome, error) {
	made, place, ok, err := dataset.ResultsFingerprint(u.options.Dataset, id)
	if err != nil {
		return nil, u.fail(ctx, writing, err)
	}
	meta := u.options.Annotations.ofContent(u.in.Location, sha256, u.meta)
	if u.options.KeepMeta && ok {
		meta = u.metaThere(place, meta)
	}
	with, without := fingerprint(true, meta), fingerprint(false, meta)
	if !ok || made != with && (made != without || u.tables()) {
		return nil, nil
	}
	if u.tables() && !u.hasTables(ctx, place) {
		return nil, nil
	}
	rows, err := results.Read(ctx, u.options.Dataset, place)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil || rows.Capture.SHA256 != sha256 {
		return nil, nil // they are damaged, or the beginnings of two digests are the same: the results are made anew
	}
	return &Outcome{Status: Kept, ID: id, SHA256: sha256, Rows: rows, Place: place, Damaged: rows.Capture.Damaged != 0}, u.remember(ctx)
}

// metaThere gives metadata with what the results at a place have where nothing is said.
func (u *unit) metaThere(place dataset.Place, meta dataset.Meta) dataset.Meta {
	there, err := dataset.OpenResults(u.options.Dataset, place)
	if err != nil {
		return meta
	}
	return merged(meta, there.Meta)
}

// keepMeta takes over the metadata of results that are there, before they are made anew.
func (u *unit) keepMeta() {
	if !u.options.KeepMeta {
		return
	}
	if _, place, ok, err := dataset.ResultsFingerprint(u.options.Dataset, u.identity.ID); err == nil && ok {
		u.meta = u.metaThere(place, u.meta)
	}
}

// hasTables tells whether the dataset has the tables of events of a capture, as they were written.
func (u *unit) hasTables(ctx context.Context, place dataset.Place) bool {
	c, err := dataset.Open(u.options.Dataset, place)
	return err == nil && (u.options.Quick || c.Verify(ctx) == nil)
}
