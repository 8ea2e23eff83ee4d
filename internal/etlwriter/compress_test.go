package etlwriter

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestCompressVectors checks the two streams that the format's description gives.
func TestCompressVectors(t *testing.T) {
	for _, v := range []struct{ text, want string }{
		{strings.Repeat("abc", 100), "ffffff1f61626317000fff2601"},
		{"ababababababa" + "c" + "bacbacbacbac", "ffffff2f61620f0021631700"},
	} {
		if got := hex.EncodeToString(Compress([]byte(v.text))); got != v.want {
			t.Errorf("%q packs to %s, expected %s", v.text, got, v.want)
		}
	}
}

// TestCompressRoundTrip packs data of many shapes, with lengths about each border of the length encoding.
func TestCompressRoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 70_000)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	inputs := map[string][]byte{"empty": nil, "one byte": {7}, "noise": noise}
	for range 20_000 {
		inputs["few symbols"] = append(inputs["few symbols"], byte(random.IntN(3)))
	}
	// Repeats at just within and just beyond the greatest distance.
	inputs["far repeat"] = append(bytes.Clone(noise[:maxDistance]), noise[:100]...)
	inputs["too far"] = append(bytes.Clone(noise[:maxDistance+1]), noise[:100]...)
	for _, n := range []int{1, 2, 3, 9, 10, 11, 24, 25, 26, 279, 280, 281, 65_537, 65_538, 65_539, 70_000, 200_000} {
		inputs[fmt.Sprintf("run of %d", n)] = append(bytes.Repeat([]byte{5}, n+1), noise[:5]...)
	}
	for n := range 40 {
		inputs[fmt.Sprintf("noise of %d", n)] = noise[:n+20]
	}
	for name, data := range inputs {
		packed := Compress(data)
		if got := unpack(t, packed, len(data)); !bytes.Equal(got, data) {
			t.Errorf("%s: the round trip differs", name)
		}
	}
	if got, plain := len(Compress(inputs["far repeat"])), len(Compress(noise[:maxDistance])); got > plain+8 {
		t.Errorf("a repeat at the greatest distance costs %d bytes", got-plain)
	}
}

// TestCompressRealBuffers packs the contents of compressed real buffers and compares the sizes with what Windows made.
func TestCompressRealBuffers(t *testing.T) {
	ours, theirs := 0, 0
	for _, path := range recordings(t) {
		for i, b := range readBuffers(t, path) {
			if le.Uint16(b.header[0x34:])&FlagCompressed == 0 || i%8 != 1 {
				continue
			}
			packed := Compress(b.events)
			if got := unpack(t, packed, len(b.events)); !bytes.Equal(got, b.events) {
				t.Fatalf("%s buffer %d: the round trip differs", path, i)
			}
			ours, theirs = ours+len(packed), theirs+len(b.slot)-72
		}
	}
	if theirs == 0 {
		t.Fatal("no compressed buffer was met")
	}
	if ours > theirs*11/10 {
		t.Errorf("%d bytes, Windows needs %d", ours, theirs)
	}
	t.Logf("%d bytes, Windows needs %d", ours, theirs)
}
