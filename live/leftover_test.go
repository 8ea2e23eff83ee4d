package live

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"etledger/live/spool"
)

// A test that starts a Watch in a process of its own names its dataset here.
const childFolder = "ETLEDGER_TEST_WATCH"

// childReplays makes its source one that waits.
const childReplays = "ETLEDGER_TEST_REPLAY"

func TestMain(m *testing.M) {
	if folder := os.Getenv(childFolder); folder != "" {
		watchUntilKilled(folder)
	}
	os.Exit(m.Run())
}

// childEvents is what the Watch of that process has written when it says so: two hours, the second under way.
const childEvents = 40

func childEvent(i int) spool.Event {
	return workingSets(start+int64(i)*3*minute, 2, 2, 8, uint32(i), uint32(i)+10000)
}

// watchUntilKilled watches, says when all events are written and the first hour is converted, and then waits for its end.
func watchUntilKilled(folder string) {
	var events []spool.Event
	for i := range childEvents {
		events = append(events, childEvent(i))
	}
	events = append(events, memoryInfo(start+(childEvents-1)*3*minute+second, 1, 8, 1), spool.Event{PointerSize: 8})
	converted, recorded := make(chan struct{}), make(chan struct{})
	var once sync.Once
	source := &script{events: events, live: os.Getenv(childReplays) == "", lost: 7, before: func(i int) {
		if i == len(events)-1 {
			<-converted
			<-recorded
			fmt.Println("written")
			select {}
		}
	}}
	_, err := Watch(context.Background(), source, Options{Dataset: folder, Host: "HOST", Every: 10 * time.Second, Retry: time.Hour,
		Written: func(Segment) { close(converted) },
		Progress: func(p Progress) {
			if p.Delivered == uint64(len(events)-1) {
				once.Do(func() { close(recorded) })
			}
		}})
	fmt.Println("ended", err)
	os.Exit(1)
}

// startChild starts such a process and waits until all is written.
func startChild(t *testing.T, folder string) *exec.Cmd {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childFolder+"="+folder)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		child.Process.Kill()
		child.Wait()
	})
	text := make([]byte, 100)
	n, err := out.Read(text)
	if err != nil || strings.TrimSpace(string(text[:n])) != "written" {
		t.Fatalf("the child says %q, %v", text[:n], err)
	}
	return child
}

// ids gives the processes of all snapshots in a dataset, in the order of time.
func ids(t *testing.T, folder string) []string {
	t.Helper()
	var found []string
	for _, c := range read(t, folder) {
		for _, r := range c.tables["process_memory_info"] {
			found = append(found, fmt.Sprint(r["pid"]))
		}
	}
	return found
}

// What a watch that was killed has written is in the dataset after the next one, once.
func TestKilled(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "ds")
	child := startChild(t, folder)
	if left := spools(t, folder); len(left) != 1 {
		t.Fatalf("%d recordings wait beside that of the hour that is over", len(left))
	}
	child.Process.Kill()
	child.Wait()
	for range 2 { // the second finds nothing more to do
		summary, texts := watch(t, folder, &script{}, Options{})
		if len(texts) != 0 || summary.Left != 0 {
			t.Errorf("%+v %q", summary, texts)
		}
		var want []string
		for i := range childEvents {
			want = append(want, fmt.Sprint(i), fmt.Sprint(i+10000))
		}
		if got := ids(t, folder); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("processes %v\nwant %v", got, want)
		}
	}
	captures := read(t, folder)
	if len(captures) != 2 || !captures[1].about.Recordings[0].Header.EndTime.IsZero() || captures[1].about.Losses.Any() {
		t.Errorf("%d captures, the last %+v", len(captures), captures[1].about.Losses)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, hiddenFolder, "*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// A recording that was cut, as a loss of power leaves it, is in the dataset up to the cut; a file that is none is set aside.
func TestCutAndForeignLeftovers(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "ds")
	child := startChild(t, folder)
	child.Process.Kill()
	child.Wait()
	path := spools(t, folder)[0]
	if err := os.Truncate(path, spool.BufferSize+0x48+840+300); err != nil { // behind the machine: an event of 224 bytes, and a part of one
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "watch-none.etl"), bytes.Repeat([]byte{0xEE}, 2*spool.BufferSize), 0o666); err != nil {
		t.Fatal(err)
	}
	summary, texts := watch(t, folder, &script{}, Options{})
	if summary.Aside != 1 || summary.Captures != 1 || len(texts) != 1 || !strings.Contains(texts[0], "set aside as") {
		t.Errorf("%+v %q", summary, texts)
	}
	captures := read(t, folder)
	if len(captures) != 2 || len(captures[1].tables["process_memory_info"]) != 2 || captures[1].about.Losses.TruncatedBytes == 0 {
		t.Errorf("%d captures: %+v", len(captures), captures[1].about.Losses)
	}
	if _, err := os.Stat(filepath.Join(folder, hiddenFolder, failedFolder, "watch-none.etl")); err != nil {
		t.Error(err)
	}
}

// Two watches on one dataset leave one another alone.
func TestTwoWatches(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "ds")
	child := startChild(t, folder)
	summary, texts := watch(t, folder, &script{events: []spool.Event{workingSets(start, 2, 2, 8, 70001)}}, Options{Host: "OTHER"})
	if summary.Captures != 1 || len(texts) != 0 {
		t.Errorf("%+v %q", summary, texts)
	}
	if left := spools(t, folder); len(left) != 1 {
		t.Errorf("the other's recordings: %v", left)
	}
	child.Process.Kill()
	child.Wait()
	watch(t, folder, &script{}, Options{})
	if got := ids(t, folder); len(got) != 2*childEvents+1 {
		t.Errorf("%d rows", len(got))
	}
}
