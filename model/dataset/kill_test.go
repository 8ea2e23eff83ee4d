package dataset

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

	"etledger/etl"
	"etledger/internal/foldertest"
)

// victim is the variable that makes the test program one that converts until it is killed: the folder of a dataset.
const victim = "ETLEDGER_TEST_VICTIM"

// victimPuts makes the victim put results.
const victimPuts = "ETLEDGER_TEST_VICTIM_PUTS"

func TestMain(m *testing.M) {
	if folder := os.Getenv(victim); folder != "" {
		work := convertForEver
		if os.Getenv(victimPuts) != "" {
			work = putForEver
		}
		err := work(folder)
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// convertForEver converts one capture again and again, for another host each time.
func convertForEver(folder string) error {
	c, err := etl.Open(context.Background(), etl.Options{}, leakyService)
	if err != nil {
		return err
	}
	fmt.Println("begun")
	for i := 0; ; i++ {
		if _, err := Convert(context.Background(), folder, c, Options{Host: []string{"a", "b"}[i%2]}); err != nil {
			return err
		}
	}
}

// TestKilled kills conversions at random moments. What is in the dataset must be whole all the same, a dataset that another
// capture shares must not suffer, and the next conversion must leave what one that nobody disturbed leaves.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes for some seconds")
	}
	c := mustOpen(t, leakyService)
	other := mustOpen(t, keyedStacks)
	undisturbed := t.TempDir()
	convert(t, undisturbed, c, Options{Host: "a"})
	convert(t, undisturbed, other, Options{})
	want := foldertest.Read(t, undisturbed)

	folder := t.TempDir()
	convert(t, folder, other, Options{})
	random := rand.New(rand.NewPCG(1, 2))
	cut := 0 // conversions that had moved files, but not all
	for range 25 {
		kill(t, folder, time.Duration(random.IntN(200))*time.Millisecond)
		_, found, err := Find(folder)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) < 2 {
			cut++
		}
		for _, place := range found {
			there, err := Open(folder, place)
			if err == nil {
				err = there.Verify(context.Background())
			}
			if err != nil {
				t.Fatalf("after a kill: %v", err)
			}
		}
		if random.IntN(2) == 0 {
			continue // the next victim finds what this one left
		}
		convert(t, folder, c, Options{Host: "a"})
		foldertest.Same(t, foldertest.Read(t, folder), want)
	}
	convert(t, folder, c, Options{Host: "a"})
	foldertest.Same(t, foldertest.Read(t, folder), want)
	t.Logf("%d times the capture was not there", cut)
}

// kill lets another process convert for some time and kills it.
func kill(t *testing.T, folder string, after time.Duration, env ...string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), victim+"="+folder), env...)
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
	time.Sleep(after)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if exit := (*exec.ExitError)(nil); !errors.As(cmd.Wait(), &exit) || exit.Exited() {
		t.Fatalf("the process ended by itself: %v", exit)
	}
}
