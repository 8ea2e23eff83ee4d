package batch

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"
)

// isList tells whether a file is called as lists are.
func isList(path string) bool {
	return slices.Contains([]string{".txt", ".list"}, strings.ToLower(filepath.Ext(path)))
}

// list finds what the inputs of a list name.
func (f *finder) list(path string, depth int) error {
	if depth >= maxLists {
		return fmt.Errorf("%s: lists name one another more than %d deep", path, maxLists)
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return f.lines(file, path, filepath.Dir(path), depth+1)
}

// maxLine bounds the lines of a list.
const maxLine = 1 << 16

// lines finds what the lines of a list name.
func (f *finder) lines(r io.Reader, name, folder string, depth int) error {
	r, err := asUTF8(r)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, maxLine)
	number, count, before := 0, 0, len(f.found)
	wrong := 0
	for scanner.Scan() {
		number++
		line := strings.TrimSpace(scanner.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		count++
		if strings.ContainsRune(line, 0) {
			return fmt.Errorf("%s, line %d: this is no text; a list has one input a line", name, number)
		}
		if err := f.input(line, folder, depth); err != nil {
			wrong++
			f.missed(fmt.Sprintf("%s, line %d", name, number), "%v", err) // one line of many does not stop the others
		}
	}
	err = scanner.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("%s, line %d: it is longer than %d bytes; a list has one input a line", name, number+1, maxLine)
	}
	switch {
	case err == nil && count == 0:
		err = errors.New("the list names nothing")
	case err == nil && wrong == count && len(f.found) == before:
		err = fmt.Errorf("none of the %d lines of the list names a capture", count)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// maxText bounds texts that have to be turned into UTF-8.
const maxText = 256 << 20

// asUTF8 takes the byte order mark off a text, and turns UTF-16, which Windows PowerShell writes, into UTF-8.
func asUTF8(r io.Reader) (io.Reader, error) {
	b := bufio.NewReader(r)
	head, err := b.Peek(3)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(head, []byte("\xEF\xBB\xBF")):
		_, err := b.Discard(3)
		return b, err
	case bytes.HasPrefix(head, []byte("\xFF\xFE")):
		order = binary.LittleEndian
	case bytes.HasPrefix(head, []byte("\xFE\xFF")):
		order = binary.BigEndian
	default:
		return b, nil
	}
	text, err := io.ReadAll(io.LimitReader(b, maxText+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxText || len(text)%2 != 0 {
		return nil, fmt.Errorf("a text in UTF-16 of %d bytes; expected an even number, at most %d", len(text), maxText)
	}
	var units []uint16
	for i := 2; i < len(text); i += 2 {
		units = append(units, order.Uint16(text[i:]))
	}
	return strings.NewReader(string(utf16.Decode(units))), nil
}
