package pooltag

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// dateOrder says which of the first two numbers of a date is the day, for a whole inventory.
type dateOrder uint8

const (
	orderUnknown dateOrder = iota
	dayFirst
	monthFirst
)

var (
	tickDate = regexp.MustCompile(`^\\?/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\\?/$`)                         // JSON of older PowerShells, ms
	wmiDate  = regexp.MustCompile(`^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\.\S{6}[+-]\S{3}$`)              // of CIM
	isoDate  = regexp.MustCompile(`^(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?:[T ]+(\d\d?):(\d\d)(?::(\d\d))?)?`) // year first
	yearLast = regexp.MustCompile(`^(\d\d?)([-/.])\s?(\d\d?)[-/.]\s?(\d{4})` +
		`,?(?:\s+(\d\d?):(\d\d)(?::(\d\d))?\s*([AaPp]\.?\s?[Mm])?)?`)
)

// ordering tells what a date alone says of the order of day and month.
func ordering(text string) dateOrder {
	m := yearLast.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return orderUnknown
	}
	first, _ := strconv.Atoi(m[1])
	second, _ := strconv.Atoi(m[3])
	switch {
	case first > 12, m[2] == ".":
		return dayFirst
	case second > 12:
		return monthFirst
	}
	return orderUnknown
}

// readDate reads a date, false where it is none or its order of day and month is not known. Times are taken as they stand:
// inventories do not tell their zone.
func readDate(text string, order dateOrder) (time.Time, bool) {
	text = strings.TrimSpace(text)
	if m := tickDate.FindStringSubmatch(text); m != nil {
		ms, err := strconv.ParseInt(m[1], 10, 64)
		return time.UnixMilli(ms).UTC(), err == nil
	}
	if m := wmiDate.FindStringSubmatch(text); m != nil {
		return dateOf(m[1], m[2], m[3], m[4], m[5], m[6], "")
	}
	if m := isoDate.FindStringSubmatch(text); m != nil {
		return dateOf(m[1], m[2], m[3], m[4], m[5], m[6], "")
	}
	m := yearLast.FindStringSubmatch(text)
	if m == nil {
		return time.Time{}, false
	}
	if own := ordering(text); own != orderUnknown {
		order = own
	}
	switch order {
	case dayFirst:
		return dateOf(m[4], m[3], m[1], m[5], m[6], m[7], m[8])
	case monthFirst:
		return dateOf(m[4], m[1], m[3], m[5], m[6], m[7], m[8])
	}
	if m[1] == m[3] {
		return dateOf(m[4], m[1], m[3], m[5], m[6], m[7], m[8])
	}
	return time.Time{}, false
}

func dateOf(year, month, day, hour, minute, second, half string) (time.Time, bool) {
	n := func(text string) int {
		v, _ := strconv.Atoi(text)
		return v
	}
	h := n(hour)
	switch strings.ToLower(half + " ")[0] {
	case 'p':
		h = h%12 + 12
	case 'a':
		h %= 12
	}
	t := time.Date(n(year), time.Month(n(month)), n(day), h, n(minute), n(second), 0, time.UTC)
	ok := t.Month() == time.Month(n(month)) && t.Day() == n(day) && h < 24
	return t, ok && n(year) > 1600
}

// settleDates reads the dates of all items, once it is known what the clear ones say of the unclear: one that can only be
// day first or only month first settles it for the whole text, unless another contradicts.
func (v *Inventory) settleDates() {
	var seen [3]bool
	for i := range v.Items {
		seen[ordering(v.Items[i].DateText)] = true
	}
	order := orderUnknown
	switch {
	case seen[dayFirst] && !seen[monthFirst]:
		order = dayFirst
	case seen[monthFirst] && !seen[dayFirst]:
		order = monthFirst
	}
	for i := range v.Items {
		if t, ok := readDate(v.Items[i].DateText, order); ok {
			v.Items[i].Date = t
		}
	}
}
