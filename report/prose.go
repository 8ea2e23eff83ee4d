package report

import "etledger/internal/textform"

// Fact is a sentence with what it is about, as the text form has it.
type Fact struct {
	Label string `json:"label"`
	Text  string `json:"text"`
}

// Prose is what the text form says of one process, for other forms: texts for people, safe to show.
type Prose struct {
	Reason   []string `json:"reason"`
	Evidence []Fact   `json:"evidence"` // what supports the verdict or weakens it
	Tests    []Fact   `json:"tests"`    // what was looked at, and what it showed
	Weakens  []string `json:"weakens"`
	Remedies []string `json:"remedies"` // what would change the verdict, or make it surer
}

// ProseOf gives the sentences on one of the report's processes.
func (r *Report) ProseOf(p *Process) Prose {
	var u textform.Units
	return Prose{
		Reason: reasonTexts(p), Evidence: factsOf(evidenceFacts(p, u)), Tests: factsOf(verdictFacts(r, p, u)),
		Weakens: orEmpty(weaknesses(r, p)), Remedies: orEmpty(remedies(r, p)),
	}
}

// CaptureFacts say what was read, as the text form does below the answer.
func (r *Report) CaptureFacts() []Fact { return factsOf(captureFacts(r, textform.Units{})) }

// Name is how people are told which lifetime is meant: "leaky-service.exe (4312)".
func (p *Process) Name() string { return p.name() }

// Claims tells whether the verdict makes a claim about the slope; in others it is noise about zero.
func (t *Trend) Claims() bool { return t.claims() }

func factsOf(facts []fact) []Fact {
	list := make([]Fact, len(facts))
	for i, f := range facts {
		list[i] = Fact{Label: f.label, Text: textform.Printable(f.text)}
	}
	return list
}

// orEmpty makes lists that JSON shows as lists.
func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
