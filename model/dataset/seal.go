package dataset

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"

	"etledger/model/dataset/internal/parquetfile"
)

// The file of table capture vouches for the others, so it must vouch for itself too: under keySeal its metadata has the
// SHA-256, in hexadecimal, of the whole file with zeros in the place of these digits.

const sealDigits = 2 * sha256.Size

var (
	unsealed = strings.Repeat("0", sealDigits)
	// sealMark is what stands before the digits: the key, and how the metadata says that a text of 64 bytes follows.
	sealMark = []byte(keySeal + "\x18\x40")
)

// sealedFile makes the file of a table with a seal, and metadata in its last columns.
func sealedFile(table string, record arrow.Record, meta Meta, about about) ([]byte, error) {
	schema := withMeta(record.Schema())
	says := about(table, schema)
	says.Metadata = append(says.Metadata, parquetfile.KeyValue{Key: keySeal, Value: unsealed})
	var file bytes.Buffer
	p, err := parquetfile.NewWriter(&file, columnsOf(schema))
	if err != nil {
		return nil, err
	}
	columns := metaColumns{meta: meta}
	for i, a := range slices.Concat(record.Columns(), columns.of(int(record.NumRows()))) {
		p.Append(i, a)
	}
	if err := p.Close(says); err != nil {
		return nil, err
	}
	return file.Bytes(), seal(file.Bytes())
}

// findSeal gives the digits of a file's seal, over its memory.
func findSeal(file []byte) ([]byte, error) {
	at := bytes.LastIndex(file, sealMark)
	if at < 0 || len(file)-at-len(sealMark) < sealDigits {
		return nil, fmt.Errorf("%w: no key %s in its metadata", parquetfile.ErrDamaged, keySeal)
	}
	at += len(sealMark)
	return file[at : at+sealDigits], nil
}

// seal puts the seal into a file whose metadata has `unsealed` in its place.
func seal(file []byte) error {
	digits, err := findSeal(file)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(file)
	hex.Encode(digits, sum[:])
	return nil
}

// checkSeal tells whether a file is as it was sealed.
func checkSeal(file []byte) error {
	digits, err := findSeal(file)
	if err != nil {
		return err
	}
	sealed := string(digits)
	copy(digits, unsealed)
	sum := sha256.Sum256(file)
	copy(digits, sealed)
	if sealed != hex.EncodeToString(sum[:]) {
		return fmt.Errorf("%w: its checksum is not that of its metadata", parquetfile.ErrDamaged)
	}
	return nil
}
