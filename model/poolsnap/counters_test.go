package poolsnap

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
)

// counterPaths are names of counters as systems of other languages write them, collected from scripts, lists and
// documentation that use them, with what they mean in English.
var counterPaths = []struct {
	path string
	id   counterID
}{
	{`\Memory\Pool Nonpaged Bytes`, memoryNonpaged},
	{`\\SRV-1.example.org\memory\pool paged bytes`, memoryPaged},
	{`\Memory\Available KBytes`, memoryAvailableKB},
	{`\Memory\Free System Page Table Entries`, memoryFreePTEs},
	{`\Memory\Cache Bytes`, memoryCache},
	{`\System\System Up Time`, systemUptime},
	{`\Process(_Total)\Private Bytes`, processPrivate},
	{`\Process(svc)\Pool Nonpaged Bytes`, processNonpaged},
	{`\Process V2(svc:12)\Working Set`, processWorkingSet},
	// German
	{`\Arbeitsspeicher\Nicht-Auslagerungsseiten (Bytes)`, memoryNonpaged},
	{`\Arbeitsspeicher\Auslagerungsseiten (Bytes)`, memoryPaged},
	{`\Arbeitsspeicher\Nichtauslagerungsseiten reserviert`, memoryNonpagedAllocs},
	{`\Arbeitsspeicher\Auslagerungsseiten reserviert`, memoryPagedAllocs},
	{`\Speicher\Zugesicherte Bytes`, memoryCommitted},
	{`\Speicher\Zusagegrenze`, memoryLimit},
	{`\Arbeitsspeicher\Verfügbare MB`, memoryAvailableMB},
	{`\Arbeitsspeicher\Freie Seitentabelleneinträge`, memoryFreePTEs},
	{`\System\Systembetriebszeit`, systemUptime},
	{`\Prozess(*)\Nicht-Auslagerungsseiten (Bytes)`, processNonpaged},
	{`\Prozess(x)\Prozesskennung`, processID},
	{`\Prozess(x)\Handleanzahl`, processHandles},
	{`\Prozess(x)\Virtuelle Größe`, processVirtual},
	// French
	{`\Mémoire\Octets de réserve non paginée`, memoryNonpaged},
	{`\Mémoire\Octets de réserve paginée`, memoryPaged},
	{`\Mémoire\Allocations de réserve non paginée`, memoryNonpagedAllocs},
	{`\Mémoire\Octets validés`, memoryCommitted},
	{`\Mémoire\Octets dédiés`, memoryCommitted},
	{`\Mémoire\Limite de mémoire dédiée`, memoryLimit},
	{`\Mémoire\Mégaoctets disponibles`, memoryAvailableMB},
	{`\Mémoire\Kilo-octets disponibles`, memoryAvailableKB},
	{`\Mémoire\Entrées libres en table des pages système`, memoryFreePTEs},
	{`\Système\Temps d'activité système`, systemUptime},
	// Spanish
	{`\Memoria\Bytes de bloque no paginado`, memoryNonpaged},
	{`\Memoria\Bytes de bloque paginado`, memoryPaged},
	{`\Memoria\Bytes confirmados`, memoryCommitted},
	{`\Memoria\Límite de confirmación`, memoryLimit},
	{`\Memoria\Mbytes disponibles`, memoryAvailableMB},
	{`\Memoria\Bytes disponibles`, memoryAvailable},
	// Italian
	{`\Memoria\Byte del pool non di paging`, memoryNonpaged},
	{`\Memoria\Byte del pool di paging`, memoryPaged},
	{`\Memoria\Byte vincolati`, memoryCommitted},
	{`\Memoria\Limite memoria vincolata`, memoryLimit},
	{`\Memoria\MByte disponibili`, memoryAvailableMB},
	{`\Sistema\Tempo di funzionamento sistema`, systemUptime},
	// Portuguese
	{`\Memória\Bytes de pool não paginável`, memoryNonpaged},
	{`\Memória\Bytes de Pool Não Pagináveis`, memoryNonpaged},
	{`\Memória\Bytes de Pool Pagináveis`, memoryPaged},
	{`\Memória\Bytes Confirmados`, memoryCommitted},
	{`\Memória\Limite de Confirmação`, memoryLimit},
	{`\Memória\MBytes disponíveis`, memoryAvailableMB},
	{`\Processo(svchost*)\processo de identificação`, processID},
	// Dutch, Polish, Russian
	{`\Geheugen\Beschikbare bytes`, memoryAvailable},
	{`\Geheugen\Toegewezen bytes`, memoryCommitted},
	{`\Pamięć\Bajty puli niestronicowanej`, memoryNonpaged},
	{`\Pamięć\Bajty puli stronicowanej`, memoryPaged},
	{`\Pamięć\Zadeklarowane bajty`, memoryCommitted},
	{`\Pamięć\Dostępne bajty`, memoryAvailable},
	{`\Память\Байт в невыгружаемом страничном пуле`, memoryNonpaged},
	{`\Память\Байт в выгружаемом страничном пуле`, memoryPaged},
	{`\Память\Доступно МБ`, memoryAvailableMB},
	{`\Память\Доступно байт`, memoryAvailable},
	{`\Процесс(*)\Идентификатор процесса`, processID},
	// numbers of the index
	{`\4\58`, memoryNonpaged}, {`\4\56`, memoryPaged}, {`\4\64`, memoryNonpagedAllocs}, {`\4\60`, memoryPagedAllocs},
	{`\4\24`, memoryAvailable}, {`\4\1382`, memoryAvailableMB}, {`\4\26`, memoryCommitted}, {`\4\30`, memoryLimit},
	{`\2\674`, systemUptime}, {`\230(x)\180`, processWorkingSet}, {`\230(x)\56`, processPaged}, {`\230(x)\784`, processID},
	// told by their words alone
	{`\Memoria\Bytes del bloque no paginado`, memoryNonpaged},
	{`\Mémoire\Octets disponibles (total)`, memoryAvailable},
	{`\メモリ\非ページ プールのバイト数`, memoryNonpaged},
	{`\内存\分页池字节`, memoryPaged},
	// others
	{`\Memory\Pages/sec`, noCounter},
	{`\Memory\% Committed Bytes In Use`, noCounter},
	{`\Memory\Pool Paged Resident Bytes`, noCounter},
	{`\Memory\Cache Bytes Peak`, noCounter},
	{`\Memory\Free & Zero Page List Bytes`, noCounter},
	{`\Memory\Standby Cache Normal Priority Bytes`, noCounter},
	{`\Arbeitsspeicher\Auslagerungsseiten: Residente Bytes`, noCounter},
	{`\Arbeitsspeicher\Zugesicherte verwendete Bytes (%)`, noCounter},
	{`\Mémoire\Octets résidants de réserve paginée`, noCounter},
	{`\Mémoire\Pourcentage d'octets dédiés utilisés`, noCounter},
	{`\Processor(_Total)\% Processor Time`, noCounter},
	{`\Paging File(_Total)\% Usage`, noCounter},
	{`\.NET CLR Memory(x)\# Total committed Bytes`, noCounter},
	{`\Process(x)\Working Set - Private`, noCounter},
	{`\Server\Pool Nonpaged Bytes`, noCounter},
}

func TestCounterNames(t *testing.T) {
	for _, c := range counterPaths {
		p, ok := readPath([]byte(c.path))
		if !ok || p.id != c.id {
			t.Errorf("%s: counter %d of object %d, want %d", c.path, p.id, p.object, c.id)
		}
	}
}

// TestCounterEncodings finds the names in the encodings that the tools write: UTF-8, UTF-16, code pages of windows and
// of consoles, and with letters lost.
func TestCounterEncodings(t *testing.T) {
	for _, c := range counterPaths {
		heading := `"(PDH-CSV 4.0) (UTC)(0)","` + c.path + `"` + "\n" + `"03/05/2024 09:30:00.000","7"` + "\n"
		for name, text := range map[string][]byte{
			"UTF-8": []byte(heading), "UTF-16": writeUTF16(heading, binary.LittleEndian),
			"1252": inPage(heading, page1252.high), "850": inPage(heading, page850.high), "1251": inPage(heading, cyrillic1251),
			"866": inPage(heading, cyrillic866), "lost": []byte(lostLetters(heading)),
		} {
			if text == nil || name == "lost" && strings.ContainsAny(c.path, "ПпメモÂ内ッ") {
				continue
			}
			n := 0
			sum, err := ReadCounters(context.Background(), "x.csv", bytes.NewReader(text), Options{},
				func(*Memory) error { n++; return nil })
			want := 1
			if c.id == noCounter {
				want = 0
			}
			if byWords := strings.Contains(c.path, "(total)") || strings.Contains(c.path, "del bloque"); byWords && name == "lost" {
				continue
			}
			if err != nil || n != want || sum.UnusedCount != 1-want {
				t.Errorf("%s in %s: %d samples, unused %v, %v", c.path, name, n, sum.Unused, err)
			}
		}
	}
}

// inPage writes text in a code page of one byte for each character, nil where that cannot be.
func inPage(text, high string) []byte {
	table := []rune(high)
	var out []byte
next:
	for _, r := range text {
		if r < 0x80 {
			out = append(out, byte(r))
			continue
		}
		for i, c := range table {
			if c == r {
				out = append(out, byte(0x80+i))
				continue next
			}
		}
		return nil
	}
	return out
}

func lostLetters(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x80 {
			return '?'
		}
		return r
	}, text)
}

// TestValues reads values of all locales.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		values []string
		want   string
	}{
		{[]string{"117440512"}, "117440512"},
		{[]string{"117440512.000000"}, "117440512"},
		{[]string{"117440512,000000"}, "117440512"},
		{[]string{"117,440,512"}, "117440512"},
		{[]string{"117.440.512"}, "117440512"},
		{[]string{"117.440.512,5"}, "117440512"},
		{[]string{"117,440,512.5"}, "117440512"},
		{[]string{"117 440 512,5"}, "117440512"},
		{[]string{"117\u00a0440\u00a0512"}, "117440512"},
		{[]string{"117’440’512"}, "117440512"},
		{[]string{"1.17440512E+8"}, "117440512"},
		{[]string{"1,17440512E8"}, "117440512"},
		{[]string{"440,512"}, "440512"},                // bytes have no fractions
		{[]string{"1,5", "440,512"}, "1 440"},          // the comma is a point here
		{[]string{"1.5", "440,512"}, "1 440512"},       //
		{[]string{"0"}, "0"}, {[]string{"0.000"}, "0"}, //
		{[]string{""}, "-"}, {[]string{" "}, "-"}, {[]string{"-1"}, "-"}, {[]string{"-5"}, "-"}, {[]string{"NaN"}, "-"},
		{[]string{"1e400"}, "-"}, {[]string{"99999999999999999999999999"}, "-"},
	} {
		text := "Zeit\t\\\\S\\Memory\\Pool Paged Bytes\t\\\\S\\System\\System Up Time\n"
		for i, v := range c.values {
			text += fmt.Sprintf("2024-03-05 09:30:%02d\t%s\t1\n", i, v)
		}
		var got []string
		_, err := ReadCounters(context.Background(), "x.tsv", strings.NewReader(text), Options{}, func(m *Memory) error {
			if m.Paged == nil {
				got = append(got, "-")
			} else {
				got = append(got, fmt.Sprint(*m.Paged))
			}
			return nil
		})
		if strings.Join(got, " ") != c.want || err != nil {
			t.Errorf("%q: %v, want %s, %v", c.values, got, c.want, err)
		}
	}
}

// TestTableNamesAreDistinct would fail if a name meant two things, which the order of a map would decide.
func TestTableNamesAreDistinct(t *testing.T) {
	seen := map[string]column{}
	for c, names := range columnNames {
		own := map[string]bool{}
		for _, name := range strings.Fields(names) {
			name = strings.ReplaceAll(name, "_", "")
			if other, ok := seen[name]; ok && other != c && !own[name] {
				t.Errorf("column %q means %d and %d", name, c, other)
			}
			seen[name], own[name] = c, true
		}
	}
	for o := objectMemory; o <= objectProcess; o++ {
		counters := map[string]counterID{}
		for id := noCounter + 1; id < numCounters; id++ {
			if objectOf(id) != o {
				continue
			}
			for name := range strings.SplitSeq(counterNames[id], "|") {
				if other, ok := counters[name]; ok && other != id {
					t.Errorf("counter %q means %d and %d", name, id, other)
				}
				counters[name] = id
				if plainName(name) != name {
					t.Errorf("counter %q is never found", name)
				}
			}
		}
	}
	bare := map[string]counterID{}
	for id := memoryAvailable; id < systemUptime; id++ {
		for name := range strings.SplitSeq(counterNames[id], "|") {
			if b := bareName(name); len(b) >= 6 && b != name {
				if other, ok := bare[b]; ok && other != id {
					t.Errorf("without its letters, %q means %d and %d", name, id, other)
				}
				bare[b] = id
			}
		}
	}
}
