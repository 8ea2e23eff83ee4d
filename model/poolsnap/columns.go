package poolsnap

import (
	"bytes"
	"strings"
)

// column is what a column, or a member of a JSON object, tells.
type column uint8

const (
	noColumn column = iota
	columnTime
	columnTimeUTC // a time that is in UTC by its name
	columnDate    // the day of a time of day
	columnTag
	columnTagCode
	columnType
	columnHost
	columnDriver
	columnUptime
	columnAllocs // from here on figures: of the pool that the type names,
	columnFrees
	columnCount
	columnBytes
	columnNonpagedAllocs // of the nonpaged pool,
	columnNonpagedFrees
	columnNonpagedCount
	columnNonpagedBytes
	columnPagedAllocs // of the paged pool
	columnPagedFrees
	columnPagedCount
	columnPagedBytes
	numColumns
)

// columnNames gives the names of columns in small letters, without blanks, marks and units. They are those of this
// project's tables, of SYSTEM_POOLTAG, of PoolMon's headings, and what scripts call them.
var columnNames = map[column]string{
	columnTime: "time timestamp datetime date_time when at ts sampletime snapshottime capturetime " +
		"collectiontime timegenerated timecreated epoch unixtime unix snapshot uhrzeit zeit zeitstempel " +
		"zeitpunkt horodatage horodate heure hora fechahora orario ora datahora tijd tijdstip czas время 時刻 日時 " +
		"时间",
	columnTimeUTC: "timeutc utctime utc datetimeutc timestamputc utcdatetime utctimestamp",
	columnDate:    "date day datum fecha data  дата 日付 日期",
	columnTag:     "tag pooltag tagname tagtext tagstring etiqueta étiquette etichetta marca",
	columnTagCode: "tagcode tagulong tagvalue tagid tagnumber taghex pooltagcode",
	columnType:    "type pool pooltype tagtype kind typ tipo art",
	columnHost:    "host hostname computer computername machine machinename server node pscomputername",
	columnDriver:  "mappeddriver driver drivers drivername binary module component owner",
	columnUptime:  "uptime uptimeseconds uptimes systemuptime secondssinceboot",
	columnAllocs: "allocs allocations alloc allocationcount allocscount totalallocs totalallocations numallocs " +
		"zuweisungen allocations asignaciones allocazioni alocações",
	columnFrees: "frees free freed freecount freescount totalfrees numfrees deallocs deallocations freigaben " +
		"libérations liberaciones",
	columnCount: "diff difference outstanding outstandingcount outstandingallocs outstandingallocations count " +
		"live livecount inuse active current currentallocs differenz différence diferencia differenza",
	columnBytes: "bytes used usedbytes bytesused outstandingbytes livebytes size sizebytes usage totalbytes " +
		"totalused totalusedbytes poolbytes octets byte",
}

// splitNames are what the columns of one pool are called after the name of the pool.
var splitNames = map[column]string{
	columnNonpagedAllocs: "allocs allocations alloc",
	columnNonpagedFrees:  "frees free freed deallocs",
	columnNonpagedCount:  "diff difference outstanding count outstandingcount live current",
	columnNonpagedBytes:  "used usedbytes bytes bytesused size usage outstandingbytes",
}

var columnsByName = func() map[string]column {
	table := map[string]column{}
	for c, names := range columnNames {
		for _, name := range strings.Fields(names) {
			table[strings.ReplaceAll(name, "_", "")] = c
		}
	}
	for c, names := range splitNames {
		for _, name := range strings.Fields(names) {
			for _, pool := range []string{"nonpaged", "nonpagedpool", "poolnonpaged", "nonp", "np"} {
				table[pool+name] = c
			}
			for _, pool := range []string{"paged", "pagedpool", "poolpaged", "pp"} {
				table[pool+name] = c + columnPagedAllocs - columnNonpagedAllocs
			}
		}
	}
	return table
}()

// columnOf tells what a column of a name is, and what its figures are to be multiplied with.
func columnOf(name []byte) (c column, scale float64) {
	word, unit := normalName(name)
	scale = 1
	if c = columnsByName[word]; c != noColumn {
		if c == columnTime && unit == "utc" {
			return columnTimeUTC, 1
		}
		if scale = unitScale(unit); scale == 0 || scale != 1 && !isBytes(c) {
			return noColumn, 1
		}
		return c, scale
	}
	// A unit at the end of a word: bytes_kb, NonPagedUsedMB, kbytes.
	for _, u := range []string{"kb", "kib", "mb", "mib", "gb", "gib"} {
		if rest, ok := strings.CutSuffix(word, u); ok {
			if rest == "" {
				rest = "bytes"
			}
			if c = columnsByName[rest]; isBytes(c) {
				return c, unitScale(u)
			}
		}
	}
	switch word {
	case "kbytes", "kilobytes":
		return columnBytes, 1 << 10
	case "mbytes", "megabytes":
		return columnBytes, 1 << 20
	}
	return noColumn, 1
}

func isBytes(c column) bool {
	return c == columnBytes || c == columnNonpagedBytes || c == columnPagedBytes
}

// unitScale gives the bytes of a unit, 0 for one that is none of bytes.
func unitScale(unit string) float64 {
	switch unit {
	case "", "b", "bytes", "byte", "s", "seconds", "sec", "utc", "local":
		return 1
	case "k", "kb", "kib", "kbytes":
		return 1 << 10
	case "m", "mb", "mib", "mbytes":
		return 1 << 20
	case "g", "gb", "gib":
		return 1 << 30
	}
	return 0
}

// normalName gives a name in small letters without blanks and marks, and apart from it what stands in parentheses at
// its end.
func normalName(name []byte) (word, unit string) {
	text := strings.ToLower(string(trimBlanks(name)))
	if head, tail, ok := strings.Cut(text, "("); ok {
		text, unit = head, strings.Trim(tail, "() \t")
	} else if head, tail, ok := strings.Cut(text, "["); ok {
		text, unit = head, strings.Trim(tail, "[] \t")
	}
	var b strings.Builder
	for _, r := range text {
		if !strings.ContainsRune(" _-./#\"'\t\u00a0", r) {
			b.WriteRune(r)
		}
	}
	return b.String(), unit
}

// layout says which columns rows have.
type layout struct {
	columns []column
	scales  []float64
	has     [numColumns]bool
	first   [numColumns]int // the column that has it
}

// usable tells whether the columns make rows of pool tags.
func (l *layout) usable() bool {
	if !l.has[columnTag] && !l.has[columnTagCode] {
		return false
	}
	for c := columnAllocs; c < numColumns; c++ {
		if l.has[c] {
			return true
		}
	}
	return false
}

// add adds a column by name. A second column of the same meaning is not used.
func (l *layout) add(name []byte) {
	c, scale := columnOf(name)
	if c != noColumn && l.has[c] {
		c = noColumn
	}
	l.first[c] = len(l.columns)
	l.has[c] = c != noColumn
	l.columns = append(l.columns, c)
	l.scales = append(l.scales, scale)
}

// settle decides between columns that say the same in more than one way.
func (l *layout) settle() {
	if l.has[columnTimeUTC] {
		l.drop(columnTime)
		l.drop(columnDate)
	}
	if l.has[columnDate] && !l.has[columnTime] && !l.has[columnTimeUTC] {
		l.columns[l.first[columnDate]] = columnTime
		l.has[columnTime], l.has[columnDate] = true, false
	}
	split := false
	for c := columnNonpagedAllocs; c < numColumns; c++ {
		split = split || l.has[c]
	}
	if split { // what has no pool in its name is the sum
		for c := columnAllocs; c < columnNonpagedAllocs; c++ {
			l.drop(c)
		}
		l.drop(columnType)
	}
}

func (l *layout) drop(c column) {
	if l.has[c] {
		l.has[c] = false
		l.columns[l.first[c]] = noColumn
	}
}

// layoutOf reads a heading.
func layoutOf(names [][]byte) layout {
	var l layout
	for _, name := range names {
		l.add(name)
	}
	if l.usable() {
		l.settle()
	}
	return l
}

// unusedOf names the columns that nothing is taken from, except those that only repeat others.
func (l *layout) unusedOf(names [][]byte, sum *Summary) {
	for i, c := range l.columns {
		if c == noColumn && len(trimBlanks(names[i])) > 0 {
			sum.unused(string(bytes.ToValidUTF8(trimBlanks(names[i]), []byte("\ufffd"))))
		}
	}
}
