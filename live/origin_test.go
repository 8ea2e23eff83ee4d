package live

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"etledger/live/spool"
)

// leave makes what a Watch leaves that is killed: a recording that is not closed, of an event at a time.
func leave(t *testing.T, folder string, from origin, at int64) *spoolFolder {
	t.Helper()
	s, err := openFolder(folder, from)
	if err != nil {
		t.Fatal(err)
	}
	defer s.release() // as the system does
	machine := (&script{}).Machine()
	w, err := spool.Create(filepath.Join(s.path, "watch-"+s.tag+".etl"), spool.Options{SessionName: "S", Start: at, Machine: machine})
	if err != nil {
		t.Fatal(err)
	}
	about, _ := machine.Configuration(at)
	event := memoryInfo(at, 1, 8, 1)
	for _, e := range []*spool.Event{&about, &event} {
		if err := w.Write(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return s
}

// obstruct makes a dataset one that cannot be written, until the file that it gives is removed.
func obstruct(t *testing.T, folder string) string {
	t.Helper()
	obstacle := filepath.Join(folder, "table=capture")
	if err := errors.Join(os.MkdirAll(folder, 0o777), os.WriteFile(obstacle, nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	return obstacle
}

// hosts gives those of the captures in a dataset.
func hosts(t *testing.T, folder string) (names []string) {
	t.Helper()
	for _, c := range read(t, folder) {
		names = append(names, c.place.Host)
	}
	slices.Sort(names)
	return names
}

// Recordings are of the host that they were recorded under, however many Watches of other hosts come and go before they are
// converted. Where nothing tells that, they are of the computer that they name.
func TestLeftoversKeepTheirHost(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "ds")
	leave(t, folder, origin{Host: "A"}, start)
	leave(t, folder, origin{Host: "B"}, start+hour)
	nameless := leave(t, folder, origin{Host: "C"}, start+2*hour)
	if err := os.WriteFile(filepath.Join(nameless.path, originFile), []byte(`{"host"`), 0o666); err != nil {
		t.Fatal(err)
	}
	old := leave(t, folder, origin{Host: "D"}, start+3*hour)
	if err := os.Remove(filepath.Join(old.path, originFile)); err != nil {
		t.Fatal(err)
	}
	killed, err := openFolder(folder, origin{}) // before it had a recording
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(killed.path, originFile), 0); err != nil {
		t.Fatal(err)
	}
	killed.release()

	obstacle := obstruct(t, folder)
	summary, texts := watch(t, folder, &script{events: []spool.Event{memoryInfo(start+4*hour, 1, 8, 1)}, live: true}, Options{Host: "E", Retry: time.Hour})
	if said := strings.Join(texts, "\n"); summary.Left != 5 || strings.Count(said, "the host is the computer that they name") != 2 {
		t.Errorf("%+v %s", summary, said)
	}
	if err := os.Remove(obstacle); err != nil {
		t.Fatal(err)
	}
	watch(t, folder, &script{}, Options{Host: "F"})
	unnamed := hosts(t, folder)[3] // HOST-é as folders are named
	if got := hosts(t, folder); !slices.Equal(got, []string{"A", "B", "E", unnamed, unnamed}) || !strings.HasPrefix(unnamed, "HOST-") {
		t.Errorf("hosts %v", got)
	}
	if _, err := os.Stat(filepath.Join(folder, hiddenFolder)); !os.IsNotExist(err) {
		t.Error(err)
	}
}

// What a replay leaves is removed, since its source has it still; what a session leaves is not.
func TestLeftoversOfReplay(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "ds")
	leave(t, folder, origin{Host: "A", Replay: true}, start)
	leave(t, folder, origin{Host: "B"}, start+hour)
	summary, texts := watch(t, folder, &script{}, Options{})
	if said := strings.Join(texts, "\n"); summary.Captures != 1 || !strings.Contains(said, "to play its capture again makes them anew: 1") {
		t.Errorf("%+v %s", summary, said)
	}
	if got := hosts(t, folder); !slices.Equal(got, []string{"B"}) {
		t.Errorf("hosts %v", got)
	}
	if _, err := os.Stat(filepath.Join(folder, hiddenFolder)); !os.IsNotExist(err) {
		t.Error(err)
	}
}
