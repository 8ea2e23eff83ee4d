package etl

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"etledger/internal/etlwriter"
)

func TestDecompressVectors(t *testing.T) {
	for _, v := range []struct{ name, src, want string }{
		{"long match in the 16-bit form", "FFFFFF1F61626317000FFF2601", strings.Repeat("abc", 100)},
		{"two long matches share a nibble byte", "FFFFFF2F61620F0021631700", "ababababababa" + "c" + "bacbacbacbac"},
	} {
		t.Run(v.name, func(t *testing.T) {
			src, err := hex.DecodeString(v.src)
			if err != nil {
				t.Fatal(err)
			}
			dst := make([]byte, len(v.want))
			n, err := decompress(dst, src)
			if err != nil || n != len(dst) || string(dst) != v.want {
				t.Errorf("got %d bytes %q, %v", n, dst, err)
			}
			// Whatever the input lacks, what was written before must be right.
			for cut := range src {
				n, err := decompress(dst, src[:cut])
				if err == nil && n < len(dst) {
					t.Errorf("cut at %d: %d bytes without an error", cut, n)
				}
				if string(dst[:n]) != v.want[:n] {
					t.Errorf("cut at %d: wrong bytes %q", cut, dst[:n])
				}
			}
		})
	}
}

func TestDecompressRefusesWhatCannotBe(t *testing.T) {
	for name, src := range map[string]string{
		"distance before the beginning": "FFFFFF7F" + "61" + "0800", // one literal, then a match 2 back
		"short length in the long form": "FFFFFF7F" + "61" + "0700" + "0F" + "FF" + "0500",
		"length above a buffer":         "FFFFFF7F" + "61" + "0700" + "0F" + "FF" + "0000" + "00000010",
	} {
		t.Run(name, func(t *testing.T) {
			b, err := hex.DecodeString(src)
			if err != nil {
				t.Fatal(err)
			}
			dst := make([]byte, 1000)
			n, err := decompress(dst, b)
			if err == nil {
				t.Fatal("no error")
			}
			if n != 1 || dst[0] != 'a' {
				t.Errorf("%d bytes before the damage, expected 1", n)
			}
		})
	}
}

func TestDecompressEveryOverlap(t *testing.T) {
	for distance := 1; distance <= 40; distance++ {
		for length := 1; length <= 100; length++ {
			got := make([]byte, distance+length)
			want := make([]byte, distance+length)
			for i := range distance {
				got[i], want[i] = byte(i+1), byte(i+1)
			}
			for i := range length {
				want[distance+i] = want[i]
			}
			if n := copyMatch(got, distance, distance); n != length || !bytes.Equal(got, want) {
				t.Fatalf("distance %d, length %d: %d bytes, %v", distance, length, n, got)
			}
		}
	}
}

// sameAsCareful expands a stream with and without the fast part, which must not differ, whatever the stream is.
func sameAsCareful(t *testing.T, src []byte) {
	t.Helper()
	for _, size := range []int{0, 1, 47, 48, 49, 1 << 14} {
		got, want := make([]byte, size), make([]byte, size)
		n, err := decompress(got, src)
		careful := expansion{nibble: -1}
		wantErr := careful.careful(want, src)
		if n != careful.out || !bytes.Equal(got[:n], want[:n]) || fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Fatalf("%d bytes, %v, want %d, %v", n, err, careful.out, wantErr)
		}
	}
}

// TestDamagedStreams expands sound streams with bytes changed.
func TestDamagedStreams(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for range 3000 {
		plain := make([]byte, random.IntN(4000))
		for i := range plain {
			plain[i] = byte(random.IntN(1 + random.IntN(6)))
		}
		src := etlwriter.Compress(plain)
		sameAsCareful(t, src)
		for range random.IntN(5) {
			if len(src) > 0 {
				src[random.IntN(len(src))] = byte(random.Uint32())
			}
		}
		sameAsCareful(t, src[:random.IntN(len(src)+1)])
	}
}

// FuzzDecompress feeds arbitrary streams, and round trips through the writer's compressor.
func FuzzDecompress(f *testing.F) {
	f.Add([]byte{0xFF, 0xFF, 0xFF, 0x1F, 0x61, 0x62, 0x63, 0x17, 0, 0x0F, 0xFF, 0x26, 1})
	f.Add([]byte("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaabcabcabcabc"))
	f.Fuzz(func(t *testing.T, data []byte) {
		dst := make([]byte, 1<<14)
		if n, err := decompress(dst, data); n < len(dst) && err == nil || n > len(dst) {
			t.Errorf("%d bytes, %v", n, err)
		}
		sameAsCareful(t, data)
		back := make([]byte, len(data))
		if n, err := decompress(back, etlwriter.Compress(data)); err != nil || !bytes.Equal(back[:n], data) {
			t.Errorf("round trip: %d of %d bytes, %v", n, len(data), err)
		}
	})
}
