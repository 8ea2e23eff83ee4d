package limits

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"etledger/bench/captures"
	"etledger/etl"
	"etledger/internal/etlwriter"
)

// write gives the recording of a specification.
func write(t *testing.T, s captures.Spec) []byte {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "capture.etl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := captures.Write(f, s); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// allForms is a recording of one event with each kind of header.
func allForms(t *testing.T) []byte {
	t.Helper()
	s, err := etlwriter.NewSession(etlwriter.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	at := s.Settings().StartTicks
	for _, size := range []etlwriter.PointerSize{etlwriter.Pointer32, etlwriter.Pointer64} {
		for _, form := range []etlwriter.Form{etlwriter.Perfinfo, etlwriter.System, etlwriter.Compact} {
			s.Write(0, at, etlwriter.Kernel{Form: form, Hook: 0x3F01, PointerSize: size, Payload: make([]byte, 5)})
		}
		s.Write(0, at, etlwriter.Classic{PointerSize: size, Payload: make([]byte, 3)})
		s.Write(0, at, etlwriter.Classic{PointerSize: size, Instance: &etlwriter.Instance{}, Payload: make([]byte, 3)})
		s.Write(0, at, etlwriter.Manifest{PointerSize: size, Payload: make([]byte, 11)})
	}
	file, err := s.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// eventsOf reads a recording with package etl, and gives the number of events and their payloads, joined.
func eventsOf(t *testing.T, b []byte) (n uint64, payloads []byte) {
	t.Helper()
	ctx := context.Background()
	c, err := etl.New(ctx, etl.Options{}, etl.Input{Name: "test", R: bytes.NewReader(b), Size: int64(len(b))})
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range c.Events(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		payloads = append(payloads, e.Payload...)
	}
	return n, payloads
}

func walk(t *testing.T, b []byte) Counts {
	t.Helper()
	var w Walker
	c, err := w.Walk(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestWalkCountsWhatTheReaderDelivers(t *testing.T) {
	for name, b := range map[string][]byte{
		"VirtualAlloc":   write(t, captures.Spec{Events: 20_000}),
		"other kinds":    write(t, captures.Spec{Events: 20_000, Others: 0.9, Stacks: true}),
		"one processor":  write(t, captures.Spec{Events: 5_000, Processors: 1, Kind: "image"}),
		"kinds of forms": allForms(t),
	} {
		want, _ := eventsOf(t, b)
		if c := walk(t, b); c.Events != want || c.Buffers < 2 {
			t.Errorf("%s: %d events in %d buffers, the reader delivers %d", name, c.Events, c.Buffers, want)
		}
	}
}

// TestWalkOfRealRecordings compares with the counts of two independent scanners.
func TestWalkOfRealRecordings(t *testing.T) {
	shared := os.Getenv("ETLEDGER_SHARED")
	if shared == "" {
		t.Skip("ETLEDGER_SHARED is not set: no recordings to compare")
	}
	paths, err := filepath.Glob(filepath.Join(shared, "corpus", "*.etl"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no recordings in %s: %v", shared, err)
	}
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".etl") + ".json"
		told, err := os.ReadFile(filepath.Join(shared, "corpus", "expected", name))
		if err != nil {
			t.Fatal(err)
		}
		var expected struct {
			Events []struct {
				Count uint64 `json:"count"`
			} `json:"events"`
		}
		if err := json.Unmarshal(told, &expected); err != nil {
			t.Fatal(err)
		}
		var want uint64
		for _, kind := range expected.Events {
			want += kind.Count
		}
		var plain bytes.Buffer
		if err := Unpack(&plain, bytes.NewReader(b), int64(len(b))); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if c := walk(t, plain.Bytes()); c.Events != want {
			t.Errorf("%s: %d events, the scanners count %d", filepath.Base(path), c.Events, want)
		}
	}
}

func TestWalkStops(t *testing.T) {
	b := write(t, captures.Spec{Events: 5_000})
	whole := walk(t, b)
	if c := walk(t, b[:len(b)-1]); c.Buffers != whole.Buffers-1 {
		t.Errorf("%d of %d buffers of a recording that lacks its last byte", c.Buffers, whole.Buffers)
	}
	var w Walker
	if _, err := w.Walk(bytes.NewReader(b), int64(len(b))+100_000); err == nil {
		t.Error("a recording shorter than told gives no error")
	}
	packed := write(t, captures.Spec{Events: 5_000, Compressed: true})
	if _, err := w.Walk(bytes.NewReader(packed), int64(len(packed))); err == nil {
		t.Error("a compressed buffer is walked")
	}
	damaged := bytes.Clone(b)
	binary.LittleEndian.PutUint32(damaged[len(b)-1<<16:], 7)
	if _, err := w.Walk(bytes.NewReader(damaged), int64(len(b))); err == nil {
		t.Error("a buffer of 7 bytes gives no error")
	}
	first := 1 << 16 // the first buffer with events; its second event gets the size 0
	binary.LittleEndian.PutUint16(damaged[first+headerSize+40+4:], 0)
	events, _ := step(damaged[first:first+1<<16], dataEnd(damaged[first:first+1<<16]))
	if events != 1 {
		t.Errorf("%d events before one of the size 0, expected 1", events)
	}
}

func TestBufferLargerThanABlock(t *testing.T) {
	s, err := etlwriter.NewSession(etlwriter.Settings{BufferSize: 4 * blockSize})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 200 {
		s.Write(0, s.Settings().StartTicks+int64(i), etlwriter.Kernel{Hook: 0x3F01, Payload: make([]byte, 60_000)})
	}
	b, err := s.Finish()
	if err != nil {
		t.Fatal(err)
	}
	if c := walk(t, b); c.Events != 201 {
		t.Errorf("%d events, expected 200 and the header", c.Events)
	}
	var w Walker
	if err := w.Read(bytes.NewReader(b), int64(len(b))); err != nil {
		t.Error(err)
	}
	if err := w.Read(bytes.NewReader(b), int64(len(b))+1); err == nil {
		t.Error("a recording shorter than told is read without an error")
	}
}

func TestUnpackAndWrap(t *testing.T) {
	spec := captures.Spec{Events: 30_000, Others: 0.5}
	plain := write(t, spec)
	spec.Compressed = true
	packed := write(t, spec)
	size := int64(len(packed))
	var unpacked, wrapped bytes.Buffer
	if err := Unpack(&unpacked, bytes.NewReader(packed), size); err != nil {
		t.Fatal(err)
	}
	want, payloads := eventsOf(t, plain)
	if n, p := eventsOf(t, unpacked.Bytes()); n != want || !bytes.Equal(p[1000:], payloads[1000:]) {
		t.Errorf("unpacked: %d events, expected %d; or payloads differ", n, want)
	}
	if c := walk(t, unpacked.Bytes()); c.Events != want {
		t.Errorf("unpacked: the walk counts %d events, expected %d", c.Events, want)
	}

	total, err := Wrap(&wrapped, bytes.NewReader(packed), size)
	if err != nil {
		t.Fatal(err)
	}
	var expander Expander
	var expanded []byte
	n, err := expander.Expand(bytes.NewReader(packed), size, func(plain []byte) { expanded = append(expanded, plain...) })
	if err != nil || n != total {
		t.Fatalf("%d bytes expanded, %v; expected the %d that were wrapped", n, err, total)
	}
	events, inside := eventsOf(t, wrapped.Bytes())
	buffers := walk(t, unpacked.Bytes()).Buffers
	if events > uint64(buffers)+4 {
		t.Errorf("wrapped: %d events in %d buffers", events, buffers)
	}
	if len(inside) < len(expanded) || len(expanded) < 100_000 {
		t.Errorf("wrapped: %d bytes of payload, expanded %d", len(inside), len(expanded))
	}
	for i, b := range bufferPayloads(t, wrapped.Bytes()) {
		if !bytes.Contains(expanded, b) {
			t.Errorf("wrapped: event %d holds other bytes than the decompressor that goes byte by byte gives", i)
		}
	}
}

// bufferPayloads gives the payloads of the events that Wrap made, as package etl decompresses them.
func bufferPayloads(t *testing.T, b []byte) (list [][]byte) {
	t.Helper()
	ctx := context.Background()
	c, err := etl.New(ctx, etl.Options{}, etl.Input{Name: "wrapped", R: bytes.NewReader(b), Size: int64(len(b))})
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range c.Events(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Group == wrapperGroup {
			list = append(list, bytes.Clone(e.Payload))
		}
	}
	if len(list) == 0 {
		t.Fatal("no buffer is wrapped")
	}
	return list
}

func TestExpand(t *testing.T) {
	for _, v := range []struct{ src, want string }{
		{"FFFFFF1F61626317000FFF2601", strings.Repeat("abc", 100)},
		{"FFFFFF2F61620F0021631700", "ababababababa" + "c" + "bacbacbacbac"},
	} {
		src, err := hex.DecodeString(v.src)
		if err != nil {
			t.Fatal(err)
		}
		dst := make([]byte, len(v.want))
		if n, err := Expand(dst, src); err != nil || string(dst[:n]) != v.want {
			t.Errorf("%s: %q, %v", v.src, dst[:n], err)
		}
		for cut := range src {
			if n, err := Expand(dst, src[:cut]); err == nil && n < len(dst) {
				t.Errorf("%s cut at %d: %d bytes without an error", v.src, cut, n)
			}
		}
	}
	for _, src := range []string{"FFFFFF7F610800", "FFFFFF7F6107000FFF0500"} {
		b, err := hex.DecodeString(src)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := Expand(make([]byte, 100), b); err == nil || n != 1 {
			t.Errorf("%s: %d bytes, %v; expected an error after the first", src, n, err)
		}
	}
}

func FuzzExpand(f *testing.F) {
	f.Add([]byte("abcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabc"))
	f.Fuzz(func(t *testing.T, data []byte) {
		dst := make([]byte, 1<<12)
		if n, err := Expand(dst, data); n > len(dst) || n < len(dst) && err == nil {
			t.Errorf("%d bytes, %v", n, err)
		}
		back := make([]byte, len(data))
		if n, err := Expand(back, etlwriter.Compress(data)); err != nil || !bytes.Equal(back[:n], data) {
			t.Errorf("round trip: %d of %d bytes, %v", n, len(data), err)
		}
	})
}

func TestCopy(t *testing.T) {
	c := NewCopier()
	c.Copy(windowSize + 5)
	if !bytes.Equal(c.from, c.to) || c.at != 5 {
		t.Errorf("after a whole round and 5 bytes: at %d, or the windows differ", c.at)
	}
}
