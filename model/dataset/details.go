package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"etledger/etl"
	"etledger/model"
)

// Details are what a dataset knows of a capture beside its rows. All of it comes back as it was when the capture was
// converted.
type Details struct {
	Recordings []Recording // in the order in which they were started
	Losses     etl.Losses
	Stats      model.Stats // the causes of damage are texts
	Rows       uint64      // of all tables
	Meta       Meta        // as it was given
}

// Recording is one recording of a capture.
type Recording struct {
	Name    string // as it was given
	Size    int64  // bytes
	SHA256  string // of the content, in hexadecimal
	Buffers uint64
	Header  etl.Header
}

// Bytes is the size of all recordings.
func (d *Details) Bytes() (n uint64) {
	for i := range d.Recordings {
		n += uint64(d.Recordings[i].Size)
	}
	return n
}

// Buffers is the number of buffers of all recordings.
func (d *Details) Buffers() (n uint64) {
	for i := range d.Recordings {
		n += d.Recordings[i].Buffers
	}
	return n
}

// manifest is the JSON in column details of table capture: everything that is in no other table, and the list of the
// capture's files. Types of other packages stand in it as they are; a test keeps their fields from changing unnoticed.
type manifest struct {
	Schema     string        `json:"schema"`
	Tool       string        `json:"tool"`
	ID         string        `json:"id"`
	SHA256     string        `json:"sha256"`
	HostOption string        `json:"host_option"` // Meta.Host, from before there was Meta
	Meta       Meta          `json:"meta,omitzero"`
	Tables     []string      `json:"tables"` // of package model
	Rows       uint64        `json:"rows"`
	Recordings []recorded    `json:"recordings"`
	Losses     etl.Losses    `json:"losses"`
	Stats      manifestStats `json:"stats"`
	Files      []fileEntry   `json:"files"` // in the order of tables, without that of table capture itself
}

type recorded struct {
	Name    exactText  `json:"name"`
	Size    int64      `json:"size"`
	SHA256  string     `json:"sha256"`
	Buffers uint64     `json:"buffers"`
	Header  etl.Header `json:"header"`
}

type manifestStats struct {
	Events      uint64            `json:"events"`
	Malformed   uint64            `json:"malformed"`
	Kinds       []model.KindCount `json:"kinds"`
	FirstNano   int64             `json:"first_nano"`
	LastNano    int64             `json:"last_nano"`
	Damage      []damage          `json:"damage"`
	DamageCount uint64            `json:"damage_count"`
	Rhythm      etl.Rhythm        `json:"rhythm,omitzero"` // of captures converted before there was one: zero
}

// hasRhythm tells whether the rhythm was kept, as far as there is one.
func (m *manifestStats) hasRhythm() bool { return m.Events == 0 || m.Rhythm.BinNano != 0 }

type damage struct {
	File   exactText `json:"file"`
	Buffer int64     `json:"buffer"`
	Offset uint32    `json:"offset"`
	Err    exactText `json:"err"`
}

// fileEntry is what the manifest says of a file.
type fileEntry struct {
	Table  string `json:"table"`
	Rows   int64  `json:"rows"`
	Size   int64  `json:"size"` // bytes
	SHA256 string `json:"sha256"`
}

// exactText is a text that JSON keeps as it is, even if it is not UTF-8, as names of files may be.
type exactText string

type rawText struct {
	Bytes []byte `json:"bytes"`
}

// MarshalJSON implements json.Marshaler.
func (t exactText) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(t)) {
		return json.Marshal(string(t))
	}
	return json.Marshal(rawText{[]byte(t)})
}

// UnmarshalJSON implements json.Unmarshaler.
func (t *exactText) UnmarshalJSON(b []byte) error {
	if !bytes.HasPrefix(b, []byte("{")) {
		return json.Unmarshal(b, (*string)(t))
	}
	var raw rawText
	if err := json.Unmarshal(b, &raw); err != nil {
		return err
	}
	*t = exactText(raw.Bytes)
	return nil
}

func statsToManifest(s model.Stats) manifestStats {
	m := manifestStats{Events: s.Events, Malformed: s.Malformed, Kinds: s.Kinds, FirstNano: s.FirstNano, LastNano: s.LastNano,
		DamageCount: s.DamageCount, Rhythm: s.Rhythm}
	for _, d := range s.Damage {
		m.Damage = append(m.Damage, damage{exactText(d.File), d.Buffer, d.Offset, exactText(d.Err.Error())})
	}
	return m
}

// meta gives the metadata, of captures too that were converted before there was more of it than a host.
func (m *manifest) meta() Meta {
	meta := m.Meta
	meta.Host = m.HostOption
	return meta
}

// details gives what a manifest tells those who read the capture.
func (m *manifest) details() Details {
	s := &m.Stats
	d := Details{Losses: m.Losses, Rows: m.Rows, Meta: m.meta()}
	d.Stats = model.Stats{Events: s.Events, Malformed: s.Malformed, Kinds: s.Kinds,
		FirstNano: s.FirstNano, LastNano: s.LastNano, DamageCount: s.DamageCount, Rhythm: s.Rhythm}
	for _, r := range m.Recordings {
		d.Recordings = append(d.Recordings, Recording{string(r.Name), r.Size, r.SHA256, r.Buffers, r.Header})
	}
	for _, at := range s.Damage {
		d.Stats.Damage = append(d.Stats.Damage, &etl.CorruptError{File: string(at.File), Buffer: at.Buffer, Offset: at.Offset,
			Err: errors.New(string(at.Err))})
	}
	return d
}

// parseManifest reads the JSON of a manifest of this version. Fields that it does not know are of no concern to it.
func parseManifest(text string) (*manifest, error) {
	var version struct {
		Schema string `json:"schema"`
		Tool   string `json:"tool"`
	}
	if err := json.Unmarshal([]byte(text), &version); err != nil {
		return nil, fmt.Errorf("column details: %w", err)
	}
	if version.Schema != Schema {
		return nil, &VersionError{Schema: version.Schema, Tool: version.Tool}
	}
	m := new(manifest)
	if err := json.Unmarshal([]byte(text), m); err != nil {
		return nil, fmt.Errorf("column details: %w", err)
	}
	return m, nil
}

// VersionError tells of a capture that was converted to another layout.
type VersionError struct {
	Schema string // such as etledger/dataset/v2
	Tool   string // program that wrote it
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("layout %q, written by %s; this program reads %s", e.Schema, e.Tool, Schema)
}
