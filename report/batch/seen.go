package batch

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"time"
)

// seenFolder is where in a dataset it is kept which content a file or an object had when it was last read: one small file for
// each location. It only saves reading (Options.Quick), and may be removed.
const seenFolder = ".etledger/seen"

// seen is what was found at a location.
type seen struct {
	Location string    `json:"location"`
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified,omitzero"`
	Version  string    `json:"version,omitempty"`
	ID       string    `json:"id"`
	SHA256   string    `json:"sha256"`
}

func (u *unit) seenPath() string {
	return filepath.Join(u.options.Dataset, filepath.FromSlash(seenFolder), hashOf(u.in.Location)+jsonSuffix)
}

// remember keeps which content the input has.
func (u *unit) remember(ctx context.Context) error {
	if u.in.Place != nil || u.file == nil {
		return nil
	}
	now := seen{Location: u.in.Location, Size: u.size, Modified: u.in.Modified, ID: u.identity.ID, SHA256: u.identity.SHA256}
	if o := u.in.Object; o != nil {
		now.Modified, now.Version = o.Modified, o.Version
	}
	if now.Modified.IsZero() && now.Version == "" {
		return nil
	}
	now.Modified = now.Modified.UTC()
	path := u.seenPath()
	var before seen
	if readJSON(path, &before) == nil && before == now {
		return nil
	}
	text, err := json.Marshal(&now)
	if err == nil {
		err = replaceFile(path, append(text, '\n'))
	}
	return u.fail(ctx, writing, err)
}

// keptUnread gives the outcome of a capture that is kept if the input is what it was; nil if it must be read.
func (u *unit) keptUnread(ctx context.Context) *Outcome {
	if u.in.Place != nil {
		return nil
	}
	var before seen
	if readJSON(u.seenPath(), &before) != nil || before.Location != u.in.Location {
		return nil
	}
	if o := u.in.Object; o != nil {
		if !o.same(&Object{Size: before.Size, Version: before.Version, Modified: before.Modified}) {
			return nil
		}
	} else if info, err := os.Stat(u.in.Location); err != nil || info.Size() != before.Size || !info.ModTime().Equal(before.Modified) {
		return nil
	}
	kept, err := u.keptAs(ctx, before.ID, before.SHA256)
	if err != nil {
		return nil // the reading will tell
	}
	return kept
}
