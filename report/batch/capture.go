package batch

import (
	"net/url"
	"strings"
	"time"

	"etledger/etl"
	"etledger/model/dataset"
)

// Capture says where a capture is and what is known of it from outside. It is plain data that can be written as JSON and read
// back elsewhere.
type Capture struct {
	// Location is the path of a recording or an archive of some, the URL of an object, or the folder of a capture in a dataset's
	// table capture. Reports name the recording by it.
	Location string `json:"location"`
	Size     int64  `json:"size"` // bytes; of the recordings, for a capture in a dataset
	// Modified is when the file was last written. Zero when unknown.
	Modified time.Time      `json:"modified,omitzero"`
	Object   *Object        `json:"object,omitempty"`  // for an object
	Dataset  string         `json:"dataset,omitempty"` // folder of the dataset that it is in; empty for files and objects
	Place    *dataset.Place `json:"place,omitempty"`   // in that dataset
	Meta     dataset.Meta   `json:"meta,omitzero"`
}

// path is what metadata are looked for in: the location, of an object without what follows its key.
func (c *Capture) path() string {
	if c.Object == nil {
		return c.Location
	}
	return pathOfURL(c.Location)
}

// pathOfURL is a URL without its parameters, as it would be read aloud: what is percent-encoded stands for itself.
func pathOfURL(location string) string {
	path, _, _ := strings.Cut(location, "?")
	if plain, err := url.PathUnescape(path); err == nil {
		return plain
	}
	return path
}

// shownURL is a URL without what may be secret: credentials and parameters.
func shownURL(location string) string {
	scheme, rest, _ := strings.Cut(pathOfURL(location), "://")
	host, path, _ := strings.Cut(rest, "/")
	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		host = host[at+1:]
	}
	return scheme + "://" + host + "/" + path
}

// Limits bound what one capture may cost. The zero value gives the defaults of package etl.
type Limits struct {
	Memory  int64 // bytes, as etl.Options.MaxMemory
	Extract int64 // bytes, as etl.Options.MaxExtract
}

// Options say what Process makes of a capture. The zero value gives the defaults: nothing is written.
type Options struct {
	Dataset string  // folder of the dataset that all goes to, made if need be; empty for none
	Tables  bool    // also write the tables of events to the dataset
	Tool    string  // names the program that writes, with its version. It stands in every file
	Stores  []Store // that objects are fetched from
	// Scratch is the folder for objects and for what is unpacked from archives, while they are read. Empty means os.TempDir.
	Scratch string
	// Concurrency is how many goroutines may work at once; 0 means GOMAXPROCS. What comes out is the same whatever it is.
	Concurrency int
	Limits      Limits
	// Annotations tell metadata by the content of a capture; nil for none. They take precedence over Capture.Meta, in which
	// Find has entered what they tell by its path.
	Annotations *Annotations
	// KeepMeta leaves of captures whose results are in the dataset the metadata that these have, where nothing else is said.
	// Without it what nobody says any more is taken away.
	KeepMeta bool
	// Redo asks for captures to be done again that are in the dataset with the same content and options.
	Redo bool
	// Quick takes a file or an object to have the content that it had in an earlier run if its size and its time of modification,
	// or its version, are the same, and does not read it. Without it the content is compared.
	Quick bool
	// Progress, if not nil, is told the bytes of the recordings that were read, and those of all of the capture, while it is
	// analysed.
	Progress func(done, total int64)
}

func (o *Options) etl() etl.Options {
	return etl.Options{MaxMemory: o.Limits.Memory, MaxExtract: o.Limits.Extract, TempDir: o.Scratch, Progress: o.Progress}
}
