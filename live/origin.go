package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// originFile is the file of a Watch's folder that says where its recordings come from.
const originFile = "watch.json"

// maxOrigin bounds how much of such a file is read, in bytes.
const maxOrigin = 64 << 10

// origin is what another Watch has to know of recordings that are left over. It is in the folder before the first of them.
type origin struct {
	Tool string `json:"tool"`
	Host string `json:"host"` // "" means the name that a recording tells
	// Replay tells recordings of a source that waits: it has the events still, and playing it again makes them anew.
	Replay bool `json:"replay"`
}

// write puts the origin into a folder and brings it to the disk.
func (o origin) write(folder string) error {
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	path := filepath.Join(folder, originFile)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(append(text, '\n'))
	return errors.Join(err, f.Sync(), f.Close())
}

// readOrigin reads what a folder says of its recordings.
func readOrigin(folder string) (o origin, err error) {
	f, err := os.Open(filepath.Join(folder, originFile))
	if err != nil {
		return o, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxOrigin))
	if err != nil {
		return o, err
	}
	if err := json.Unmarshal(text, &o); err != nil {
		return origin{}, fmt.Errorf("%s: %w: %w", f.Name(), errNoOrigin, err)
	}
	return o, nil
}

// errNoOrigin means that a folder's file does not say where its recordings come from.
var errNoOrigin = errors.New("not what a watch writes")
