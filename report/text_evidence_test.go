package report

import (
	"testing"

	"etledger/internal/textform"
)

var people textform.Units

func TestEvidenceFacts(t *testing.T) {
	at := func(s float64) *float64 { return &s }
	for name, c := range map[string]struct{ got, want string }{
		"forecast": {forecastText(&Trend{SecondsToExhaustion: at(7200), SecondsToExhaustionLow: at(6000), SecondsToExhaustionHigh: at(9000)}),
			"at this rate its address space is full in 2.0 h (1.7 h to 2.5 h)."},
		"no forecast":       {forecastText(&Trend{}), ""},
		"snapshots agree":   {seriesText(&Series{Samples: 9}, people), ""},
		"snapshots":         {seriesText(&Series{Samples: 9, PartS: at(30), ResidualBytes: -4 * mib, ChangeS: at(40), ChangeBytes: -3 * mib}, people), "of 9 memory snapshots, that at 30.0 s is the first to differ from the account; the last differs by -4.00 MiB, and the greatest change was -3.00 MiB at 40.0 s."},
		"no rundown":        {auditText(nil, people), ""},
		"rundown disagrees": {auditText(&Audit{CommitBytes: 9 * mib, AgreedBytes: 5 * mib, BeforeBytes: 3 * mib, MissedBytes: mib, StaleBytes: 2 * mib}, people), "of 9.00 MiB that the kernel lists as committed at the end, 5.00 MiB are in the account and 3.00 MiB are from before the capture; 1.00 MiB were committed without an event here; 2.00 MiB of the account are not listed, so their frees were lost."},
		"no loss":           {lossText(&Trend{}), ""},
		"loss":              {lossText(&Trend{Gaps: 2, LostShare: at(0.012)}), "2 gaps in the recording within its time, an estimated 1.2 % of its frees lost."},
		"no lead":           {leadText(nil), ""},
		"lead":              {leadText([]Lead{{Module: "plugin.dll", LoadedS: 50, GrowthBeginsS: 50.4}}), "plugin.dll was loaded at 50.0 s, and what grows begins at 50.4 s: a coincidence in time, no proof."},
		"frees as usual":    {freesText(&VirtualAlloc{FreedBytes: mib}, people), ""},
	} {
		if c.got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, c.got, c.want)
		}
	}
}
