// Package poolsnap reads what operators have of a machine's memory without a recording of events: snapshots of the
// kernel pool by tag (PoolMon, the debugger's !poolused, CSV, JSON lines) and counters of the machine's memory over
// time (Performance Monitor text). It says what the text says, and judges nothing.
//
// Read gives the snapshots of a file, ReadCounters the samples of counters, Sniff tells which of them a file is for.
// Both read files of any size in bounded memory, count every line that they do not use, by reason, and report those
// that ought to be rows as problems with file and line. Everything else is used.
//
// # Text
//
// UTF-8 with or without a mark, UTF-16 of either byte order with or without a mark, and code pages of one byte for
// each character. UTF-16 that was appended to other text is read, too. Lines end with LF, CR LF, CR CR LF, or CR alone
// where a file has no LF. Control-Z, form feeds and escape sequences of consoles do no harm; a sequence that moves the
// cursor forward stands for blanks, one that moves it to another line for a line end. A line may have 1 MiB (16 MiB in
// JSON and counters); longer ones are a problem.
//
// # PoolMon
//
// A row is told by its shape: a tag, a word for the pool, Allocs, a change in parentheses, Frees, a change, Diff,
// Bytes, a change, Per Alloc, and perhaps the number of a session and the driver, in brackets or not (Row.Mapped is
// without them). Rows without any parentheses, of the older PoolSnap, have five figures. Head lines and headings may
// be there or not, in any language: head lines have five values each, all but one with a K.
//
// Figures may have separators of thousands: comma, dot, apostrophe, blank, no-break blank, narrow no-break blank.
// Where blanks separate thousands and columns alike, Diff must be Allocs less Frees. Blanks between columns may be
// collapsed, or tabs, and text may be indented or quoted with >. Words for the pool begin with Nonp or Paged, or are
// those of German, French, Spanish, Italian, Portuguese, Dutch, Polish, Russian, Japanese, Chinese or Korean; other
// words are a problem. Negative figures of programs of 32 bits are put right.
//
// A row is used if the parenthesis after Bytes is there, which proves that no figure before it is cut off. If only Per
// Alloc or the driver is cut off, Summary.Clipped counts it. Other rows that a console cut off are problems.
//
// A snapshot begins with a head line, with the first row after a time, a prompt or the end of a table, and with a row
// that the snapshot has already: so snapshots are told apart that nothing stands between. A tag with and without the
// mark of protected pool is one tag, and its two rows are added up. So are the rows of a tag in several sessions (/s);
// such snapshots begin with head lines or times alone, and have Snapshot.Session.
//
// # !poolused
//
// Tables of kd and WinDbg with flags 0, 1, 2, 4 and 8: the headings tell whether there are two or four figures for
// each pool, and whether there is one pool or two; without a heading, four or eight figures do. In short tables Allocs
// are outstanding allocations and become Row.Count. The rows of both pools are given, zeros and all. Row.Mapped is
// what follows "Binary:". The debugger's time ("Debug session time:") stays that of all tables until the machine runs
// on (g) or another time is told; its uptime goes to the next snapshot.
//
// # CSV and JSON lines
//
// Rows under a heading of column names, separated by commas, semicolons, tabs or bars, quoted or not; JSON objects,
// one or more on a line, or spread over lines by ConvertTo-Json. Columns and members are told by name, in any case,
// with or without blanks and marks: time, timestamp, date (with time), tag or tag_code (a number, first character in
// the lowest byte), type or pool, allocs, frees, diff or outstanding or count, bytes or used (also in KB or MB), host,
// driver, uptime, the same of one pool alone, such as NonPagedUsed or PagedAllocs, and more like these: see
// columns.go. Columns that say the same in UTC go first. Columns not understood are in Summary.Unused.
//
// Rows of the same time and host are a snapshot. Rows in the order of time are given as they come. Rows that go
// through one tag after the other are held, Options.MaxHeldRows at most, and given in the order of time; ErrOrder
// tells of more. A row that a snapshot has already begins another one of the same time.
//
// # Partial snapshots
//
// A snapshot is Partial if a row of it could not be used, if a command beside it chose tags or a pool, if it has rows
// of one pool alone, if its rows account for less than half of a pool that its head lines tell of, and if a table of
// !poolused was not read to its row of totals or its rows do not add up to it. Of tags that a partial snapshot lacks
// nothing is known; of those that another lacks, that they have no allocations.
//
// # Times
//
// In this order: a line of the text before the snapshot, or a column; digits in the name of the file; the file's time
// of last change. In lines and columns: the dates and times of Windows' commands and of Get-Date in the languages
// above, ISO 8601 with or without marks, those of Unix and of WMI, seconds and milliseconds since 1970, FILETIME. A
// date and a time of day may stand on two lines. A line of a time counts for one snapshot, the next. A day without a
// time of day stands for its first moment (Summary.DateOnly). A time of day without a date takes the day in the name
// of the file, and the day after whenever it goes back (TimeFromFileName), or is a problem.
//
// Times without a zone are those of Options.Zone. A date in figures is read in the order that a figure over 12, or the
// weekday beside it, decides, anywhere in the file so far or in its first 64 KiB; else that of Options.DateOrder; else
// the one that does not lie after the time of last change; else month/day/year with slashes and day/month/year with
// dots and dashes. Summary says which, and whether it was assumed.
//
// Snapshots of a file without any time of their own: the name's time is that of the first, the time of last change
// that of the last, if it is not earlier. Those between are TimeUnknown: their order is known, their distance is not.
// A file with one snapshot takes the name's time, or the time of last change. Where snapshots of a file have times of
// their own, the others are TimeUnknown.
//
// # Tags
//
// The four bytes as they stand in the text, bit 7 of the last cleared. In text of characters beyond ASCII each is
// turned back into the byte that it has in Latin-1, in code page 1252 or in 437. A tag that could be written in both
// with different bytes is read as the first such tag of the file that could not; without one as in 1252, and
// Summary.AmbiguousTags counts it. Escaped bytes, \xNN, are read as this project prints them, where there is room for
// more than four characters.
//
// # Counters
//
// Performance Monitor text as typeperf and relog write it: a column for the time, and columns named
// \\HOST\Object(Instance)\Counter. Objects and counters are known in English, German, French, Spanish, Italian,
// Portuguese, Dutch, Polish, Russian, Japanese and Chinese, by their numbers in the index of Windows, such as \4\58,
// and counters of memory also by their words; others are in Summary.Unused. The first column of PDH-CSV tells the
// zone; its dates are month/day/year in all languages. Values may have a decimal point or comma, and separators of
// thousands.
package poolsnap
