package objectstore_test

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// program gives the path of a server that .ci/objectstore/run has installed. Without it the test is skipped, unless it is one
// that must run in CI.
func program(t *testing.T, variable string) string {
	t.Helper()
	path := os.Getenv(variable)
	switch {
	case path != "":
		return path
	case os.Getenv("CI") == "true" && variable == "ETLEDGER_S3_SERVER":
		t.Fatalf("%s is not set: in CI, .ci/objectstore/run must have installed the server", variable)
	}
	t.Skipf("%s does not name the server that this test starts; .ci/objectstore/run installs it and runs all tests", variable)
	return ""
}

// server is a running server of objects.
type server struct {
	address string
	process *exec.Cmd
	ended   chan struct{}
}

// start runs a server that listens at an address of this machine, and waits until it does.
func start(t *testing.T, address string, command *exec.Cmd) *server {
	t.Helper()
	var said safeBuffer
	command.Stdout, command.Stderr = &said, &said
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	s := &server{address, command, make(chan struct{})}
	go func() {
		command.Wait()
		close(s.ended)
	}()
	t.Cleanup(s.kill)
	for range 600 {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			return s
		}
		select {
		case <-s.ended:
			t.Fatalf("%s ended:\n%s", filepath.Base(command.Path), said.String())
		case <-time.After(100 * time.Millisecond):
		}
	}
	t.Fatalf("%s does not listen:\n%s", filepath.Base(command.Path), said.String())
	return nil
}

// kill ends the server at once.
func (s *server) kill() {
	s.process.Process.Kill()
	<-s.ended
}

// freeAddress gives an address of this machine that nobody listens at.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// These are what the servers are started with; they open nothing else.
const (
	accessKey = "etledger-test"
	secretKey = "not-a-secret-of-anybody"
)

// s3Server starts an S3-compatible server, and sets the environment so that its credentials are found and no others.
func s3Server(t *testing.T) *server {
	t.Helper()
	command := program(t, "ETLEDGER_S3_SERVER")
	s3Environment(t)
	address := freeAddress(t)
	c := exec.Command(command, "--port", address, "--access", accessKey, "--secret", secretKey, "--quiet", "posix", t.TempDir())
	return start(t, address, c)
}

func s3Environment(t *testing.T) {
	t.Helper()
	for _, e := range os.Environ() {
		if name, _, _ := strings.Cut(e, "="); strings.HasPrefix(name, "AWS_") {
			t.Setenv(name, "")
		}
	}
	nothing := filepath.Join(t.TempDir(), "nothing")
	t.Setenv("AWS_CONFIG_FILE", nothing)
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", nothing)
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
	t.Setenv("AWS_ACCESS_KEY_ID", accessKey)
	t.Setenv("AWS_SECRET_ACCESS_KEY", secretKey)
}

// gcsServer starts a server that speaks the protocol of Google Cloud Storage.
func gcsServer(t *testing.T) *server {
	t.Helper()
	command := program(t, "ETLEDGER_GCS_SERVER")
	address := freeAddress(t)
	t.Setenv("STORAGE_EMULATOR_HOST", address)
	host, port, _ := net.SplitHostPort(address)
	return start(t, address, exec.Command(command, "-scheme", "http", "-host", host, "-port", port, "-backend", "memory", "-public-host",
		address, "-log-level", "error"))
}

// azureServer starts a server that speaks the protocol of Azure Blob Storage.
func azureServer(t *testing.T) *server {
	t.Helper()
	script := program(t, "ETLEDGER_AZURE_SERVER")
	const account, key = "etledgertest", "bm90LWEtc2VjcmV0LW9mLWFueWJvZHk="
	address := freeAddress(t)
	host, port, _ := net.SplitHostPort(address)
	for _, e := range os.Environ() {
		if name, _, _ := strings.Cut(e, "="); strings.HasPrefix(name, "AZURE_") {
			t.Setenv(name, "")
		}
	}
	t.Setenv("AZURE_STORAGE_ACCOUNT", account)
	t.Setenv("AZURE_STORAGE_KEY", key)
	c := exec.Command("node", script, "--blobHost", host, "--blobPort", port, "--silent", "--disableTelemetry", "--skipApiVersionCheck",
		"--location", t.TempDir())
	c.Env = append(os.Environ(), "AZURITE_ACCOUNTS="+account+":"+key)
	return start(t, address, c)
}

// safeBuffer keeps what a server says.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
