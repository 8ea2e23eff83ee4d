package report

import (
	"etledger/etl"
	"etledger/model"
)

// InfoSchema names the layout of the JSON that Info.WriteJSON gives, under the rules of Schema.
const InfoSchema = "etledger/info/v1"

// Info says what a capture holds: the contract of "etledger info --format json".
type Info struct {
	Schema  string        `json:"schema"`
	Capture CaptureDetail `json:"capture"`
	// Events counts the events of each kind: every record of the capture, the file header's and those that tell of lost
	// events included, but not records whose kind of header is unknown (Losses.UnknownEvents).
	Events []EventCount `json:"events"`
	Total  uint64       `json:"total"` // sum of Events
}

// CaptureDetail is a Capture with all that the file headers say and all that is known to be missing.
type CaptureDetail struct {
	Capture
	Recordings []Recording `json:"recordings"`
	Losses     Losses      `json:"losses"`
	// Damage lists the first model.MaxDamage places where a recording is damaged, DamageCount counts all.
	Damage      []Damage `json:"damage"`
	DamageCount uint64   `json:"damage_count"`
}

// Damage is one place where a recording is damaged.
type Damage struct {
	File    string `json:"file"`
	Buffer  int64  `json:"buffer"` // offset of the buffer in the file, bytes
	Offset  uint32 `json:"offset"` // in the decompressed buffer, its header counted
	Message string `json:"message"`
}

// EventCount is one kind of event with its count. Which fields are there depends on Kind: "kernel" has group, opcode
// and version; "classic" has provider, opcode and version; "event", which is manifest-based and TraceLogging, has
// provider, id and version; "message", which is WPP software tracing, and "error" have none.
type EventCount struct {
	Kind      string  `json:"kind"`
	Provider  *string `json:"provider,omitempty"` // GUID, lower case with dashes
	Group     *uint8  `json:"group,omitempty"`
	Opcode    *uint8  `json:"opcode,omitempty"`
	ID        *uint16 `json:"id,omitempty"`
	Version   *uint16 `json:"version,omitempty"`
	Name      *string `json:"name"` // null when this program has no name for it
	Count     uint64  `json:"count"`
	Malformed uint64  `json:"malformed"` // of Count, those whose payload does not fit the layout of their kind
}

func eventCountOf(k model.KindCount) EventCount {
	c := EventCount{Kind: k.Kind.String(), Name: known(model.KindName(k.KindKey)), Count: k.Count,
		Malformed: k.Malformed}
	provider := k.Provider.String()
	switch k.Kind {
	case etl.KindKernel:
		c.Group, c.Opcode, c.Version = &k.Group, &k.Opcode, &k.Version
	case etl.KindClassic:
		c.Provider, c.Opcode, c.Version = &provider, &k.Opcode, &k.Version
	case etl.KindEvent:
		c.Provider, c.ID, c.Version = &provider, &k.ID, &k.Version
	}
	return c
}

// infoOf makes the information.
func infoOf(s *Source) *Info {
	i := &Info{
		Schema: InfoSchema,
		Capture: CaptureDetail{
			Capture: describe(s, s.evidence()), Recordings: []Recording{}, Losses: lossesOf(s.Losses),
			Damage:      []Damage{},
			DamageCount: s.Stats.DamageCount,
		},
		Events: make([]EventCount, len(s.Stats.Kinds)),
	}
	for _, r := range s.Recordings {
		i.Capture.Recordings = append(i.Capture.Recordings, recordingOf(r.Name, r.Header))
	}
	for _, d := range s.Stats.Damage {
		i.Capture.Damage = append(i.Capture.Damage, Damage{File: d.File, Buffer: d.Buffer, Offset: d.Offset,
			Message: d.Err.Error()})
	}
	for k, kind := range s.Stats.Kinds {
		i.Events[k] = eventCountOf(kind)
		i.Total += kind.Count
	}
	return i
}
