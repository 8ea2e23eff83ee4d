package batch

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"etledger/internal/foldertest"
	"etledger/model/dataset"
	"etledger/report/results"
)

// The variables that make the test program one that runs: from a folder into a dataset.
const (
	childFrom = "ETLEDGER_TEST_FROM"
	childTo   = "ETLEDGER_TEST_TO"
)

func TestMain(m *testing.M) {
	if from := os.Getenv(childFrom); from != "" {
		if err := child(from, os.Getenv(childTo)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func child(from, to string) error {
	captures, _, err := Find(context.Background(), []string{from}, FindOptions{Output: to})
	if err != nil {
		return err
	}
	fmt.Println("begun")
	_, err = Run(context.Background(), captures, RunOptions{Options: Options{Dataset: to, Tables: true}, Workers: 2})
	return err
}

// start starts another process that runs.
func start(t *testing.T, from, to string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childFrom+"="+from, childTo+"="+to)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "begun\n" {
		t.Fatalf("the process says %q, %v", line, err)
	}
	return cmd
}

// A run that is killed, again and again, leaves results that are whole, and the next one goes on until the dataset is what one
// run leaves that nobody disturbed.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes for some seconds")
	}
	from, to, undisturbed := archive(t), t.TempDir(), t.TempDir()
	for i := range 6 {
		copyFile(t, leakyService, fmt.Sprintf("%s/d/%d.etl", from, i))
		appendByte(t, fmt.Sprintf("%s/d/%d.etl", from, i), byte(i))
	}
	captures := find(t, FindOptions{}, from)
	runAll(t, captures, RunOptions{Options: Options{Dataset: undisturbed, Tables: true}})
	random := rand.New(rand.NewPCG(1, 2))
	killed := 0
	for range 12 {
		cmd := start(t, from, to)
		time.Sleep(time.Duration(random.IntN(500)) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		if cmd.Wait() != nil {
			killed++
		}
		checkWhole(t, to)
		if _, found, err := dataset.FindResults(to); err == nil && len(found) >= len(captures)-3 {
			if err := os.RemoveAll(to); err != nil { // there is nothing left to be killed at
				t.Fatal(err)
			}
		}
	}
	s := runAll(t, captures, RunOptions{Options: Options{Dataset: to, Tables: true}})
	if c := s.Counts; c.Done+c.Kept+c.Repeated+c.Failed+c.SkippedFailed != len(captures) {
		t.Errorf("%+v", c)
	}
	foldertest.Same(t, foldertest.Read(t, to, ".etledger/"), foldertest.Read(t, undisturbed, ".etledger/"))
	t.Logf("%d runs were killed", killed)
}

// appendByte makes the content of a file another one.
func appendByte(t *testing.T, path string, b byte) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = f.Write([]byte{b})
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// checkWhole checks that all that a dataset lists is whole.
func checkWhole(t *testing.T, folder string) {
	t.Helper()
	_, found, err := dataset.Find(folder)
	if err != nil && !errors.Is(err, dataset.ErrNotDataset) {
		t.Fatal(err)
	}
	for _, place := range found {
		c, err := dataset.Open(folder, place)
		if err == nil {
			err = c.Verify(context.Background())
		}
		if err != nil {
			t.Errorf("after a kill: %v", err)
		}
	}
	_, found, err = dataset.FindResults(folder)
	if err != nil && !errors.Is(err, dataset.ErrNotDataset) {
		t.Fatal(err)
	}
	for _, place := range found {
		if _, err := results.Read(context.Background(), folder, place); err != nil {
			t.Errorf("after a kill: %v", err)
		}
		if _, _, ok, err := dataset.ResultsFingerprint(folder, place.ID); !ok || err != nil {
			t.Errorf("after a kill: results of %s are not whole: %v", place.ID, err)
		}
	}
	if _, err := Failures(folder); err != nil {
		t.Errorf("after a kill: %v", err)
	}
}

// Two processes that run at once on the same captures and one dataset leave what one leaves.
func TestTwoProcesses(t *testing.T) {
	from, to, undisturbed := archive(t), t.TempDir(), t.TempDir()
	captures := find(t, FindOptions{}, from)
	runAll(t, captures, RunOptions{Options: Options{Dataset: undisturbed, Tables: true}})
	one, two := start(t, from, to), start(t, from, to)
	if err := errors.Join(one.Wait(), two.Wait()); err != nil {
		t.Fatal(err)
	}
	foldertest.Same(t, foldertest.Read(t, to, ".etledger/"), foldertest.Read(t, undisturbed, ".etledger/"))
}
