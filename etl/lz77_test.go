package etl

import (
	"bytes"
	"encoding/hex"
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

// FuzzDecompress feeds arbitrary streams, and round trips through the writer's compressor.
func FuzzDecompress(f *testing.F) {
	f.Add([]byte{0xFF, 0xFF, 0xFF, 0x1F, 0x61, 0x62, 0x63, 0x17, 0, 0x0F, 0xFF, 0x26, 1})
	f.Add([]byte("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaabcabcabcabc"))
	f.Fuzz(func(t *testing.T, data []byte) {
		dst := make([]byte, 1<<14)
		if n, err := decompress(dst, data); n < len(dst) && err == nil || n > len(dst) {
			t.Errorf("%d bytes, %v", n, err)
		}
		back := make([]byte, len(data))
		if n, err := decompress(back, etlwriter.Compress(data)); err != nil || !bytes.Equal(back[:n], data) {
			t.Errorf("round trip: %d of %d bytes, %v", n, len(data), err)
		}
	})
}
