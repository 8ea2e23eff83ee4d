package poolsnap

import (
	"path"
	"slices"
	"strings"
	"time"
)

// timing turns the moments of a file into times.
type timing struct {
	opts      Options
	sum       *Summary
	usual     DateOrder // of the format, where nothing else decides
	order     DateOrder // as the file has shown
	lastClock time.Duration
	day       time.Time // the day that times of day without a date are of, zero for none
}

// orders gives the orders in which the figures are a date.
func (m *moment) orders() []DateOrder {
	var possible []DateOrder
	for _, order := range []DateOrder{MonthDayYear, DayMonthYear, YearMonthDay} {
		if order == MonthDayYear && m.separator == '.' {
			continue // no country writes that
		}
		if _, _, _, ok := m.civil(order); ok {
			possible = append(possible, order)
		}
	}
	return possible
}

// civil gives the date, read in an order.
func (m *moment) civil(order DateOrder) (year, month, day int, ok bool) {
	if m.separator == 0 {
		return m.year, m.month, m.day, validDate(m.year, m.month, m.day)
	}
	f := m.figures
	switch order {
	case MonthDayYear:
		year, month, day = f[2], f[0], f[1]
	case DayMonthYear:
		year, month, day = f[2], f[1], f[0]
	default:
		if !m.shortYear {
			return 0, 0, 0, false
		}
		year, month, day = f[0], f[1], f[2]
	}
	if m.shortYear {
		year += 2000
	}
	return year, month, day, validDate(year, month, day)
}

// resolve gives the time of a moment that has a date.
func (t *timing) resolve(m *moment, line int, text []byte) (time.Time, bool) {
	if m.epoch {
		return time.Unix(0, m.unix).UTC(), true
	}
	order := t.orderOf(m, line, text)
	year, month, day, ok := m.civil(order)
	if !ok {
		return time.Time{}, false
	}
	if !m.clock {
		t.sum.DateOnly++
	}
	return t.at(m, year, month, day), true
}

func (t *timing) at(m *moment, year, month, day int) time.Time {
	zone := t.opts.Zone
	switch {
	case m.zoned:
		zone = time.FixedZone("", m.offset)
	case zone == nil:
		zone = time.UTC
		t.sum.ZoneAssumed = true
	}
	return time.Date(year, time.Month(month), day, m.hour, m.minute, m.second, m.nano, zone).UTC()
}

// orderOf decides how a date in figures is read: by what is possible, by the weekday beside it, by other dates of the
// file, by the options, by the format, by when the file was written, and at last by custom.
func (t *timing) orderOf(m *moment, line int, text []byte) DateOrder {
	if m.separator == 0 {
		return DateOrderUnknown
	}
	possible := m.orders()
	if m.weekday >= 0 {
		right := slices.DeleteFunc(slices.Clone(possible), func(o DateOrder) bool {
			y, mo, d, _ := m.civil(o)
			return int(time.Date(y, time.Month(mo), d, 0, 0, 0, 0, time.UTC).Weekday()) != m.weekday
		})
		if len(right) > 0 {
			possible = right
		}
	}
	switch {
	case len(possible) == 0:
		return DateOrderUnknown
	case len(possible) == 1:
		t.decided(possible[0], line, text)
		return possible[0]
	case slices.Contains(possible, t.order):
		return t.order
	case slices.Contains(possible, t.opts.DateOrder):
		t.sum.DateOrder = t.opts.DateOrder
		return t.opts.DateOrder
	}
	if slices.Contains(possible, t.usual) {
		t.sum.DateOrder = t.usual
		return t.usual
	}
	order := t.custom(m, possible)
	if !t.sum.DateOrderAssumed && t.sum.DateOrder == DateOrderUnknown {
		t.sum.DateOrder = order
	}
	if m.figures[0] != m.figures[1] {
		t.sum.DateOrderAssumed = true
	}
	return order
}

// decided notes what a date that has one reading alone says of the others.
func (t *timing) decided(order DateOrder, line int, text []byte) {
	if t.sum.DateOrderAssumed && t.sum.DateOrder != order {
		t.sum.remark(line, text,
			"dates above were read as "+t.sum.DateOrder.String()+", but this one is "+order.String())
	} else {
		t.sum.DateOrderAssumed = false
	}
	t.order, t.sum.DateOrder = order, order
}

// custom decides where nothing does.
func (t *timing) custom(m *moment, possible []DateOrder) DateOrder {
	if !t.opts.ModTime.IsZero() {
		// What a file tells of lies before it was written.
		past := slices.DeleteFunc(slices.Clone(possible), func(o DateOrder) bool {
			y, mo, d, _ := m.civil(o)
			return time.Date(y, time.Month(mo), d, 0, 0, 0, 0, time.UTC).After(t.opts.ModTime.Add(24 * time.Hour))
		})
		if len(past) == 1 {
			return past[0]
		}
	}
	want := DayMonthYear
	if m.separator == '/' {
		want = MonthDayYear
	}
	if slices.Contains(possible, want) {
		return want
	}
	return possible[0]
}

// lookAhead takes the order of dates from the first text of a file: a figure over 12 decides it for all.
func (t *timing) lookAhead(text []byte) {
	for i := 0; i+8 <= len(text); i++ {
		if text[i]-'0' > 9 || i > 0 && (text[i-1]-'0' <= 9 || text[i-1] == '.' || text[i-1] == '/' || text[i-1] == '-') {
			continue
		}
		s := timeScanner{b: text[i:min(len(text), i+12)], dateEnd: -1}
		value, digits := s.digits()
		if digits <= 2 && s.figures(0, value, digits) && s.m.separator != 0 && !s.m.shortYear {
			if orders := s.m.orders(); len(orders) == 1 && s.m.separator != '.' {
				t.order, t.sum.DateOrder = orders[0], orders[0]
				return
			}
		}
		i += s.i - 1
	}
}

// ofDay gives the time of a moment without a date, when the name of the file tells the day of the first. Times of day
// that go back are of the day after.
func (t *timing) ofDay(m *moment) (time.Time, bool) {
	if t.day.IsZero() {
		return time.Time{}, false
	}
	clock := time.Duration(m.hour)*time.Hour + time.Duration(m.minute)*time.Minute +
		time.Duration(m.second)*time.Second + time.Duration(m.nano)
	if clock < t.lastClock {
		t.day = t.day.AddDate(0, 0, 1)
	}
	t.lastClock = clock
	return t.at(m, t.day.Year(), int(t.day.Month()), t.day.Day()), true
}

// named reads the time in the name of the file. With a day alone, the moment has no clock.
func named(file string) (moment, bool) {
	file = path.Base(strings.ReplaceAll(file, `\`, "/"))
	return readName([]byte(strings.ReplaceAll(file, "_", " ")))
}
