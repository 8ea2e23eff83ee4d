package model

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"etledger/etl"
	"etledger/internal/etlwriter"
)

func imageVersionCases() []decodeCase {
	record := func(opcode uint8, version uint16) etl.Event {
		return etl.Event{
			Kind: etl.KindClassic, Provider: imageID, Opcode: opcode, Version: version, HasThread: true, PID: 4,
			TID: 0xFFFFFFFF,
		}
	}
	ids := bothPointers(func(w *payloadWriter) decodeCase {
		w.ptr(0x77710000).ptr(0x157000).u32(1000).u32(0x5010).wide("ntdll.dll")
		return decodeCase{
			name: "image id", table: TableImageVersion, event: record(0, 2), least: w.byWidth(24, 16),
			want: []row{{
				"type": "image_id", "image_base": 0x77710000, "image_size": 0x157000, "pid": 1000, "time_date_stamp": 0x5010,
				"original_file_name": "ntdll.dll",
			}},
		}
	})
	versions := bothPointers(func(w *payloadWriter) decodeCase {
		w.u32(0x157000).u32(0x5010).wide("ntdll.dll").wide("NT Layer DLL").wide("6.2.9200.16384 (win8_rtm)")
		w.wide("6.2.9200.16384").wide("1033").wide("Windows").wide("Contoso").wide("6.2").wide("").wide("")
		return decodeCase{
			name: "file version", table: TableImageVersion, event: record(64, 0), least: 8,
			want: []row{{
				"type": "file_version", "image_size": 0x157000, "time_date_stamp": 0x5010, "original_file_name": "ntdll.dll",
				"file_description": "NT Layer DLL", "file_version": "6.2.9200.16384 (win8_rtm)",
				"file_version_number": "6.2.9200.16384", "language": "1033", "product_name": "Windows",
				"company_name": "Contoso", "product_version": "6.2",
			}},
		}
	})
	return slices.Concat(ids, versions)
}

// peerVersion is how another program prints a FileVersion record. It cuts long texts, and ends them with three dots.
var peerVersion = regexp.MustCompile(`FileVersion .* ImageSize=([\d,]+); TimeDateStamp=([-\d,]+); .*OrigFileName=(.*?); ` +
	`FileDescription=(.*?); FileVersion=(.*?); BinFileVersion=(.*?); VerLanguage=(.*?); ProductName=(.*?); ` +
	`CompanyName=(.*?); ProductVersion=(.*?); FileId=(.*?); ProgramId=(.*?); `)

// TestCorpusImageVersions compares the records of a merged recording with what another program read from them, and with the
// image events of the same recording.
func TestCorpusImageVersions(t *testing.T) {
	chunks, _ := readFile(t, sharedFile(t, "corpus", "perfview-net452-x64-compressed.etl"))
	type place struct{ base, pid, ticks any }
	images := map[place]row{}
	for _, r := range rowsWithTicks(t, chunks, TableImage) {
		images[place{r["image_base"], r["pid"], r["ticks"]}] = r
	}
	counts := map[any]int{}
	found := map[string]row{}
	pages := func(size any) uint64 { return (size.(uint64) + 4095) / 4096 }
	for _, r := range rowsWithTicks(t, chunks, TableImageVersion) {
		counts[r["type"]]++
		if r["type"] == "file_version" {
			found[versionText(r)] = r
			continue
		}
		image := images[place{r["image_base"], r["pid"], r["ticks"]}]
		if image == nil || pages(image["image_size"]) != pages(r["image_size"]) {
			t.Errorf("the record %v is about the image %v", r, image)
		} else if stamp := image["time_date_stamp"]; stamp != r["time_date_stamp"] && stamp != uint64(0) {
			t.Errorf("the record %v has another time date stamp than the image %v", r, image)
		}
	}
	if counts["image_id"] != 3590 || counts["file_version"] != 705 {
		t.Errorf("%v rows, want 3590 image_id and 705 file_version", counts)
	}
	peer, err := os.Open(sharedFile(t, "corpus", "expected", "perfview-net452-x64-compressed.peer-decoding.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer peer.Close()
	compared := 0
	for lines := bufio.NewScanner(peer); lines.Scan(); {
		m := peerVersion.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		compared++
		comparePeerVersion(t, found, m[1:])
	}
	if compared != 5 {
		t.Errorf("%d records compared, want 5", compared)
	}
}

// rowsWithTicks gives the rows of a table with their raw time stamps.
func rowsWithTicks(t *testing.T, chunks []*Chunk, table Table) []row {
	rows, n := tableRows(t, chunks, table), 0
	for _, c := range chunks {
		b := c.Batch(table)
		if b == nil {
			continue
		}
		column := b.Record().Column(b.Record().Schema().FieldIndices("ticks")[0])
		for i := range b.Len() {
			rows[n]["ticks"] = arrowValue(t, column, i)
			n++
		}
	}
	return rows
}

// text gives a value of a row as text, an empty one for null.
func text(value any) string {
	if value == nil {
		return ""
	}
	return fmt.Sprint(value)
}

// versionText identifies a row by what every record has.
func versionText(r row) string {
	return strings.Join([]string{text(r["image_size"]), text(r["time_date_stamp"]), text(r["original_file_name"])}, " ")
}

func comparePeerVersion(t *testing.T, found map[string]row, fields []string) {
	t.Helper()
	for i := range 2 {
		fields[i] = strings.ReplaceAll(fields[i], ",", "")
	}
	r := found[strings.Join(fields[:3], " ")]
	if r == nil {
		t.Errorf("no row for %q", fields)
		return
	}
	for i, column := range []string{
		"file_description", "file_version", "file_version_number", "language", "product_name", "company_name",
		"product_version", "file_id", "program_id",
	} {
		got := text(r[column])
		want, cut := strings.CutSuffix(fields[3+i], "...")
		if got != want && !(cut && strings.HasPrefix(got, want)) {
			t.Errorf("%s: %s is %q, want %q", r["original_file_name"], column, got, fields[3+i])
		}
	}
}

// TestVersionRecordsMoveNothing has records whose time stamps contradict those of their neighbours, within a buffer and from
// one to the next. Whoever does not want their table gets the same rows of the others, at the same times and in the same order,
// and hears of the same losses.
func TestVersionRecordsMoveNothing(t *testing.T) {
	session, err := etlwriter.NewSession(etlwriter.Settings{Processors: 2, BufferSize: 1024})
	if err != nil {
		t.Fatal(err)
	}
	start := session.Settings().StartTicks
	random := rand.New(rand.NewPCG(7, 7))
	version := etlwriter.FileVersion{Size: 0x5000, TimeDateStamp: 77, FileVersion: "1.2"}.Record(4)
	id := etlwriter.ImageID{Base: 0x10000, Size: 0x5000, PID: 8, TimeDateStamp: 77}.Record(etlwriter.Pointer64)
	for i := range int64(600) {
		ticks := start + 1000 + 10*i
		alloc := etlwriter.Virtual{Base: uint64(i) << 16, Size: 0x1000, PID: 8, Flags: 0x3000}.Encode(etlwriter.Pointer64)
		session.Write(int(i%2), ticks, etlwriter.Kernel{Hook: etlwriter.HookVirtualAlloc, Version: 2, Payload: alloc})
		switch copied := start + random.Int64N(10_000); random.IntN(6) {
		case 0:
			session.Write(int(i%2), copied, version)
		case 1:
			session.Write(int(i%2), copied, id)
		case 2:
			session.Write(int(i%2), start, version)
		}
	}
	file, err := session.Finish()
	if err != nil {
		t.Fatal(err)
	}
	without := slices.DeleteFunc(slices.Collect(Tables()), func(table Table) bool { return table == TableImageVersion })
	all, allStats, allLosses := readBytes(t, file, Options{})
	some, someStats, someLosses := readBytes(t, file, Options{Tables: without})
	if n := len(tableRows(t, all, TableImageVersion)); n < 200 {
		t.Errorf("%d rows of image versions", n)
	}
	if allLosses.EventsOutOfOrder == 0 || !reflect.DeepEqual(allLosses, someLosses) {
		t.Errorf("losses are %+v with the records, %+v without", allLosses, someLosses)
	}
	if !reflect.DeepEqual(allStats, someStats) {
		t.Errorf("statistics are %+v with the records, %+v without", allStats, someStats)
	}
	if got, want := allocationTimes(all), allocationTimes(some); len(want) != 600 || !slices.Equal(got, want) {
		t.Errorf("%d allocations with the records and %d without, or at other times", len(got), len(want))
	}
}

// readBytes reads a recording that is in memory.
func readBytes(t *testing.T, file []byte, opts Options) ([]*Chunk, Stats, etl.Losses) {
	t.Helper()
	c, err := etl.New(t.Context(), etl.Options{}, etl.Input{Name: "made.etl", R: bytes.NewReader(file), Size: int64(len(file))})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r := NewReader(c, opts)
	var chunks []*Chunk
	for chunk, err := range r.Chunks(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		chunks = append(chunks, chunk)
	}
	return chunks, r.Stats(), c.Losses()
}

// allocationTimes gives base and time of each allocation, in order.
func allocationTimes(chunks []*Chunk) (times [][2]int64) {
	for _, c := range chunks {
		if b := c.Batch(TableVirtualAlloc); b != nil {
			rows := b.VirtualAlloc()
			for i, nano := range rows.UnixNano {
				times = append(times, [2]int64{int64(rows.BaseAddress[i]), nano})
			}
		}
	}
	return times
}
