package poolsnap

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestMoments reads times as people and programs write them, all of 2024-03-05 09:30 or 21:30.
func TestMoments(t *testing.T) {
	const day = "2024-03-05T"
	for _, c := range []struct{ text, want string }{
		// date /t, time /t, %date% %time% and the answers of date and time
		{"Tue 03/05/2024  9:30:00.12", day + "09:30:00.12Z"},
		{"Tue 03/05/2024 09:30 AM", day + "09:30:00Z"},
		{"Tue 03/05/2024 09:30 PM", day + "21:30:00Z"},
		{"05.03.2024  9:30:00,12", day + "09:30:00.12Z"},
		{"05/03/2024  9:30:00,12 mardi", day + "09:30:00.12Z"},
		{"mar. 05/03/2024  9:30:00,12", day + "09:30:00.12Z"},
		{"mar 05/03/2024  9:30", day + "09:30:00Z"},
		{"Di 05.03.2024  9:30", day + "09:30:00Z"},
		{"2024-03-05  9:30:00,12", day + "09:30:00.12Z"},
		{"2024/03/05  9:30:00.12", day + "09:30:00.12Z"},
		{"2024/03/05 周二  9:30:00.12", day + "09:30:00.12Z"},
		{"Di. 2024. 03. 05.  9:30:00", day + "09:30:00Z"},
		{"05-03-2024 wtorek 9:30", day + "09:30:00Z"},
		{"The current date is: Tue 03/05/2024 and the current time is:  9:30:00.12", day + "09:30:00.12Z"},
		// Get-Date
		{"Tuesday, March 5, 2024 9:30:00 AM", day + "09:30:00Z"},
		{"Tuesday, March 5, 2024 9:30:00\u202fPM", day + "21:30:00Z"},
		{"05 March 2024 09:30:00", day + "09:30:00Z"},
		{"Dienstag, 5. März 2024 09:30:00", day + "09:30:00Z"},
		{"Dienstag, 5. M\x84rz 2024 09:30:00", day + "09:30:00Z"},
		{"Dienstag, 5. M\xe4rz 2024 09:30:00", day + "09:30:00Z"},
		{"mardi 5 mars 2024 09:30:00", day + "09:30:00Z"},
		{"martes, 5 de marzo de 2024 9:30:00", day + "09:30:00Z"},
		{"martes, 5 de marzo de 2024 9:30:00 p. m.", day + "21:30:00Z"},
		{"martes, 5 de marzo de 2024 9:30:00 p.\u00a0m.", day + "21:30:00Z"},
		{"martedì 5 marzo 2024 09:30:00", day + "09:30:00Z"},
		{"terça-feira, 5 de março de 2024 09:30:00", day + "09:30:00Z"},
		{"dinsdag 5 maart 2024 09:30:00", day + "09:30:00Z"},
		{"wtorek, 5 marca 2024 09:30:00", day + "09:30:00Z"},
		{"вторник, 5 марта 2024 г. 9:30:00", day + "09:30:00Z"},
		{"den 5 mars 2024 09:30:00", day + "09:30:00Z"},
		{"tiistai 5. maaliskuuta 2024 9.30.00", day + "09:30:00Z"},
		{"2024年3月5日 9:30:00", day + "09:30:00Z"},
		{"2024年3月5日火曜日 21:30:00", day + "21:30:00Z"},
		{"2024年3月5日 星期二 9:30:00", day + "09:30:00Z"},
		{"2024年3月5日 下午9:30:00", day + "21:30:00Z"},
		{"2024년 3월 5일 화요일 오전 9:30:00", day + "09:30:00Z"},
		{"2024년 3월 5일 오후 9시 30분", day + "21:30:00Z"},
		// ISO and its relatives
		{"2024-03-05T09:30:00Z", day + "09:30:00Z"},
		{"2024-03-05T10:30:00+01:00", day + "09:30:00Z"},
		{"2024-03-05T10:30:00.1234567+01:00", day + "09:30:00.1234567Z"},
		{"2024-03-05 01:30:00 -0800", day + "09:30:00Z"},
		{"2024-03-05 09:30:00 UTC", day + "09:30:00Z"},
		{"20240305T093000Z", day + "09:30:00Z"},
		{"20240305103000.123000+060", day + "09:30:00.123Z"}, // wmic os get localdatetime
		{"20240305-0930", day + "09:30:00Z"},
		{"20240305_093000", day + "09:30:00Z"},
		{"20240305093000", day + "09:30:00Z"},
		{"2024-03-05_093000", day + "09:30:00Z"},
		{"2024-03-05 09.30.00", day + "09:30:00Z"},
		{"2024-03-05-09-30-00", day + "09:30:00Z"},
		// Unix, HTTP and the debugger
		{"Tue Mar  5 09:30:00 2024", day + "09:30:00Z"},
		{"Tue Mar  5 09:30:00 UTC 2024", day + "09:30:00Z"},
		{"Tue, 05 Mar 2024 09:30:00 GMT", day + "09:30:00Z"},
		{"05-Mar-2024 09:30", day + "09:30:00Z"},
		{"Debug session time: Tue Mar  5 01:30:00.000 2024 (UTC - 8:00)", day + "09:30:00Z"},
		{"Debug session time: Tue Mar  5 01:30:00 2024 (GMT-8)", day + "09:30:00Z"},
		{"1709631000", day + "09:30:00Z"},
		{"1709631000123", day + "09:30:00.123Z"},
		{"epoch time: 1709631000", day + "09:30:00Z"},
		{"133541046000000000", day + "09:30:00Z"},
		// decoration
		{"=== Snapshot 17 taken at 2024-03-05 09:30:00 ===", day + "09:30:00Z"},
		{"[2024-03-05 09:30:00] poolmon", day + "09:30:00Z"},
	} {
		sum := Summary{}
		timing := timing{sum: &sum}
		m, ok := readMoment([]byte(c.text))
		if !ok {
			t.Errorf("%q: no time", c.text)
			continue
		}
		at, ok := timing.resolve(&m, 1, []byte(c.text))
		if got := at.Format(time.RFC3339Nano); !ok || got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

// TestNoMoments leaves alone what has figures but is no time.
func TestNoMoments(t *testing.T) {
	for _, text := range []string{
		"", "Microsoft Windows [Version 10.0.19045.4170]", "(c) Microsoft Corporation. All rights reserved.", "192.168.10.24",
		"Poolmon 5.2.3790.0", "build 6.3.9600", "5053046496 bytes in use", "12", "99/99/2024", "2024-13-45", "1/2", "12.5.24.7",
		"The machine ran out of its pool in the year 2024, some say in the month of March, others that it was the fifth of May then.",
	} {
		if m, ok := readMoment([]byte(text)); ok {
			t.Errorf("%q: read as %+v", text, m)
		}
	}
}

// TestFileNames reads times from the names of files.
func TestFileNames(t *testing.T) {
	for name, want := range map[string]string{
		"poolmon_2024-03-05_093000.log":                       "2024-03-05T09:30:00Z",
		"poolmon-20240305-0930.txt":                           "2024-03-05T09:30:00Z",
		"poolmon20240305093000.txt":                           "2024-03-05T09:30:00Z",
		"C:\\logs\\2023-01-01\\pool.2024-03-05T09-30-00Z.txt": "2024-03-05T09:30:00Z",
		"/var/2023/SRV2019-2024.03.05-09.30.log":              "2024-03-05T09:30:00Z",
		"poolmon_20240305.0930AM.log.txt":                     "2024-03-05T09:30:00Z",
		"poolmon_20240305.0930PM.log.txt":                     "2024-03-05T21:30:00Z",
		"snap-1709631000.txt":                                 "2024-03-05T09:30:00Z",
		"1709631000123.json":                                  "2024-03-05T09:30:00.123Z",
		"pool 5 Mar 2024 0930.txt":                            "2024-03-05T00:00:00Z",
		"pool 25-03-2024 9h30.txt":                            "2024-03-25T09:30:00Z",
		"pool-2024-03-05.txt":                                 "2024-03-05T00:00:00Z",
		"pool-12345678.txt":                                   "",
		"poolsnap.log":                                        "",
		"srv10.1.2.3.txt":                                     "",
		"build-19045.txt":                                     "",
	} {
		m, ok := named(name)
		if !ok {
			if want != "" {
				t.Errorf("%s: no time", name)
			}
			continue
		}
		sum := Summary{}
		timing := timing{sum: &sum}
		at, _ := timing.resolve(&m, 1, nil)
		if got := at.Format(time.RFC3339Nano); got != want {
			t.Errorf("%s: %s, want %q", name, got, want)
		}
	}
}

const someRow = " Abcd Nonp         15 (   0)         5 (   0)    10     100 (     0)     10\n"

// TestDateOrder decides how dates in figures are read.
func TestDateOrder(t *testing.T) {
	april, june := time.Date(2024, 4, 1, 0, 0, 0, 0, time.UTC), time.Date(2024, 6, 1, 0, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		stamps  []string
		opts    Options
		want    []string
		assumed bool
	}{
		"custom":                 {[]string{"03/05/2024 09:30"}, Options{}, []string{"2024-03-05"}, true},
		"dots":                   {[]string{"03.05.2024 09:30"}, Options{}, []string{"2024-05-03"}, false},
		"hint":                   {[]string{"03/05/2024 09:30"}, Options{DateOrder: DayMonthYear}, []string{"2024-05-03"}, false},
		"weekday":                {[]string{"Fri 03/05/2024 09:30"}, Options{}, []string{"2024-05-03"}, false},
		"weekday against hint":   {[]string{"Tue 03/05/2024 09:30"}, Options{DateOrder: DayMonthYear}, []string{"2024-03-05"}, false},
		"a later date decides":   {[]string{"03/05/2024 09:30", "13/05/2024 09:30"}, Options{}, []string{"2024-05-03", "2024-05-13"}, false},
		"an earlier one decides": {[]string{"Fri 03/05/2024 09:30", "04/05/2024 09:30"}, Options{}, []string{"2024-05-03", "2024-05-04"}, false},
		"written before May":     {[]string{"03/05/2024 09:30"}, Options{ModTime: april}, []string{"2024-03-05"}, true},
		"written before July":    {[]string{"07/05/2024 09:30"}, Options{ModTime: june}, []string{"2024-05-07"}, true},
		"the same in any order":  {[]string{"05/05/2024 09:30"}, Options{}, []string{"2024-05-05"}, false},
		"short year":             {[]string{"25/03/24 09:30"}, Options{}, []string{"2024-03-25"}, true},
		"short year first":       {[]string{"24/03/05 09:30"}, Options{DateOrder: YearMonthDay}, []string{"2024-03-05"}, false},
	} {
		text := ""
		for _, s := range c.stamps {
			text += s + "\n" + someRow
		}
		all, sum := readAll(t, "x.txt", []byte(text), c.opts)
		var got []string
		for _, s := range all {
			got = append(got, s.Time.Format(time.DateOnly))
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) || sum.DateOrderAssumed != c.assumed {
			t.Errorf("%s: %v, assumed %t; want %v, %t", name, got, sum.DateOrderAssumed, c.want, c.assumed)
		}
	}
}

// TestZones reads times without a zone as those of the zone of the options.
func TestZones(t *testing.T) {
	berlin := time.FixedZone("", 3600)
	for stamp, want := range map[string]string{
		"2024-03-05 09:30:00":       "08:30:00",
		"2024-03-05 09:30:00Z":      "09:30:00",
		"2024-03-05 09:30:00-05:00": "14:30:00",
		"1709631000":                "09:30:00",
	} {
		all, sum := readAll(t, "x.txt", []byte(stamp+"\n"+someRow), Options{Zone: berlin})
		if got := all[0].Time.Format(time.TimeOnly); got != want || sum.ZoneAssumed || all[0].Time.Location() != time.UTC {
			t.Errorf("%s: %s, want %s; assumed %t", stamp, got, want, sum.ZoneAssumed)
		}
	}
	if _, sum := readAll(t, "x.txt", []byte("2024-03-05 09:30:00\n"+someRow), Options{}); !sum.ZoneAssumed {
		t.Error("UTC was assumed, but the summary does not say so")
	}
}

// TestTimesOfTheFile gives times to snapshots that have none: the name's to the first, the last change's to the last.
func TestTimesOfTheFile(t *testing.T) {
	mod := time.Date(2024, 3, 5, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name, text string
		mod        time.Time
		want       string
	}{
		{"x.txt", someRow, time.Time{}, "unknown"},
		{"x.txt", someRow, mod, "file time 12:00"},
		{"x-2024-03-05_0930.txt", someRow, mod, "file name 09:30"},
		{"x-2024-03-05_0930.txt", someRow + someRow, mod, "file name 09:30, file time 12:00"},
		{"x-2024-03-05_0930.txt", someRow + someRow + someRow, mod, "file name 09:30, unknown, file time 12:00"},
		{"x-2024-03-05_0930.txt", someRow + someRow, time.Time{}, "file name 09:30, unknown"},
		{"x.txt", someRow + someRow, mod, "unknown, file time 12:00"},
		{"x-2024-03-05_1330.txt", someRow + someRow, mod, "file name 13:30, unknown"}, // written before its first snapshot?
		{"x-2024-03-05.txt", someRow, mod, "file time 12:00"},                         // of that day, but finer
		{"x-2024-03-04.txt", someRow, mod, "file name 00:00"},
		{"x-2024-03-05_0930.txt", "2024-03-05 10:00\n" + someRow + someRow, mod, "text 10:00, unknown"},
		{"x-2024-03-05_0930.txt", someRow + "2024-03-05 10:00\n" + someRow + someRow, mod, "file name 09:30, text 10:00, unknown"},
	} {
		all, _ := readAll(t, c.name, []byte(c.text), Options{ModTime: c.mod})
		var got []string
		for _, s := range all {
			text := s.TimeFrom.String()
			if s.TimeFrom != TimeUnknown {
				text += s.Time.Format(" 15:04")
			}
			got = append(got, text)
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s %d: %s, want %s", c.name, strings.Count(c.text, "Nonp"), strings.Join(got, ", "), c.want)
		}
	}
}
