package report

// Grade says how good a capture is for finding leaks.
type Grade string

// The grades, the best first.
const (
	GradeGood    Grade = "good"    // what it shows can be relied upon, and what it could have shown is there
	GradeUsable  Grade = "usable"  // leaks show, but a part of the answer is missing or weaker
	GradePoor    Grade = "poor"    // hardly any leak can be called one
	GradeUseless Grade = "useless" // it can show none
)

// poorLoss is the share of lost events from which a capture is poor: of the leaks in captures of which a twentieth was lost, one in
// four is no longer called one (docs/verdicts.md).
const poorLoss = 0.05

// rank orders grades, the best first.
func (g Grade) rank() int {
	switch g {
	case GradeGood:
		return 0
	case GradeUsable:
		return 1
	case GradePoor:
		return 2
	}
	return 3
}

// Better tells whether a grade is better than another one.
func (g Grade) Better(than Grade) bool { return g.rank() < than.rank() }

// worse gives the worse of two grades.
func worse(a, b Grade) Grade {
	if b.rank() > a.rank() {
		return b
	}
	return a
}

// limit is the best grade of a capture with the finding.
func (k *FindingKind) limit(s Severity) Grade {
	switch {
	case k.Grade != "":
		return k.Grade
	case s == SeverityError:
		return GradeUseless
	case s == SeverityWarning:
		return GradeUsable
	}
	return GradeGood
}

// limitOf is the best grade of a capture with a finding, in the light of how much the capture lost.
func (e *evidence) limitOf(f *Finding) Grade {
	for _, kind := range FindingKinds() {
		if kind.Code != f.Code {
			continue
		}
		limit := kind.limit(f.Severity)
		if share, known := e.lostShare(); kind.loss && known && (share >= poorLoss || share == 0) {
			limit = worse(limit, GradePoor) // of a loss whose extent nobody knows, verdicts assume a fifth
		}
		return limit
	}
	return GradeGood
}

// gradeOf is the worst of the limits that findings set.
func (e *evidence) gradeOf(findings []Finding) Grade {
	grade := GradeGood
	for i := range findings {
		grade = worse(grade, e.limitOf(&findings[i]))
	}
	return grade
}
