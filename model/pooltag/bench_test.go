package pooltag

import (
	"bytes"
	"debug/pe"
	"fmt"
	"math/rand"
	"testing"

	"etledger/model/poolsnap"
)

// manyTags makes tags of letters and digits, as drivers have them.
func manyTags(n int) []poolsnap.Tag {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	source := rand.New(rand.NewSource(1))
	list := make([]poolsnap.Tag, n)
	for i := range list {
		for k := range list[i] {
			list[i][k] = letters[source.Intn(len(letters))]
		}
	}
	return list
}

// BenchmarkScan scans a file of 4 MiB, half code and half data of random bytes and words, for 3,000 tags.
func BenchmarkScan(b *testing.B) {
	for _, n := range []int{1, 100, 3000, 10000} {
		b.Run(fmt.Sprintf("tags=%d", n), func(b *testing.B) {
			list := manyTags(n)
			source := rand.New(rand.NewSource(2))
			text, data := make([]byte, 2<<20), make([]byte, 2<<20)
			source.Read(text)
			for i := range data {
				data[i] = "etaoinshr dlu\x00\x00\x00"[source.Intn(16)]
			}
			for range 1000 {
				copy(text[source.Intn(len(text)-6):], "\x41\xb8"+string(list[source.Intn(n)][:]))
				copy(data[source.Intn(len(data)-4):], list[source.Intn(n)][:])
			}
			f := &peFile{machine: pe.IMAGE_FILE_MACHINE_AMD64, subsystem: 1}
			f.add(".text", codeFlags, text)
			f.add(".data", dataFlags, data)
			f.importTable("ntoskrnl.exe", "ExAllocatePool2")
			file := f.bytes()
			set, buffer := newTagSet(list), testBuffer()
			b.SetBytes(int64(len(file)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := scanReader(bytes.NewReader(file), int64(len(file)), "f.sys", set, buffer); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
