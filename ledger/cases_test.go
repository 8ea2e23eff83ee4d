package ledger

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"etledger/model"
)

// shared gives a path in the folder of shared recordings, or skips the test when there is none.
func shared(t testing.TB, elements ...string) string {
	t.Helper()
	root := sharedRoot()
	if root == "" {
		t.Skip("ETLEDGER_SHARED does not name the folder that holds corpus and cases")
	}
	path := filepath.Join(append([]string{root}, elements...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skip(err)
	}
	return path
}

// sharedRoot is the folder of shared recordings, empty when there is none.
func sharedRoot() string { return os.Getenv("ETLEDGER_SHARED") }

// readFile keeps the books of a recording.
func readFile(t testing.TB, path string) *Accounts {
	t.Helper()
	return readWith(t, path, model.Options{}, Options{})
}

// expectedCase is one entry of the list of written cases; what it leaves out is not checked.
type expectedCase struct {
	Name      string
	Lifetimes int
	Processes []struct {
		PID                     uint32
		Image                   string
		CommitBytes             *uint64 `json:"commit_bytes"`
		FreedBytes              *uint64 `json:"freed_bytes"`
		OutstandingCommitBytes  *uint64 `json:"outstanding_commit_bytes"`
		OutstandingReserveBytes *uint64 `json:"outstanding_reserve_bytes"`
		UnknownFreedBytes       *uint64 `json:"unknown_freed_bytes"`
		RepeatCommitBytes       *uint64 `json:"repeat_commit_bytes"`
		SuspectModule           string  `json:"suspect_module"`
	}
}

func TestWrittenCases(t *testing.T) {
	text, err := os.ReadFile(shared(t, "cases", "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []expectedCase
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			accounts := readFile(t, shared(t, "cases", c.Name+".etl"))
			if c.Lifetimes != 0 && len(accounts.Lifetimes) != c.Lifetimes {
				t.Errorf("%d lifetimes, want %d", len(accounts.Lifetimes), c.Lifetimes)
			}
			for _, want := range c.Processes {
				var found []*Lifetime
				for _, l := range accounts.Lifetimes {
					if l.PID == want.PID && (want.Image == "" || l.Image == want.Image) {
						found = append(found, l)
					}
				}
				if len(found) != 1 {
					t.Errorf("%d lifetimes of %d %s", len(found), want.PID, want.Image)
					continue
				}
				v := found[0].VirtualAlloc
				for _, figure := range []struct {
					name string
					got  uint64
					want *uint64
				}{
					{"commit", v.CommitBytes, want.CommitBytes},
					{"freed", v.FreedBytes, want.FreedBytes},
					{"outstanding commit", v.OutstandingCommitBytes, want.OutstandingCommitBytes},
					{"outstanding reserve", v.OutstandingReserveBytes, want.OutstandingReserveBytes},
					{"unknown freed", v.UnknownFreedBytes, want.UnknownFreedBytes},
					{"repeat commit", v.RepeatCommitBytes, want.RepeatCommitBytes},
				} {
					if figure.want != nil && figure.got != *figure.want {
						t.Errorf("%d: %s is %d, want %d", want.PID, figure.name, figure.got, *figure.want)
					}
				}
				if want.SuspectModule != "" && (len(found[0].Suspects) == 0 || found[0].Suspects[0].Module != want.SuspectModule) {
					t.Errorf("%d: suspects %+v, want %s first", want.PID, found[0].Suspects, want.SuspectModule)
				}
			}
		})
	}
}
